import type { ShellCommand } from "../../session/shell-command.ts";
import { showFunctions } from "../../session/show-functions.ts";

export const functionsShellCommand: ShellCommand = {
  name: "functions",
  argument: { label: "[NAME]", kind: "function" },
  summary: "list functions, or describe one",
  run: showFunctions,
};
