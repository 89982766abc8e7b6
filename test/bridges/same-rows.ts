import { expect } from "vitest";
import {
  check,
  checkSortBy,
  compileComparator,
  compilePredicate,
  parseSortBy,
  print,
  type Expression,
} from "tamis";
import { effectOf, type Bridge, type BridgeNote } from "tamis/bridges";
import { CATALOG, Random, randomFilter, SEED, type Row } from "./random.ts";

/** Returns the ids of the rows for which a filter is true. */
export function idsOf(filter: Expression, rows: readonly Row[]): readonly number[] {
  const checked = check(filter, CATALOG);
  if (!checked.ok) throw new Error(`${print(filter)}: ${checked.diagnostics[0]!.message}`);
  const keeps = compilePredicate(checked.filter, { locale: "en" });
  return rows.filter(keeps).map(({ id }) => id);
}

/**
 * Describes how the rows of a result contradict the report about it. Undefined if they do not.
 *
 * @param source ids of the rows that the source keeps
 * @param result ids of the rows that the translation keeps
 */
export function contradiction(
  source: readonly number[],
  result: readonly number[],
  report: readonly BridgeNote[],
): string | undefined {
  const effect = effectOf(report.filter((note) => note.part === "filter"));
  const [inSource, inResult] = [new Set(source), new Set(result)];
  const added = result.filter((id) => !inSource.has(id));
  const lost = source.filter((id) => !inResult.has(id));
  const isWrong =
    (added.length > 0 && effect !== "more" && effect !== "other") ||
    (lost.length > 0 && effect !== "fewer" && effect !== "other");
  return isWrong
    ? `effect ${effect ?? "none"}, added rows ${added.join()}, lost rows ${lost.join()}`
    : undefined;
}

/** Returns the ids of the rows that a query of another language keeps. Undefined if it cannot be evaluated. */
type RowsOf<T> = (foreign: T) => readonly number[] | undefined | Promise<readonly number[] | undefined>;

/**
 * Requires that exports of random filters keep the same rows, or that the report names the difference.
 *
 * @param least more filters than this must have an export without differences
 */
export async function exportsKeepRows<T>(
  bridge: Pick<Bridge<T>, "exportQuery">,
  rows: readonly Row[],
  idsIn: RowsOf<T>,
  count: number,
  least: number,
  draw: (random: Random) => Expression = randomFilter,
): Promise<void> {
  const random = new Random(SEED);
  let exact = 0;
  for (let i = 0; i < count; i++) {
    const filter = draw(random);
    const { filter: foreign, report } = bridge.exportQuery({ filter }, { catalog: CATALOG });
    const found = await idsIn(foreign!);
    if (found === undefined) continue;
    if (report.length === 0) exact++;
    const problem = contradiction(idsOf(filter, rows), found, report);
    if (problem !== undefined) throw new Error(`${print(filter)}\nas ${JSON.stringify(foreign)}\n${problem}`);
  }
  expect(exact).toBeGreaterThan(least);
}

/** Requires that imports of random queries keep the same rows, or that the report names the difference. */
export async function importsKeepRows<T>(
  bridge: Pick<Bridge<T>, "importQuery">,
  rows: readonly Row[],
  idsIn: RowsOf<T>,
  count: number,
  least: number,
  draw: (random: Random) => T,
): Promise<void> {
  const random = new Random(SEED + 1);
  let exact = 0;
  for (let i = 0; i < count; i++) {
    const foreign = draw(random);
    const source = await idsIn(foreign);
    if (source === undefined) continue;
    const { filter, report } = bridge.importQuery({ filter: foreign }, { catalog: CATALOG });
    if (filter === undefined) throw new Error(`${JSON.stringify(foreign)}: ${report[0]?.message}`);
    if (report.length === 0) exact++;
    const problem = contradiction(source, idsOf(filter, rows), report);
    if (problem !== undefined) throw new Error(`${JSON.stringify(foreign)}\nas ${print(filter)}\n${problem}`);
  }
  expect(exact).toBeGreaterThan(least);
}

/** Requires that random filters whose export has no differences are imported as equal filters. */
export function roundTripsKeepFilters(
  bridge: Bridge,
  canonical: (filter: Expression) => string,
  count: number,
  draw: (random: Random) => Expression,
): void {
  const random = new Random(SEED + 1);
  let carried = 0;
  for (let i = 0; i < count; i++) {
    const filter = draw(random);
    const there = bridge.exportQuery({ filter }, { catalog: CATALOG });
    if (there.report.length > 0) continue;
    carried++;
    const back = bridge.importQuery({ filter: there.filter }, { catalog: CATALOG });
    const found = [print(filter), canonical(back.filter!), back.report];
    expect(found).toEqual([print(filter), canonical(filter), []]);
  }
  expect(carried).toBeGreaterThan(count / 20);
}

/** Requires that orders without differences sort rows in the same way, and are imported as equal orders. */
export async function ordersKeepRows(
  bridge: Bridge,
  rows: readonly Row[],
  idsIn: (order: unknown) => readonly unknown[] | Promise<readonly unknown[]>,
  texts: readonly string[],
): Promise<void> {
  for (const text of texts) {
    const sortBy = parseSortBy(text).expression!;
    const there = bridge.exportQuery({ sortBy }, { catalog: CATALOG });
    expect([text, there.report]).toEqual([text, []]);
    const checked = checkSortBy(sortBy, CATALOG);
    if (!checked.ok) throw new Error(text);
    const expected = rows.toSorted(compileComparator(checked.sortBy, { locale: "en" })).map(({ id }) => id);
    expect([text, await idsIn(there.sortBy)]).toEqual([text, expected]);
    const back = bridge.importQuery({ sortBy: there.sortBy }, { catalog: CATALOG });
    expect([print(back.sortBy!), back.report]).toEqual([text, []]);
  }
}
