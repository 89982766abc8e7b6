import type { ShellCommand } from "../../session/shell-command.ts";
import { turnPages } from "../../session/turn-pages.ts";

export const nextShellCommand: ShellCommand = {
  name: "next",
  summary: "show the next page",
  run: (session, _, signal) => turnPages(session, 1, signal),
};
