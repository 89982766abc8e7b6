/** Options with the types of columns and members. */
import { escapeControls, show } from "tamis/diagnostics";
import { CELL_TYPES, type CellType } from "tamis/files";
import { isJsonObject } from "../formats/own-members.ts";
import { DataError, InputError } from "../io/errors.ts";
import { openInput, readText } from "../io/open-input.ts";
import { requireChoice, UsageError } from "./arguments.ts";
import type { Scope } from "./command.ts";
import type { Option } from "./option.ts";

export const TYPE: Option = {
  name: "type",
  value: "NAME=TYPE",
  help: `type of a column, or of a member of JSON: ${CELL_TYPES.join(", ")}; number reads $1,234.50, (20.00) and 7.5 %, boolean reads Y/N, yes/no, t/f, on/off and 1/0, date reads 20240105; output keeps the cells; can be repeated`,
  repeatable: true,
};
export const TYPES: Option = {
  name: "types",
  value: "FILE",
  help: "file with types of columns or members, one NAME=TYPE a line",
};

/** @throws UsageError, InputError */
export async function chosenTypes(scope: Scope): Promise<ReadonlyMap<string, CellType>> {
  const { args } = scope;
  const file = args.text(TYPES.name);
  const types = file === undefined ? new Map<string, CellType>() : await readTypesFile(file, scope);
  const typesByName = new Map<string, CellType>();
  for (const text of args.texts(TYPE.name)) {
    const [name, type] = splitType(text, `--${TYPE.name}`);
    const earlierType = typesByName.get(name);
    if (earlierType !== undefined && earlierType !== type)
      throw new UsageError(`--${TYPE.name} gives '${show(name)}' two types: ${earlierType} and ${type}.`);
    typesByName.set(name, type);
    types.set(name, type);
  }
  return types;
}

/** Reads lines such as `qty=integer`. Skips blank lines and lines that begin with #. Also reads a JSON object. */
async function readTypesFile(file: string, { io, signal }: Scope): Promise<Map<string, CellType>> {
  const text = await readText(await openInput(file, { stdin: io.stdin, signal }));
  const types = new Map<string, CellType>();
  if (/^\s*\{/.test(text)) {
    for (const [name, type] of jsonTypes(text, file)) {
      requireChoice(`${escapeControls(file)}: the type of '${show(name)}'`, type, CELL_TYPES);
      types.set(name, type as CellType);
    }
    return types;
  }
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === "" || line.startsWith("#")) continue;
    const [name, type] = splitType(line.trim(), `${escapeControls(file)}, line ${i + 1}`);
    types.set(name, type);
  }
  return types;
}

function jsonTypes(text: string, file: string): (readonly [string, string])[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (isJsonObject(value)) {
    const entries = Object.entries(value);
    if (entries.every((entry): entry is [string, string] => typeof entry[1] === "string")) return entries;
  }
  throw new InputError(
    new DataError(file, {}, 'types in JSON must be an object such as {"qty":"integer"}').message,
  );
}

/** @example splitType("qty=integer", "--type") // ["qty", "integer"] */
function splitType(text: string, subject: string): readonly [name: string, type: CellType] {
  const at = text.lastIndexOf("=");
  if (at < 1) throw new UsageError(`${subject} must be NAME=TYPE, such as qty=integer, not '${show(text)}'.`);
  const type = text.slice(at + 1).trim();
  requireChoice(`${subject}: the type of '${show(text.slice(0, at))}'`, type, CELL_TYPES);
  return [text.slice(0, at).trim(), type as CellType];
}
