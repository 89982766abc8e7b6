import { show } from "tamis/diagnostics";
import { didYouMean, UsageError } from "../command/arguments.ts";
import { EXIT } from "../command/exit-codes.ts";
import { printFailure } from "../command/failure.ts";
import { OutputClosed } from "../io/errors.ts";
import { SHELL_COMMANDS } from "./commands/list.ts";
import { presentOf } from "../io/process-io.ts";
import { InvalidText, isUrlQuery, readFilter, readUrlQuery } from "./session/read-input.ts";
import type { ShellSession } from "./session/session.ts";
import type { ShellCommand } from "./session/shell-command.ts";
import { showPage } from "./session/show-page.ts";

/**
 * Runs one line of the shell, prints its errors and returns the exit code.
 * @param prefix location for messages: `line 3: `
 * @throws OutputClosed if the reader closed the output
 */
export async function runLine(
  session: ShellSession,
  line: string,
  signal: AbortSignal,
  prefix = "",
): Promise<number> {
  const text = line.trim();
  const isComment = text.startsWith("#");
  if (text === "" || isComment) return EXIT.ran;
  session.scope = { ...session.scope, present: presentOf(session.scope.io) };
  const { scope, source, fixed } = session;
  session.prefix = prefix;
  session.fixed = undefined;
  try {
    await runText(session, text === ".fix" ? takeFixed(session, fixed) : text, signal);
    return EXIT.ran;
  } catch (error) {
    if (error instanceof OutputClosed) throw error;
    if (signal.aborted) {
      scope.io.stderr.write(`${prefix}canceled\n`);
      return EXIT.interrupted;
    }
    if (error instanceof InvalidText) session.fixed ??= error.fixed;
    return printFailure(source.describeError(error), scope.io, prefix);
  } finally {
    await scope.out.end();
  }
}

async function runText(session: ShellSession, text: string, signal: AbortSignal): Promise<void> {
  const command = findCommand(session, text);
  if (command === undefined) {
    const { inputContext, settings } = session;
    const view = isUrlQuery(text)
      ? await readUrlQuery(text, settings, inputContext)
      : {
          filter: await readFilter(text, await session.filterContext(text, signal)),
          sort: settings.sort,
          start: 0,
          limit: settings.limit,
        };
    return showPage(session, view, signal);
  }
  const [, name = "", argument = ""] = /^(\S+)\s*(.*)$/s.exec(text)!;
  if (argument === "" && command.argument?.isRequired === true)
    throw new UsageError(`.${command.name} needs ${command.argument.label}: ${command.summary}.`);
  if (argument !== "" && command.argument === undefined)
    throw new UsageError(`.${command.name} takes no argument.`);
  try {
    await command.run(session, argument, signal);
  } catch (error) {
    if (error instanceof InvalidText && error.fixed !== undefined) session.fixed = `${name} ${error.fixed}`;
    throw error;
  }
}

function takeFixed(session: ShellSession, fixed: string | undefined): string {
  if (fixed === undefined) throw new UsageError("There is no line to fix.");
  session.printNote(show(fixed));
  return fixed;
}

/** Finds a command by its name, an alias or an unambiguous prefix. */
function findCommand({ catalog }: ShellSession, text: string): ShellCommand | undefined {
  const alias = ALIASES.get(text.toLowerCase());
  if (alias !== undefined && !catalog.members.byName.has(text))
    return SHELL_COMMANDS.find(({ name }) => name === alias);
  const name = /^\.(\S*)/.exec(text)?.[1];
  if (name === undefined) return undefined;
  const candidates = SHELL_COMMANDS.filter((command) => command.name.startsWith(name));
  const command =
    candidates.find((candidate) => candidate.name === name) ??
    (candidates.length === 1 ? candidates[0] : undefined);
  if (command !== undefined) return command;
  if (name !== "" && candidates.length > 1)
    throw new UsageError(
      `.${show(name)} is ambiguous: ${candidates.map((candidate) => `.${candidate.name}`).join(", ")}.`,
    );
  const names = SHELL_COMMANDS.map((candidate) => candidate.name);
  throw new UsageError(
    `There is no command .${show(name)}.${didYouMean(name, names, ".") || " .help lists them."}`,
  );
}

/** Words that run a command without a leading `.`, unless a member has the same name. */
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["help", "help"],
  ["?", "help"],
  ["exit", "exit"],
  ["quit", "exit"],
]);
