import type { ShellCommand } from "../../session/shell-command.ts";

export const fixShellCommand: ShellCommand = {
  name: "fix",
  summary: "run the last invalid line with all suggested fixes",
  // Implemented by runLine, which replaces the text before it runs.
  run: () => undefined,
};
