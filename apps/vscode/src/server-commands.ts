import type { Command } from "tamis-cli/src/command/command.ts";
import { languageServerCommand } from "tamis-cli/src/commands/language-server.ts";

/** Stands for the list of the commands of `tamis` in the server of the extension. */

export const COMMAND_NAMES: readonly string[] = [languageServerCommand.name];

export function loadCommand(name: string): Promise<Command | undefined> {
  return Promise.resolve(name === languageServerCommand.name ? languageServerCommand : undefined);
}

export function loadCommands(): Promise<readonly Command[]> {
  return Promise.resolve([languageServerCommand]);
}
