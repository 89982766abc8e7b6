import { show } from "tamis/diagnostics";
import { didYouMean, readArguments, UsageError } from "./command/arguments.ts";
import type { Command } from "./command/command.ts";
import { EXIT } from "./command/exit-codes.ts";
import { printFailure } from "./command/failure.ts";
import { helpOf, overview } from "./command/help.ts";
import { note } from "./command/report.ts";
import { COMMAND_NAMES, loadCommand, loadCommands } from "./commands/list.ts";
import { withoutPrototype } from "./formats/own-members.ts";
import { messageOf } from "./io/errors.ts";
import { guardedIo, presentOf, processIo, type Io, type ProgramIo } from "./io/process-io.ts";
import { createRedact } from "./io/redact.ts";
import { TextOutput } from "./io/text-output.ts";
import { VERSION } from "./command/version.ts";

/** Runs a command line and returns its exit code. Never rejects. */
export async function main(
  argv: readonly string[],
  programIo: ProgramIo,
  signal: AbortSignal,
): Promise<number> {
  const io = guardedIo(programIo, createRedact(argv, withoutPrototype(programIo.env)));
  const out = new TextOutput(io.stdout, io.stdoutIsTTY);
  let code: number;
  try {
    code = await dispatch(argv, io, out, signal);
  } catch (error) {
    code = failure(error, io, signal);
  }
  try {
    await out.end();
  } catch (error) {
    // Keeps the exit code of an earlier error, which is more informative than a failed flush.
    if (code === EXIT.ran || code === EXIT.noMatch) code = failure(error, io, signal);
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
  const [name, ...words] = argv;
  if (name === undefined) {
    io.stderr.write(overview(await loadCommands()));
    return EXIT.usage;
  }
  if (name === "--version" || name === "-V") return print(`${VERSION}\n`);
  if (name === "--help" || name === "-h") return print(overview(await loadCommands()));
  if (name === "help")
    return print(
      words[0] === undefined ? overview(await loadCommands()) : helpOf(await findCommand(words[0])),
    );
  const command = await findCommand(name);
  const end = words.indexOf("--");
  const options = words.slice(0, end < 0 ? undefined : end);
  if (options.some((argument) => argument === "--help" || argument === "-h")) return print(helpOf(command));
  const args = readArguments(words, command.options);
  const present = presentOf(io);
  const failures = { skippedRows: 0 };
  const code = await command.run({
    io,
    out,
    signal,
    args,
    present,
    failures,
    takesTypes: false,
    fixCatalog: undefined,
    loadCommands,
  });
  return failures.skippedRows > 0 && (code === EXIT.ran || code === EXIT.noMatch) ? EXIT.data : code;
}

async function findCommand(name: string): Promise<Command> {
  const command = await loadCommand(name);
  if (command !== undefined) return command;
  if (name.startsWith("-"))
    throw new UsageError("Options follow the command: tamis COMMAND [OPTIONS]. tamis --help lists commands.");
  const suggestion = didYouMean(name, COMMAND_NAMES);
  throw new UsageError(
    `There is no command '${show(name)}'.${suggestion || " tamis --help lists commands."}`,
  );
}

function failure(error: unknown, io: Io, signal: AbortSignal): number {
  return signal.aborted ? EXIT.interrupted : printFailure(error, io);
}

/** Milliseconds after Ctrl-C in which a command can end normally. */
const GRACE_PERIOD = 3_000;

export async function run(): Promise<void> {
  const interruption = new AbortController();
  process.once("SIGINT", () => {
    interruption.abort();
    // Sends a second SIGINT, which ends the process because its handler is gone. `process.exit` would wait
    // for a pending read of a named pipe.
    setTimeout(() => process.kill(process.pid, "SIGINT"), GRACE_PERIOD).unref();
  });
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    // The reader can close the pipe at any time, also while this process waits for input.
    if (error.code === "EPIPE" || error.code === "EOF") process.exit(EXIT.ran);
  });
  process.stderr.on("error", () => undefined);
  const io = processIo();
  const argv = process.argv.slice(2);
  reportStrayErrors(guardedIo(io, createRedact(argv, io.env)));
  const code = await main(argv, io, interruption.signal);
  // Exits explicitly after stderr is flushed, because open inputs would keep the process running.
  process.stderr.write("", () => process.exit(code));
}

/** Prints errors and warnings outside of the command, such as those of a driver. Node would print them with addresses. */
function reportStrayErrors(io: Io): void {
  process.on("uncaughtException", (error: unknown) => {
    const code = printFailure(error, io);
    process.stderr.write("", () => process.exit(code));
  });
  process.removeAllListeners("warning");
  process.on("warning", (warning) => note({ io }, messageOf(warning)));
}
