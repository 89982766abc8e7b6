/** Commands that write files. */
import { open, realpath, rename, rm } from "node:fs/promises";
import { escapeControls } from "tamis/diagnostics";
import { InputError, messageOf } from "../io/errors.ts";
import { formatOfName, INPUT_FORMATS } from "../io/formats.ts";
import { createWriter, type RowWriter } from "../io/write-rows.ts";
import { UsageError } from "../options.ts";
import type { Session } from "./session.ts";
import type { ShellCommand } from "./shell-command.ts";
import { answered, columnsOf, queryOf, rows, takeRows } from "./show-view.ts";
import { viewOf } from "./view-commands.ts";

export const WRITING_COMMANDS: readonly ShellCommand[] = [
  {
    name: "write",
    argument: { label: "FILE", kind: "file", isNeeded: true },
    summary: `write all rows asked last, in their order: to a file named ${INPUT_FORMATS.map((each) => `.${each}`).join(", ")}`,
    run: writeRows,
  },
  {
    name: "save",
    argument: { label: "FILE", kind: "file", isNeeded: true },
    summary: "save all rows with their columns, for tamis shell and tamis query to open quickly",
    run: async (session, path, signal) => {
      const { save, files } = session.source;
      if (save === undefined) throw new UsageError(".save is for files: a database keeps its rows itself.");
      await requireOther(path, files);
      session.tell(await save(path, { ...session.scope, signal }));
    },
  },
];

/** To another file first: one that is there stays whole until all of the new one is. */
async function writeRows(session: Session, path: string, signal: AbortSignal): Promise<void> {
  const format = formatOfName(path);
  const shown = escapeControls(path);
  if (format === undefined || path.endsWith(".gz"))
    throw new UsageError(
      `The name tells the format: ${shown} ends with none of ${INPUT_FORMATS.join(", ")}.`,
    );
  await requireOther(path, session.source.files);
  const query = { ...queryOf(viewOf(session)), start: 0, limit: undefined };
  const found = answered(await session.source.rows(query, session.options(signal)), session);
  const draft = `${path}.${process.pid}.part`;
  try {
    const file = await open(draft, "wx");
    const stream = file.createWriteStream();
    let written: number;
    try {
      const writer: RowWriter = createWriter(format, stream, columnsOf(session, format));
      written = await takeRows(found.rows, writer, signal);
      await writer.end();
    } finally {
      await new Promise((resolve) => stream.close(resolve));
    }
    await rename(draft, path);
    session.tell(`${rows(written)} written to ${shown}`);
  } catch (error) {
    await rm(draft, { force: true });
    if (signal.aborted || !(error instanceof Error)) throw error;
    throw new InputError(`${shown} cannot be written. ${messageOf(error)}`);
  }
}

/** @throws UsageError if a file is one that the rows came from */
async function requireOther(path: string, files: readonly string[]): Promise<void> {
  const real = async (file: string) => realpath(file).catch(() => undefined);
  const target = await real(path);
  for (const file of files) {
    if (target !== undefined && target === (await real(file)))
      throw new UsageError(`The rows come from ${escapeControls(path)}: write them elsewhere.`);
  }
}
