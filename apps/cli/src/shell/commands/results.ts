import { parseSortBy, print } from "tamis";
import { encodeQuery } from "tamis/url";
import { UsageError } from "../../command/arguments.ts";
import { formatRows } from "../../io/format-count.ts";
import { requireAnswer } from "../../query/answer.ts";
import { allRows, currentView, requireComparableMember } from "../session/current-view.ts";
import { readFilter } from "../session/read-input.ts";
import type { ShellSession } from "../session/session.ts";
import type { PageView } from "../session/settings.ts";
import type { ShellCommand } from "../session/shell-command.ts";
import { printSummary, queryOf, showTable, startTimer } from "../session/show-page.ts";
import { countMatches } from "./pages.ts";

/** Maximum number of values shown if the session has no limit. */
const MAX_VALUES = 100;

export const RESULT_COMMANDS: readonly ShellCommand[] = [
  {
    name: "count",
    argument: { label: "[E]", kind: "filter" },
    summary: "count the rows that match a filter, or the current one",
    run: async (session, text, signal) => {
      const { filter } = await chosenView(session, text, signal);
      const elapsed = startTimer(session);
      const total = await countMatches(session, filter, signal);
      const time = elapsed();
      await session.scope.out.write(`${total}\n`);
      if (session.settings.timing) printSummary(session, "counted", time);
    },
  },
  {
    name: "facets",
    argument: { label: "MEMBER", kind: "member", isRequired: true },
    summary: "count the values of a member among the current rows, most frequent first",
    run: async (session, text, signal) => {
      const member = requireComparableMember(session, text);
      const { facets } = session.source;
      if (facets === undefined) throw new UsageError(".facets is not supported for databases.");
      const elapsed = startTimer(session);
      const limit = session.settings.limit ?? MAX_VALUES;
      const result = facets(member, session.view?.filter, limit, session.options(signal));
      const time = elapsed();
      await showTable(
        session,
        result.values.map(({ value, count }) => ({ value, count })),
      );
      const values = result.distinct === 1 ? "1 value" : `${result.distinct.toLocaleString("en-US")} values`;
      const nulls = result.nulls === 0 ? "" : `, ${formatRows(result.nulls)} without a value`;
      printSummary(session, values + nulls, time);
    },
  },
  {
    name: "minmax",
    argument: { label: "MEMBER", kind: "member", isRequired: true },
    summary: "show the smallest and the largest value of a member among the current rows",
    run: async (session, text, signal) => {
      const member = requireComparableMember(session, text);
      const elapsed = startTimer(session);
      const { filter } = currentView(session);
      const answer = await session.source.minMax(member, filter, session.options(signal));
      const { minMax } = requireAnswer(answer, print(filter.expression), session.scope);
      const time = elapsed();
      await showTable(session, minMax === undefined ? [] : [minMax]);
      printSummary(session, minMax === undefined ? "no values" : "min and max", time);
    },
  },
  {
    name: "explain",
    argument: { label: "[E]", kind: "filter" },
    summary: "show how a filter, or the current page, is evaluated",
    run: async (session, text, signal) => {
      const view = await chosenView(session, text, signal);
      const plan = await session.source.explain(queryOf(view), session.options(signal));
      await session.scope.out.write(`${plan}\n`);
    },
  },
  {
    name: "url",
    summary: "print the current page as a query string",
    run: (session) => {
      const { filter, sort, start, limit } = currentView(session);
      const query = encodeQuery({
        filter: filter.expression,
        ...(sort.text === "" ? {} : { sortBy: parseSortBy(sort.text).expression }),
        start,
        ...(limit === undefined ? {} : { limit }),
      });
      return session.scope.out.write(`${query}\n`);
    },
  },
];

/** Returns all rows that match a filter, or the current page if the text is empty. */
async function chosenView(session: ShellSession, text: string, signal: AbortSignal): Promise<PageView> {
  if (text === "") return currentView(session);
  return { ...allRows(session), filter: await readFilter(text, await session.filterContext(text, signal)) };
}
