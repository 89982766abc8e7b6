import { strengthOf, type Expression, type Literal, type SortBy, type SortKey } from "./nodes.ts";

/**
 * Prints the shortest text of a tree, which parses to an equal tree.
 *
 * @example print(parseFilter(`eq( name, "O'Brien" )`).expression) // eq(name,'O''Brien')
 */
export function print(node: Expression | SortBy | SortKey): string {
  switch (node.kind) {
    case "literal":
      return printLiteral(node);
    case "name":
      return node.name;
    case "call": {
      // Not an array to join: that would copy the inner text at each depth.
      const strength = strengthOf(node);
      let text = strength === undefined ? `${node.callee}(` : `${node.callee}($${strength}`;
      let comma = strength === undefined ? "" : ",";
      for (const argument of node.args) {
        text += comma + print(argument);
        comma = ",";
      }
      return `${text})`;
    }
    case "sortBy":
      return node.keys.map(print).join(",");
    case "sortKey":
      return print(node.expression) + sortOptions(node);
  }
}

export function printLiteral({ type, value }: Literal): string {
  return type === "string" ? quote(value) : String(value);
}

export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Such as `:descending:primary`. Ascending is the default and is left out. */
export function sortOptions(key: SortKey): string {
  const strength = strengthOf(key);
  return (
    (key.direction === "descending" ? ":descending" : "") + (strength === undefined ? "" : `:${strength}`)
  );
}
