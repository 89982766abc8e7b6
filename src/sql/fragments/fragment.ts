import { requireKind } from "../../diagnostics/require-argument.ts";
import type { Sql } from "../../functions/definition/port.ts";

/**
 * SQL as a tree of text and bound values, combined without copying. Values can only be bound as parameters; no function
 * inserts a value into the text.
 */
export interface SqlText extends Sql {
  readonly parts: readonly Part[];
  /** Number of text pieces and parameters. */
  readonly size: number;
}

type Part = string | SqlParameter | Requirement | SqlText;

/** Object in the database that a statement requires in addition to its table. */
export interface Requirement {
  readonly kind: "requirement";
  readonly what: "function" | "collation" | "keyColumn";
  readonly name: string;
}

/** Value that is bound as a parameter. */
export interface SqlParameter {
  readonly kind: "parameter";
  readonly type: SqlParameterType;
  readonly value: SqlParameterValue;
}

/**
 * Types of bound values.
 *
 * | type | value |
 * |---|---|
 * | `boolean` | a boolean |
 * | `integer` | 64 bits: a bigint if a double cannot hold it exactly |
 * | `number` | a finite double |
 * | `text` | a well-formed string without U+0000 |
 * | `date`, `time`, `dateTime` | a string in the format of the dialect |
 * | `bytes` | bytes |
 * | `texts`, `integers`, `numbers` | a list, bound as one parameter |
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

/**
 * Template tag that builds a fragment from text, fragments and parameters.
 *
 * @example sql`${column} = ${bindable("text", "x")}`
 */
export function sql(strings: TemplateStringsArray, ...inserted: readonly (Sql | SqlParameter)[]): SqlText {
  const parts: Part[] = [];
  if (strings[0] !== "") parts.push(strings[0]!);
  for (let i = 0; i < inserted.length; i++) {
    parts.push(inserted[i] as SqlText | SqlParameter);
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

/** Returns a fragment of constant text, such as a keyword or a quoted name. Never pass anything that a user wrote. */
export function rawSql(text: string): SqlText {
  return pieceOf([text]);
}

export function bindable(type: SqlParameterType, value: SqlParameterValue): SqlParameter {
  return { kind: "parameter", type, value };
}

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

/** Text of the statement, split at its parameters: there is one segment more than there are parameters. */
export interface SqlStatement {
  readonly segments: readonly string[];
  readonly parameters: readonly SqlParameter[];
  /** Objects that must exist in the database, without duplicates. */
  readonly requires: readonly Requirement[];
}

export function toStatement(piece: Sql): SqlStatement {
  const segments: string[] = [];
  const parameters: SqlParameter[] = [];
  let requires: Map<string, Requirement> | undefined;
  let open = "";
  // Use an explicit stack instead of recursion: fragments can be nested deeper than the call stack.
  const stack: (readonly Part[])[] = [];
  const positions: number[] = [];
  let parts = (piece as SqlText).parts;
  let at = 0;
  for (;;) {
    if (at === parts.length) {
      if (stack.length === 0) break;
      parts = stack.pop()!;
      at = positions.pop()!;
      continue;
    }
    const part = parts[at++]!;
    if (typeof part === "string") open += part;
    else if (part.kind === "sql") {
      stack.push(parts);
      positions.push(at);
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
 * Converts a statement to text with placeholders and a list of values.
 *
 * @example render(statement, (i) => `$${i + 1}`).text // "SELECT … WHERE t.\"name\" = $1"
 */
export function render(
  statement: SqlStatement,
  placeholder: (index: number, parameter: SqlParameter) => string,
): { readonly text: string; readonly values: readonly SqlParameterValue[] } {
  requireKind(statement, "statement", "a statement", "segments", "parameters");
  const { segments, parameters } = statement;
  let text = segments[0]!;
  for (let i = 0; i < parameters.length; i++) text += placeholder(i, parameters[i]!) + segments[i + 1]!;
  return { text, values: parameters.map(({ value }) => value) };
}
