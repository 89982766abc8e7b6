/** All commands by name, in the order that the help lists them. Each is loaded when it is needed. */
import type { Command } from "../command/command.ts";
import { withoutPrototype } from "../formats/own-members.ts";

const LOADERS: ReadonlyMap<string, () => Promise<Command>> = new Map([
  ["query", async () => (await import("./query.ts")).queryCommand],
  ["shell", async () => (await import("./shell.ts")).shellCommand],
  ["save", async () => (await import("./save.ts")).saveCommand],
  ["serve", async () => (await import("./serve.ts")).serveCommand],
  ["mcp", async () => (await import("./mcp.ts")).mcpCommand],
  ["check", async () => (await import("./check.ts")).checkCommand],
  ["lint", async () => (await import("./lint.ts")).lintCommand],
  ["language-server", async () => (await import("./language-server.ts")).languageServerCommand],
  ["fmt", async () => (await import("./fmt.ts")).fmtCommand],
  ["explain", async () => (await import("./explain.ts")).explainCommand],
  ["sql", async () => (await import("./sql.ts")).sqlCommand],
  ["url", async () => (await import("./url.ts")).urlCommand],
  ["convert", async () => (await import("./convert.ts")).convertCommand],
  ["catalog", async () => (await import("./catalog.ts")).catalogCommand],
  ["collate", async () => (await import("./collate.ts")).collateCommand],
  ["completion", async () => (await import("./completion.ts")).completionCommand],
]);

export const COMMAND_NAMES: readonly string[] = [...LOADERS.keys()];

export async function loadCommand(name: string): Promise<Command | undefined> {
  const command = await LOADERS.get(name)?.();
  return command && ownCommand(command);
}

export async function loadCommands(): Promise<readonly Command[]> {
  return Promise.all([...LOADERS.values()].map(async (load) => ownCommand(await load())));
}

/** Options and commands omit most of their properties. */
function ownCommand(command: Command): Command {
  return withoutPrototype({ ...command, options: command.options.map(withoutPrototype) });
}
