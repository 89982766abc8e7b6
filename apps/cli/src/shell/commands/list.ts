import type { ShellCommand } from "../session/shell-command.ts";
import { FILE_COMMANDS } from "./files.ts";
import { HELP_COMMANDS } from "./help.ts";
import { PAGE_COMMANDS } from "./pages.ts";
import { RESULT_COMMANDS } from "./results.ts";
import { SETTING_COMMANDS } from "./settings.ts";

/** All shell commands, in the order that `.help` lists them. */
export const SHELL_COMMANDS: readonly ShellCommand[] = [
  ...PAGE_COMMANDS,
  ...RESULT_COMMANDS,
  ...SETTING_COMMANDS,
  ...FILE_COMMANDS,
  ...HELP_COMMANDS,
];
