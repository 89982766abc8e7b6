/** The catalog that expressions seem to speak of, where none is given: members of the types of what they are compared with. */
import { defineCatalog, type Catalog, type Expression, type MemberDefinition } from "tamis";
import { walk } from "tamis/ast";

type Guess = "boolean" | "integer" | "number" | "string" | "date" | "time" | "dateTime";

/** Functions whose arguments are texts, or become the ones of a text. */
const OF_TEXTS = new Set([
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
const OF_LISTS = new Set(["matchAll", "matchAny"]);

/** What the key is called. */
const KEY = "id";

export function guessCatalog(expressions: readonly Expression[], name: string): Catalog {
  const members = new Map<string, MemberDefinition | undefined>();
  for (const expression of expressions) {
    walk(expression, (node) => {
      if (node.kind === "name" && !members.has(node.name)) members.set(node.name, undefined);
      if (node.kind !== "call") return;
      for (const argument of node.args) {
        if (argument.kind !== "name" || members.get(argument.name) !== undefined) continue;
        const type = OF_LISTS.has(node.callee)
          ? ({ type: "list", items: "string" } as const)
          : OF_TEXTS.has(node.callee)
            ? "string"
            : typeBeside(node.args);
        members.set(
          argument.name,
          type ??
            (node.callee === "and" || node.callee === "or" || node.callee === "not" ? "boolean" : undefined),
        );
      }
    });
  }
  const found = [...members].map(([member, type]): [string, MemberDefinition] => [member, type ?? "string"]);
  // Without a key rows that tie have no order, and no database could sort.
  const own: [string, MemberDefinition][] = members.has(KEY)
    ? []
    : [[KEY, { type: "integer", nullable: false }]];
  return defineCatalog({ name, members: Object.fromEntries([...own, ...found]), key: KEY });
}

/** What is told of a guess: `pop_max integer, name string`. */
export function tellMembers({ members }: Catalog): string {
  return [...members.byName.values()].map(({ name, type }) => `${name} ${type}`).join(", ");
}

/** The type of the literals among the arguments of a call. */
function typeBeside(args: readonly Expression[]): Guess | undefined {
  const types = args.flatMap((each): Guess[] => {
    if (each.kind !== "literal") return [];
    if (each.type !== "number") return [each.type];
    return [typeof each.value === "bigint" || Number.isInteger(each.value) ? "integer" : "number"];
  });
  return types.includes("number") ? "number" : types[0];
}
