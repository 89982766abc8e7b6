import type { Catalog } from "tamis";
import { namesInOrder } from "tamis/catalog";
import { escapeControls } from "tamis/diagnostics";
import { formatProblems } from "../command/catalog-option.ts";
import { collectionName } from "../rows/collection-name.ts";
import type { Scope } from "../command/command.ts";
import { cellStyleOf, readSettings, type ReadSettings } from "../command/read-options.ts";
import { cellReader, originalOf, shownOf, unsetShown, type Row } from "tamis/files";
import { DataError, InputError } from "../io/errors.ts";
import type { InputFormat } from "../formats/formats.ts";
import { note } from "../command/report.ts";
import { catalogOfRows, TYPED_ROWS, type TypedRows } from "../rows/sample-types.ts";
import { catalogRenamingNote } from "../rows/rename-members.ts";
import { openRows, type RowStream } from "../rows/row-stream.ts";
import { requireMemory } from "./heap-limit.ts";
import { nullable } from "./nullable-catalog.ts";
import { loadTextFile } from "./load-text-file.ts";
import { sampleRows, type Rows } from "./sample-rows.ts";

export interface LoadedRows<R extends Rows = Rows> {
  readonly rows: R;
  readonly catalog: Catalog;
  /** Names of the columns, in order of appearance. */
  readonly columns: readonly string[];
  readonly format: InputFormat;
}

/** Number of rows from which types are inferred. */
const SAMPLE_SIZE = 20_000;
const ROWS_PER_CHECK = 2_048;

/** Loads rows as text if that takes less time and memory, otherwise as objects. */
export async function loadFiles(
  scope: Scope,
  paths: readonly string[],
  catalog: Catalog | undefined,
): Promise<LoadedRows> {
  // Read once, because `--types` can name a pipe.
  const settings = await readSettings(scope);
  const text = await loadTextFile(scope, paths, catalog, settings);
  if (text === undefined) return loadObjects(scope, paths, catalog, settings);
  return withCatalog(scope, { ...text, declared: settings.types }, paths, catalog);
}

export async function loadObjects(
  scope: Scope,
  paths: readonly string[],
  catalog: Catalog | undefined,
  settings?: ReadSettings,
): Promise<LoadedRows<readonly Row[]>> {
  // Renames members only for a given catalog: an inferred catalog maps invalid names itself.
  const stream = await openRows(scope, paths, { catalog, rename: catalog !== undefined, settings });
  return loadRows(scope, stream, paths, catalog);
}

export async function loadRows(
  scope: Scope,
  stream: RowStream,
  paths: readonly string[],
  catalog: Catalog | undefined,
): Promise<LoadedRows<readonly Row[]>> {
  const rows: Row[] = [];
  let next = ROWS_PER_CHECK;
  try {
    for await (const batch of stream.batches()) {
      for (const row of batch) {
        // Rows in memory do not keep the texts of the file.
        unsetShown(originalOf(row));
        rows.push(row);
      }
      if (rows.length < next) continue;
      next = rows.length + ROWS_PER_CHECK;
      requireMemory(rows.length);
    }
  } finally {
    await stream.close();
  }
  return withCatalog(scope, { ...stream, rows }, paths, catalog);
}

/** Infers a catalog if none is given. */
function withCatalog<R extends Rows>(
  scope: Scope,
  { rows, columns, format, firstRows, declared }: Omit<LoadedRows<R>, "catalog"> & Omit<TypedRows, "sample">,
  paths: readonly string[],
  chosenCatalog: Catalog | undefined,
): LoadedRows<R> {
  const { sample, numbers } = sampleRows(rows, SAMPLE_SIZE);
  const typed: TypedRows = { sample, firstRows: firstRows ?? firstOf(rows), declared };
  const catalog = chosenCatalog ?? inferred(sample, numbers, typed, paths, scope);
  return {
    rows,
    catalog: numbers === undefined || chosenCatalog !== undefined ? catalog : nullable(catalog),
    columns: [...new Set([...columns, ...sample.flatMap((row) => namesInOrder(shownOf(row)))])],
    format,
  };
}

function firstOf(rows: Rows): readonly Row[] {
  return Array.from({ length: Math.min(TYPED_ROWS, rows.length) }, (_, i) => rows.at(i)!);
}

function inferred(
  sample: readonly Row[],
  numbers: readonly number[] | undefined,
  typed: TypedRows,
  [path]: readonly string[],
  scope: Scope,
): Catalog {
  if (sample.length === 0) throw new DataError(path!, {}, "there are no rows to infer members from");
  const { catalog, problems, notes } = catalogOfRows(sample, typed, {
    name: collectionName(path),
    sample: sample.length,
    numbers,
    readString: cellReader(cellStyleOf(scope.args)),
  });
  if (catalog === undefined)
    throw new InputError(
      `No catalog can be inferred from ${escapeControls(path!)}:\n${formatProblems(problems)}`,
    );
  for (const { pointer, message } of notes.slice(0, MAX_NOTES)) {
    // Skips notes with an empty pointer, which concern the whole catalog.
    if (pointer !== "") note(scope, `${escapeControls(pointer.slice(1))}: ${message}`);
  }
  const renaming = catalogRenamingNote(catalog);
  if (renaming !== undefined) note(scope, renaming);
  return catalog;
}

const MAX_NOTES = 20;
