import { readLocale } from "../../../command/locale-option.ts";
import { printSetting, refreshPage, UNSET } from "../../session/change-settings.ts";
import type { ShellCommand } from "../../session/shell-command.ts";

export const localeShellCommand: ShellCommand = {
  name: "locale",
  argument: { label: "[TAG|-]", kind: "text" },
  summary: "set the language for comparing strings, - for none",
  run: async (session, text, signal) => {
    if (text === "") return printSetting(session, "locale");
    session.settings.locale = text === UNSET ? {} : readLocale(text);
    await refreshPage(session, {}, signal);
  },
};
