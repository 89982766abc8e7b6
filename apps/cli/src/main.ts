/** The program: finds the command, runs it, and turns what goes wrong into words and an exit code. */
import { checkCommand } from "./commands/check.ts";
import { catalogCommand } from "./commands/catalog.ts";
import { collateCommand } from "./commands/collate.ts";
import { completionCommand } from "./commands/completion.ts";
import { explainCommand } from "./commands/explain.ts";
import { fmtCommand } from "./commands/fmt.ts";
import { queryCommand } from "./commands/query.ts";
import { urlCommand } from "./commands/url.ts";
import { EXIT, type Command } from "./command.ts";
import { helpOf, overview } from "./help.ts";
import { OutputClosed } from "./io/errors.ts";
import { processIo, type Io } from "./io/process-io.ts";
import { readArguments, UsageError } from "./options.ts";
import { suggest, show } from "tamis/diagnostics";
import { VERSION } from "./version.ts";

export const COMMANDS: readonly Command[] = [
  queryCommand,
  checkCommand,
  fmtCommand,
  explainCommand,
  urlCommand,
  catalogCommand,
  collateCommand,
  completionCommand(() => COMMANDS),
];

/** Runs a command line and gives its exit code. Nothing is thrown. */
export async function main(argv: readonly string[], io: Io, signal: AbortSignal): Promise<number> {
  try {
    return await dispatch(argv, io, signal);
  } catch (error) {
    return failure(error, io, signal);
  }
}

async function dispatch(argv: readonly string[], io: Io, signal: AbortSignal): Promise<number> {
  const [name, ...rest] = argv;
  if (name === "--version" || name === "-V") return print(io, `${VERSION}\n`);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const command = name === "help" ? COMMANDS.find((each) => each.name === rest[0]) : undefined;
    if (name !== undefined) return print(io, command === undefined ? overview(COMMANDS) : helpOf(command));
    io.stderr.write(overview(COMMANDS));
    return EXIT.usage;
  }
  const command = COMMANDS.find((each) => each.name === name);
  if (command === undefined) {
    const near = suggest(name, COMMANDS.map((each) => each.name), 1)[0];
    throw new UsageError(`There is no command ${show(name)}.${near === undefined ? " tamis --help lists them." : ` Did you mean ${near}?`}`);
  }
  const end = rest.indexOf("--");
  if (rest.slice(0, end < 0 ? undefined : end).some((argument) => argument === "--help" || argument === "-h")) {
    return print(io, helpOf(command));
  }
  return command.run({ io, signal, args: readArguments(rest, command.options) });
}

function print(io: Io, text: string): number {
  io.stdout.write(text);
  return EXIT.ran;
}

function failure(error: unknown, io: Io, signal: AbortSignal): number {
  if (signal.aborted) return EXIT.interrupted;
  if (error instanceof OutputClosed) return EXIT.ran;
  if (error instanceof Error && "exitCode" in error && typeof error.exitCode === "number") {
    if (error.message !== "") io.stderr.write(`tamis: ${error.message}\n`);
    return error.exitCode;
  }
  const reason = error instanceof Error ? error.message : String(error);
  io.stderr.write(`tamis: this is a fault of tamis, please report it: ${show(reason)}\n`);
  return EXIT.internal;
}

/** What the `tamis` program does. */
export async function run(): Promise<void> {
  const interruption = new AbortController();
  process.once("SIGINT", () => interruption.abort());
  // Whoever reads our output may go away at any time: `tamis … | head`.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(EXIT.ran);
    process.exit(EXIT.usage);
  });
  process.stderr.on("error", () => undefined);
  process.exitCode = await main(process.argv.slice(2), processIo(), interruption.signal);
  if (interruption.signal.aborted) process.exit(EXIT.interrupted);
}
