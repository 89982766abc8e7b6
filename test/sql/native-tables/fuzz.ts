import fc from "fast-check";
import type { Expression, SortBy } from "../../../src/ast/nodes.ts";
import { print } from "../../../src/ast/print.ts";
import { check, checkSortBy } from "../../../src/checker/check.ts";
import type { Catalog } from "../../../src/catalog/types.ts";
import type { CheckedFilter, CheckedSortBy } from "../../../src/checker/checked.ts";
import { locales } from "../../properties/hostile-values.ts";
import {
  compareFilter,
  compareMany,
  compareOrders,
  compareOthers,
  comparePage,
  type Disagreement,
} from "../against-memory.ts";
import type { StoredRow } from "../engines/engine-under-test.ts";
import { messageOf } from "../database-answers.ts";
import { examine, type Examined, type Reading } from "./examine.ts";
import { statementsOf, type NativeConnection, type NativeDatabase, type NativeTable } from "./native-type.ts";
import { drawingOf } from "./random-expressions.ts";
import { drawTable } from "./random-table.ts";
import { wrongWithoutKey } from "./without-key.ts";

/** Compares random filters, orders and pages over tables of native types with the predicate over raw values. */

export interface NativeFuzzOptions {
  readonly database: NativeDatabase;
  readonly connection: NativeConnection;
  readonly expressions: number;
  readonly seed: number;
  readonly progress?: (figures: NativeFigures) => void;
  /** Called after each table; true stops the run. */
  readonly isEnough?: () => boolean;
  /** Stops after this many disagreements. Default: 20. */
  readonly mostFound?: number;
  /** A planted bug. */
  readonly planted?: Reading;
}

/** A query over a table. */
export interface NativeTrial {
  readonly table: NativeTable;
  readonly expression: Expression;
  readonly order: SortBy;
  readonly locale: string | undefined;
  readonly start: number;
  readonly limit: number;
}

export interface NativeFound {
  readonly disagreement: Disagreement;
  /** Undefined if the table itself is read wrongly. */
  readonly trial: NativeTrial | undefined;
  readonly table: NativeTable;
  readonly seed: number;
}

export interface NativeFigures {
  tables: number;
  /** Expressions that pass the check, with those of tables that are refused. */
  expressions: number;
  exact: number;
  residual: number;
  refused: number;
  orders: number;
  pages: number;
  /** Inexact filters by reason, and refused tables by message. */
  readonly reasons: Record<string, number>;
  /** Number of tables by native type. */
  readonly types: Record<string, number>;
  readonly found: NativeFound[];
}

const PER_TABLE = 100;
/** One wrong column makes many filters wrong. */
const MOST_PER_TABLE = 2;
/** Every nth filter also runs after WHERE, with an order, and as a page. */
const WHERE_EVERY = 8;
const PAGE_EVERY = 10;

export async function fuzzNative(options: NativeFuzzOptions): Promise<NativeFigures> {
  const { mostFound = 20 } = options;
  const figures: NativeFigures = {
    tables: 0,
    expressions: 0,
    exact: 0,
    residual: 0,
    refused: 0,
    orders: 0,
    pages: 0,
    reasons: {},
    types: {},
    found: [],
  };
  while (figures.expressions < options.expressions && figures.found.length < mostFound) {
    if (options.isEnough?.() === true) break;
    const seed = options.seed + figures.tables++;
    await onTable(options, seed, figures);
    options.progress?.(figures);
  }
  return figures;
}

async function onTable(options: NativeFuzzOptions, seed: number, figures: NativeFigures): Promise<void> {
  const { database, connection } = options;
  const table = drawTable(database, seed);
  for (const { type } of table.columns) count(figures.types, type.ddl);
  let taken = 0;
  const take = (disagreement: Disagreement | undefined, trial?: NativeTrial) => {
    if (disagreement === undefined || ++taken > MOST_PER_TABLE) return;
    const isKnown =
      trial === undefined && figures.found.some((one) => one.disagreement.what === disagreement.what);
    if (isKnown) return;
    figures.found.push({ disagreement, trial, table, seed });
  };
  let open;
  try {
    open = await connection.create(table);
    const examined = await examine(database, table, open, options.planted);
    if ("refused" in examined) {
      figures.expressions += PER_TABLE;
      figures.refused += PER_TABLE;
      count(figures.reasons, examined.refused);
      return;
    }
    for (const wrong of examined.wrong) take(wrong);
    // A wrong value makes most filters wrong.
    if (examined.wrong.length > 0) return;
    await compareQueries(examined, drawQueries(examined, table, seed), figures, take);
  } catch (error) {
    take({ engine: database.name, what: "error", expected: [], actual: [messageOf(error)], text: "" });
  } finally {
    await open?.close();
  }
}

interface Query extends NativeTrial {
  readonly filter: CheckedFilter;
  readonly sortBy: CheckedSortBy;
}

