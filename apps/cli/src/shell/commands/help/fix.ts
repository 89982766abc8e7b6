import type { ShellCommand } from "../../session/shell-command.ts";

export const fixShellCommand: ShellCommand = {
  name: "fix",
  summary: "run the last invalid line with all suggested fixes",
  // `runLine` replaces the text before it runs.
  run: () => undefined,
};
