/** Loads NDJSON files without parsing their rows. */
import { isUtf8 } from "node:buffer";
import { setImmediate } from "node:timers/promises";
import type { Catalog } from "tamis";
import { createCollection, loadText, type InvalidRow, type LoadedText } from "tamis/store";
import type { Scope } from "../command/command.ts";
import { chosenEncoding, chosenFormat, givenRowOption, STRICT_ROWS } from "../command/read-options.ts";
import { note } from "../command/report.ts";
import type { Row } from "../formats/row.ts";
import type { DataError } from "../io/errors.ts";
import { openInput, type Input } from "../io/open-input.ts";
import { progressOn } from "../io/progress.ts";
import { NdjsonReader } from "../readers/read-ndjson.ts";
import { FileReport } from "../rows/file-report.ts";
import { statsOf } from "../rows/read-files.ts";
import { MemberNames } from "../rows/rename-members.ts";
import { UnreadableValues } from "../rows/unreadable-values.ts";
import { maxKeptTextBytes, requireMemory } from "./heap-limit.ts";

/**
 * Reads the rows of an NDJSON file as text. Returns undefined if the rows must be read as objects, or if the file has a problem. The
 * reader of objects then begins again and reports all problems, so that the messages are the same in both cases.
 */
export async function loadTextFile(
  scope: Scope,
  paths: readonly string[],
  given: Catalog | undefined,
): Promise<LoadedText<Row> | undefined> {
  if (whyObjects(scope, paths) !== undefined) return undefined;
  try {
    return await readFile(scope, paths[0]!, given);
  } catch (error) {
    if (scope.signal.aborted) throw error;
    return undefined;
  }
}

/** Returns why the rows of files must be objects, as far as the options tell. Undefined if they can be text. */
export function whyObjects({ args }: Pick<Scope, "args">, paths: readonly string[]): string | undefined {
  const [path] = paths;
  const option = givenRowOption(args);
  if (option !== undefined) return `--${option.name} changes the rows`;
  if (path === undefined || paths.length > 1) return "rows of several files are numbered for each file";
  if (path === "-" || statsOf(path)?.isFile() !== true) return "only a file can be read again";
  return undefined;
}

/** Thrown while text is read, if its rows must be objects. */
class ObjectsRequired extends Error {}

/** @throws {@link ObjectsRequired}, and the errors of reading */
async function readFile(scope: Scope, path: string, given: Catalog | undefined): Promise<LoadedText<Row>> {
  const { io, signal, args, failures } = scope;
  const input = await openInput(path, { stdin: io.stdin, signal, encoding: chosenEncoding(args) });
  const progress = progressOn(io, input.size);
  const report = new FileReport(input.name);
  const unreadable = new UnreadableValues(input.name, given);
  const isStrict = args.flag(STRICT_ROWS.name);
  try {
    const text = await loadText<Row>(await ndjsonBytes(input, scope), {
      format: "ndjson",
      signal,
      maxKeptBytes: maxKeptTextBytes(),
      onInvalidRow: invalidRowHandler(input.name, report, unreadable, isStrict),
      onProgress: ({ rows, parsedRows }) => {
        requireFewParsed(rows, parsedRows);
        requireMemory(rows);
        progress.update({ rows, bytes: input.consumed() });
      },
    });
    // A single row may be an object that contains the rows, which the reader of objects notes.
    if (text.length < 2) throw new ObjectsRequired("there are not several rows");
    if (given !== undefined) await compareWith(given, text, unreadable, scope);
    const unreadableNote = unreadable.note();
    if (isStrict && unreadableNote !== undefined)
      throw new ObjectsRequired("the first unreadable value ends the reading");
    progress.end();
    failures.skippedRows += report.skipped;
    for (const each of [unreadableNote, ...report.notes()]) if (each !== undefined) note(scope, each);
    return text;
  } finally {
    progress.end();
    input.close();
  }
}

/** @throws {@link ObjectsRequired} for another format */
async function ndjsonBytes(input: Input, { args }: Scope): Promise<AsyncIterable<Uint8Array>> {
  const format = chosenFormat(args) ?? (await input.format());
  if (format !== "ndjson") throw new ObjectsRequired(`the rows are ${format}`);
  return input.bytes;
}

/** @throws {@link ObjectsRequired} if members have other names in the catalog */
async function compareWith(
  catalog: Catalog,
  text: LoadedText<Row>,
  unreadable: UnreadableValues,
  { signal }: Scope,
): Promise<void> {
  const names = new MemberNames(catalog);
  for (const name of text.firstRows().keys())
    if (names.mayRename(name)) throw new ObjectsRequired("members are renamed");
  const collection = createCollection(text, { catalog });
  let added = 0;
  for (const { index, members } of await collection.unreadableInSlices({ signal })) {
    unreadable.addRow(index, members);
    if (++added % ROWS_PER_TURN !== 0) continue;
    await setImmediate();
    signal.throwIfAborted();
  }
}

/** Number of rows that are parsed in a turn of the event loop. */
const ROWS_PER_TURN = 256;

/** Returns a function that reports invalid rows as the reader of objects does: it reads them with that reader. */
function invalidRowHandler(
  file: string,
  report: FileReport,
  unreadable: UnreadableValues,
  isStrict: boolean,
): (row: InvalidRow) => void {
  let blankLines = 0;
  return ({ line, row, byte, text }) => {
    if (isStrict) throw new ObjectsRequired("the first invalid row ends the reading");
    if (!isUtf8(text)) throw new ObjectsRequired("invalid UTF-8 ends the reading");
    const skipped = report.skipped;
    const first = { line, row: row - blankLines };
    const onRowError = (error: DataError) => {
      report.addError(error);
      unreadable.skipRow(error.position.row!);
    };
    const reader = new NdjsonReader(file, byte, { onRowError, first });
    reader.push(Buffer.from(text));
    reader.end();
    if (reader.rows.length > 0) throw new ObjectsRequired("the readers disagree about a row");
    // A line with other white space than that of JSON is no row.
    if (report.skipped === skipped) blankLines++;
  };
}

/** @throws {@link ObjectsRequired} if text would take longer, because too many rows are parsed to read their values */
function requireFewParsed(rows: number, parsedRows: number): void {
  if (parsedRows > MIN_PARSED_ROWS && parsedRows > rows * MAX_PARSED_SHARE)
    throw new ObjectsRequired("reading text would take longer");
}

const MIN_PARSED_ROWS = 1_000;
const MAX_PARSED_SHARE = 1 / 4;
