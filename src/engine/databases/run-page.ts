import type { Constant } from "../../functions/definition/port.ts";
import type { RowObject } from "../../sql/rows/row-parts.ts";
import { rowReader, type RowReader } from "../../sql/rows/row-reader.ts";
import type { SqlStatement } from "../../sql/fragments/fragment.ts";
import { PatternBudget, withPatternBudget } from "../../pattern/pattern-work.ts";
import { readInteger } from "../../sql/rows/value-reader.ts";
import type { Value } from "../../values/types.ts";
import { throwIfCanceled } from "./abort.ts";
import { keptCandidates, pauseBetweenSlices, type CandidateOptions, type Values } from "./candidates.ts";
import type { QueryPlan } from "./query-plan.ts";
import { scanLimit, sortLimit } from "./limit-errors.ts";
import type { Session } from "./source.ts";
import {
  countedPageStatement,
  countStatement,
  keyOf,
  pageStatement,
  rowsByKeyStatement,
  lowerBoundCountStatement,
  undecidedStatement,
} from "./statements.ts";
import { TopRows } from "../top-rows.ts";

export interface RunLimits {
  /** Maximum number of rows that are checked in memory. */
  readonly maximumScan: number;
  /** Maximum number of rows that are held in memory for sorting. */
  readonly maximumHeap: number;
  readonly signal: AbortSignal | undefined;
}

export interface PageRows {
  readonly rows: readonly RowObject[];
  /** Names of the properties of the rows; undefined if they can have further ones. */
  readonly names?: readonly string[];
  readonly hasMore: boolean;
  /** Returns whether the key of the last row identifies it: it is not null, and the next row has another one. */
  readonly hasUniqueEnd: () => boolean;
  /** Number of rows that match the filter; undefined if no count was requested. */
  readonly count: number | undefined;
}

/** Runs work in a snapshot. `isSingle` states that the work runs one statement. */
export type RunInSnapshot = <T>(work: (session: Session) => Promise<T>, isSingle: boolean) => Promise<T>;

/** Runs the plan of a page: if possible by one statement, otherwise by several statements in one snapshot. */
export async function runPage(
  plan: QueryPlan,
  run: RunInSnapshot,
  limits: RunLimits,
  withCount: boolean,
): Promise<PageRows> {
  const statement = singleStatement(plan, withCount);
  if (statement !== undefined) {
    const fetched = await run((session) => session.all(statement), true);
    const count = withCount ? countIn(plan, fetched) : undefined;
    if (!withCount || count !== undefined) return exactPage(plan, fetched, count);
  }
  return run((session) => runStatements(plan, session, limits, withCount), false);
}

/** Returns the statement that reads the page, and counts the rows if requested; undefined if that takes several. */
export function singleStatement(plan: QueryPlan, withCount: boolean): SqlStatement | undefined {
  if (plan.verdict !== "exact" || plan.request.limit === 0) return undefined;
  return withCount ? countedPageStatement(plan) : pageStatement(plan);
}

/** Returns the count in the rows of `countedPageStatement`; undefined if the page is empty, but others may not be. */
function countIn({ request }: QueryPlan, fetched: readonly Values[]): number | undefined {
  const [first] = fetched;
  if (first !== undefined) return Number(readInteger(first.at(-1)));
  return request.start === 0 && request.after === undefined ? 0 : undefined;
}

function exactPage(plan: QueryPlan, fetched: readonly Values[], count: number | undefined): PageRows {
  const { limit } = plan.request;
  const rows = fetched.slice(0, limit).map((values) => plan.rows.row(values));
  const hasMore = fetched.length > limit;
  const hasUniqueEnd = () => !hasMore || endIsUnique(plan, plan.rows, fetched);
  return { rows, names: plan.rows.names, hasMore, hasUniqueEnd, count };
}

