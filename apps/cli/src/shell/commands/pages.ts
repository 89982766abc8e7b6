import { print, type CheckedFilter } from "tamis";
import { parseCount, UsageError } from "../../command/arguments.ts";
import { requireAnswer } from "../../query/answer.ts";
import { currentView } from "../session/current-view.ts";
import type { ShellSession } from "../session/session.ts";
import type { ShellCommand } from "../session/shell-command.ts";
import { showPage } from "../session/show-page.ts";

export const PAGE_COMMANDS: readonly ShellCommand[] = [
  {
    name: "next",
    summary: "show the next page",
    run: (session, _, signal) => turnPages(session, 1, signal),
  },
  {
    name: "previous",
    summary: "show the previous page",
    run: (session, _, signal) => turnPages(session, -1, signal),
  },
  {
    name: "first",
    summary: "show the first page",
    run: (session, _, signal) => showPage(session, { ...currentView(session), start: 0 }, signal),
  },
  {
    name: "last",
    summary: "show the last page",
    run: async (session, _, signal) => {
      const view = currentView(session);
      const { limit } = view;
      if (limit === undefined || limit === 0) return showPage(session, view, signal);
      const total = await countMatches(session, view.filter, signal);
      const start = Math.floor(Math.max(0, total - 1) / limit) * limit;
      await showPage(session, { ...view, start }, signal);
    },
  },
  {
    name: "start",
    argument: { label: "N", kind: "text", isRequired: true },
    summary: "skip the first N rows",
    run: (session, text, signal) =>
      showPage(session, { ...currentView(session), start: parseCount(".start", text) }, signal),
  },
];

/**
 * Shows the page that is `pages` after the current one.
 * @param pages number of pages; negative to go backwards
 * @throws UsageError if no page size is set, or if there is no such page
 */
async function turnPages(session: ShellSession, pages: number, signal: AbortSignal): Promise<void> {
  const view = currentView(session);
  if (view.limit === undefined || view.limit === 0)
    throw new UsageError("Pages need a size. Set it with .limit.");
  if (session.view === undefined && pages > 0) return showPage(session, view, signal);
  const start = view.start + pages * view.limit;
  if (pages < 0 && view.start === 0) throw new UsageError("This is the first page.");
  if (pages > 0 && start >= (await countMatches(session, view.filter, signal)))
    throw new UsageError("This is the last page.");
  await showPage(session, { ...view, start: Math.max(0, start) }, signal);
}

export async function countMatches(
  session: ShellSession,
  filter: CheckedFilter,
  signal: AbortSignal,
): Promise<number> {
  const answer = await session.source.count(filter, session.options(signal));
  return requireAnswer(answer, print(filter.expression), session.scope).count;
}