function drawQueries({ catalog, rows }: Examined, table: NativeTable, seed: number): Query[] {
  const sample = <T>(arbitrary: fc.Arbitrary<T>) => fc.sample(arbitrary, { numRuns: PER_TABLE, seed });
  const { filters, orders } = drawingOf(catalog, rows);
  const sortBys = sample(orders);
  const tags = sample(locales);
  const pages = sample(fc.tuple(fc.nat(rows.length + 2), fc.nat(9)));
  return sample(filters).flatMap((expression, i) => {
    const [start, limit] = pages[i]!;
    const trial: NativeTrial = { table, expression, order: sortBys[i]!, locale: tags[i], start, limit };
    const query = queryOf(trial, catalog);
    return query === undefined ? [] : [query];
  });
}

function queryOf(trial: NativeTrial, catalog: Catalog): Query | undefined {
  const { filter } = check(trial.expression, catalog);
  const { sortBy } = checkSortBy(trial.order, catalog);
  return filter === undefined || sortBy === undefined
    ? undefined
    : { ...trial, expression: filter.expression, filter, sortBy };
}

async function compareQueries(
  { engine, rows }: Examined,
  queries: readonly Query[],
  figures: NativeFigures,
  take: (disagreement: Disagreement | undefined, trial: NativeTrial) => void,
): Promise<void> {
  figures.expressions += queries.length;
  const answers = await compareMany(engine, queries, rows);
  for (const [i, { isExact, reasons, disagreement }] of answers.entries()) {
    const query = queries[i]!;
    if (isExact) figures.exact++;
    else figures.residual++;
    for (const reason of new Set(reasons)) count(figures.reasons, reason);
    take(disagreement, query);
    if (disagreement !== undefined) continue;
    if (i % WHERE_EVERY === 0)
      take((await compareFilter(engine, query.filter, rows, query.locale)).disagreement, query);
    if (i % PAGE_EVERY === 0) take(await wrongPage(engine, query, rows, figures), query);
  }
}

async function wrongPage(
  engine: Examined["engine"],
  query: Query,
  rows: readonly StoredRow[],
  figures?: NativeFigures,
): Promise<Disagreement | undefined> {
  if (query.filter.catalog!.key === undefined) return wrongWithoutKey(engine, query, rows);
  const order = await compareOrders(engine, query.sortBy, rows, query.locale);
  if (order.isExact && figures !== undefined) figures.orders++;
  if (order.disagreement !== undefined) return order.disagreement;
  const page = await comparePage(engine, query, rows, query.locale);
  if (page.isExact && figures !== undefined) figures.pages++;
  return page.disagreement ?? compareOthers(engine, query, rows);
}

/** Creates the table of a trial again and returns the disagreement, if any. */
export async function retryNative(
  database: NativeDatabase,
  connection: NativeConnection,
  table: NativeTable,
  trial: NativeTrial | undefined,
): Promise<Disagreement | undefined> {
  let open;
  try {
    open = await connection.create(table);
  } catch {
    return undefined;
  }
  try {
    const examined = await examine(database, table, open);
    if ("refused" in examined) return undefined;
    if (trial === undefined) return examined.wrong[0];
    const query = queryOf({ ...trial, table }, examined.catalog);
    if (query === undefined) return undefined;
    const { engine, rows } = examined;
    const [answer] = await compareMany(engine, [query], rows);
    return (
      answer!.disagreement ??
      (await compareFilter(engine, query.filter, rows, query.locale)).disagreement ??
      (await wrongPage(engine, query, rows))
    );
  } catch (error) {
    return { engine: database.name, what: "error", expected: [], actual: [messageOf(error)], text: "" };
  } finally {
    await open.close();
  }
}

function count(counts: Record<string, number>, key: string): void {
  counts[key] = (counts[key] ?? 0) + 1;
}

/** Formats a disagreement for people. */
export function describedNative({ disagreement, trial, table, seed }: NativeFound): object {
  const { engine, what, expected, actual, text } = disagreement;
  const isOfFilter = ["exact", "superset", "subset"].includes(what);
  const { create, indexes } = statementsOf(table, "t");
  const insert = `INSERT INTO t VALUES ${table.rows.map((row, i) => `(${[i, ...row].join(", ")})`).join(", ")}`;
  return {
    engine,
    seed,
    what,
    sql: [...table.session, create, insert, ...indexes],
    ...(trial === undefined
      ? {}
      : {
          filter: print(trial.expression),
          ...(isOfFilter ? {} : { sortBy: print(trial.order), start: trial.start, limit: trial.limit }),
          locale: trial.locale,
        }),
    expected: shown(expected),
    actual: shown(actual),
    ...(text === "" ? {} : { text: text.slice(0, 1500) }),
  };
}

function shown(values: readonly unknown[]): string {
  return values
    .map((value) =>
      typeof value === "object" && value !== null
        ? JSON.stringify(value, (_, each: unknown) => (typeof each === "bigint" ? `${each}n` : each))
        : String(value),
    )
    .join(" ");
}