async function runStatements(
  plan: QueryPlan,
  session: Session,
  limits: RunLimits,
  withCount: boolean,
): Promise<PageRows> {
  const { limit } = plan.request;
  if (limit === 0) {
    return {
      rows: [],
      hasMore: false,
      hasUniqueEnd: () => true,
      count: withCount ? await runCount(plan, session, limits) : undefined,
    };
  }
  if (plan.verdict === "exact") {
    const fetched = await session.all(pageStatement(plan));
    return exactPage(plan, fetched, withCount ? await runCount(plan, session, limits) : undefined);
  }
  const reading = candidateReader(plan);
  const { reader } = reading;
  const checked =
    plan.terms === undefined
      ? await checkAll(plan, session, reader, limits)
      : await checkInOrder(plan, session, reader, limits, withCount);
  const rows = await wholeRows(plan, session, reading, checked.page.slice(0, limit));
  const count = !withCount ? undefined : (checked.count ?? (await runCount(plan, session, limits)));
  const hasMore = checked.page.length > limit;
  const hasUniqueEnd = () => !hasMore || endIsUnique(plan, reader, checked.page);
  return { rows, hasMore, hasUniqueEnd, count };
}

interface CheckedRows {
  /** The rows of the page, and one more if more rows follow. */
  readonly page: readonly Values[];
  readonly count: number | undefined;
}

/** Checks rows in sort order. It stops after the page unless it also has to count the rows. */
async function checkInOrder(
  plan: QueryPlan,
  session: Session,
  reader: RowReader,
  limits: RunLimits,
  withCount: boolean,
): Promise<CheckedRows> {
  const { start, limit, after } = plan.request;
  const isCountedHere = withCount && plan.lower === false && after === undefined;
  const page: Values[] = [];
  let matchCount = 0;
  const options = { ...limits, isOrdered: true, batch: batchSize(start + limit) };
  for await (const rows of keptCandidates(plan, session, reader, options)) {
    for (const values of rows) if (matchCount++ >= start && page.length <= limit) page.push(values);
    if (page.length > limit && !isCountedHere) return { page, count: undefined };
  }
  return { page, count: after === undefined ? matchCount : undefined };
}

/** Checks all rows in any order and returns the first ones by the sort order. */
async function checkAll(
  plan: QueryPlan,
  session: Session,
  reader: RowReader,
  limits: RunLimits,
): Promise<CheckedRows> {
  const { start, limit, after } = plan.request;
  const { top, kept } = await firstRows(plan, session, reader, limits, start + limit + 1);
  const page = top.slice(start);
  return { page, count: after === undefined ? kept : undefined };
}

/** Returns the first `size` matching rows by the sort order, and the total number of matching rows. */
export async function firstRows(
  plan: QueryPlan,
  session: Session,
  reader: RowReader,
  limits: RunLimits,
  size: number,
): Promise<{ readonly top: readonly Values[]; readonly kept: number }> {
  const { read, compare } = plan.sortValues;
  const top = new TopRows<{ readonly by: readonly Value[]; readonly values: Values }>(size, (a, b) =>
    compare(a.by, b.by),
  );
  let kept = 0;
  const options: CandidateOptions = { ...limits, isOrdered: false, batch: MAX_BATCH_ROWS };
  for await (const rows of keptCandidates(plan, session, reader, options)) {
    for (const values of rows) {
      kept++;
      top.add({ by: read(reader.row(values)), values });
    }
    if (top.length > limits.maximumHeap) throw sortLimit(limits.maximumHeap, plan.reasons);
  }
  return { top: top.sorted().map(({ values }) => values), kept };
}

export interface CandidateReader {
  readonly reader: RowReader;
  /** Whether `reader` reads whole rows. If not, the rows of the page are fetched by key afterwards. */
  readonly isWhole: boolean;
}

/**
 * Returns a reader of the columns that checking a row requires. If the other columns are small, or rows have no key, it
 * reads whole rows.
 */
export function candidateReader(plan: QueryPlan): CandidateReader {
  const { target, needed, sorted, rows, request } = plan;
  const small = rowReader(target, needed);
  if (keyOf(plan) !== undefined && rows.isWide && rows.columns.length > small.columns.length)
    return { reader: small, isWhole: false };
  if (request.select === undefined) return { reader: rows, isWhole: true };
  return {
    reader: rowReader(target, new Set([...request.select.keys(), ...needed, ...sorted])),
    isWhole: true,
  };
}

