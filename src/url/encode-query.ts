import { isDottedName } from "../ast/spelling.ts";
import type { Expression, SortBy } from "../ast/nodes.ts";
import { print, printNode } from "../ast/print.ts";
import { requireExpression, requireSortBy } from "../ast/validate.ts";
import { requireArray, requireText, requireObject } from "../diagnostics/require-argument.ts";
import { isCollectionQuery, isReserved, type BasicFilter, type CollectionQuery } from "./collection-query.ts";
import { encodeName, encodeText } from "../values/urls/percent-encoding.ts";
import { addReserved } from "./reserved-parameters.ts";
import { ownProperties } from "../values/own-properties.ts";

export interface QueryStringParts {
  readonly kind?: undefined;
  readonly basics?: readonly BasicFilter[] | undefined;
  readonly parameters?: ReadonlyMap<string, string> | undefined;
  readonly filter?: Expression | undefined;
  readonly sortBy?: SortBy | undefined;
  readonly start?: number | undefined;
  readonly limit?: number | undefined;
}

/**
 * Returns the canonical query string without `?`: basic filters and declared parameters in the given order, then `filter`,
 * `sortBy`, `start`, `limit`. Leaves out the filter `true`, a sortBy without keys and a start of 0.
 *
 * @throws TypeError for a filter or a sort that is not a node, such as an object from JSON, and for a value that is not a
 *   string
 * @throws RangeError for values that a query string cannot represent:
 * - a lone surrogate
 * - a basic filter with `|` in a value, without values, or with a reserved or invalid name
 * - a start or limit that is not an integer >= 0
 * @example encodeQuery({ filter: eq("name", "a&b"), limit: 20 }) // "filter=eq(name,'a%26b')&limit=20"
 */
export function encodeQuery(query: QueryStringParts | CollectionQuery): string {
  requireObject(query, "query");
  const parts = queryStringParts(query);
  return encodeParts({ ...parts, start: parts.start === 0 ? undefined : parts.start });
}

export function queryStringParts(query: QueryStringParts | CollectionQuery): QueryStringParts {
  if (!isCollectionQuery(query)) return ownProperties(query);
  const { basics, parameters, written: filter, sortBy, start, limit } = query;
  return { basics, parameters, filter, sortBy, start, limit };
}

/** Like `encodeQuery`, but includes a start of 0. */
export function encodeParts(rawParts: QueryStringParts): string {
  const parts = ownProperties(rawParts);
  if (parts.filter !== undefined) requireExpression(parts.filter, "filter");
  if (parts.sortBy !== undefined) requireSortBy(parts.sortBy, "sortBy");
  return encodeWith(parts, print);
}

/** Like `encodeParts`, for parts whose trees the parser has validated. Validating them takes longer than printing. */
export function encodeParsedParts(parts: QueryStringParts): string {
  return encodeWith(parts, printNode);
}

function encodeWith(
  { basics, parameters, filter, sortBy, start, limit }: QueryStringParts,
  printTree: typeof print,
): string {
  const pairs: string[] = [];
  const add = (name: string, value: string) => void pairs.push(`${encodeName(name)}=${encodeText(value)}`);
  for (const basic of basics ?? []) add(checkedName(basic), checkedValues(basic).join("|"));
  for (const [name, value] of parameters ?? []) {
    if (isReserved(name))
      throw new RangeError(`${name} is a reserved parameter and cannot be declared by an endpoint`);
    add(requireString("a name of parameters", name), requireString(`the parameter ${name}`, value));
  }
  addReserved({ filter, sortBy, start, limit }, printTree, add);
  return pairs.join("&");
}

function checkedName({ member }: BasicFilter): string {
  if (!isReserved(requireString("a member of basics", member)) && isDottedName(member)) return member;
  throw new RangeError(`${JSON.stringify(member)} is not a valid member name for a basic filter`);
}

function checkedValues({ member, values }: BasicFilter): readonly string[] {
  const list: unknown = values;
  requireArray(list, `values of the basic filter on ${member}`);
  for (const value of values) requireString(`each value of the basic filter on ${member}`, value);
  if (values.length === 0) throw new RangeError(`the basic filter on ${member} must have at least one value`);
  if (values.some((value) => value.includes("|"))) {
    throw new RangeError(
      `values of the basic filter on ${member} must not contain |, which separates values; use the filter parameter`,
    );
  }
  return values;
}

function requireString(argument: string, value: unknown): string {
  requireText(value, argument);
  return value;
}
