import { parseCount } from "../../../command/arguments.ts";
import { printSetting, refreshPage, UNSET } from "../../session/change-settings.ts";
import type { ShellCommand } from "../../session/shell-command.ts";

export const limitShellCommand: ShellCommand = {
  name: "limit",
  argument: { label: "[N|-]", kind: "text" },
  summary: "set the rows per page, - for all rows",
  run: async (session, text, signal) => {
    const { settings } = session;
    if (text === "") return printSetting(session, "limit");
    settings.limit = text === UNSET ? undefined : parseCount(".limit", text);
    await refreshPage(session, { limit: settings.limit }, signal);
  },
};
