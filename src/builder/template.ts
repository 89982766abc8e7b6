import { isNode } from "../ast/brand.ts";
import { print } from "../ast/print.ts";
import { placeholdersOf } from "./template-parts.ts";
import { expressionAt, type Buildable } from "./to-literal.ts";

/**
 * Property that marks a `FilterText`. A registered symbol: JSON cannot contain it, and all copies of this library share it.
 */
const FILTER_TEXT_MARK: unique symbol = Symbol.for("tamis.filterText");

/** Text of an expression. Templates insert it as an expression, not as a string. */
export interface FilterText {
  readonly kind: "filterText";
  readonly text: string;
  readonly toString: () => string;
  readonly [FILTER_TEXT_MARK]: true;
}

/** A value that a template can insert. A list of values is inserted as the values of `in`, a list of nodes anywhere. */
export type Insertable = Buildable | FilterText | readonly Buildable[];

/**
 * Builds the text of an expression from a template. Each value becomes a literal of its own type: no string can end its
 * literal. A node is printed. An object from JSON is never a node: it throws.
 *
 * @throws TypeError if a placeholder is inside quotes or not an argument of its own, or if a value has no literal: null,
 *   undefined, an object, an empty list, or a list anywhere else than among the values of `in`.
 * @throws RangeError for NaN, the infinities, and strings and bigints that are too long.
 * @example filter`and(eq(name,${"O'Brien"}),gt(size,${10}))`.text // and(eq(name,'O''Brien'),gt(size,10))
 * @example filter`in(type,${["user", "group"]})`.text // in(type,'user','group')
 */
export function filter(parts: TemplateStringsArray, ...values: readonly Insertable[]): FilterText {
  const placeholders = placeholdersOf(parts);
  let text = parts[0]!;
  // Iterates over the placeholders, because JavaScript callers can pass a wrong number of values.
  for (const [i, { takesList }] of placeholders.entries())
    text += insert(values.at(i)!, takesList, i) + parts[i + 1]!;
  return { kind: "filterText", text, toString: () => text, [FILTER_TEXT_MARK]: true };
}

function insert(value: Insertable, takesList: boolean, index: number): string {
  if (Array.isArray(value)) return insertList(value as readonly Buildable[], takesList, index);
  if (isFilterText(value)) return value.text;
  return literalText(value as Buildable, index);
}

function insertList(list: readonly Buildable[], takesList: boolean, index: number): string {
  if (list.length === 0) throw new TypeError("The inserted list is empty: omit the condition.");
  // `Array.from` reads the holes of sparse arrays as undefined, which `literalText` refuses. `map` would skip them.
  return Array.from(list, (value) => {
    // JSON from outside can contain a list where a value is expected, but never a node.
    if (takesList || isNode(value)) return literalText(value, index);
    throw new TypeError(
      "A list of values must be inserted as the values of in(…): elsewhere it would change the number of arguments. Insert a list of nodes, such as list.map(string).",
    );
  }).join(",");
}

/** Returns the text of a value. Names, strengths and dates are not quoted: `print` checks that they are valid. */
function literalText(value: Buildable, index: number): string {
  return print(expressionAt(value, index));
}

function isFilterText(value: unknown): value is FilterText {
  return typeof value === "object" && value !== null && Object.hasOwn(value, FILTER_TEXT_MARK);
}
