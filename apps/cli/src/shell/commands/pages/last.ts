import { currentView } from "../../session/current-view.ts";
import type { ShellCommand } from "../../session/shell-command.ts";
import { showPage } from "../../session/show-page.ts";
import { countMatches } from "../../session/turn-pages.ts";

export const lastShellCommand: ShellCommand = {
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
};
