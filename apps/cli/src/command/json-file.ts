import { findJsonFault } from "tamis/files";
import { DataError, InputError } from "../io/errors.ts";
import { openInput, readText } from "../io/open-input.ts";
import type { Scope } from "./command.ts";

/**
 * Reads and parses a JSON file, or standard input for the path `-`.
 * @throws InputError if the file is unreadable or not valid JSON
 */
export async function readJsonFile(path: string, { io, signal }: Scope): Promise<unknown> {
  const input = await openInput(path, { stdin: io.stdin, signal });
  const text = await readText(input);
  try {
    return JSON.parse(text);
  } catch {
    const { offset, reason } = findJsonFault(text) ?? { offset: 0, reason: "this is not JSON" };
    const lines = text.slice(0, offset).split("\n");
    const position = { line: lines.length, column: Array.from(lines.at(-1)!).length + 1 };
    const yaml = /\.ya?ml$/i.test(path) ? "; YAML is not supported, convert it to JSON" : "";
    throw new InputError(new DataError(input.name, position, `${reason}${yaml}`).message);
  }
}
