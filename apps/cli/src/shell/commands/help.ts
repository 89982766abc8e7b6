import { show } from "tamis/diagnostics";
import { listMembers, typeText } from "tamis/editor";
import { clockFunctions, FUNCTIONS, signatureText, type FunctionDefinition } from "tamis/functions";
import { didYouMean, UsageError } from "../../command/arguments.ts";
import { usageOf } from "../session/command-signature.ts";
import type { ShellSession } from "../session/session.ts";
import type { ShellCommand } from "../session/shell-command.ts";
import { showTable } from "../session/show-page.ts";

/** Functions that filters of the shell can call, for help and completion. */
export const SHELL_FUNCTIONS = [...FUNCTIONS, ...clockFunctions()];

const MAX_EXAMPLES = 5;

const INTRODUCTION = `Type a filter such as eq(name,'x'), a query string such as filter=…&sortBy=…&limit=5, its URL, or a command.
The filter true matches all rows. Tab completes. Commands can be abbreviated: .n is .next.
`;

export const HELP_COMMANDS: readonly ShellCommand[] = [
  {
    name: "members",
    argument: { label: "[TEXT]", kind: "member" },
    summary: "list members with their types, or only those whose names contain TEXT",
    run: async (session, text) => {
      const part = text.toLowerCase();
      const matches = listMembers(session.catalog).filter(({ name }) => name.toLowerCase().includes(part));
      if (matches.length === 0) throw new UsageError(`No member name contains '${show(text)}'.`);
      const { key } = session.catalog;
      await showTable(
        session,
        matches.map(({ name, member }) => ({
          member: name,
          type: typeText(member),
          nullable: member.nullable,
          ...(matches.some((match) => match.member.property !== match.member.name)
            ? { property: member.property === member.name ? null : member.property }
            : {}),
          ...(key === undefined ? {} : { key: name === key ? true : null }),
        })),
      );
    },
  },
  {
    name: "functions",
    argument: { label: "[NAME]", kind: "function" },
    summary: "list functions, or describe one",
    run: showFunctions,
  },
  {
    name: "fix",
    summary: "run the last invalid line with all suggested fixes",
    // Does nothing, because `runLine` replaces `.fix` by the corrected line before commands run.
    run: () => undefined,
  },
  {
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
  },
  {
    name: "exit",
    summary: "leave the shell, like Ctrl-D",
    run: (session) => void (session.isEnded = true),
  },
];

/**
 * Shows the function with this name, or lists all functions if the name is empty.
 * @throws UsageError for an unknown name
 */
async function showFunctions(session: ShellSession, name: string): Promise<void> {
  const allowed = SHELL_FUNCTIONS.filter(
    (definition) => session.catalog.functions?.has(definition.name) !== false,
  );
  if (name === "") {
    return showTable(
      session,
      allowed.map((definition) => ({
        function: signaturesOf(definition).join(" "),
        summary: definition.summary,
      })),
    );
  }
  const match = allowed.find((candidate) => candidate.name === name);
  if (match === undefined) {
    const suggestion = didYouMean(
      name,
      allowed.map((allowedFunction) => allowedFunction.name),
    );
    throw new UsageError(`There is no function '${show(name)}'.${suggestion || " .functions lists them."}`);
  }
  await session.scope.out.write(`${functionText(match)}\n`);
}

function signaturesOf({ name, signatures }: FunctionDefinition): readonly string[] {
  return signatures.map((signature) => signatureText(name, signature));
}

function functionText(definition: FunctionDefinition): string {
  const { summary, nulls, result, strength, examples } = definition;
  const lines = [
    ...signaturesOf(definition).map((text) => `${text} -> ${result}`),
    summary,
    nulls,
    ...(strength ? [`The first argument can be a strength: ${definition.name}($primary,…).`] : []),
    ...examples.slice(0, MAX_EXAMPLES).map(({ expression, row, is }) => {
      return `  ${expression} is ${is === null ? "unknown" : String(is)} for ${JSON.stringify(row)}`;
    }),
  ];
  return lines.join("\n");
}
