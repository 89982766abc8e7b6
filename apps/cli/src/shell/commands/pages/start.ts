import { parseCount } from "../../../command/arguments.ts";
import { currentView } from "../../session/current-view.ts";
import type { ShellCommand } from "../../session/shell-command.ts";
import { showPage } from "../../session/show-page.ts";

export const startShellCommand: ShellCommand = {
  name: "start",
  argument: { label: "N", kind: "text", isRequired: true },
  summary: "skip the first N rows",
  run: (session, text, signal) =>
    showPage(session, { ...currentView(session), start: parseCount(".start", text) }, signal),
};
