import type { ShellCommand } from "../../session/shell-command.ts";

export const fixShellCommand: ShellCommand = {
  name: "fix",
  summary: "run the last invalid line with all suggested fixes",
  // Does nothing, because `runLine` replaces `.fix` by the corrected line before commands run.
  run: () => undefined,
};
