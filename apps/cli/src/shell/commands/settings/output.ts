import { requireChoice } from "../../../command/arguments.ts";
import { isOutputFormat } from "../../../formats/formats.ts";
import { printSetting, SHELL_FORMATS } from "../../session/change-settings.ts";
import type { ShellCommand } from "../../session/shell-command.ts";

export const outputShellCommand: ShellCommand = {
  name: "output",
  argument: { label: "[FMT]", kind: { choices: SHELL_FORMATS } },
  summary: `set the output format: ${SHELL_FORMATS.join(", ")}`,
  run: async (session, text) => {
    if (text === "") return printSetting(session, "output");
    requireChoice(".output", text, SHELL_FORMATS);
    if (isOutputFormat(text)) session.settings.output = text;
  },
};
