import { strengthOf, type Expression, type SortBy, type SortKey } from "../../ast/nodes.ts";
import { printLiteral, sortOptions } from "../../ast/print.ts";
import type { Span } from "../../diagnostics/span.ts";

/** Returns the spans of all nodes in `print(root)`, in linear time. A node that occurs twice has its first span. */
export function placesInText(root: Expression | SortBy): ReadonlyMap<object, Span> {
  const places = new Map<object, Span>();
  let at = 0;
  const keep = (node: object, start: number): void => {
    if (!places.has(node)) places.set(node, { start, end: at });
  };
  const visit = (node: Expression): void => {
    const start = at;
    if (node.kind === "name") at += node.name.length;
    else if (node.kind === "literal") at += printLiteral(node).length;
    else {
      const strength = strengthOf(node);
      at += node.callee.length + 1;
      if (strength !== undefined) at += strength.length + 1 + (node.args.length > 0 ? 1 : 0);
      node.args.forEach((argument, i) => {
        if (i > 0) at++;
        visit(argument);
      });
      at++;
    }
    keep(node, start);
  };
  const visitKey = (key: SortKey, i: number): void => {
    if (i > 0) at++;
    const start = at;
    visit(key.expression);
    at += sortOptions(key).length;
    keep(key, start);
  };
  if (root.kind === "sortBy") root.keys.forEach(visitKey);
  else visit(root);
  return places;
}
