/** Shows a page, with how many rows there are and how long it took to find them. */
import { setImmediate as nextTurn } from "node:timers/promises";
import { print, type Diagnostic } from "tamis";
import { wantsColor } from "../io/color.ts";
import type { OutputFormat } from "../io/formats.ts";
import { getOwn } from "../io/own-members.ts";
import type { Row } from "../io/row-reader.ts";
import { createWriter, type RowWriter, type WriteOptions } from "../io/write-rows.ts";
import { originalOf } from "../naming.ts";
import { colorChoice, report } from "../report.ts";
import { ExpressionError } from "../prepare.ts";
import type { Session } from "./session.ts";
import type { View } from "./settings.ts";
import type { SourceQuery } from "./source.ts";

/** Rows between two looks at the keyboard. */
const LOOK = 500;

export async function showView(session: Session, view: View, signal: AbortSignal): Promise<void> {
  const query = queryOf(view);
  if (query.limit === undefined) return showAll(session, query, signal);
  const clock = startClock(session);
  const page = answered(await session.source.page(query, session.options(signal)), session, view);
  const took = clock();
  await writeItems(session, page.items, signal);
  const { start } = view;
  const shown = page.items.length;
  const which = shown === page.count || shown === 0 ? "" : `, ${count(start + 1)} to ${count(start + shown)}`;
  tellResult(session, `${rows(page.count)}${which}`, took);
}

/** All rows as they come, however many. */
async function showAll(session: Session, query: SourceQuery, signal: AbortSignal): Promise<void> {
  const clock = startClock(session);
  const found = answered(await session.source.rows(query, session.options(signal)), session);
  const asked = clock();
  const waited = { now: session.scope.io.now, time: 0 };
  const writer = writerOf(session);
  let shown = 0;
  try {
    shown = await takeRows(found.rows, writer, signal, waited);
  } finally {
    // What was found before a fault is shown, whole.
    await writer.end();
  }
  tellResult(session, rows(shown), asked + waited.time);
}

/**
 * Writes rows as they come and gives their number.
 *
 * @param waited is told how long rows were waited for
 */
export async function takeRows(
  from: AsyncIterable<Row>,
  writer: RowWriter,
  signal: AbortSignal,
  waited = { now: () => 0, time: 0 },
): Promise<number> {
  const source = from[Symbol.asyncIterator]();
  let taken = 0;
  try {
    for (;;) {
      const before = waited.now();
      const next = await source.next();
      waited.time += waited.now() - before;
      if (next.done === true) return taken;
      const full = writer.write(originalOf(next.value));
      if (full !== undefined) await full;
      if (++taken % LOOK === 0) await nextTurn();
      signal.throwIfAborted();
    }
  } finally {
    await source.return?.();
  }
}

/** Rows that are no page: members, values, functions. */
export async function showTable(session: Session, items: readonly Row[]): Promise<void> {
  const writer = createWriter(session.settings.output, session.scope.out, lookOf(session));
  for (const row of items) await writer.write(row);
  await writer.end();
}

async function writeItems(session: Session, items: readonly Row[], signal: AbortSignal): Promise<void> {
  const writer = writerOf(session, items);
  for (const [i, row] of items.entries()) {
    const full = writer.write(originalOf(row));
    if (full !== undefined) await full;
    if ((i + 1) % LOOK === 0) await nextTurn();
    signal.throwIfAborted();
  }
  await writer.end();
}

function writerOf(session: Session, items?: readonly Row[]): RowWriter {
  const { settings, scope } = session;
  const columns = columnsOf(session, settings.output, items);
  return createWriter(settings.output, scope.out, { ...lookOf(session), ...columns });
}

/**
 * What is written of a row. Where there are columns they stand in one order on all pages.
 *
 * @param items the rows, if there are no others: whoever looks on needs no column that is empty in all of them
 */
export function columnsOf(session: Session, format: OutputFormat, items?: readonly Row[]): WriteOptions {
  const { settings, source, isInteractive } = session;
  if (settings.select !== undefined)
    return { select: settings.select.map((name) => propertyPath(session, name)) };
  if (format === "json" || format === "ndjson") return {};
  if (!isInteractive || items === undefined || items.length === 0) return { select: source.columns };
  const filled = source.columns.filter((name) =>
    items.some((row) => (getOwn(originalOf(row), name) ?? null) !== null),
  );
  return { select: filled };
}

function lookOf({ scope: { io, args } }: Session) {
  return {
    color: wantsColor({ choice: colorChoice(args.text("color")), env: io.env, isTTY: io.stdoutIsTTY }),
    columns: io.stdoutColumns,
  };
}

/** What the rows call a member that was selected by its name. */
function propertyPath({ catalog }: Session, path: string): string {
  const own = catalog.members.byName.get(path);
  if (own !== undefined) return own.property;
  const dot = path.indexOf(".");
  const first = dot < 0 ? undefined : catalog.members.byName.get(path.slice(0, dot));
  return first === undefined ? path : first.property + path.slice(dot);
}

export function queryOf({ filter, order, start, limit }: View): SourceQuery {
  return { filter, sortBy: order.sortBy, start, limit };
}

interface Refusal {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

/** @throws ExpressionError if the source does not answer, after it was told why */
export function answered<T extends { readonly ok: true }>(
  answer: T | Refusal,
  { scope }: Session,
  view?: Pick<View, "filter">,
): T {
  if (answer.ok) return answer;
  report(view === undefined ? "" : print(view.filter.expression), answer.diagnostics, scope);
  throw new ExpressionError();
}

/** Starts to measure, and gives what ends it: milliseconds. */
export function startClock({ scope: { io } }: Session): () => number {
  const start = io.now();
  return () => io.now() - start;
}

/** What was found, and in which time, where someone looks on or asked for it. */
export function tellResult(session: Session, text: string, took: number): void {
  const { isInteractive, settings } = session;
  const time = settings.timing ? ` (${milliseconds(took)})` : "";
  if (isInteractive || settings.timing) session.tell(`${text}${time}`);
}

export function rows(number: number): string {
  return number === 1 ? "1 row" : `${number === 0 ? "no" : count(number)} rows`;
}

/** @example milliseconds(1.234) // "1.23 ms" */
function milliseconds(time: number): string {
  return `${time < 10 ? time.toFixed(2) : time < 100 ? time.toFixed(1) : count(Math.round(time))} ms`;
}

function count(number: number): string {
  return NUMBERS.format(number);
}

const NUMBERS = new Intl.NumberFormat("en-US");
