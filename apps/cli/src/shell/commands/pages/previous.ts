import type { ShellCommand } from "../../session/shell-command.ts";
import { turnPages } from "../../session/turn-pages.ts";

export const previousShellCommand: ShellCommand = {
  name: "previous",
  summary: "show the previous page",
  run: (session, _, signal) => turnPages(session, -1, signal),
};
