import { loadPeer } from "../../load-peer.ts";
import { columnOf, columnValue, orderColumnOf, type SqlCondition, type Relation } from "../conditions.ts";
import { LIMIT, START } from "../queries.ts";
import type { Tag } from "./kysely.ts";
import type { SqlPeer } from "./peer.ts";

interface DrizzleQuery {
  readonly from: (table: unknown) => DrizzleQuery;
  readonly where: (condition: unknown) => DrizzleQuery;
  readonly orderBy: (...keys: unknown[]) => DrizzleQuery;
  readonly limit: (limit: number) => DrizzleQuery;
  readonly offset: (offset: number) => DrizzleQuery;
  readonly toSQL: () => { readonly sql: string; readonly params: readonly unknown[] };
}

export async function drizzle(): Promise<SqlPeer> {
  type Two = (column: unknown, value: unknown) => unknown;
  type One = (part: unknown) => unknown;
  type Many = (...parts: unknown[]) => unknown;
  const words = await loadPeer<
    Record<"eq" | "ne" | "lt" | "lte" | "gt" | "gte" | "inArray", Two> &
      Record<"not" | "isNull" | "asc" | "desc", One> &
      Record<"and" | "or", Many> & { readonly sql: Tag }
  >("drizzle-orm");
  const { sqliteTable, integer, real, text, blob, QueryBuilder } = await loadPeer<
    Record<"integer" | "real" | "text" | "blob", (name: string) => unknown> & {
      readonly sqliteTable: (name: string, columns: object) => Readonly<Record<string, unknown>>;
      readonly QueryBuilder: new () => { readonly select: (columns: object) => DrizzleQuery };
    }
  >("drizzle-orm/sqlite-core");
  const table = sqliteTable("reports", {
    id: integer("id"),
    name: text("name"),
    nameKey: blob("nameKey"),
    createdBy: text("createdBy"),
    state: text("state"),
    description: text("description"),
    modifiedTimeStamp: integer("modifiedTimeStamp"),
    score: real("score"),
    size: integer("size"),
    ownerCity: text("ownerCity"),
  });
  const relations: Readonly<Record<Relation, Two>> = {
    eq: words.eq,
    ne: words.ne,
    lt: words.lt,
    le: words.lte,
    gt: words.gt,
    ge: words.gte,
  };
  const walk = (condition: SqlCondition): unknown => {
    switch (condition.kind) {
      case "and":
      case "or":
        return words[condition.kind](...condition.parts.map(walk));
      case "not":
        return words.not(walk(condition.part));
      case "isNull":
        return words.isNull(table[columnOf(condition.member)]);
      case "in":
        return words.inArray(table[columnOf(condition.member)], condition.values);
      case "contains":
        return words.sql`instr(${table[columnOf(condition.member)]}, ${condition.value}) > 0`;
      case "startsWith":
        return words.sql`instr(${table[columnOf(condition.member)]}, ${condition.value}) = 1`;
      default:
        return relations[condition.kind](table[columnOf(condition.member)], columnValue(condition.value));
    }
  };
  const builder = new QueryBuilder();
  return {
    name: "Drizzle",
    startsFrom: "its builder",
    prepare:
      ({ condition, order }) =>
      () => {
        const keys = order.map(({ member, isDescending }) =>
          words[isDescending ? "desc" : "asc"](table[orderColumnOf(member)]),
        );
        const { sql: written, params } = builder
          .select({ id: table["id"] })
          .from(table)
          .where(walk(condition))
          .orderBy(...keys)
          .limit(LIMIT)
          .offset(START)
          .toSQL();
        return { text: written, values: params };
      },
  };
}
