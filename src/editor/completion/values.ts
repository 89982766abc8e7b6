import { quote as quoteString } from "../../ast/print.ts";
import { isSegment } from "../../ast/spelling.ts";
import type { Cursor } from "../syntax/cursor.ts";
import { ACCEPTED } from "../../functions/definition/accepts.ts";
import { isScalarType, type ScalarType } from "../../values/types.ts";
import { acceptsType, isCompared, type Expectation } from "./fit.ts";
import { elementType } from "../syntax/members.ts";
import type { CompletionItem, ValueRequest } from "../contract/types.ts";

/** Returns the constants that fit: `true` and `false`, and the values of an enum. */
export function literalItems(cursor: Cursor, expectation: Expectation): readonly CompletionItem[] {
  const { quote, typed } = cursor;
  const { compared } = expectation;
  if (compared === undefined || compared.isLiteral || !takesLiteral(expectation)) return [];
  const type = elementType(compared.type);
  if (type === "boolean" && quote === undefined)
    return ["true", "false"].map((text) => valueItem(text, text));
  const values = compared.member?.enum;
  if (values === undefined || type !== "string") return [];
  const mark = quote ?? "'";
  const prefix = unescapeText(typed, quote);
  return values
    .filter((value) => quote === undefined || value.toLowerCase().startsWith(prefix.toLowerCase()))
    .map((value) => valueItem(value, quoteValue(value, mark)));
}

/** Returns literals of the right type to begin with, such as `''` and the present date. None for types with fixed values. */
export function literalTemplates(cursor: Cursor, expectation: Expectation): readonly CompletionItem[] {
  const { calls, typed, quote } = cursor;
  const isFirst = (calls.at(-1)?.index ?? 0) === 0;
  const type = isFirst || typed !== "" || quote !== undefined ? undefined : literalType(expectation);
  if (type === undefined) return [];
  const detail = ACCEPTED[type];
  if (type === "string" || type === "pattern")
    return [{ kind: "value", label: "'…'", text: "''", snippet: "'${1}'", detail, continues: true }];
  const text = exampleOf(type);
  return text === undefined ? [] : [{ kind: "value", label: text, text, snippet: `\${1:${text}}`, detail }];
}

type LiteralType = ScalarType | "pattern";

function literalType({ types, compared }: Expectation): LiteralType | undefined {
  const named = types.find((type): type is LiteralType => type === "pattern" || isScalarType(type));
  if (named !== undefined || compared === undefined || compared.isLiteral) return named;
  const type = elementType(compared.type);
  const isFixed =
    compared.member?.enum !== undefined || !types.some((kind) => isCompared(kind) || kind === "text");
  return isFixed || !isScalarType(type) ? undefined : type;
}

function exampleOf(type: ScalarType): string | undefined {
  const now = new Date().toISOString();
  switch (type) {
    case "integer":
    case "number":
      return "0";
    case "date":
      return now.slice(0, 10);
    case "dateTime":
      return `${now.slice(0, 19)}Z`;
    case "time":
      return "12:00:00";
    default:
      return undefined;
  }
}

/** Whether a literal of the type of the compared argument can be written. */
function takesLiteral({ types, definition, compared }: Expectation): boolean {
  return types.some(
    (type) => type !== "pattern" && type !== "condition" && acceptsType(type, compared!.type, definition),
  );
}

/** Requests values of the compared member, if a string can be written at the cursor and its type has no fixed values. */
export function requestAt(cursor: Cursor, expectation: Expectation): ValueRequest | undefined {
  const { quote, typed, span } = cursor;
  const { compared } = expectation;
  if (compared?.name === undefined || compared.member?.enum !== undefined) return undefined;
  if (!takesLiteral(expectation) || elementType(compared.type) !== "string") return undefined;
  if (quote === undefined && typed !== "") return undefined;
  return { member: compared.name, part: "value", prefix: unescapeText(typed, quote), span, quote };
}

function unescapeText(typed: string, quote: string | undefined): string {
  return quote === undefined ? typed : typed.slice(1).replaceAll(quote + quote, quote);
}

/** Makes items of values that a program has found for a request. */
export function valueItems(request: ValueRequest, values: readonly string[]): readonly CompletionItem[] {
  if (request.part === "key")
    // After a dot, the language allows only keys that have the form of a name.
    return values
      .filter(isSegment)
      .map((key) => ({ kind: "key", label: key, text: `${request.member}.${key}` }));
  const mark = request.quote ?? "'";
  return values
    .filter((value) => value.isWellFormed() && !value.includes("\0"))
    .map((value) => valueItem(value, quoteValue(value, mark)));
}

function valueItem(label: string, text: string): CompletionItem {
  return { kind: "value", label, text };
}

function quoteValue(value: string, mark: "'" | '"'): string {
  return mark === "'" ? quoteString(value) : `"${value.replaceAll('"', '""')}"`;
}
