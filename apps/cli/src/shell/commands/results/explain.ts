import { allRows, currentView } from "../../session/current-view.ts";
import { readFilter } from "../../session/read-input.ts";
import type { ShellCommand } from "../../session/shell-command.ts";
import { queryOf } from "../../session/show-page.ts";

export const explainShellCommand: ShellCommand = {
  name: "explain",
  argument: { label: "[E]", kind: "filter" },
  summary: "show how a filter, or the current page, is evaluated",
  run: async (session, text, signal) => {
    const view =
      text === ""
        ? currentView(session)
        : { ...allRows(session), filter: await readFilter(text, await session.filterContext(text, signal)) };
    const plan = await session.source.explain(queryOf(view), session.options(signal));
    await session.scope.out.write(`${plan}\n`);
  },
};
