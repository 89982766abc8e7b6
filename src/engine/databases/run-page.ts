import type { Constant } from "../../functions/definition/port.ts";
import { rowReader, type RowObject, type RowReader } from "../../sql/rows/row-reader.ts";
import type { SqlStatement } from "../../sql/fragments/fragment.ts";
import { readInteger } from "../../sql/rows/value-reader.ts";
import type { Value } from "../../values/types.ts";
import { keptCandidates, throwIfAborted, type CandidateOptions, type Values } from "./candidates.ts";
import type { QueryPlan } from "./query-plan.ts";
import { scanLimit, sortLimit } from "./limit-errors.ts";
import type { Session } from "./source.ts";
import {
  countStatement,
  keyOf,
  pageStatement,
  rowsByKeyStatement,
  sureCountStatement,
  unsureStatement,
} from "./statements.ts";
import { TopRows } from "../top-rows.ts";

/** What may be looked at and held in memory for one request. */
export interface RunLimits {
  readonly maximumScan: number;
  readonly maximumHeap: number;
  readonly signal: AbortSignal | undefined;
}

export interface PageRows {
  /** Whole rows, in their order. */
  readonly rows: readonly RowObject[];
  /** Whether others come after them. */
  readonly hasMore: boolean;
  /** All that the filter keeps; undefined where it was not wanted. */
  readonly count: number | undefined;
}

/** Runs a plan for a page, within one snapshot. */
export async function runPage(
  plan: QueryPlan,
  session: Session,
  limits: RunLimits,
  withCount: boolean,
): Promise<PageRows> {
  const { limit } = plan.request;
  if (limit === 0) {
    return { rows: [], hasMore: false, count: withCount ? await runCount(plan, session, limits) : undefined };
  }
  if (plan.verdict === "exact") {
    const found = await session.all(pageStatement(plan));
    const rows = found.slice(0, limit).map((values) => plan.rows.row(values));
    const count = withCount ? await runCount(plan, session, limits) : undefined;
    return { rows, hasMore: found.length > limit, count };
  }
  const reading = candidateReader(plan);
  const { reader } = reading;
  const lookedAt =
    plan.terms === undefined
      ? await lookAtAll(plan, session, reader, limits)
      : await lookInOrder(plan, session, reader, limits, withCount);
  const rows = await wholeRows(plan, session, reading, lookedAt.page.slice(0, limit));
  const count = !withCount ? undefined : (lookedAt.count ?? (await runCount(plan, session, limits)));
  return { rows, hasMore: lookedAt.page.length > limit, count };
}

interface LookedAt {
  /** The rows of the page, and one more if there is one. */
  readonly page: readonly Values[];
  /** All that are kept, where all were looked at. */
  readonly count: number | undefined;
}

/** The rows come in their order: what the page needs is read, and the rest only if it is to be counted anyway. */
async function lookInOrder(
  plan: QueryPlan,
  session: Session,
  reader: RowReader,
  limits: RunLimits,
  withCount: boolean,
): Promise<LookedAt> {
  const { start, limit, after } = plan.request;
  const isCountedHere = withCount && plan.lower === false && after === undefined;
  const page: Values[] = [];
  let kept = 0;
  const options = { ...limits, isOrdered: true, batch: batchSize(start + limit) };
  for await (const rows of keptCandidates(plan, session, reader, options)) {
    for (const values of rows) if (kept++ >= start && page.length <= limit) page.push(values);
    if (page.length > limit && !isCountedHere) return { page, count: undefined };
  }
  return { page, count: after === undefined ? kept : undefined };
}

/** The rows come in any order: the first of them are held. */
async function lookAtAll(
  plan: QueryPlan,
  session: Session,
  reader: RowReader,
  limits: RunLimits,
): Promise<LookedAt> {
  const { start, limit, after } = plan.request;
  const { top, kept } = await firstRows(plan, session, reader, limits, start + limit + 1);
  const page = top.slice(start);
  return { page, count: after === undefined ? kept : undefined };
}

/** The first of the rows that are kept, by what memory sorts them by. */
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
  const options: CandidateOptions = { ...limits, isOrdered: false, batch: MOST_ROWS };
  for await (const rows of keptCandidates(plan, session, reader, options)) {
    for (const values of rows) {
      kept++;
      top.add({ by: read(reader.row(values)), values });
    }
    if (top.length > limits.maximumHeap) throw sortLimit(limits.maximumHeap, plan.reasons);
  }
  return { top: top.sorted().map(({ values }) => values), kept };
}

/** What is read of each row that memory looks at. */
export interface CandidateReader {
  readonly reader: RowReader;
  /** It reads whole rows; else those of the page are fetched by their keys. */
  readonly isWhole: boolean;
}

/** Little is read of each row, but all at once where the rest is small, or where rows have no key. */
export function candidateReader(plan: QueryPlan): CandidateReader {
  const { target, needed, sorted, rows, request } = plan;
  const small = rowReader(target, needed);
  if (keyOf(plan) !== undefined && rows.isWide && rows.columns.length > small.columns.length)
    return { reader: small, isWhole: false };
  if (request.select === undefined) return { reader: rows, isWhole: true };
  return { reader: rowReader(target, new Set([...request.select, ...needed, ...sorted])), isWhole: true };
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
  // The catalog's key is the last of what rows are sorted by.
  const keyIn = (row: RowObject) => plan.sortValues.read(row).at(-1) ?? null;
  const keys = page.map((values) => keyIn(reader.row(values)));
  const constants = keys.filter((key) => key !== null).map((value): Constant => ({ value, type }));
  const found = new Map<string, RowObject>();
  for (const values of await session.all(rowsByKeyStatement(plan, constants))) {
    const row = plan.rows.row(values);
    const name = nameOf(keyIn(row));
    if (found.has(name)) throw sharedKey(plan);
    found.set(name, row);
  }
  return keys.map((key) => {
    const row = key === null ? undefined : found.get(nameOf(key));
    if (row === undefined) throw sharedKey(plan);
    return row;
  });
}

/** The catalog promises that there is none. */
function sharedKey({ target }: QueryPlan): TypeError {
  return new TypeError(`Rows of ${target.catalog.name} have no key, or share one.`);
}

/** Keys are of one type, so that no two have one text. */
function nameOf(key: Value): string {
  return typeof key === "object" ? "" : String(key);
}

/** Runs a plan for the number of rows alone. */
export async function runCount(plan: QueryPlan, session: Session, limits: RunLimits): Promise<number> {
  const { residual, lower, target, needed, reasons } = plan;
  if (residual === undefined) return numberOf(session, countStatement(plan));
  let count = lower === false ? 0 : await numberOf(session, sureCountStatement(plan));
  const reader = rowReader(target, needed);
  let scanned = 0;
  for await (const rows of session.batches(
    unsureStatement(plan, reader.columns, limits.maximumScan),
    MOST_ROWS,
  )) {
    throwIfAborted(limits.signal);
    scanned += rows.length;
    if (scanned > limits.maximumScan) throw scanLimit(limits.maximumScan, reasons);
    for (const values of rows) if (residual(reader.row(values))) count++;
  }
  return count;
}

async function numberOf(session: Session, statement: SqlStatement): Promise<number> {
  const [row] = await session.all(statement);
  return Number(readInteger(row?.[0]));
}

/** Rows of one batch, at the most and at the least. */
export const MOST_ROWS = 1_000;
const FEWEST_ROWS = 50;

/** Some rows are thrown away, so that a few more than the page's are asked for. */
function batchSize(rows: number): number {
  return Math.max(FEWEST_ROWS, Math.min(MOST_ROWS, 2 * rows));
}
