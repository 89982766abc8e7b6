import { loadPeer } from "../../load-peer.ts";
import { columnOf, columnValue, orderColumnOf, type SqlCondition } from "../conditions.ts";
import { LIMIT, START } from "../queries.ts";
import { SIGNS, type SqlPeer } from "./peer.ts";

/** The members of Kysely that are used here. */
interface Kysely {
  readonly selectFrom: (table: string) => KyselyQuery;
}
interface KyselyQuery {
  readonly select: (column: string) => KyselyQuery;
  readonly where: (make: (eb: KyselyWhere) => unknown) => KyselyQuery;
  readonly orderBy: (column: string, direction: "asc" | "desc") => KyselyQuery;
  readonly limit: (limit: number) => KyselyQuery;
  readonly offset: (offset: number) => KyselyQuery;
  readonly compile: () => { readonly sql: string; readonly parameters: readonly unknown[] };
}
interface KyselyWhere {
  (column: string, operator: string, value: unknown): unknown;
  readonly and: (parts: readonly unknown[]) => unknown;
  readonly or: (parts: readonly unknown[]) => unknown;
  readonly not: (part: unknown) => unknown;
  readonly ref: (column: string) => unknown;
}
export type Tag = (strings: TemplateStringsArray, ...values: unknown[]) => unknown;

export async function kysely(): Promise<SqlPeer> {
  type Made = new (...args: unknown[]) => never;
  const { Kysely, DummyDriver, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler, sql } = await loadPeer<
    Record<"DummyDriver" | "SqliteAdapter" | "SqliteIntrospector" | "SqliteQueryCompiler", Made> & {
      readonly Kysely: new (config: unknown) => Kysely;
      readonly sql: Tag;
    }
  >("kysely");
  const db = new Kysely({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (of: unknown) => new SqliteIntrospector(of),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  const walk = (eb: KyselyWhere, condition: SqlCondition): unknown => {
    switch (condition.kind) {
      case "and":
      case "or":
        return eb[condition.kind](condition.parts.map((part) => walk(eb, part)));
      case "not":
        return eb.not(walk(eb, condition.part));
      case "isNull":
        return eb(columnOf(condition.member), "is", null);
      case "in":
        return eb(columnOf(condition.member), "in", condition.values);
      case "contains":
        return sql`instr(${eb.ref(columnOf(condition.member))}, ${condition.value}) > 0`;
      case "startsWith":
        return sql`instr(${eb.ref(columnOf(condition.member))}, ${condition.value}) = 1`;
      default:
        return eb(columnOf(condition.member), SIGNS[condition.kind], columnValue(condition.value));
    }
  };
  return {
    name: "Kysely",
    startsFrom: "its builder",
    prepare:
      ({ condition, order }) =>
      () => {
        let query = db
          .selectFrom("reports")
          .select("id")
          .where((eb) => walk(eb, condition));
        for (const { member, isDescending } of order)
          query = query.orderBy(orderColumnOf(member), isDescending ? "desc" : "asc");
        const { sql: text, parameters } = query.limit(LIMIT).offset(START).compile();
        return { text, values: parameters };
      },
  };
}
