import { open, rm } from "node:fs/promises";
import { print } from "tamis";
import { escapeControls } from "tamis/diagnostics";
import { FILE_FORMATS } from "tamis/files";
import { UsageError } from "../../command/arguments.ts";
import { formatOfName } from "../../formats/formats.ts";
import { InputError } from "../../io/errors.ts";
import { formatRows } from "../../io/format-count.ts";
import { moveIntoPlace, requireOutputFile } from "../../io/output-file.ts";
import { writeFailure } from "../../io/write-failure.ts";
import { requireAnswer } from "../../query/answer.ts";
import { createWriter } from "../../writers/create-writer.ts";
import { currentView } from "../session/current-view.ts";
import type { ShellSession } from "../session/session.ts";
import type { ShellCommand } from "../session/shell-command.ts";
import { queryOf, selectOptions, writeStream } from "../session/show-page.ts";

const EXTENSIONS = FILE_FORMATS.map((format) => `.${format}`).join(", ");
const OUTPUT = { label: "[--force] FILE", kind: "file", isRequired: true } as const;

export const FILE_COMMANDS: readonly ShellCommand[] = [
  {
    name: "write",
    argument: OUTPUT,
    summary: `write all matching rows in their order to a file in the format of its name: ${EXTENSIONS}`,
    run: writeRows,
  },
  {
    name: "save",
    argument: OUTPUT,
    summary: "save all rows to a collection file, which tamis query and tamis shell open quickly",
    run: async (session, argument, signal) => {
      const { save } = session.source;
      if (save === undefined) throw new UsageError(".save is not supported for databases.");
      const output = readOutputArgument(argument);
      await requireSessionOutput(session, output);
      session.printNote(await save(output.path, { ...session.scope, signal }));
    },
  },
];

/** Writes a temporary file and renames it, so that only a complete file replaces an existing one. */
async function writeRows(session: ShellSession, argument: string, signal: AbortSignal): Promise<void> {
  const output = readOutputArgument(argument);
  const { path } = output;
  const format = formatOfName(path);
  const shown = escapeControls(path);
  if (format === undefined || format === "xlsx" || /\.(?:gz|zstd?)$/i.test(path))
    throw new UsageError(
      `The file name determines the format, but ${shown} does not end with ${EXTENSIONS}.`,
    );
  const target = await requireSessionOutput(session, output);
  const view = currentView(session);
  const query = { ...queryOf(view), start: 0, limit: undefined };
  const answer = await session.source.rows(query, session.options(signal));
  const rowAnswer = requireAnswer(answer, print(view.filter.expression), session.scope);
  const temporary = `${target}.${process.pid}.part`;
  try {
    const file = await open(temporary, "wx");
    const stream = file.createWriteStream();
    let rowCount: number;
    try {
      const writer = createWriter(format, stream, selectOptions(session, format));
      rowCount = await writeStream(rowAnswer.rows, writer, signal);
      await writer.end();
    } finally {
      await new Promise((resolve) => stream.close(resolve));
    }
    await moveIntoPlace(temporary, target);
    session.printNote(`${formatRows(rowCount)} written to ${shown}`);
  } catch (error) {
    await rm(temporary, { force: true });
    if (signal.aborted || !(error instanceof Error)) throw error;
    throw new InputError(`${shown} cannot be written. ${writeFailure(error)}`);
  }
}

/** @example readOutputArgument("--force a.csv") // { path: "a.csv", force: true } */
function readOutputArgument(argument: string): { readonly path: string; readonly force: boolean } {
  const [, force, path = ""] = /^(--force(?=\s|$))?\s*(.*)$/s.exec(argument)!;
  if (path === "") throw new UsageError("FILE is missing.");
  return { path, force: force !== undefined };
}

/**
 * Checks the file that a command of the shell is about to write. The files of the session cannot be replaced.
 * Returns the path without symbolic links.
 * @throws InputError if the file exists and must not be replaced, or is not a regular file
 */
function requireSessionOutput(
  { source, scope }: ShellSession,
  { path, force }: { readonly path: string; readonly force: boolean },
): Promise<string> {
  const { stdin } = scope.io;
  const forceOption = "--force before the file";
  return requireOutputFile(path, { inputs: source.files, stdin, force, forceOption });
}
