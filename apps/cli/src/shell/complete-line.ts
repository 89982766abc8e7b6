/** Completes a line of the prompt: an expression, a query or a command. */
import { readdirSync } from "node:fs";
import { check, parseFilter, type Catalog } from "tamis";
import { FUNCTIONS } from "tamis/functions";
import { RESERVED_PARAMETERS } from "tamis/url";
import { isQuery } from "./ask.ts";
import {
  completeFilter,
  completeSortBy,
  matching,
  NOTHING,
  type Completion,
  type CompletionContext,
} from "./complete-expression.ts";
import { listMembers } from "./member-list.ts";
import type { Session } from "./session.ts";
import type { ArgumentKind, ShellCommand } from "./shell-command.ts";

export interface LineContext extends CompletionContext {
  readonly commands: readonly ShellCommand[];
}

/** What completes lines for a session. */
export function lineContext({ commands, source, scope }: Session): LineContext {
  const { catalog, facets } = source;
  const options = { locale: {}, signal: scope.signal };
  return {
    catalog,
    commands,
    values: (member, prefix) => {
      const filter = beginning(member, prefix, catalog);
      if (facets === undefined || filter === undefined) return [];
      const { values } = facets(member, filter, MOST_VALUES, options);
      return values.flatMap(({ value }) => (isShown(value) ? [value] : []));
    },
  };
}

/** Values that are offered, and the longest of them. */
const MOST_VALUES = 50;
const LONGEST_VALUE = 80;

function isShown(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST_VALUE && !/\p{C}/u.test(value);
}

function beginning(member: string, prefix: string, catalog: Catalog) {
  const text = `startsWith(${member},'${prefix.replaceAll("'", "''")}')`;
  const tree = parseFilter(text).expression;
  return tree === undefined ? undefined : check(tree, catalog).filter;
}

/** @param line up to the cursor */
export function completeLine(line: string, context: LineContext): Completion {
  const indent = /^\s*/.exec(line)![0].length;
  const text = line.slice(indent);
  return shifted(indent, completeText(text, context));
}

function completeText(text: string, context: LineContext): Completion {
  if (!text.startsWith("."))
    return isQuery(text) ? completeQuery(text, context) : completeFilter(text, context);
  const { commands } = context;
  const [, name = "", space = ""] = /^\.(\S*)(\s*)/.exec(text)!;
  if (space === "") return matching(text, 0, commands.map(labelOf));
  const command = commands.find((each) => each.name === name);
  if (command?.argument === undefined) return NOTHING;
  const from = 1 + name.length + space.length;
  return shifted(from, completeArgument(text.slice(from), command.argument.kind, context));
}

/** A command with the space that its argument wants. */
function labelOf({ name, argument }: ShellCommand): string {
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
      return matching(text, 0, namesOf(context));
    case "members":
      return matching(text, text.lastIndexOf(",") + 1, namesOf(context));
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
    case "file":
      return completeFile(text);
    case "text":
      return NOTHING;
  }
}

function namesOf({ catalog }: LineContext): readonly string[] {
  return listMembers(catalog).map(({ name }) => name);
}

/** The parameter that the cursor is in. What is encoded is left alone. */
function completeQuery(text: string, context: LineContext): Completion {
  const from = Math.max(text.lastIndexOf("?"), text.lastIndexOf("&")) + 1;
  const part = text.slice(from);
  const sign = part.indexOf("=");
  if (sign < 0) {
    const names = [...RESERVED_PARAMETERS, ...namesOf(context)];
    return shifted(
      from,
      matching(
        part,
        0,
        names.map((name) => `${name}=`),
      ),
    );
  }
  const value = part.slice(sign + 1);
  if (/[%+]/.test(value)) return NOTHING;
  const name = part.slice(0, sign);
  const found =
    name === "filter"
      ? completeFilter(value, context)
      : name === "sortBy"
        ? completeSortBy(value, context)
        : NOTHING;
  return shifted(from + sign + 1, { ...found, items: found.items.filter((item) => !/[%+&#]/.test(item)) });
}

function completeFile(text: string): Completion {
  const start = text.lastIndexOf("/") + 1;
  const folder = text.slice(0, start) || ".";
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    const names = entries.map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    return matching(text, start, names);
  } catch {
    return NOTHING;
  }
}

function shifted(by: number, { start, items }: Completion): Completion {
  return { start: start + by, items };
}
