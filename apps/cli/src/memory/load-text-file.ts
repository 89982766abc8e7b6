/** Loads NDJSON, CSV and TSV files as text, so that only the rows in use become objects. */
import { setImmediate } from "node:timers/promises";
import type { Catalog } from "tamis";
import { createCollection, loadText, type LoadedText } from "tamis/store";
import type { Scope } from "../command/command.ts";
import type { ReadSettings } from "../command/read-options.ts";
import { note } from "../command/report.ts";
import type { InputFormat } from "../formats/formats.ts";
import { ObjectsRequired, shownOf, type Row } from "tamis/files";
import { dataError } from "../io/reading-faults.ts";
import { openInput } from "../io/open-input.ts";
import { progressOn } from "../io/progress.ts";
import { FileReport } from "../rows/file-report.ts";
import { statsOf } from "../rows/read-files.ts";
import { jsonDates } from "../rows/json-dates.ts";
import { TYPED_ROWS } from "../rows/sample-types.ts";
import { UnreadableValues } from "../rows/unreadable-values.ts";
import { FullMemory, maxKeptTextBytes, requireMemory, requireTextMemory } from "./heap-limit.ts";
import { planFor, requireNames, type TextPlan } from "./text-plan.ts";

export interface TextFile {
  readonly rows: LoadedText<Row>;
  /** Names of the columns, in order of appearance. */
  readonly columns: readonly string[];
  readonly format: InputFormat;
}

/**
 * Reads the rows of a file as text. Returns undefined if the rows must be read as objects, or if the file has a problem. The
 * reader of objects then begins again and reports all problems, so that the messages are the same in both cases.
 *
 * @throws FullMemory, and the reason of the signal
 */
export async function loadTextFile(
  scope: Scope,
  paths: readonly string[],
  catalog: Catalog | undefined,
  settings: ReadSettings,
): Promise<TextFile | undefined> {
  if (whyObjects(paths) !== undefined) return undefined;
  try {
    return await readFile(scope, paths[0]!, catalog, settings);
  } catch (error) {
    if (scope.signal.aborted || error instanceof FullMemory) throw error;
    return undefined;
  }
}

/** Returns the reason if rows from these paths must be read as objects. Undefined if the paths allow text. */
export function whyObjects(paths: readonly string[]): string | undefined {
  const [path] = paths;
  if (path === undefined || paths.length > 1) return "rows of several files are numbered for each file";
  if (path === "-" || statsOf(path)?.isFile() !== true) return "only a file can be read again";
  return undefined;
}

/** @throws ObjectsRequired, and the errors of reading */
async function readFile(
  scope: Scope,
  path: string,
  catalog: Catalog | undefined,
  settings: ReadSettings,
): Promise<TextFile> {
  const { io, signal, args, failures } = scope;
  const input = await openInput(path, { stdin: io.stdin, signal, encoding: settings.encoding });
  const progress = progressOn(io, input.size);
  const report = new FileReport(input.name);
  const unreadable = new UnreadableValues(input.name, catalog, false, settings.style);
  try {
    const plan = await planFor(input, args, catalog, settings, report);
    unreadable.isCsv = plan.csv !== undefined;
    const rows = await loadText<Row>(plan.bytes, {
      format: plan.csv === undefined ? "ndjson" : "csv",
      csv: plan.csv,
      signal,
      maxKeptBytes: maxKeptTextBytes(),
      onInvalidRow: (row) => {
        if (settings.strict) throw new ObjectsRequired("the first invalid row ends the reading");
        const fault = plan.faultOf(row);
        report.addError(dataError(input.name, fault));
        unreadable.skipRow(fault.position.row!);
      },
      onUnreadableNumbers: () => {
        throw new ObjectsRequired("the reader of objects reports such numbers with their position");
      },
      onProgress: ({ rows: count, parsedRows }) => {
        requireFewParsed(count, parsedRows);
        requireMemory(count);
        requireTextMemory(count);
        progress.update({ rows: count, bytes: input.consumed() });
      },
    });
    if (rows.length < plan.minRows) throw new ObjectsRequired("there are too few rows");
    const first = Array.from({ length: Math.min(TYPED_ROWS, rows.length) }, (_, i) => rows.at(i)!);
    if (plan.csv === undefined && settings.inferTypes && jsonDates(first, catalog).written.size > 0)
      throw new ObjectsRequired("members have dates in other forms than ISO 8601");
    await addUnreadable(rows, plan, catalog, unreadable, scope);
    const unreadableNote = unreadable.note();
    if (settings.strict && unreadableNote !== undefined)
      throw new ObjectsRequired("the first unreadable value ends the reading");
    progress.end();
    failures.skippedRows += report.skipped;
    for (const text of [...plan.notes, unreadableNote, ...report.notes()])
      if (text !== undefined) note(scope, text);
    return { rows, columns: plan.columnsOf(rows), format: plan.format };
  } finally {
    progress.end();
    input.close();
  }
}

/**
 * Adds the rows with values that their columns or the catalog cannot read.
 * @throws ObjectsRequired if members have other names in the catalog
 */
async function addUnreadable(
  text: LoadedText<Row>,
  { csv }: TextPlan,
  catalog: Catalog | undefined,
  unreadable: UnreadableValues,
  { signal }: Scope,
): Promise<void> {
  const ofCatalog = catalog && (await unreadableRows(text, catalog, signal));
  const rows = ofCatalog?.[Symbol.iterator]();
  let next = rows?.next();
  let count = MIN_ROWS_PER_TURN;
  for (let from = 0; from < text.length;) {
    const start = performance.now();
    const end = Math.min(from + count, text.length);
    const names = new Map<number, ReadonlySet<string>>();
    for (const { index, columns } of text.unreadableCells(from, end)) {
      names.set(index, new Set(columns));
      const shownRow = shownOf(text.at(index)!);
      for (const column of csv!.cells.columns)
        if (columns.includes(column.name)) unreadable.adviseFor(String(shownRow[column.name]), column);
    }
    for (; next?.done === false && next.value.index < end; next = rows!.next())
      names.set(next.value.index, new Set([...(names.get(next.value.index) ?? []), ...next.value.members]));
    for (const [index, members] of [...names].sort(([a], [b]) => a - b))
      unreadable.addRow(index, [...members]);
    from = end;
    // Rows can have any length.
    count =
      performance.now() - start > TURN_MS ? Math.ceil(count / 4) : Math.min(count * 2, MAX_ROWS_PER_TURN);
    await setImmediate();
    signal.throwIfAborted();
  }
}

/** Time in milliseconds after which fewer rows are inspected in the next turn of the event loop. */
const TURN_MS = 5;
const MIN_ROWS_PER_TURN = 16;
const MAX_ROWS_PER_TURN = 2_048;

/** @throws ObjectsRequired if members have other names in the catalog */
async function unreadableRows(
  text: LoadedText<Row>,
  catalog: Catalog,
  signal: AbortSignal,
): Promise<Iterable<{ readonly index: number; readonly members: readonly string[] }>> {
  requireNames(text.firstRows().keys(), catalog);
  return createCollection(text, { catalog }).unreadableInSlices({ signal });
}

/** @throws ObjectsRequired if text would take longer, because too many rows are parsed to read their values */
function requireFewParsed(rows: number, parsedRows: number): void {
  if (parsedRows > MIN_PARSED_ROWS && parsedRows > rows * MAX_PARSED_SHARE)
    throw new ObjectsRequired("reading text would take longer");
}

const MIN_PARSED_ROWS = 1_000;
const MAX_PARSED_SHARE = 1 / 4;