export async function wholeRows(
  plan: QueryPlan,
  session: Session,
  { reader, isWhole }: CandidateReader,
  page: readonly Values[],
): Promise<readonly RowObject[]> {
  return isWhole ? page.map((values) => reader.row(values)) : rowsByKey(plan, session, reader, page);
}

async function rowsByKey(
  plan: QueryPlan,
  session: Session,
  reader: RowReader,
  page: readonly Values[],
): Promise<readonly RowObject[]> {
  if (page.length === 0) return [];
  const { type } = keyOf(plan)!;
  const keys = page.map((values) => keyIn(plan, reader.row(values)));
  const constants = keys.filter((key) => key !== null).map((value): Constant => ({ value, type }));
  const rowsByName = new Map<string, RowObject>();
  for (const values of await session.all(rowsByKeyStatement(plan, constants))) {
    const row = plan.rows.row(values);
    const name = nameOf(keyIn(plan, row));
    if (rowsByName.has(name)) throw sharedKey(plan);
    rowsByName.set(name, row);
  }
  return keys.map((key) => {
    const row = key === null ? undefined : rowsByName.get(nameOf(key));
    if (row === undefined) throw sharedKey(plan);
    return row;
  });
}

/** Returns the rows with a key, whether they match the filter or not. Requires that the database can express the key. */
export async function rowsOfKey(
  plan: QueryPlan,
  session: Session,
  key: Value,
): Promise<readonly RowObject[]> {
  const { type } = keyOf(plan)!;
  const rows = await session.all(rowsByKeyStatement(plan, [{ value: key!, type }]));
  return rows.map((values) => plan.rows.row(values));
}

/**
 * Returns whether the last row of a page that continues, and the row after it, have different keys. Rows that share a key are
 * adjacent, and so are rows without a key, first or last. Therefore these two rows decide whether a cursor would skip rows.
 */
function endIsUnique(plan: QueryPlan, reader: RowReader, page: readonly Values[]): boolean {
  const [last = null, next = null] = page
    .slice(plan.request.limit - 1)
    .map((values) => keyIn(plan, reader.row(values)));
  return last !== null && next !== null && nameOf(last) !== nameOf(next);
}

/** Returns the value of the catalog's key, which is always the last sort value. */
function keyIn(plan: QueryPlan, row: RowObject): Value {
  return plan.sortValues.read(row).at(-1) ?? null;
}

/** Returns the error for a broken promise of the catalog: its keys must be unique and not null. */
export function sharedKey({ target }: QueryPlan): TypeError {
  return new TypeError(`The key of ${target.catalog.name} is not unique: rows have no key or share one.`);
}

/** Returns a `Map` key for a row key. All row keys have one type, so different keys have different strings. */
function nameOf(key: Value): string {
  return typeof key === "object" ? "" : String(key);
}

export async function runCount(plan: QueryPlan, session: Session, limits: RunLimits): Promise<number> {
  const { residual, lower, target, needed, reasons } = plan;
  if (residual === undefined) return numberOf(session, countStatement(plan));
  let count = lower === false ? 0 : await numberOf(session, lowerBoundCountStatement(plan));
  const reader = rowReader(target, needed);
  const patterns = new PatternBudget();
  const pause = pauseBetweenSlices(limits.signal);
  let scanned = 0;
  for await (const rows of session.batches(
    undecidedStatement(plan, reader.columns, limits.maximumScan),
    MAX_BATCH_ROWS,
  )) {
    throwIfCanceled(limits.signal);
    scanned += rows.length;
    if (scanned > limits.maximumScan) throw scanLimit(limits.maximumScan, reasons);
    for (const values of rows) {
      if (withPatternBudget(patterns, () => residual(reader.row(values)))) count++;
      if (pause.isDue()) await pause.yield();
    }
  }
  return count;
}

async function numberOf(session: Session, statement: SqlStatement): Promise<number> {
  const [row] = await session.all(statement);
  return Number(readInteger(row?.[0]));
}

export const MAX_BATCH_ROWS = 1_000;
const MIN_BATCH_ROWS = 50;

/** Returns the number of rows per batch for a page: twice the page size, because some rows are rejected in memory. */
function batchSize(rows: number): number {
  return Math.max(MIN_BATCH_ROWS, Math.min(MAX_BATCH_ROWS, 2 * rows));
}
