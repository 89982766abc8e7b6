import { isDottedName, isSegment } from "../ast/spelling.ts";
import { strengthOf, type Expression } from "../ast/nodes.ts";
import { isStrength } from "../collation/order/strength.ts";
import { print } from "../ast/print.ts";
import { walk } from "../ast/walk.ts";
import { toExpression, type Buildable } from "./to-literal.ts";

/**
 * Property that marks a `FilterText`. A registered symbol: JSON cannot contain it, and all copies of this library share it.
 */
const FILTER_TEXT_MARK = Symbol.for("tamis.filterText");

/** Text of an expression. Templates insert it as an expression, not as a string. */
export interface FilterText {
  readonly kind: "filterText";
  readonly text: string;
  readonly toString: () => string;
}

/** A value that a template can insert. A list is inserted as the values of `in`. */
export type Insertable = Buildable | FilterText | readonly Buildable[];

/**
 * Builds the text of an expression from a template. Each value becomes a literal of its own type: no string can end its
 * literal. A node is printed: never insert an object from an untrusted source, because it can imitate a node.
 *
 * @throws TypeError if a placeholder is inside quotes, a value has no literal (null, undefined, an empty list), or a node
 *   contains an invalid name.
 * @throws RangeError for NaN and the infinities.
 * @example filter`and(eq(name,${"O'Brien"}),gt(size,${10}))`.text // and(eq(name,'O''Brien'),gt(size,10))
 * @example filter`in(type,${["user", "group"]})`.text // in(type,'user','group')
 */
export function filter(parts: TemplateStringsArray, ...values: readonly Insertable[]): FilterText {
  checkQuotes(parts);
  let text = parts[0]!;
  for (const [i, value] of values.entries()) text += insert(value) + parts[i + 1]!;
  return { kind: "filterText", text, toString: () => text, [FILTER_TEXT_MARK]: true } as FilterText;
}

function insert(value: Insertable): string {
  if (Array.isArray(value)) {
    const list = value as readonly Buildable[];
    if (list.length === 0) throw new TypeError("The inserted list is empty: omit the condition.");
    return list.map(literalText).join(",");
  }
  if (isFilterText(value)) return value.text;
  return literalText(value as Buildable);
}

/**
 * Returns the text of a value. Checks names, strengths and dates: they are not quoted, so invalid ones could inject text.
 */
function literalText(value: Buildable): string {
  const node: Expression = toExpression(value);
  walk(node, (part) => {
    if (!isValidNode(part as Expression)) {
      throw new TypeError(`The inserted node contains an invalid ${part.kind}.`);
    }
  });
  return print(node);
}

function isValidNode(node: Expression): boolean {
  switch (node.kind) {
    case "name":
      return isDottedName(node.name);
    case "call":
      return isSegment(node.callee) && (strengthOf(node) === undefined || isStrength(node.strength!));
    case "literal":
      if (node.type === "string") return typeof node.value === "string";
      if (node.type === "boolean") return typeof node.value === "boolean";
      if (node.type === "number") return typeof node.value === "bigint" || Number.isFinite(node.value);
      return /^[0-9T:.Z+-]+$/.test(node.value);
  }
}

function isFilterText(value: unknown): value is FilterText {
  return typeof value === "object" && value !== null && Object.hasOwn(value, FILTER_TEXT_MARK);
}

const checked = new WeakSet<TemplateStringsArray>();

/** Requires that no placeholder is inside quotes, because its value would be quoted twice. */
function checkQuotes(parts: TemplateStringsArray): void {
  if (checked.has(parts)) return;
  let open = "";
  for (const [i, part] of parts.entries()) {
    for (const character of part) {
      if (open === "") open = character === "'" || character === '"' ? character : "";
      else if (character === open) open = "";
    }
    if (open !== "" && i < parts.length - 1) {
      throw new TypeError(`Remove the quotes around \${…}: filter quotes each value according to its type.`);
    }
  }
  checked.add(parts);
}
