import { escapeControls } from "tamis/diagnostics";
import { findJsonFault } from "../formats/json-fault.ts";
import { DataError, InputError } from "../io/errors.ts";
import { openInput } from "../io/open-input.ts";
import type { Scope } from "./command.ts";

/**
 * Reads and parses a JSON file, or standard input for the path `-`.
 * @throws InputError if the file is unreadable or not valid JSON
 */
export async function readJsonFile(path: string, { io, signal }: Scope): Promise<unknown> {
  const input = await openInput(path, { stdin: io.stdin, signal });
  const chunks: Uint8Array[] = [];
  for await (const chunk of input.bytes) chunks.push(chunk);
  const text = decode(Buffer.concat(chunks), input.name);
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

function decode(bytes: Uint8Array, name: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    throw new InputError(`${escapeControls(name)} is not UTF-8.`);
  }
}
