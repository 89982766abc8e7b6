/** Commands that ask, and that turn the page that was asked for last. */
import { check, parseFilter, parseSortBy, type CheckedFilter } from "tamis";
import { resolveMember } from "tamis/catalog";
import { show } from "tamis/diagnostics";
import { encodeQuery } from "tamis/url";
import { didYouMean, UsageError } from "../options.ts";
import { readFilter } from "./ask.ts";
import { listMembers } from "./member-list.ts";
import type { Session } from "./session.ts";
import type { View } from "./settings.ts";
import type { ShellCommand } from "./shell-command.ts";
import { answered, queryOf, rows, showTable, startClock, tellResult } from "./show-view.ts";

export const VIEW_COMMANDS: readonly ShellCommand[] = [
  { name: "next", summary: "turn to the next page", run: (session, _, signal) => turn(session, 1, signal) },
  {
    name: "previous",
    summary: "turn to the page before",
    run: (session, _, signal) => turn(session, -1, signal),
  },
  {
    name: "first",
    summary: "turn to the first page",
    run: (session, _, signal) => session.turnTo({ ...viewOf(session), start: 0 }, signal),
  },
  { name: "last", summary: "turn to the last page", run: turnToLast },
  {
    name: "start",
    argument: { label: "N", kind: "text", isNeeded: true },
    summary: "leave out the first N rows",
    run: (session, text, signal) =>
      session.turnTo({ ...viewOf(session), start: wholeNumber(".start", text) }, signal),
  },
  {
    name: "count",
    argument: { label: "[E]", kind: "filter" },
    summary: "count the rows of a filter, or of the one asked last",
    run: countRows,
  },
  {
    name: "facets",
    argument: { label: "MEMBER", kind: "member", isNeeded: true },
    summary: "show the values of a member among the rows asked last, the most frequent first",
    run: showFacets,
  },
  {
    name: "bounds",
    argument: { label: "MEMBER", kind: "member", isNeeded: true },
    summary: "show the least and the greatest value of a member among the rows asked last",
    run: showBounds,
  },
  {
    name: "explain",
    argument: { label: "[E]", kind: "filter" },
    summary: "tell how a filter, or the page asked last, is answered",
    run: explain,
  },
  {
    name: "url",
    summary: "print the page asked last as a query string",
    run: (session) => session.scope.out.write(`${urlOf(viewOf(session))}\n`),
  },
];

/** The page asked last; all rows where none was. */
export function viewOf(session: Session): View {
  return session.view ?? everything(session);
}

function everything({ catalog, settings }: Session): View {
  const { filter } = check(parseFilter("").expression!, catalog);
  return { filter: filter!, order: settings.order, start: 0, limit: settings.limit };
}

async function turn(session: Session, pages: number, signal: AbortSignal): Promise<void> {
  const view = viewOf(session);
  if (view.limit === undefined || view.limit === 0)
    throw new UsageError("There are pages where .limit says how many rows they have.");
  if (session.view === undefined && pages > 0) return session.turnTo(view, signal);
  const start = view.start + pages * view.limit;
  if (pages < 0 && view.start === 0) throw new UsageError("This is the first page.");
  if (pages > 0 && start >= (await countOf(session, view.filter, signal)))
    throw new UsageError("This is the last page.");
  await session.turnTo({ ...view, start: Math.max(0, start) }, signal);
}

async function turnToLast(session: Session, _: string, signal: AbortSignal): Promise<void> {
  const view = viewOf(session);
  const { limit } = view;
  if (limit === undefined || limit === 0) return session.turnTo(view, signal);
  const total = await countOf(session, view.filter, signal);
  await session.turnTo({ ...view, start: Math.floor(Math.max(0, total - 1) / limit) * limit }, signal);
}

async function countOf(session: Session, filter: CheckedFilter, signal: AbortSignal): Promise<number> {
  return answered(await session.source.count(filter, session.options(signal)), session, { filter }).count;
}

async function countRows(session: Session, text: string, signal: AbortSignal): Promise<void> {
  const filter = text === "" ? viewOf(session).filter : readFilter(text, session.reading);
  const clock = startClock(session);
  const total = await countOf(session, filter, signal);
  const took = clock();
  await session.scope.out.write(`${total}\n`);
  if (session.settings.timing) tellResult(session, "counted", took);
}

/** Values that are shown where no limit is set. */
const MOST_VALUES = 100;

async function showFacets(session: Session, text: string, signal: AbortSignal): Promise<void> {
  const member = knownMember(session, text);
  const { facets } = session.source;
  if (facets === undefined) throw new UsageError(".facets is for files: a database is not asked for them.");
  const clock = startClock(session);
  const limit = session.settings.limit ?? MOST_VALUES;
  const found = facets(member, session.view?.filter, limit, session.options(signal));
  const took = clock();
  await showTable(
    session,
    found.values.map(({ value, count }) => ({ value, count })),
  );
  const values = found.distinct === 1 ? "1 value" : `${found.distinct.toLocaleString("en-US")} values`;
  const nulls = found.nulls === 0 ? "" : `, ${rows(found.nulls)} without one`;
  tellResult(session, values + nulls, took);
}

async function showBounds(session: Session, text: string, signal: AbortSignal): Promise<void> {
  const member = knownMember(session, text);
  const clock = startClock(session);
  const { filter } = viewOf(session);
  const found = await session.source.bounds(member, filter, session.options(signal));
  const { bounds } = answered(found, session, { filter });
  const took = clock();
  await showTable(session, bounds === undefined ? [] : [{ least: bounds.min, greatest: bounds.max }]);
  tellResult(session, bounds === undefined ? "no values" : "bounds", took);
}

async function explain(session: Session, text: string, signal: AbortSignal): Promise<void> {
  const view =
    text === "" ? viewOf(session) : { ...everything(session), filter: readFilter(text, session.reading) };
  await session.scope.out.write(`${await session.source.explain(queryOf(view), session.options(signal))}\n`);
}

function urlOf({ filter, order, start, limit }: View): string {
  return encodeQuery({
    filter: filter.expression,
    ...(order.text === "" ? {} : { sortBy: parseSortBy(order.text).expression }),
    start,
    ...(limit === undefined ? {} : { limit }),
  });
}

/** @throws UsageError with a suggestion if there is no such member */
export function knownMember({ catalog }: Session, name: string): string {
  if (resolveMember(catalog, name)?.filterable === true) return name;
  const names = listMembers(catalog).map((each) => each.name);
  throw new UsageError(
    `There is no member '${show(name)}'.${didYouMean(name, names) || " .members lists them."}`,
  );
}

export function wholeNumber(command: string, text: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number)) return number;
  throw new UsageError(`${command} wants a whole number from 0 on, not '${show(text)}'.`);
}
