import { readdirSync } from "node:fs";
import { check, parseFilter, type Catalog } from "tamis";
import { FUNCTIONS } from "tamis/functions";
import { RESERVED_PARAMETERS } from "tamis/url";
import { isUrlQuery } from "../session/read-input.ts";
import {
  completeFilter,
  completeSortBy,
  matching,
  NO_COMPLETION,
  type Completion,
  type CompletionContext,
} from "./complete-expression.ts";
import { listMembers } from "../session/member-list.ts";
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
    values: (member, prefix) => {
      const filter = startsWithFilter(member, prefix, catalog);
      if (facets === undefined || filter === undefined) return [];
      const { values } = facets(member, filter, MAX_VALUES, options);
      return values.flatMap(({ value }) => (isSuggestible(value) ? [value] : []));
    },
  };
}

const MAX_VALUES = 50;
const MAX_VALUE_LENGTH = 80;

function isSuggestible(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_VALUE_LENGTH && !/\p{C}/u.test(value);
}

function startsWithFilter(member: string, prefix: string, catalog: Catalog) {
  const text = `startsWith(${member},'${prefix.replaceAll("'", "''")}')`;
  const tree = parseFilter(text).expression;
  return tree === undefined ? undefined : check(tree, catalog).filter;
}

/** @param line line up to the cursor */
export function completeLine(line: string, context: LineContext): Completion {
  const indent = /^\s*/.exec(line)![0].length;
  const text = line.slice(indent);
  return shift(indent, completeText(text, context));
}

function completeText(text: string, context: LineContext): Completion {
  if (!text.startsWith("."))
    return isUrlQuery(text) ? completeQuery(text, context) : completeFilter(text, context);
  const { commands } = context;
  const [, name = "", space = ""] = /^\.(\S*)(\s*)/.exec(text)!;
  if (space === "") return matching(text, 0, commands.map(labelOf));
  const command = commands.find((each) => each.name === name);
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
      return completeFilter(text, context);
    case "sortBy":
      return completeSortBy(text, context);
    case "member":
      return matching(text, 0, memberNames(context));
    case "members":
      return matching(text, text.lastIndexOf(",") + 1, memberNames(context));
    case "function":
      return matching(
        text,
        0,
        FUNCTIONS.map(({ name }) => name),
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

/** Completes a URL query string, except values with percent-encoding. */
function completeQuery(text: string, context: LineContext): Completion {
  const from = Math.max(text.lastIndexOf("?"), text.lastIndexOf("&")) + 1;
  const part = text.slice(from);
  const equalsSign = part.indexOf("=");
  if (equalsSign < 0) {
    const names = [...RESERVED_PARAMETERS, ...memberNames(context)];
    return shift(
      from,
      matching(
        part,
        0,
        names.map((name) => `${name}=`),
      ),
    );
  }
  const value = part.slice(equalsSign + 1);
  if (/[%+]/.test(value)) return NO_COMPLETION;
  const name = part.slice(0, equalsSign);
  const found =
    name === "filter"
      ? completeFilter(value, context)
      : name === "sortBy"
        ? completeSortBy(value, context)
        : NO_COMPLETION;
  return shift(from + equalsSign + 1, {
    ...found,
    items: found.items.filter((item) => !/[%+&#]/.test(item)),
  });
}

function completeFile(text: string): Completion {
  const start = text.lastIndexOf("/") + 1;
  const folder = text.slice(0, start) || ".";
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    return matching(text, start, names);
  } catch {
    return NO_COMPLETION;
  }
}

function shift(by: number, { start, items }: Completion): Completion {
  return { start: start + by, items };
}
