/** All commands, in the order that the help lists them. */
import type { Command } from "../command/command.ts";
import { catalogCommand } from "./catalog.ts";
import { checkCommand } from "./check.ts";
import { collateCommand } from "./collate.ts";
import { completionCommand } from "./completion.ts";
import { explainCommand } from "./explain.ts";
import { fmtCommand } from "./fmt.ts";
import { queryCommand } from "./query.ts";
import { saveCommand } from "./save.ts";
import { shellCommand } from "./shell.ts";
import { sqlCommand } from "./sql.ts";
import { urlCommand } from "./url.ts";

export const COMMANDS: readonly Command[] = [
  queryCommand,
  shellCommand,
  saveCommand,
  checkCommand,
  fmtCommand,
  explainCommand,
  sqlCommand,
  urlCommand,
  catalogCommand,
  collateCommand,
  completionCommand,
];
