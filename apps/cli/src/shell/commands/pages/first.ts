import { currentView } from "../../session/current-view.ts";
import type { ShellCommand } from "../../session/shell-command.ts";
import { showPage } from "../../session/show-page.ts";

export const firstShellCommand: ShellCommand = {
  name: "first",
  summary: "show the first page",
  run: (session, _, signal) => showPage(session, { ...currentView(session), start: 0 }, signal),
};
