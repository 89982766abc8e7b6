import fc from "fast-check";
import type { Expression } from "../../../src/ast/nodes.ts";
import { print } from "../../../src/ast/print.ts";
import { walk } from "../../../src/ast/walk.ts";
import { check, checkSortBy } from "../../../src/checker/check.ts";
import { conditions, orders, TYPED } from "../../properties/evaluable.ts";
import { locales } from "../../properties/hostile-values.ts";
import { typedCatalog } from "../../properties/typed-catalog.ts";
import {
  compareFilter,
  compareMany,
  compareOrders,
  compareOthers,
  comparePage,
  storableRows,
  type Disagreement,
} from "../against-memory.ts";
import type { Backend, StoredRow } from "../engines/engine-under-test.ts";
import { tableOf } from "./hostile-tables.ts";
import { PER_TABLE } from "./shares.ts";
import type { Trial } from "./trial.ts";

/** Compares random filters, orders and pages over random tables on every backend with memory. */

export interface FuzzOptions {
  readonly engines: readonly Backend[];
  readonly expressions: number;
  readonly seed: number;
  readonly progress?: (figures: Figures) => void;
  /** Called after each table; true stops the run. */
  readonly isEnough?: () => boolean;
  /** Stops after this many disagreements. Default: 20. */
  readonly mostFound?: number;
  /** Changes drawn filters. */
  readonly change?: (filter: Expression) => Expression;
}

export interface Found {
  readonly engine: Backend;
  readonly disagreement: Disagreement;
  readonly trial: Trial;
}

export interface Figures {
  readonly seed: number;
  tables: number;
  /** Generated expressions, and how many of them pass the check. */
  drawn: number;
  valid: number;
  /** Per engine: exact filters, compared orders and pages. */
  readonly exact: Record<string, number>;
  readonly orders: Record<string, number>;
  readonly pages: Record<string, number>;
  readonly functions: Record<string, number>;
  /** Inexact filters by reason. */
  readonly reasons: Record<string, number>;
  readonly found: Found[];
}

const ROWS = 24;
/** Every nth filter also runs after WHERE, with an order, and as a page. */
const WHERE_EVERY = 8;
const PAGE_EVERY = 5;

const expressions = conditions(TYPED);
const sorts = orders(TYPED);

export async function fuzz(options: FuzzOptions): Promise<Figures> {
  const { engines, seed, mostFound = 20 } = options;
  const figures: Figures = {
    seed,
    tables: 0,
    drawn: 0,
    valid: 0,
    exact: Object.fromEntries(engines.map(({ name }) => [name, 0])),
    orders: Object.fromEntries(engines.map(({ name }) => [name, 0])),
    pages: Object.fromEntries(engines.map(({ name }) => [name, 0])),
    functions: {},
    reasons: {},
    found: [],
  };
  while (figures.drawn < options.expressions && figures.found.length < mostFound) {
    if (options.isEnough?.() === true) break;
    const count = Math.min(PER_TABLE, options.expressions - figures.drawn);
    const drawn = draw(seed + figures.tables, count, options.change);
    figures.drawn += count;
    figures.tables++;
    figures.valid += drawn.trials.length;
    for (const { expression } of drawn.trials) countFunctions(expression, figures.functions);
    for (const engine of engines)
      if (figures.found.length < mostFound) await onEngine(engine, drawn, figures, mostFound);
    options.progress?.(figures);
  }
  return figures;
}

export interface Drawn {
  readonly rows: readonly StoredRow[];
  readonly trials: readonly Trial[];
}

export function draw(seed: number, count: number, change = (filter: Expression) => filter): Drawn {
  const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) => fc.sample(arbitrary, { numRuns, seed });
  const rows = sample(tableOf(ROWS), 1)[0]!;
  const tags = sample(locales, count);
  const sortBys = sample(sorts, count);
  const pages = sample(fc.tuple(fc.nat(ROWS + 2), fc.nat(9)), count);
  const trials = sample(expressions, count).flatMap((expression, i): Trial[] => {
    const { filter } = check(change(expression), typedCatalog);
    const { sortBy } = checkSortBy(sortBys[i]!, typedCatalog);
    if (filter === undefined || sortBy === undefined) return [];
    const [start, limit] = pages[i]!;
    return [
      {
        expression: filter.expression,
        filter,
        order: sortBys[i]!,
        sortBy,
        rows,
        locale: tags[i],
        start,
        limit,
      },
    ];
  });
  return { rows, trials };
}

async function onEngine(engine: Backend, drawn: Drawn, figures: Figures, mostFound: number): Promise<void> {
  const { name } = engine;
  const rows = storableRows(engine, typedCatalog, drawn.rows);
  await engine.load(typedCatalog, rows);
  const take = (trial: Trial, disagreement: Disagreement | undefined) => {
    if (disagreement !== undefined) figures.found.push({ engine, disagreement, trial: { ...trial, rows } });
  };
  const answers = await compareMany(engine, drawn.trials, rows);
  for (const [i, { isExact, reasons, disagreement }] of answers.entries()) {
    if (figures.found.length >= mostFound) return;
    const trial = drawn.trials[i]!;
    if (isExact) figures.exact[name]!++;
    for (const reason of new Set(reasons)) figures.reasons[reason] = (figures.reasons[reason] ?? 0) + 1;
    take(trial, disagreement);
    if (disagreement !== undefined) continue;
    if (i % WHERE_EVERY === 0)
      take(trial, (await compareFilter(engine, trial.filter, rows, trial.locale)).disagreement);
    if (i % PAGE_EVERY !== 0) continue;
    const order = await compareOrders(engine, trial.sortBy, rows, trial.locale);
    if (order.isExact) figures.orders[name]!++;
    take(trial, order.disagreement);
    const page = await comparePage(engine, trial, rows, trial.locale);
    if (page.isExact) figures.pages[name]!++;
    take(trial, page.disagreement);
    take(trial, await compareOthers(engine, trial, rows));
  }
}

function countFunctions(expression: Expression, counts: Record<string, number>): void {
  walk(expression, (node) => {
    if (node.kind !== "call") return;
    const { callee, strength } = node;
    const key = strength === undefined ? callee : `${callee} $${strength}`;
    counts[key] = (counts[key] ?? 0) + 1;
  });
}

/** Formats a disagreement for people. */
export function described({ engine, disagreement, trial }: Found): object {
  const isOfFilter = ["exact", "superset", "subset"].includes(disagreement.what);
  return {
    engine: engine.name,
    what: disagreement.what,
    filter: print(trial.expression),
    ...(isOfFilter ? {} : { sortBy: print(trial.order), start: trial.start, limit: trial.limit }),
    locale: trial.locale,
    expected: disagreement.expected.join(" "),
    actual: disagreement.actual.join(" "),
    text: disagreement.text.slice(0, 2000),
  };
}
