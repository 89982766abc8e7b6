import { defineCatalog, type Catalog, type Expression, type MemberDefinition } from "tamis";
import { walk } from "tamis/ast";

type GuessedType = "boolean" | "integer" | "number" | "string" | "date" | "time" | "dateTime";

/** Functions whose members must be strings. */
const STRING_FUNCTIONS = new Set([
  "match",
  "contains",
  "startsWith",
  "endsWith",
  "blank",
  "length",
  "substr",
  "upCase",
  "downCase",
]);
/** Functions whose members must be lists of strings. */
const LIST_FUNCTIONS = new Set(["matchAll", "matchAny"]);

/** Name of the key member. */
const KEY = "id";

/** Guesses a catalog from expressions: members get the types of the literals that they are compared with. */
export function guessCatalog(expressions: readonly Expression[], name: string): Catalog {
  const members = new Map<string, MemberDefinition | undefined>();
  for (const expression of expressions) {
    walk(expression, (node) => {
      if (node.kind === "name" && !members.has(node.name)) members.set(node.name, undefined);
      if (node.kind !== "call") return;
      for (const argument of node.args) {
        if (argument.kind !== "name" || members.get(argument.name) !== undefined) continue;
        const type = LIST_FUNCTIONS.has(node.callee)
          ? ({ type: "list", items: "string" } as const)
          : STRING_FUNCTIONS.has(node.callee)
            ? "string"
            : literalTypeIn(node.args);
        members.set(
          argument.name,
          type ??
            (node.callee === "and" || node.callee === "or" || node.callee === "not" ? "boolean" : undefined),
        );
      }
    });
  }
  const found = [...members].map(([member, type]): [string, MemberDefinition] => [member, type ?? "string"]);
  // Sorting in a database needs a key that breaks ties.
  const key: [string, MemberDefinition][] = members.has(KEY)
    ? []
    : [[KEY, { type: "integer", nullable: false }]];
  return defineCatalog({ name, members: Object.fromEntries([...key, ...found]), key: KEY });
}

/** @example describeMembers(catalog) // "pop_max integer, name string" */
export function describeMembers({ members }: Catalog): string {
  return [...members.byName.values()].map(({ name, type }) => `${name} ${type}`).join(", ");
}

/** Returns the type of the literals among the arguments of a call. */
function literalTypeIn(args: readonly Expression[]): GuessedType | undefined {
  const types = args.flatMap((each): GuessedType[] => {
    if (each.kind !== "literal") return [];
    if (each.type !== "number") return [each.type];
    return [typeof each.value === "bigint" || Number.isInteger(each.value) ? "integer" : "number"];
  });
  return types.includes("number") ? "number" : types[0];
}
