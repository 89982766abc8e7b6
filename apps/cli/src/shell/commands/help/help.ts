import { usageOf } from "../../session/command-signature.ts";
import type { ShellCommand } from "../../session/shell-command.ts";
import { showFunctions } from "../../session/show-functions.ts";

export const helpShellCommand: ShellCommand = {
  name: "help",
  argument: { label: "[COMMAND]", kind: "command" },
  summary: "list commands, or describe a command or function",
  run: async (session, text) => {
    const { commands, scope } = session;
    const name = text.replace(/^\./, "");
    if (name !== "") {
      const command = commands.find((candidate) => candidate.name === name);
      if (command === undefined) return showFunctions(session, name);
      await scope.out.write(`${usageOf(command)}\n${command.summary}\n`);
      return;
    }
    const width = Math.max(...commands.map((command) => usageOf(command).length));
    const lines = commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`);
    await scope.out.write(`${INTRODUCTION}\n${lines.join("\n")}\n`);
  },
};

const INTRODUCTION = `Type a filter such as eq(name,'x'), a query string such as filter=…&sortBy=…&limit=5, its URL, or a command.
The filter true matches all rows. Tab completes. Commands can be abbreviated: .n is .next.
`;
