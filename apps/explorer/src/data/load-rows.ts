import { defineCatalog, type Catalog } from "tamis";
import { catalogFromRows } from "tamis/catalog";
import {
  CELL_TYPES,
  cellReader,
  type CellType,
  type FileOptions,
  ReadingFault,
  readRowBatches,
  type ReadingProblem,
  type ReplacedBytes,
  type Row,
} from "tamis/files";
import { nullable } from "../../../cli/src/memory/nullable-catalog.ts";
import { sampleRows } from "../../../cli/src/memory/sample-rows.ts";
import type { ReadingSettings } from "../contract/protocol.ts";
import { isParquet, MAGIC_BYTES, readParquet } from "./read-parquet.ts";

export interface LoadedRows {
  readonly catalog: Catalog;
  readonly rows: readonly Row[];
  readonly notes: readonly string[];
}

/** A page has no more memory than its browser gives it. */
const MAX_FILE_BYTES = 512 * 1024 * 1024;
const SAMPLE_SIZE = 20_000;
const MAX_NOTES = 5;
const GZIP = [0x1f, 0x8b];

/**
 * Reads a file with the readers of the program, and infers the types of its columns.
 * @throws Error with a message for the user
 */
export async function loadRows(file: File, reading?: ReadingSettings): Promise<LoadedRows> {
  if (file.size > MAX_FILE_BYTES) throw new Error(`${file.name} is larger than 512 MiB.`);
  const notes: string[] = [];
  const rows = await rowsOf(file, reading, notes);
  if (rows.length === 0) throw new Error(`${file.name} has no rows.`);
  return { ...inferCatalog(rows, file.name, notes), rows };
}

async function rowsOf(file: File, reading: ReadingSettings | undefined, notes: string[]): Promise<Row[]> {
  const content = await unpack(file);
  if (isParquet(new Uint8Array(await content.slice(0, MAGIC_BYTES).arrayBuffer())))
    return readParquet(content);
  const rows: Row[] = [];
  const problems = { count: 0 };
  let replaced: ReplacedBytes | undefined;
  const note = (text: string) => {
    if (problems.count++ < MAX_NOTES) notes.push(text);
  };
  const batches = readRowBatches(content.stream(), {
    name: file.name,
    ragged: true,
    ...optionsOf(reading),
    onProblem: (problem) => {
      if (problem.kind === "bytes") replaced = problem;
      else note(textOf(problem));
    },
    onFault: ({ message }) => note(`${file.name}, ${message}`),
  });
  try {
    for await (const batch of batches) for (const row of batch) rows.push(row);
  } catch (error) {
    if (!(error instanceof ReadingFault) && !(error instanceof TypeError) && !(error instanceof RangeError))
      throw error;
    const message = error.message.replaceAll("--encoding", "another encoding below");
    throw new Error(`${file.name}: ${message}`, { cause: error });
  }
  if (replaced !== undefined)
    note(
      `${replaced.count} places are not valid UTF-8. The first is on line ${replaced.first.line}. Choose another encoding below.`,
    );
  if (problems.count > MAX_NOTES) notes.push(`… and ${problems.count - MAX_NOTES} more.`);
  return rows;
}

/** @throws Error for an invalid type, with a message for the user */
function optionsOf(reading: ReadingSettings | undefined): FileOptions {
  if (reading === undefined) return {};
  const { encoding, delimiter, path, dates, types } = reading;
  return {
    ...(encoding === "" ? {} : { encoding }),
    ...(delimiter === "" ? {} : { delimiter: delimiter === "tab" ? "\t" : delimiter }),
    ...(path === "" ? {} : { path }),
    ...(dates === "" ? {} : { dates }),
    ...(types.trim() === "" ? {} : { types: typesOf(types) }),
  };
}

function typesOf(text: string): ReadonlyMap<string, CellType> {
  return new Map(
    text.split(",").map((part) => {
      const at = part.lastIndexOf("=");
      const type = CELL_TYPES.find((name) => name === part.slice(at + 1).trim());
      if (at < 1 || type === undefined)
        throw new Error(
          `The type '${part.trim()}' must be written as NAME=TYPE, with one of ${CELL_TYPES.join(", ")}.`,
        );
      return [part.slice(0, at).trim(), type] as const;
    }),
  );
}

function textOf(problem: Exclude<ReadingProblem, { readonly kind: "bytes" }>): string {
  switch (problem.kind) {
    case "cell":
      return `Line ${problem.line}: ${problem.column} '${problem.text}' is no ${problem.type}.`;
    case "header":
      return problem.reason;
    case "ragged":
      return `Line ${problem.line} has ${problem.cells} cells, not ${problem.columns}.`;
    case "stray-quote":
      return `Line ${problem.line} has a quote inside a cell without quotes.`;
    case "numbers":
      return `Line ${problem.position().line}: ${problem.text} is read as null.`;
  }
}

async function unpack(file: File): Promise<Blob> {
  const start = new Uint8Array(await file.slice(0, GZIP.length).arrayBuffer());
  if (!GZIP.every((byte, i) => start[i] === byte)) return file;
  return new Response(file.stream().pipeThrough(new DecompressionStream("gzip"))).blob();
}

function inferCatalog(rows: readonly Row[], file: string, notes: string[]): Omit<LoadedRows, "rows"> {
  const { sample, numbers } = sampleRows(rows, SAMPLE_SIZE);
  const imported = catalogFromRows(sample, {
    name: file.replace(/\..*$/, "") || "rows",
    sample: sample.length,
    numbers,
    readString: cellReader({}),
  });
  if (imported.catalog === undefined)
    throw new Error(`${file}: ${imported.problems.map(({ message }) => message).join(" ")}`);
  const remarks = imported.notes
    .filter(({ pointer }) => pointer !== "")
    .slice(0, MAX_NOTES)
    .map(({ pointer, message }) => `${pointer.slice(1)}: ${message}`);
  const catalog = sample === rows ? imported.catalog : nullable(imported.catalog);
  return { catalog: defineCatalog(catalog.definition), notes: [...notes, ...remarks] };
}
