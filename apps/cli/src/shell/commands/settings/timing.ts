import { ON_OFF, printSetting, readSwitch } from "../../session/change-settings.ts";
import type { ShellCommand } from "../../session/shell-command.ts";

export const timingShellCommand: ShellCommand = {
  name: "timing",
  argument: { label: "[on|off]", kind: { choices: ON_OFF } },
  summary: "show the elapsed time",
  run: async (session, text) => {
    if (text === "") return printSetting(session, "timing");
    session.settings.timing = readSwitch(".timing", text);
  },
};
