/** Commands that tell what there is: members, functions, commands. */
import { FUNCTIONS, signatureText, type FunctionDefinition } from "tamis/functions";
import { show } from "tamis/diagnostics";
import { didYouMean, UsageError } from "../options.ts";
import { listMembers, typeText } from "./member-list.ts";
import type { Session } from "./session.ts";
import type { ShellCommand } from "./shell-command.ts";
import { showTable } from "./show-view.ts";

export const TELLING_COMMANDS: readonly ShellCommand[] = [
  {
    name: "members",
    argument: { label: "[TEXT]", kind: "member" },
    summary: "list the members with their types, or those whose names have TEXT in them",
    run: showMembers,
  },
  {
    name: "functions",
    argument: { label: "[NAME]", kind: "function" },
    summary: "list the functions, or tell all of one",
    run: showFunctions,
  },
  {
    name: "fix",
    summary: "mend the line that was wrong, and ask that",
    // The session does it: it alone knows the line.
    run: () => undefined,
  },
  {
    name: "help",
    argument: { label: "[COMMAND]", kind: "command" },
    summary: "tell what can be typed",
    run: showHelp,
  },
  {
    name: "exit",
    summary: "leave, as Ctrl-D does",
    run: (session) => void (session.isEnded = true),
  },
];

async function showMembers(session: Session, text: string): Promise<void> {
  const part = text.toLowerCase();
  const found = listMembers(session.catalog).filter(({ name }) => name.toLowerCase().includes(part));
  if (found.length === 0) throw new UsageError(`No member has '${show(text)}' in its name.`);
  const { key } = session.catalog;
  await showTable(
    session,
    found.map(({ name, member }) => ({
      member: name,
      type: typeText(member),
      nullable: member.nullable,
      ...(found.some((each) => each.member.property !== each.member.name)
        ? { property: member.property === member.name ? null : member.property }
        : {}),
      ...(key === undefined ? {} : { key: name === key ? true : null }),
    })),
  );
}

async function showFunctions(session: Session, name: string): Promise<void> {
  const allowed = FUNCTIONS.filter((each) => session.catalog.functions?.has(each.name) !== false);
  if (name === "") {
    return showTable(
      session,
      allowed.map((each) => ({ function: signaturesOf(each).join(" "), what: each.summary })),
    );
  }
  const found = allowed.find((each) => each.name === name);
  if (found === undefined) {
    const near = didYouMean(
      name,
      allowed.map((each) => each.name),
    );
    throw new UsageError(`There is no function '${show(name)}'.${near || " .functions lists them."}`);
  }
  await session.scope.out.write(`${functionText(found)}\n`);
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
    ...(strength ? [`A strength can stand first: ${definition.name}($primary,…).`] : []),
    ...examples.slice(0, SHOWN).map(({ expression, row, is }) => {
      return `  ${expression} is ${is === null ? "unknown" : String(is)} for ${JSON.stringify(row)}`;
    }),
  ];
  return lines.join("\n");
}

/** Examples of a function that are shown. */
const SHOWN = 5;

async function showHelp(session: Session, text: string): Promise<void> {
  const { commands, scope } = session;
  const name = text.replace(/^\./, "");
  if (name !== "") {
    const command = commands.find((each) => each.name === name);
    if (command === undefined) return showFunctions(session, name);
    await scope.out.write(`${usageOf(command)}\n${command.summary}\n`);
    return;
  }
  const width = Math.max(...commands.map((command) => usageOf(command).length));
  const lines = commands.map((command) => `  ${usageOf(command).padEnd(width)}  ${command.summary}`);
  await scope.out.write(`${INTRODUCTION}\n${lines.join("\n")}\n`);
}

const INTRODUCTION = `A line is a filter, such as eq(name,'x'), a query as servers get it, filter=…&sortBy=…&limit=5, its URL, or a command.
true asks for all rows. Tab completes. Of a command's name the first letters do.
`;

/** How a command is called. */
export function usageOf({ name, argument }: ShellCommand): string {
  return `.${name}${argument === undefined ? "" : ` ${argument.label}`}`;
}
