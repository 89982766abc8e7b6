import { getHeapStatistics } from "node:v8";
import { defineCatalog, type Catalog, type MemberDefinition } from "tamis";
import { catalogFromRows } from "tamis/catalog";
import { escapeControls } from "tamis/diagnostics";
import { formatProblems } from "../command/catalog-option.ts";
import { collectionName } from "../rows/collection-name.ts";
import type { Scope } from "../command/command.ts";
import { DataError, InputError } from "../io/errors.ts";
import type { InputFormat } from "../formats/formats.ts";
import type { Row } from "../formats/row.ts";
import { originalOf } from "../formats/row.ts";
import { note } from "../command/report.ts";
import { openRows } from "../rows/row-stream.ts";
import { sampleRows } from "./sample-rows.ts";

export interface LoadedRows {
  readonly rows: readonly Row[];
  readonly catalog: Catalog;
  /** Names of the columns, in order of appearance. */
  readonly columns: readonly string[];
  readonly format: InputFormat;
}

/** Number of rows from which types are inferred. */
const SAMPLE_SIZE = 20_000;
const ROWS_PER_CHECK = 2_048;
/** Maximum share of the heap for rows. Columns of the store are allocated outside the heap. */
const MAX_HEAP_SHARE = 0.85;
/** Bytes of the heap that V8 reserves for young objects. Rows cannot fill them. */
const YOUNG_GENERATION = 192 * 1_048_576;

export async function loadFiles(
  scope: Scope,
  paths: readonly string[],
  given: Catalog | undefined,
): Promise<LoadedRows> {
  // Renames members only for a given catalog: an inferred catalog maps invalid names itself.
  const stream = await openRows(scope, paths, { catalog: given, rename: given !== undefined });
  const rows: Row[] = [];
  let next = ROWS_PER_CHECK;
  try {
    for await (const batch of stream.batches()) {
      for (const row of batch) rows.push(row);
      if (rows.length < next) continue;
      next = rows.length + ROWS_PER_CHECK;
      requireMemory(rows.length);
    }
  } finally {
    await stream.close();
  }
  const { sample, numbers } = sampleRows(rows, SAMPLE_SIZE);
  const catalog = given ?? inferred(sample, numbers, paths, scope);
  return {
    rows,
    catalog: sample === rows || given !== undefined ? catalog : nullable(catalog),
    columns: [...new Set([...stream.columns, ...sample.flatMap((row) => Object.keys(originalOf(row)))])],
    format: stream.format,
  };
}

/** @throws InputError if the heap is nearly full */
function requireMemory(rows: number): void {
  const { used_heap_size: used, heap_size_limit: all } = getHeapStatistics();
  const limit = Math.max(all - YOUNG_GENERATION, all / 4);
  if (used < limit * MAX_HEAP_SHARE) return;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576).toLocaleString("en-US")} MB`;
  throw new InputError(
    `The rows do not fit into memory: ${rows.toLocaleString("en-US")} rows take ${megabytes(used)} of ` +
      `${megabytes(limit)}. NODE_OPTIONS=--max-old-space-size=MEGABYTES raises the limit; tamis query reads files of ` +
      `any size without loading them.`,
  );
}

function inferred(
  sample: readonly Row[],
  numbers: readonly number[] | undefined,
  [path]: readonly string[],
  scope: Scope,
): Catalog {
  if (sample.length === 0) throw new DataError(path!, {}, "there are no rows to infer members from");
  const { catalog, problems, notes } = catalogFromRows(sample, {
    name: collectionName(path),
    sample: sample.length,
    numbers,
  });
  if (catalog === undefined)
    throw new InputError(
      `No catalog can be inferred from ${escapeControls(path!)}:\n${formatProblems(problems)}`,
    );
  for (const { pointer, message } of notes.slice(0, MAX_NOTES)) {
    // Skips notes with an empty pointer, which concern the whole catalog.
    if (pointer !== "") note(scope, `${escapeControls(pointer.slice(1))}: ${message}`);
  }
  return catalog;
}

const MAX_NOTES = 20;

/** Makes all members nullable: rows outside the sample may lack any of them. */
function nullable({ definition }: Catalog): Catalog {
  const members = Object.entries(definition.members).map(([name, member]): [string, MemberDefinition] => [
    name,
    typeof member === "string" ? member : { ...member, nullable: true },
  ]);
  return defineCatalog({ ...definition, members: Object.fromEntries(members) });
}
