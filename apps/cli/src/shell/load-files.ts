/** Reads the rows of files into memory, for as long as there is some. */
import { getHeapStatistics } from "node:v8";
import { defineCatalog, type Catalog, type MemberDefinition } from "tamis";
import { catalogFromRows } from "tamis/catalog";
import { escapeControls } from "tamis/diagnostics";
import { problemList } from "../catalogs.ts";
import { collectionName } from "../collection-name.ts";
import type { Scope } from "../command.ts";
import { DataError, InputError } from "../io/errors.ts";
import type { InputFormat } from "../io/formats.ts";
import type { Row } from "../io/row-reader.ts";
import { originalOf } from "../naming.ts";
import { note } from "../report.ts";
import { openRows } from "../rows.ts";
import { sampleRows } from "./sample-rows.ts";

export interface LoadedRows {
  readonly rows: readonly Row[];
  readonly catalog: Catalog;
  /** All members that some row has, in the order in which they come. */
  readonly columns: readonly string[];
  /** Of the first file. */
  readonly format: InputFormat;
}

/** Rows that types are told from. */
const SAMPLE = 20_000;
/** Rows between two looks at the memory. */
const LOOK = 2_048;
/** The share of the heap that rows may take. Columns are beside it. */
const SHARE = 0.85;
/** Of the heap's limit, the bytes for objects that are young: rows grow old. */
const YOUNG = 192 * 1_048_576;

export async function loadFiles(
  scope: Scope,
  paths: readonly string[],
  given: Catalog | undefined,
): Promise<LoadedRows> {
  // Without a catalog one is made of the rows, and it knows what it calls them.
  const stream = await openRows(scope, paths, { catalog: given, rename: given !== undefined });
  const rows: Row[] = [];
  let next = LOOK;
  try {
    for await (const batch of stream.batches()) {
      for (const row of batch) rows.push(row);
      if (rows.length < next) continue;
      next = rows.length + LOOK;
      requireMemory(rows.length);
    }
  } finally {
    await stream.close();
  }
  const sample = sampleRows(rows, SAMPLE);
  const catalog = given ?? inferred(sample, paths, scope);
  return {
    rows,
    catalog: sample === rows || given !== undefined ? catalog : nullable(catalog),
    columns: [...new Set([...stream.columns, ...sample.flatMap((row) => Object.keys(originalOf(row)))])],
    format: stream.format,
  };
}

/** @throws InputError before the process would be ended for want of memory */
function requireMemory(rows: number): void {
  const { used_heap_size: used, heap_size_limit: all } = getHeapStatistics();
  const limit = Math.max(all - YOUNG, all / 4);
  if (used < limit * SHARE) return;
  const megabytes = (bytes: number) => `${Math.round(bytes / 1_048_576).toLocaleString("en-US")} MB`;
  throw new InputError(
    `The rows do not fit into memory: ${rows.toLocaleString("en-US")} of them take ${megabytes(used)} of ` +
      `${megabytes(limit)}. NODE_OPTIONS=--max-old-space-size=… gives Node more megabytes; tamis query reads files of ` +
      `any size without keeping them.`,
  );
}

function inferred(sample: readonly Row[], [path]: readonly string[], scope: Scope): Catalog {
  if (sample.length === 0) throw new DataError(path!, {}, "there is no row to infer members from");
  const { catalog, problems, notes } = catalogFromRows(sample, {
    name: collectionName(path),
    sample: sample.length,
  });
  if (catalog === undefined)
    throw new InputError(`No catalog can be made of ${escapeControls(path!)}:\n${problemList(problems)}`);
  for (const { pointer, message } of notes.slice(0, TOLD)) {
    // That there is a key matters to nobody who only looks.
    if (pointer !== "") note(scope, `${escapeControls(pointer.slice(1))}: ${message}`);
  }
  return catalog;
}

/** Notes that are told. */
const TOLD = 20;

/** The same catalog without a promise of values: a sample knows nothing of the other rows. */
function nullable({ definition }: Catalog): Catalog {
  const members = Object.entries(definition.members).map(([name, member]): [string, MemberDefinition] => [
    name,
    typeof member === "string" ? member : { ...member, nullable: true },
  ]);
  return defineCatalog({ ...definition, members: Object.fromEntries(members) });
}
