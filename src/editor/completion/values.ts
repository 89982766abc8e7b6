import { quote as quoteString } from "../../ast/print.ts";
import { isSegment } from "../../ast/spelling.ts";
import type { Cursor } from "../syntax/cursor.ts";
import { type Expectation } from "./fit.ts";
import { elementType } from "../syntax/members.ts";
import type { CompletionItem, ValueRequest } from "../contract/types.ts";

/** Returns the constants that fit: `true` and `false`, and the values of an enum. */
export function literalItems(cursor: Cursor, { types, compared }: Expectation): readonly CompletionItem[] {
  const { quote, typed } = cursor;
  if (compared === undefined || compared.isLiteral || !types.some(takesLiteral)) return [];
  const type = elementType(compared.type);
  if (type === "boolean" && quote === undefined)
    return ["true", "false"].map((text) => valueItem(text, text));
  const values = compared.member?.enum;
  if (values === undefined || type !== "string") return [];
  const mark = quote ?? "'";
  const prefix = unescaped(typed, quote);
  return values
    .filter((value) => quote === undefined || value.toLowerCase().startsWith(prefix.toLowerCase()))
    .map((value) => valueItem(value, quoted(value, mark)));
}

function takesLiteral(type: Expectation["types"][number]): boolean {
  return type !== "pattern" && type !== "condition";
}

/** Requests values of the compared member, if a string can be written at the cursor and its type has no fixed values. */
export function requestAt(cursor: Cursor, { types, compared }: Expectation): ValueRequest | undefined {
  const { quote, typed, span } = cursor;
  if (compared?.name === undefined || compared.member?.enum !== undefined) return undefined;
  if (!types.some(takesLiteral) || elementType(compared.type) !== "string") return undefined;
  if (quote === undefined && typed !== "") return undefined;
  return { member: compared.name, part: "value", prefix: unescaped(typed, quote), span, quote };
}

function unescaped(typed: string, quote: string | undefined): string {
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
    .map((value) => valueItem(value, quoted(value, mark)));
}

function valueItem(label: string, text: string): CompletionItem {
  return { kind: "value", label, text };
}

function quoted(value: string, mark: "'" | '"'): string {
  return mark === "'" ? quoteString(value) : `"${value.replaceAll('"', '""')}"`;
}
