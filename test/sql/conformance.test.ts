import { expect, it } from "vitest";
import { textOf, type Case } from "../../scripts/conformance/case.ts";
import { call, sortBy, sortKey } from "../../src/ast/constructors.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import type { CheckedFilter, CheckedSortBy } from "../../src/checker/checked.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { sortRows } from "../../src/evaluator/sort-rows.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import {
  compareFilter,
  compareOrders,
  keptInMemory,
  optionsOf,
  storableRows,
  type Disagreement,
} from "./against-memory.ts";
import type { Backend, StoredRow } from "./engines/engine-under-test.ts";
import { sampleOf } from "../effort.ts";
import { describeBackends } from "./engines/describe-engines.ts";
import { readCases, type TypedCase } from "./typed-cases.ts";

/** Runs the conformance suite, which contains every example of every function, on every engine. */

const { typed, leftOut } = readCases();

interface Asked {
  readonly filters: readonly CheckedFilter[];
  readonly sortBys: readonly CheckedSortBy[];
  /** Whether memory returns the expected result of the case's first filter or order. */
  readonly expected: readonly string[];
}

/** The queries of a case under a catalog; undefined if the case is invalid under it. */
function asked({ given, rows }: TypedCase, catalog: Catalog): Asked | undefined {
  const { expect: wanted, mode, limits } = given;
  const settings = { ...(mode === undefined ? {} : { mode }), ...(limits === undefined ? {} : { limits }) };
  const text = textOf(given.expression);
  if (given.kind === "sortBy") {
    const { sortBy } = checkSortBy(parseSortBy(text, settings).expression!, catalog, settings);
    if (sortBy === undefined || !("order" in wanted)) return undefined;
    return { filters: [], sortBys: [sortBy], expected: wanted.order.map(String) };
  }
  const { expression } = parseFilter(text, settings);
  if (expression === undefined) return undefined;
  const filterOf = (tree = expression) => check(tree, catalog, settings).filter;
  if ("values" in wanted) {
    const isNull = filterOf(call("isNull", [expression]));
    if (isNull === undefined) return undefined;
    const order = checkSortBy(sortBy([sortKey(expression)]), catalog, settings).sortBy;
    const nulls = rows.flatMap((_, i) => (wanted.values[i] === null ? [String(i)] : []));
    return { filters: [isNull], sortBys: order === undefined ? [] : [order], expected: nulls };
  }
  const filter = filterOf();
  if (filter === undefined || !("rows" in wanted)) return undefined;
  const others = given.id.startsWith("limits/")
    ? []
    : [filterOf(call("not", [expression])), filterOf(call("isNull", [expression]))].filter(
        (one) => one !== undefined,
      );
  return { filters: [filter, ...others], sortBys: [], expected: wanted.rows.map(String) };
}

function isAsExpected(
  { filters, sortBys, expected }: Asked,
  rows: readonly StoredRow[],
  given: Case,
): boolean {
  const { locale } = given;
  if (filters[0] !== undefined) return keptInMemory(filters[0], rows, locale).join() === expected.join();
  return (
    sortRows(rows, sortBys[0]!, optionsOf(locale))
      .map(({ id }) => String(id))
      .join() === expected.join()
  );
}

async function run(
  engine: Backend,
): Promise<{ readonly ran: number; readonly found: object[]; readonly why: Map<string, number> }> {
  const why = new Map<string, number>();
  const found: object[] = [];
  let ran = 0;
  let loaded = "";
  const note = (reason: string) => why.set(reason, (why.get(reason) ?? 0) + 1);
  for (const { why: reason } of leftOut) note(reason);
  const tried = engine.kind === "collection" ? typed : sampleOf("sql/conformance: cases on databases", typed);
  for (const one of tried) {
    const { given } = one;
    const tables = one.catalogs.map((catalog) => ({
      catalog,
      rows: storableRows(engine, catalog, one.rows),
      asks: asked(one, catalog),
    }));
    if (tables.every(({ asks }) => asks === undefined)) {
      note("under the columns' types the expression is an error");
      continue;
    }
    const table = tables.find(({ asks, rows }) => asks !== undefined && isAsExpected(asks, rows, given));
    if (table === undefined) {
      note("a column cannot hold the values that make the difference");
      continue;
    }
    const { catalog, rows, asks } = table;
    const key = `${catalog.name} ${JSON.stringify(rows, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value))}`;
    if (key !== loaded) await engine.load(catalog, rows);
    loaded = key;
    const failed = async (compare: () => Promise<{ readonly disagreement: Disagreement | undefined }>) => {
      try {
        return (await compare()).disagreement;
      } catch (error) {
        return { engine: engine.name, what: String(error) };
      }
    };
    for (const filter of asks!.filters) {
      const disagreement = await failed(() => compareFilter(engine, filter, rows, given.locale));
      if (disagreement !== undefined) found.push({ id: given.id, ...disagreement });
    }
    for (const sortBy of asks!.sortBys) {
      const disagreement = await failed(() => compareOrders(engine, sortBy, rows, given.locale));
      if (disagreement !== undefined) found.push({ id: given.id, ...disagreement });
    }
    ran++;
  }
  return { ran: ran / tried.length, found, why };
}

describeBackends((engine) => {
  it("passes every case of the conformance suite whose rows a table can store", async () => {
    const { ran, found, why } = await run(engine());
    const reasons = [...why].sort(([, a], [, b]) => b - a).map(([reason, count]) => `  ${count}: ${reason}`);
    console.log(
      `${engine().name}: ${Math.round(100 * ran)} % of the cases of the conformance suite ran; of the others\n${reasons.join("\n")}`,
    );
    expect(found).toEqual([]);
    expect(ran).toBeGreaterThan(600 / typed.length);
  }, 600_000);
}, "first");
