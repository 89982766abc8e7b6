/** The one list of the prompt's commands, in the order of its help. */
import { SETTING_COMMANDS } from "./setting-commands.ts";
import type { ShellCommand } from "./shell-command.ts";
import { TELLING_COMMANDS } from "./telling-commands.ts";
import { VIEW_COMMANDS } from "./view-commands.ts";
import { WRITING_COMMANDS } from "./writing-commands.ts";

export const SHELL_COMMANDS: readonly ShellCommand[] = [
  ...VIEW_COMMANDS,
  ...SETTING_COMMANDS,
  ...WRITING_COMMANDS,
  ...TELLING_COMMANDS,
];
