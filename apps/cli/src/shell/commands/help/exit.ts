import type { ShellCommand } from "../../session/shell-command.ts";

export const exitShellCommand: ShellCommand = {
  name: "exit",
  summary: "leave the shell, like Ctrl-D",
  run: (session) => void (session.isEnded = true),
};
