import { settingTexts } from "../../session/change-settings.ts";
import type { ShellCommand } from "../../session/shell-command.ts";

export const settingsShellCommand: ShellCommand = {
  name: "settings",
  summary: "show all settings",
  run: async (session) => {
    for (const [name, value] of Object.entries(settingTexts(session)))
      await session.scope.out.write(`.${name} ${value}\n`);
  },
};
