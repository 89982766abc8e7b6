import { ON_OFF, printSetting, readSwitch } from "../../session/change-settings.ts";
import type { ShellCommand } from "../../session/shell-command.ts";

export const strictShellCommand: ShellCommand = {
  name: "strict",
  argument: { label: "[on|off]", kind: { choices: ON_OFF } },
  summary: "accept only the published grammar, without lenient corrections",
  run: async (session, text) => {
    if (text === "") return printSetting(session, "strict");
    session.settings.strict = readSwitch(".strict", text);
  },
};
