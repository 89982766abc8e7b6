import { strengthOf, type Expression, type Literal, type SortBy, type SortKey } from "./nodes.ts";

/**
 * The canonical text of a tree: no white space, single quotes, the fewest characters. For every tree the parser makes
 * of what is printed equals the tree that was printed.
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
      // Piece by piece: a list that is joined at each depth copies what is in it at each depth.
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

/** The text of a literal: strings in single quotes, an enclosed single quote doubled. */
export function printLiteral({ type, value }: Literal): string {
  return type === "string" ? quote(value) : String(value);
}

/** A string as a literal of the language. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** `:descending:primary`. Ascending is the default and is not written; a strength always is. */
export function sortOptions(key: SortKey): string {
  const strength = strengthOf(key);
  return (
    (key.direction === "descending" ? ":descending" : "") + (strength === undefined ? "" : `:${strength}`)
  );
}
