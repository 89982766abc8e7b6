import { print, type CheckedFilter } from "tamis";
import { UsageError } from "../../command/arguments.ts";
import { requireAnswer } from "../../query/answer.ts";
import { currentView } from "./current-view.ts";
import type { ShellSession } from "./session.ts";
import { showPage } from "./show-page.ts";

/**
 * Shows the page that is `pages` after the current one.
 * @param pages number of pages; negative to go backwards
 * @throws UsageError if no page size is set, or if there is no such page
 */
export async function turnPages(session: ShellSession, pages: number, signal: AbortSignal): Promise<void> {
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
