import { strengthOf, type Expression, type SortBy } from "./nodes.ts";
import { print, printLiteral, sortOptions } from "./print.ts";
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
 * @example
 * format(tree, { width: 40 })
 * // and(
 * //   contains($primary, name, 'straße'),
 * //   gt(size, 10)
 * // )
 */
export function format(node: Expression | SortBy, options: FormatOptions = {}): string {
  const { width = 80, indent: step = 2 } = ownProperties(options);
  if (node.kind === "sortBy") {
    const keys = node.keys.map((key) => layOut(key.expression, width, step, "") + sortOptions(key));
    const line = keys.join(", ");
    return line.length <= width ? line : keys.join(",\n");
  }
  return layOut(node, width, step, "");
}

/** `pad` is the indentation of the line that the node begins on. */
function layOut(node: Expression, width: number, step: number, pad: string): string {
  // Reserves a column for the comma or parenthesis that follows.
  const line = spaced(node, width - pad.length - (pad === "" ? 0 : 1));
  if (line !== undefined || node.kind !== "call" || node.args.length === 0) return line ?? print(node);
  const inner = pad + " ".repeat(step);
  // Not an array to join: that would copy the inner text at each depth.
  let text = `${node.callee}(`;
  let mark = "\n";
  const strength = strengthOf(node);
  if (strength !== undefined) {
    text += `\n${inner}$${strength}`;
    mark = ",\n";
  }
  for (const argument of node.args) {
    text += mark + inner + layOut(argument, width, step, inner);
    mark = ",\n";
  }
  return `${text}\n${pad})`;
}

/** Returns a node on one line; undefined if that is longer than `room`. */
function spaced(node: Expression, room: number): string | undefined {
  if (node.kind === "literal") return fits(printLiteral(node), room);
  if (node.kind === "name") return fits(node.name, room);
  let text = `${node.callee}(`;
  const strength = strengthOf(node);
  if (strength !== undefined) text += `$${strength}` + (node.args.length > 0 ? ", " : "");
  for (const [i, argument] of node.args.entries()) {
    if (i > 0) text += ", ";
    const part = spaced(argument, room - text.length - 1);
    if (part === undefined) return undefined;
    text += part;
  }
  return fits(text + ")", room);
}

function fits(text: string, room: number): string | undefined {
  return text.length <= room ? text : undefined;
}
