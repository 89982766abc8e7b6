/** The program: finds the command, runs it, and turns what goes wrong into words and an exit code. */
import { show } from "tamis/diagnostics";
import { catalogCommand } from "./commands/catalog.ts";
import { checkCommand } from "./commands/check.ts";
import { collateCommand } from "./commands/collate.ts";
import { completionCommand } from "./commands/completion.ts";
import { explainCommand } from "./commands/explain.ts";
import { fmtCommand } from "./commands/fmt.ts";
import { queryCommand } from "./commands/query.ts";
import { saveCommand } from "./commands/save.ts";
import { shellCommand } from "./commands/shell.ts";
import { sqlCommand } from "./commands/sql.ts";
import { urlCommand } from "./commands/url.ts";
import { EXIT, type Command } from "./command.ts";
import { tellFailure } from "./failure.ts";
import { helpOf, overview } from "./help.ts";
import { messageOf } from "./io/errors.ts";
import { processIo, type Io } from "./io/process-io.ts";
import { TextOutput } from "./io/text-output.ts";
import { didYouMean, readArguments, UsageError } from "./options.ts";
import { VERSION } from "./version.ts";

export const COMMANDS: readonly Command[] = [
  queryCommand,
  shellCommand,
  saveCommand,
  checkCommand,
  fmtCommand,
  explainCommand,
  sqlCommand,
  urlCommand,
  catalogCommand,
  collateCommand,
  completionCommand(() => COMMANDS),
];

/** Runs a command line and gives its exit code. Nothing is thrown. */
export async function main(argv: readonly string[], io: Io, signal: AbortSignal): Promise<number> {
  const out = new TextOutput(io.stdout);
  let code: number;
  try {
    code = await dispatch(argv, io, out, signal);
  } catch (error) {
    code = failure(error, io, signal);
  }
  try {
    await out.end();
  } catch (error) {
    // What was told first is the reason; this one only if nothing was.
    if (code === EXIT.ran || code === EXIT.nothing) code = failure(error, io, signal);
  }
  return signal.aborted ? EXIT.interrupted : code;
}

async function dispatch(
  argv: readonly string[],
  io: Io,
  out: TextOutput,
  signal: AbortSignal,
): Promise<number> {
  const print = async (text: string) => {
    await out.write(text);
    return EXIT.ran;
  };
  const [name, ...rest] = argv;
  if (name === undefined) {
    io.stderr.write(overview(COMMANDS));
    return EXIT.usage;
  }
  if (name === "--version" || name === "-V") return print(`${VERSION}\n`);
  if (name === "--help" || name === "-h") return print(overview(COMMANDS));
  if (name === "help") return print(rest[0] === undefined ? overview(COMMANDS) : helpOf(commandOf(rest[0])));
  const command = commandOf(name);
  const end = rest.indexOf("--");
  if (
    rest.slice(0, end < 0 ? undefined : end).some((argument) => argument === "--help" || argument === "-h")
  ) {
    return print(helpOf(command));
  }
  return command.run({ io, out, signal, args: readArguments(rest, command.options) });
}

function commandOf(name: string): Command {
  const command = COMMANDS.find((each) => each.name === name);
  if (command !== undefined) return command;
  if (name.startsWith("-"))
    throw new UsageError("A command comes first: tamis COMMAND [OPTIONS]. tamis --help lists them.");
  const near = didYouMean(
    name,
    COMMANDS.map((each) => each.name),
  );
  throw new UsageError(
    `There is no command '${show(name)}'.${near === "" ? " tamis --help lists them." : near}`,
  );
}

function failure(error: unknown, io: Io, signal: AbortSignal): number {
  return signal.aborted ? EXIT.interrupted : tellFailure(error, io);
}

/** Milliseconds that an interrupted command has to end by itself. */
const GRACE = 3_000;

/** What the `tamis` program does. */
export async function run(): Promise<void> {
  const interruption = new AbortController();
  process.once("SIGINT", () => {
    interruption.abort();
    // A read of a named pipe that nobody writes to cannot be given up, and even an exit waits for it. Nobody hears the
    // second signal, so that it ends the program.
    setTimeout(() => process.kill(process.pid, "SIGINT"), GRACE).unref();
  });
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // Whoever reads our output may go away at any time, `tamis … | head`, also while we wait for more input.
    if (error.code === "EPIPE") process.exit(EXIT.ran);
  });
  process.stderr.on("error", () => undefined);
  const code = await main(process.argv.slice(2), processIo(), interruption.signal).catch((error: unknown) => {
    process.stderr.write(`tamis: ${messageOf(error)}\n`);
    return EXIT.internal;
  });
  // An input that is still open, a pipe that nobody closes, must not keep the program.
  process.stderr.write("", () => process.exit(code));
}
