import { loadPeer } from "../../load-peer.ts";
import { columnOf, columnValue, orderColumnOf, type SqlCondition } from "../conditions.ts";
import { LIMIT, START } from "../queries.ts";
import { SIGNS, type SqlPeer } from "./peer.ts";

interface Knex {
  (table: string): Knex;
  readonly select: (column: string) => Knex;
  readonly where: ((make: (query: Knex) => void) => Knex) &
    ((column: string, operator: string, value: unknown) => Knex);
  readonly orWhere: (make: (query: Knex) => void) => Knex;
  readonly whereNot: (make: (query: Knex) => void) => Knex;
  readonly whereNull: (column: string) => Knex;
  readonly whereIn: (column: string, values: readonly unknown[]) => Knex;
  readonly whereRaw: (text: string, values: readonly unknown[]) => Knex;
  readonly orderBy: (column: string, direction: "asc" | "desc") => Knex;
  readonly limit: (limit: number) => Knex;
  readonly offset: (offset: number) => Knex;
  readonly toSQL: () => {
    toNative: () => { readonly sql: string; readonly bindings: readonly unknown[] };
  };
}

export async function knex(): Promise<SqlPeer> {
  const { default: make } = await loadPeer<{ default: (config: object) => Knex }>("knex");
  const db = make({ client: "better-sqlite3", useNullAsDefault: true });
  const walk = (query: Knex, condition: SqlCondition): void => {
    switch (condition.kind) {
      case "and":
        query.where((inner) => {
          for (const part of condition.parts) walk(inner, part);
        });
        return;
      case "or":
        query.where((inner) => {
          for (const part of condition.parts)
            inner.orWhere((each) => {
              walk(each, part);
            });
        });
        return;
      case "not":
        query.whereNot((inner) => {
          walk(inner, condition.part);
        });
        return;
      case "isNull":
        query.whereNull(columnOf(condition.member));
        return;
      case "in":
        query.whereIn(columnOf(condition.member), condition.values);
        return;
      case "contains":
        query.whereRaw("instr(??, ?) > 0", [columnOf(condition.member), condition.value]);
        return;
      case "startsWith":
        query.whereRaw("instr(??, ?) = 1", [columnOf(condition.member), condition.value]);
        return;
      default:
        query.where(columnOf(condition.member), SIGNS[condition.kind], columnValue(condition.value));
    }
  };
  return {
    name: "Knex",
    startsFrom: "its builder",
    prepare:
      ({ condition, order }) =>
      () => {
        const query = db("reports").select("id");
        walk(query, condition);
        for (const { member, isDescending } of order)
          query.orderBy(orderColumnOf(member), isDescending ? "desc" : "asc");
        const { sql: text, bindings } = query.limit(LIMIT).offset(START).toSQL().toNative();
        return { text, values: bindings };
      },
  };
}
