import { setImmediate as nextEventLoopTurn } from "node:timers/promises";
import { print } from "tamis";
import { colorChoice } from "../../command/report.ts";
import { CSV_SAFE } from "../../command/shared-options.ts";
import type { OutputFormat } from "../../formats/formats.ts";
import { getOwn } from "../../formats/own-members.ts";
import { shownOf, type Row } from "tamis/files";
import { wantsColor } from "../../io/color.ts";
import { formatCount, formatRows } from "../../io/format-count.ts";
import { requireAnswer } from "../../query/answer.ts";
import { createWriter } from "../../writers/create-writer.ts";
import type { RowOutput, WriteOptions } from "../../writers/row-output.ts";
import type { SourceQuery } from "../sources/source.ts";
import type { ShellSession } from "./session.ts";
import type { PageView } from "./settings.ts";

/** Number of rows written before yielding to the event loop, which handles Ctrl-C. */
const ROWS_PER_TURN = 500;

/** Shows a page and makes it the session's current view. */
export async function showPage(session: ShellSession, view: PageView, signal: AbortSignal): Promise<void> {
  session.view = view;
  const query = queryOf(view);
  if (query.limit === undefined) return showAllRows(session, view, signal);
  const elapsed = startTimer(session);
  const answer = await session.source.page(query, session.options(signal));
  const page = requireAnswer(answer, print(view.filter.expression), session.scope);
  const time = elapsed();
  await writeItems(session, page.items, signal);
  const { start } = view;
  const count = page.items.length;
  const range =
    count === page.count || count === 0 ? "" : `, ${formatCount(start + 1)} to ${formatCount(start + count)}`;
  printSummary(session, `${formatRows(page.count)}${range}`, time);
}

async function showAllRows(session: ShellSession, view: PageView, signal: AbortSignal): Promise<void> {
  const elapsed = startTimer(session);
  const answer = await session.source.rows(queryOf(view), session.options(signal));
  const rowAnswer = requireAnswer(answer, print(view.filter.expression), session.scope);
  const queryTime = elapsed();
  const waiting = { now: session.scope.io.now, time: 0 };
  const writer = sessionWriter(session);
  let shownRows = 0;
  try {
    shownRows = await writeStream(rowAnswer.rows, writer, signal, waiting);
  } finally {
    // Flushes the rows written so far, also if reading the next rows fails.
    await writer.end();
  }
  printSummary(session, formatRows(shownRows), queryTime + waiting.time);
}

/**
 * Writes all rows and returns their number.
 * @param waiting accumulates the milliseconds spent waiting for rows
 */
export async function writeStream(
  rows: AsyncIterable<Row>,
  writer: RowOutput,
  signal: AbortSignal,
  waiting = { now: () => 0, time: 0 },
): Promise<number> {
  const source = rows[Symbol.asyncIterator]();
  let rowCount = 0;
  try {
    for (;;) {
      const before = waiting.now();
      const next = await source.next();
      waiting.time += waiting.now() - before;
      if (next.done === true) return rowCount;
      const full = writer.write(shownOf(next.value));
      if (full !== undefined) await full;
      if (++rowCount % ROWS_PER_TURN === 0) await nextEventLoopTurn();
      signal.throwIfAborted();
    }
  } finally {
    await source.return?.();
  }
}

/** Writes items in the output format. Items can also be members or functions instead of rows. */
export async function showTable(session: ShellSession, items: readonly Row[]): Promise<void> {
  const writer = createWriter(session.settings.output, session.scope.out, terminalOptions(session));
  for (const row of items) await writer.write(row);
  await writer.end();
}

async function writeItems(session: ShellSession, items: readonly Row[], signal: AbortSignal): Promise<void> {
  const writer = sessionWriter(session, items);
  for (const [i, row] of items.entries()) {
    const full = writer.write(shownOf(row));
    if (full !== undefined) await full;
    if ((i + 1) % ROWS_PER_TURN === 0) await nextEventLoopTurn();
    signal.throwIfAborted();
  }
  await writer.end();
}

function sessionWriter(session: ShellSession, items?: readonly Row[]): RowOutput {
  const { settings, scope } = session;
  const columns = selectOptions(session, settings.output, items);
  return createWriter(settings.output, scope.out, { ...terminalOptions(session), ...columns });
}

/**
 * Returns the columns to write, in the same order on all pages.
 * @param items all rows to write, if known: the prompt hides columns that are empty in all of them
 */
export function selectOptions(
  session: ShellSession,
  format: OutputFormat,
  items?: readonly Row[],
): WriteOptions {
  const { settings, source, scope, isInteractive } = session;
  const csvSafe = scope.args.flag(CSV_SAFE.name);
  if (settings.select !== undefined)
    return { csvSafe, keepColumns: true, select: settings.select.map((name) => propertyPath(session, name)) };
  if (format === "json" || format === "ndjson") return {};
  if (!isInteractive || items === undefined || items.length === 0) return { csvSafe, select: source.columns };
  const filled = source.columns.filter((name) =>
    items.some((row) => (getOwn(shownOf(row), name) ?? null) !== null),
  );
  return { csvSafe, select: filled };
}

function terminalOptions({ scope: { io, args } }: ShellSession): WriteOptions {
  return {
    color: wantsColor({ choice: colorChoice(args.text("color")), env: io.env, isTTY: io.stdoutIsTTY }),
    columns: io.stdoutColumns,
    csvSafe: args.flag(CSV_SAFE.name),
  };
}

function propertyPath({ catalog }: ShellSession, path: string): string {
  const member = catalog.members.byName.get(path);
  if (member !== undefined) return member.property;
  const dot = path.indexOf(".");
  const first = dot < 0 ? undefined : catalog.members.byName.get(path.slice(0, dot));
  return first === undefined ? path : first.property + path.slice(dot);
}

export function queryOf({ filter, sort, start, limit }: PageView): SourceQuery {
  return { filter, sortBy: sort.sortBy, start, limit };
}

/** Starts a timer. The returned function returns the elapsed milliseconds. */
export function startTimer({ scope: { io } }: ShellSession): () => number {
  const start = io.now();
  return () => io.now() - start;
}

/** Prints a summary line, but only at the prompt or if `.timing` is on. */
export function printSummary(session: ShellSession, text: string, milliseconds: number): void {
  const { isInteractive, settings } = session;
  const time = settings.timing ? ` (${formatTime(milliseconds)})` : "";
  if (isInteractive || settings.timing) session.printNote(`${text}${time}`);
}

function formatTime(milliseconds: number): string {
  const digits = milliseconds < 10 ? 2 : 1;
  return `${milliseconds < 100 ? milliseconds.toFixed(digits) : formatCount(Math.round(milliseconds))} ms`;
}
