import { readdirSync } from "node:fs";
import { SHELL_FUNCTIONS } from "../commands/help.ts";
import { isUrlQuery } from "../session/read-input.ts";
import {
  completeText,
  matching,
  NO_COMPLETION,
  type Completion,
  type CompletionContext,
} from "./complete-text.ts";
import { frequentValues } from "./frequent-values.ts";
import { listMembers } from "tamis/editor";
import type { ShellSession } from "../session/session.ts";
import type { ArgumentKind, CommandSignature } from "../session/command-signature.ts";

export interface LineContext extends CompletionContext {
  readonly commands: readonly CommandSignature[];
}

export function lineContext({ commands, source, scope }: ShellSession): LineContext {
  const { catalog, facets } = source;
  const options = { locale: {}, signal: scope.signal };
  return {
    catalog,
    commands,
    values: (member, prefix) =>
      facets === undefined
        ? []
        : frequentValues(member, prefix, catalog, (...counted) => facets(...counted, options)),
  };
}

/** @param line line up to the cursor */
export function completeLine(line: string, context: LineContext): Completion {
  const indent = /^\s*/.exec(line)![0].length;
  const text = line.slice(indent);
  return shift(indent, completeInput(text, context));
}

function completeInput(text: string, context: LineContext): Completion {
  if (!text.startsWith("."))
    return isUrlQuery(text) ? completeQuery(text, context) : completeText(text, "filter", context);
  const { commands } = context;
  const [, name = "", space = ""] = /^\.(\S*)(\s*)/.exec(text)!;
  if (space === "") return matching(text, 0, commands.map(labelOf));
  const command = commands.find((candidate) => candidate.name === name);
  if (command?.argument === undefined) return NO_COMPLETION;
  const from = 1 + name.length + space.length;
  return shift(from, completeArgument(text.slice(from), command.argument.kind, context));
}

/** Returns the text that completes a command name. Ends with a space if the command takes an argument. */
function labelOf({ name, argument }: CommandSignature): string {
  return argument === undefined ? `.${name}` : `.${name} `;
}

function completeArgument(text: string, kind: ArgumentKind, context: LineContext): Completion {
  if (typeof kind !== "string") return matching(text, 0, kind.choices);
  switch (kind) {
    case "filter":
    case "sortBy":
      return completeText(text, kind, context);
    case "member":
      return matching(text, 0, memberNames(context));
    case "members":
      return matching(text, text.lastIndexOf(",") + 1, memberNames(context));
    case "function":
      return matching(
        text,
        0,
        SHELL_FUNCTIONS.map(({ name }) => name),
      );
    case "command":
      return matching(
        text,
        0,
        context.commands.map(({ name }) => name),
      );
    case "file": {
      const option = /^--force\s+/.exec(text)?.[0].length ?? 0;
      return shift(option, completeFile(text.slice(option)));
    }
    case "text":
      return NO_COMPLETION;
  }
}

function memberNames({ catalog }: LineContext): readonly string[] {
  return listMembers(catalog).map(({ name }) => name);
}

/** Completes a URL, of which only the query string is an expression. */
function completeQuery(text: string, context: LineContext): Completion {
  const from = text.indexOf("?") + 1;
  return shift(from, completeText(text.slice(from), "query", context));
}

function completeFile(text: string): Completion {
  const start = folderLength(text, process.platform);
  const folder = text.slice(0, start) || ".";
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    return matching(text, start, names);
  } catch {
    return NO_COMPLETION;
  }
}

/**
 * Returns the length of the folder that a path begins with, including its last separator.
 *
 * @example folderLength("data\\a.csv", "win32") // 5
 */
export function folderLength(path: string, platform: NodeJS.Platform): number {
  return Math.max(path.lastIndexOf("/"), platform === "win32" ? path.lastIndexOf("\\") : -1) + 1;
}

function shift(by: number, { start, items }: Completion): Completion {
  return { start: start + by, items };
}
