import { strengthOf, type Expression, type SortBy } from "./nodes.ts";
import { printLiteral, printNode, requirePrintable, sortOptions } from "./print.ts";
import { MAXIMUM_LIMITS } from "../diagnostics/limits.ts";
import { describeValue } from "../diagnostics/describe-value.ts";
import { ownProperties } from "../values/own-properties.ts";

export interface FormatOptions {
  /** Line width in UTF-16 units that lines should not exceed. Default 80. */
  readonly width?: number;
  /** Spaces per indentation level. Default 2. */
  readonly indent?: number;
}

/**
 * Formats a tree for people: a call that does not fit on a line has one argument per line. The text parses to
 * the same tree.
 *
 * @throws TypeError for an object that is not a node, such as one from JSON
 * @throws RangeError for a width or an indentation that is not an integer >= 0, or if the text would exceed 1,048,576 UTF-16
 *   code units, the maximum that can be parsed
 * @example
 * format(tree, { width: 40 })
 * // and(
 * //   contains($primary, name, 'straße'),
 * //   gt(size, 10)
 * // )
 */
export function format(node: Expression | SortBy, options: FormatOptions = {}): string {
  const { width = 80, indent: step = 2 } = ownProperties(options);
  requirePrintable(node);
  if (width !== Infinity) requireOption("width", width);
  requireOption("indent", step);
  return withinLimit(node.kind === "sortBy" ? formatSort(node, width, step) : layOut(node, width, step, ""));
}

function formatSort(node: SortBy, width: number, step: number): string {
  const keys = node.keys.map((key) => layOut(key.expression, width, step, "") + sortOptions(key));
  const line = keys.join(", ");
  return line.length <= width ? line : keys.join(",\n");
}

function requireOption(name: keyof FormatOptions, value: number): void {
  if (!Number.isSafeInteger(value) || value < 0)
    throw new RangeError(`${name} must be an integer >= 0, got ${describeValue(value)}`);
}

function withinLimit(text: string): string {
  if (text.length > MAXIMUM_LIMITS.text) throw tooLong();
  return text;
}

function tooLong(): RangeError {
  return new RangeError(
    `The formatted text has more than ${MAXIMUM_LIMITS.text} characters. Use a smaller indent, or print(…).`,
  );
}

/** @param pad indentation of the line on which the node begins */
function layOut(node: Expression, width: number, step: number, pad: string): string {
  // Reserves a column for the comma or parenthesis that follows.
  const line = printSpaced(node, width - pad.length - (pad === "" ? 0 : 1));
  if (line !== undefined || node.kind !== "call" || node.args.length === 0) return line ?? printNode(node);
  if (pad.length + step > MAXIMUM_LIMITS.text) throw tooLong();
  const inner = pad + " ".repeat(step);
  // Appends to one string. Joining an array would copy the inner text at each depth.
  let text = `${node.callee}(`;
  let mark = "\n";
  const strength = strengthOf(node);
  if (strength !== undefined) {
    text += `\n${inner}$${strength}`;
    mark = ",\n";
  }
  for (const argument of node.args) {
    text = withinLimit(text + mark + inner + layOut(argument, width, step, inner));
    mark = ",\n";
  }
  return `${text}\n${pad})`;
}

/** Returns a node on one line; undefined if that is longer than `room`. */
function printSpaced(node: Expression, room: number): string | undefined {
  if (node.kind === "literal") return fits(printLiteral(node), room);
  if (node.kind === "name") return fits(node.name, room);
  let text = `${node.callee}(`;
  const strength = strengthOf(node);
  if (strength !== undefined) text += `$${strength}` + (node.args.length > 0 ? ", " : "");
  for (const [i, argument] of node.args.entries()) {
    if (i > 0) text += ", ";
    const part = printSpaced(argument, room - text.length - 1);
    if (part === undefined) return undefined;
    text += part;
  }
  return fits(text + ")", room);
}

function fits(text: string, room: number): string | undefined {
  return text.length <= room ? text : undefined;
}
