/** The list of all shell commands, in the order of .help. */
import { nextCommand } from "./pages/next.ts";
import { previousCommand } from "./pages/previous.ts";
import { firstCommand } from "./pages/first.ts";
import { lastCommand } from "./pages/last.ts";
import { startCommand } from "./pages/start.ts";
import { countCommand } from "./results/count.ts";
import { facetsCommand } from "./results/facets.ts";
import { minmaxCommand } from "./results/minmax.ts";
import { explainCommand } from "./results/explain.ts";
import { urlCommand } from "./results/url.ts";
import { sortCommand } from "./settings/sort.ts";
import { limitCommand } from "./settings/limit.ts";
import { selectCommand } from "./settings/select.ts";
import { localeCommand } from "./settings/locale.ts";
import { strictCommand } from "./settings/strict.ts";
import { timingCommand } from "./settings/timing.ts";
import { outputCommand } from "./settings/output.ts";
import { settingsCommand } from "./settings/settings.ts";
import { writeCommand } from "./files/write.ts";
import { saveCommand } from "./files/save.ts";
import { membersCommand } from "./help/members.ts";
import { functionsCommand } from "./help/functions.ts";
import { fixCommand } from "./help/fix.ts";
import { helpCommand } from "./help/help.ts";
import { exitCommand } from "./help/exit.ts";
import type { ShellCommand } from "../session/shell-command.ts";

export const SHELL_COMMANDS: readonly ShellCommand[] = [
  nextCommand,
  previousCommand,
  firstCommand,
  lastCommand,
  startCommand,
  countCommand,
  facetsCommand,
  minmaxCommand,
  explainCommand,
  urlCommand,
  sortCommand,
  limitCommand,
  selectCommand,
  localeCommand,
  strictCommand,
  timingCommand,
  outputCommand,
  settingsCommand,
  writeCommand,
  saveCommand,
  membersCommand,
  functionsCommand,
  fixCommand,
  helpCommand,
  exitCommand,
];
