import { strengthOf, type Expression, type Literal, type SortBy, type SortKey } from "./nodes.ts";

/**
 * Prints the canonical text of a tree: the shortest one, without white space and with single quotes. It parses to an equal
 * tree.
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
      // Concatenates directly: joining an array at each depth would copy the inner text at each depth.
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

/** Prints a literal. Strings are in single quotes, with single quotes inside doubled. */
export function printLiteral({ type, value }: Literal): string {
  return type === "string" ? quote(value) : String(value);
}

/** Quotes a string as a literal of the language. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** Prints the options of a key, such as `:descending:primary`. Ascending is the default and is left out. */
export function sortOptions(key: SortKey): string {
  const strength = strengthOf(key);
  return (
    (key.direction === "descending" ? ":descending" : "") + (strength === undefined ? "" : `:${strength}`)
  );
}
