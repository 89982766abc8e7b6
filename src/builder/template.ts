import { isDottedName, isSegment } from "../ast/spelling.ts";
import { strengthOf, type Expression } from "../ast/nodes.ts";
import { isStrength } from "../collation/order/strength.ts";
import { print } from "../ast/print.ts";
import { walk } from "../ast/walk.ts";
import { toExpression, type Buildable } from "./to-literal.ts";

/** The mark of a template's text. A registered symbol: no JSON can hold it, and every copy of this library knows it. */
const MARK = Symbol.for("tamis.filterText");

/** The text of an expression, made by a template: inserted into another template it stays an expression. */
export interface FilterText {
  readonly kind: "filterText";
  readonly text: string;
  readonly toString: () => string;
}

/** What a template can take: a value, a piece of another template, or a list of values for `in`. */
export type Insertable = Buildable | FilterText | readonly Buildable[];

/**
 * Writes an expression with values in it. Each value is quoted by its own type: a string is always text, with its
 * quotes doubled, so no value can end the literal it is in. A list becomes its values with commas between. A node of a
 * tree stands for itself: never hand over an object that a stranger has sent, since it can look like a node.
 *
 * @throws TypeError if a hole stands inside quotes, or a value has no literal (null, undefined, an empty list), or a
 *   node has a name that the language cannot say.
 * @throws RangeError for NaN and the infinities.
 * @example filter`and(eq(name,${"O'Brien"}),gt(size,${10}))`.text // and(eq(name,'O''Brien'),gt(size,10))
 * @example filter`in(type,${["user", "group"]})`.text // in(type,'user','group')
 */
export function filter(parts: TemplateStringsArray, ...values: readonly Insertable[]): FilterText {
  checkQuotes(parts);
  let text = parts[0]!;
  for (const [i, value] of values.entries()) text += insert(value) + parts[i + 1]!;
  return { kind: "filterText", text, toString: () => text, [MARK]: true } as FilterText;
}

function insert(value: Insertable): string {
  if (Array.isArray(value)) {
    const list = value as readonly Buildable[];
    if (list.length === 0)
      throw new TypeError("An empty list has no values to compare with: leave the condition out.");
    return list.map(textOf).join(",");
  }
  if (isFilterText(value)) return value.text;
  return textOf(value as Buildable);
}

/** Names, strengths and dates are printed as they stand. One that is none could end the call that it is in. */
function textOf(value: Buildable): string {
  const node: Expression = toExpression(value);
  walk(node, (part) => {
    if (!isSayable(part as Expression)) {
      throw new TypeError(`A ${part.kind} of the inserted tree is none that the language can say.`);
    }
  });
  return print(node);
}

function isSayable(node: Expression): boolean {
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
  return typeof value === "object" && value !== null && Object.hasOwn(value, MARK);
}

const checked = new WeakSet<TemplateStringsArray>();

/** A hole inside quotes would be quoted twice. It is a slip of the program, found at the first use of the template. */
function checkQuotes(parts: TemplateStringsArray): void {
  if (checked.has(parts)) return;
  let open = "";
  for (const [i, part] of parts.entries()) {
    for (const character of part) {
      if (open === "") open = character === "'" || character === '"' ? character : "";
      else if (character === open) open = "";
    }
    if (open !== "" && i < parts.length - 1) {
      throw new TypeError(`Leave the quotes around \${…} away: filter quotes each value by its type.`);
    }
  }
  checked.add(parts);
}
