import { currentView } from "../../session/current-view.ts";
import { readFilter } from "../../session/read-input.ts";
import type { ShellCommand } from "../../session/shell-command.ts";
import { printSummary, startTimer } from "../../session/show-page.ts";
import { countMatches } from "../../session/turn-pages.ts";

export const countShellCommand: ShellCommand = {
  name: "count",
  argument: { label: "[E]", kind: "filter" },
  summary: "count the rows that match a filter, or the current one",
  run: async (session, text, signal) => {
    const filter =
      text === ""
        ? currentView(session).filter
        : await readFilter(text, await session.filterContext(text, signal));
    const elapsed = startTimer(session);
    const total = await countMatches(session, filter, signal);
    const time = elapsed();
    await session.scope.out.write(`${total}\n`);
    if (session.settings.timing) printSummary(session, "counted", time);
  },
};
