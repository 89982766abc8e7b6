import type { Expression } from "../../src/ast/nodes.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../../src/checker/checked.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { sortRows } from "../../src/evaluator/sort-rows.ts";
import { compileOrder, compileWhere, keyScalar, sqlTarget } from "../../src/sql/compile.ts";
import { fromTable, whereClause } from "../../src/sql/compile-sql.ts";
import { joined, layOut, sql } from "../../src/sql/fragment.ts";
import { isRefusal, type Truth } from "../../src/functions/port.ts";
import type { EngineUnderTest } from "./engine-under-test.ts";

type Row = Readonly<Record<string, unknown>>;

export interface Disagreement {
  readonly engine: string;
  readonly what: string;
  readonly memory: readonly unknown[];
  readonly database: readonly unknown[];
  readonly sql: string;
}

export interface Comparison {
  readonly isExact: boolean;
  readonly disagreement: Disagreement | undefined;
}

/** Compares the rows that a filter keeps in memory with those that a database keeps. Rows have a key of their own. */
export async function compareFilter(
  engine: EngineUnderTest,
  filter: CheckedFilter,
  rows: readonly Row[],
  locale: string | undefined,
): Promise<Comparison> {
  const target = targetOf(engine, filter.catalog!, locale);
  const where = compileWhere(filter, target);
  const options = locale === undefined ? {} : { locale };
  const kept = ids(rows.filter(compilePredicate(filter, options)), filter.catalog!);
  const upper = await select(engine, where.upper, target);
  const report = (what: string, database: readonly unknown[], text: string): Comparison => ({
    isExact: where.isExact,
    disagreement: { engine: engine.name, what, memory: kept, database, sql: text },
  });
  if (where.isExact && !sameMembers(kept, upper.ids)) return report("exact", upper.ids, upper.text);
  if (!where.isExact) {
    if (!kept.every((id) => upper.ids.includes(id))) return report("superset", upper.ids, upper.text);
    const lower = await select(engine, where.lower, target);
    if (!lower.ids.every((id) => kept.includes(id))) return report("subset", lower.ids, lower.text);
  }
  return { isExact: where.isExact, disagreement: undefined };
}

/** Compares the order of all rows. */
export async function compareOrders(
  engine: EngineUnderTest,
  sortBy: CheckedSortBy,
  rows: readonly Row[],
  locale: string | undefined,
): Promise<Comparison> {
  const target = targetOf(engine, sortBy.catalog!, locale);
  const { terms } = compileOrder(sortBy, target);
  if (terms === undefined) return { isExact: false, disagreement: undefined };
  const memory = ids(sortRows(rows, sortBy, locale === undefined ? {} : { locale }), sortBy.catalog!);
  const statement = layOut(
    sql`SELECT ${keyOf(target)} FROM ${fromTable(target)} ORDER BY ${joined(terms, ", ")}`,
  );
  const database = (await engine.run(statement)).map(([id]) => String(id));
  const disagreement =
    memory.join() === database.join()
      ? undefined
      : { engine: engine.name, what: "order", memory, database, sql: statement.segments.join("?") };
  return { isExact: true, disagreement };
}

function targetOf(engine: EngineUnderTest, catalog: Catalog, locale: string | undefined) {
  return sqlTarget({ catalog, table: engine.tableOf(catalog), dialect: engine.dialect, locale });
}

function keyOf(target: ReturnType<typeof targetOf>) {
  const key = keyScalar(target);
  if (isRefusal(key)) throw new Error(key.refused);
  return key.sql;
}

async function select(engine: EngineUnderTest, truth: Truth, target: ReturnType<typeof targetOf>) {
  const statement = layOut(
    sql`SELECT ${keyOf(target)} FROM ${fromTable(target)}${whereClause(truth, target)}`,
  );
  const found = await engine.run(statement);
  return { ids: found.map(([id]) => String(id)), text: statement.segments.join("?") };
}

function ids(rows: readonly Row[], { key }: Catalog): string[] {
  return rows.map((row) => String(row[key!]));
}

function sameMembers(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.toSorted().join() === b.toSorted().join();
}

export type { Expression };
