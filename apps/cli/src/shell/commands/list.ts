/** All shell commands, in the order that `.help` lists them. */
import { nextShellCommand } from "./pages/next.ts";
import { previousShellCommand } from "./pages/previous.ts";
import { firstShellCommand } from "./pages/first.ts";
import { lastShellCommand } from "./pages/last.ts";
import { startShellCommand } from "./pages/start.ts";
import { countShellCommand } from "./results/count.ts";
import { facetsShellCommand } from "./results/facets.ts";
import { minmaxShellCommand } from "./results/minmax.ts";
import { explainShellCommand } from "./results/explain.ts";
import { urlShellCommand } from "./results/url.ts";
import { sortShellCommand } from "./settings/sort.ts";
import { limitShellCommand } from "./settings/limit.ts";
import { selectShellCommand } from "./settings/select.ts";
import { localeShellCommand } from "./settings/locale.ts";
import { strictShellCommand } from "./settings/strict.ts";
import { timingShellCommand } from "./settings/timing.ts";
import { outputShellCommand } from "./settings/output.ts";
import { settingsShellCommand } from "./settings/settings.ts";
import { writeShellCommand } from "./files/write.ts";
import { saveShellCommand } from "./files/save.ts";
import { membersShellCommand } from "./help/members.ts";
import { functionsShellCommand } from "./help/functions.ts";
import { fixShellCommand } from "./help/fix.ts";
import { helpShellCommand } from "./help/help.ts";
import { exitShellCommand } from "./help/exit.ts";
import type { ShellCommand } from "../session/shell-command.ts";

export const SHELL_COMMANDS: readonly ShellCommand[] = [
  nextShellCommand,
  previousShellCommand,
  firstShellCommand,
  lastShellCommand,
  startShellCommand,
  countShellCommand,
  facetsShellCommand,
  minmaxShellCommand,
  explainShellCommand,
  urlShellCommand,
  sortShellCommand,
  limitShellCommand,
  selectShellCommand,
  localeShellCommand,
  strictShellCommand,
  timingShellCommand,
  outputShellCommand,
  settingsShellCommand,
  writeShellCommand,
  saveShellCommand,
  membersShellCommand,
  functionsShellCommand,
  fixShellCommand,
  helpShellCommand,
  exitShellCommand,
];
