import type { Sql } from "../../functions/definition/port.ts";

/**
 * SQL as pieces: text of ours and bound values, joined without being copied, so that a statement costs time linear in
 * its size. There is no way to put a value into the text.
 */
export interface SqlText extends Sql {
  readonly parts: readonly Part[];
  /** How many pieces it is laid out in. */
  readonly size: number;
}

type Part = string | SqlParameter | Requirement | SqlText;

/** What a statement needs of the database beside its table. */
export interface Requirement {
  readonly kind: "requirement";
  readonly what: "function" | "collation" | "keyColumn";
  readonly name: string;
}

/** A value of a statement, and the type that it is bound as. */
export interface SqlParameter {
  readonly kind: "parameter";
  readonly type: SqlParameterType;
  readonly value: SqlParameterValue;
}

/**
 * How a value is bound.
 *
 * | type | value |
 * |---|---|
 * | `boolean` | a boolean |
 * | `integer` | a whole number within 64 bits, as a bigint where a double is too small |
 * | `number` | a finite double |
 * | `text` | well-formed text without U+0000 |
 * | `date`, `time`, `dateTime` | text in the form that the dialect writes |
 * | `bytes` | bytes |
 * | `texts`, `integers`, `numbers` | a list of such, bound as one parameter |
 */
export type SqlParameterType =
  | "boolean"
  | "integer"
  | "number"
  | "text"
  | "date"
  | "time"
  | "dateTime"
  | "bytes"
  | "texts"
  | "integers"
  | "numbers";

export type SqlParameterValue =
  boolean | number | bigint | string | Uint8Array | readonly (number | bigint | string)[];

/** Joins text of ours with pieces. What stands between is SQL, a parameter or a name that is already quoted. */
export function sql(strings: TemplateStringsArray, ...pieces: readonly (Sql | SqlParameter)[]): SqlText {
  const parts: Part[] = [];
  if (strings[0] !== "") parts.push(strings[0]!);
  for (let i = 0; i < pieces.length; i++) {
    parts.push(pieces[i] as SqlText | SqlParameter);
    const after = strings[i + 1]!;
    if (after !== "") parts.push(after);
  }
  return pieceOf(parts);
}

function pieceOf(parts: readonly Part[]): SqlText {
  let size = 0;
  for (const part of parts) size += typeof part === "object" && part.kind === "sql" ? part.size : 1;
  return { kind: "sql", parts, size };
}

/** Text of ours: a keyword, a quoted name. Never anything that a user wrote. */
export function rawSql(written: string): SqlText {
  return pieceOf([written]);
}

export function bindable(type: SqlParameterType, value: SqlParameterValue): SqlParameter {
  return { kind: "parameter", type, value };
}

/** A piece that needs something of the database. */
export function requiring(what: Requirement["what"], name: string, piece: SqlText): SqlText {
  return pieceOf([{ kind: "requirement", what, name }, piece]);
}

export function joinSql(pieces: readonly Sql[], separator: string): SqlText {
  const parts: Part[] = [];
  for (let i = 0; i < pieces.length; i++) {
    if (i > 0) parts.push(separator);
    parts.push(pieces[i] as SqlText);
  }
  return pieceOf(parts);
}

/** A statement, or a part of one: `segments` are one more than `parameters`, which stand between them. */
export interface SqlStatement {
  readonly segments: readonly string[];
  readonly parameters: readonly SqlParameter[];
  /** Functions, collations and key columns that it names, each once. */
  readonly requires: readonly Requirement[];
}

/** Lays the pieces out in the order of the text. */
export function toStatement(piece: Sql): SqlStatement {
  const segments: string[] = [];
  const parameters: SqlParameter[] = [];
  let requires: Map<string, Requirement> | undefined;
  let open = "";
  // What is left of each piece that is begun: pieces lie in each other deeper than calls may.
  const begun: (readonly Part[])[] = [];
  const places: number[] = [];
  let parts = (piece as SqlText).parts;
  let at = 0;
  for (;;) {
    if (at === parts.length) {
      if (begun.length === 0) break;
      parts = begun.pop()!;
      at = places.pop()!;
      continue;
    }
    const part = parts[at++]!;
    if (typeof part === "string") open += part;
    else if (part.kind === "sql") {
      begun.push(parts);
      places.push(at);
      parts = part.parts;
      at = 0;
    } else if (part.kind === "parameter") {
      segments.push(open);
      open = "";
      parameters.push(part);
    } else (requires ??= new Map<string, Requirement>()).set(`${part.what} ${part.name}`, part);
  }
  segments.push(open);
  return { segments, parameters, requires: requires === undefined ? [] : [...requires.values()] };
}

/**
 * A statement as a driver takes it: its text with a placeholder for each parameter.
 *
 * @example render(statement, (i) => `$${i + 1}`).text // "SELECT … WHERE t.\"name\" = $1"
 */
export function render(
  { segments, parameters }: SqlStatement,
  placeholder: (index: number, parameter: SqlParameter) => string,
): { readonly text: string; readonly values: readonly SqlParameterValue[] } {
  let written = segments[0]!;
  for (let i = 0; i < parameters.length; i++) written += placeholder(i, parameters[i]!) + segments[i + 1]!;
  return { text: written, values: parameters.map(({ value }) => value) };
}
