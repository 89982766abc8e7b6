/* Programs with the same number of columns and conditions, for measurements of the type checker. */

/** A leaf of the catalog: its dotted path, and the type of its values. */
interface Leaf {
  readonly path: string;
  readonly type: "string" | "integer" | "boolean" | "dateTime";
}

const TYPES = ["string", "integer", "boolean", "dateTime"] as const;

/** 100 members: 4 objects in each of 5 objects in an object, each of the inner objects with 5 members. */
export const LEAVES: readonly Leaf[] = Array.from({ length: 100 }, (_, i) => ({
  path: `root.group${Math.floor(i / 20)}.part${Math.floor(i / 5) % 4}.member${i}`,
  type: TYPES[i % 4]!,
}));

const VALUES = { string: '"x"', integer: "1", boolean: "true", dateTime: "new Date(0)" };

interface Tree {
  [name: string]: string | Tree;
}

function definition(tree: Tree): string {
  const members = Object.entries(tree).map(
    ([name, inner]) => `${name}: ${typeof inner === "string" ? `"${inner}"` : definition(inner)}`,
  );
  return `{ type: "object", members: { ${members.join(", ")} } }`;
}

/** Returns the conditions of `count` members, so that the cost of the conditions is measured apart from that of the import. */
export function tamisProgram(count: number): string {
  const tree: Tree = {};
  for (const { path, type } of LEAVES) {
    const segments = path.split(".");
    let at = tree;
    for (const segment of segments.slice(0, -1)) at = (at[segment] ??= {}) as Tree;
    at[segments.at(-1)!] = type;
  }
  const root = definition(tree["root"] as Tree);
  return `import { defineCatalog } from "tamis/catalog";
import { query } from "tamis/builder";
const catalog = defineCatalog({ name: "rows", members: { root: ${root} } });
export const made = query(catalog)${LEAVES.slice(0, count)
    .map(({ path, type }) => `\n  .where((b) => b.eq(${JSON.stringify(path)}, ${VALUES[type]}))`)
    .join("")};
`;
}

const SQL_TYPES = { string: "string", integer: "number", boolean: "boolean", dateTime: "Date" };
const column = (index: number) => `column${index}`;

export function kyselyProgram(count: number): string {
  return `import type { Kysely } from "kysely";
interface Database { rows: { ${LEAVES.map(({ type }, i) => `${column(i)}: ${SQL_TYPES[type]}`).join("; ")} } }
declare const db: Kysely<Database>;
export const made = db.selectFrom("rows")${LEAVES.slice(0, count)
    .map(({ type }, i) => `\n  .where("${column(i)}", "=", ${VALUES[type]})`)
    .join("")};
`;
}

const BUILDERS = {
  string: "text",
  integer: "integer",
  boolean: "boolean",
  dateTime: "timestamp",
};

export function drizzleProgram(count: number): string {
  return `import { and, eq } from "drizzle-orm";
import { boolean, integer, pgTable, text, timestamp } from "drizzle-orm/pg-core";
const rows = pgTable("rows", { ${LEAVES.map(({ type }, i) => `${column(i)}: ${BUILDERS[type]}("${column(i)}")`).join(", ")} });
export const made = and(${LEAVES.slice(0, count)
    .map(({ type }, i) => `\n  eq(rows.${column(i)}, ${VALUES[type]})`)
    .join(",")});
export const unused = [boolean, integer, text, timestamp];
`;
}
