import { printSetting, readSelection, refreshPage, UNSET } from "../../session/change-settings.ts";
import type { ShellCommand } from "../../session/shell-command.ts";

export const selectShellCommand: ShellCommand = {
  name: "select",
  argument: { label: "[A,B|-]", kind: "members" },
  summary: "set the members to show, - for all members",
  run: async (session, text, signal) => {
    if (text === "") return printSetting(session, "select");
    session.settings.select = text === UNSET ? undefined : readSelection(session, text.split(","));
    await refreshPage(session, {}, signal);
  },
};
