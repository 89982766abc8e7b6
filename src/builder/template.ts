import { print } from "../ast/print.ts";
import { toExpression, type Buildable } from "./to-literal.ts";

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
 * quotes doubled, so no value can end the literal it is in. A list becomes its values with commas between.
 *
 * @throws TypeError if a hole stands inside quotes, or a value has no literal (null, undefined, NaN, an empty list).
 * @example filter`and(eq(name,${"O'Brien"}),gt(size,${10}))`.text // and(eq(name,'O''Brien'),gt(size,10))
 * @example filter`in(type,${["user", "group"]})`.text // in(type,'user','group')
 */
export function filter(parts: TemplateStringsArray, ...values: readonly Insertable[]): FilterText {
  checkQuotes(parts);
  let text = parts[0]!;
  for (const [i, value] of values.entries()) text += insert(value) + parts[i + 1]!;
  return { kind: "filterText", text, toString: () => text };
}

function insert(value: Insertable): string {
  if (Array.isArray(value)) {
    const list = value as readonly Buildable[];
    if (list.length === 0) throw new TypeError("An empty list has no values to compare with: leave the condition out.");
    return list.map((each) => print(toExpression(each))).join(",");
  }
  if (isFilterText(value)) return value.text;
  return print(toExpression(value as Buildable));
}

function isFilterText(value: unknown): value is FilterText {
  return (
    typeof value === "object" &&
    value !== null &&
    Object.hasOwn(value, "kind") &&
    (value as { kind: unknown }).kind === "filterText"
  );
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
