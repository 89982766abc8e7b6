import { printSetting, refreshPage, UNSET } from "../../session/change-settings.ts";
import { readSortBy } from "../../session/read-input.ts";
import type { ShellCommand } from "../../session/shell-command.ts";

export const sortShellCommand: ShellCommand = {
  name: "sort",
  argument: { label: "[S|-]", kind: "sortBy" },
  summary: "set the sort order, - for the default",
  run: async (session, text, signal) => {
    const { settings } = session;
    if (text === "") return printSetting(session, "sort");
    settings.sort = text === UNSET ? { text: "", sortBy: undefined } : readSortBy(text, session.inputContext);
    await refreshPage(session, { sort: settings.sort, start: 0 }, signal);
  },
};
