import { keepOrder } from "../../../values/json/member-order.ts";
import type { CatalogDefinition } from "../../../catalog/types.ts";
import { TypedCells } from "../../../files/cells/typed-cells.ts";
import { CsvFormat, formatOfCells } from "../../../files/located/csv-format.ts";
import { JsonFormat } from "../../../files/located/json-format.ts";
import type { TextFormat } from "../../../files/located/text-format.ts";
import { collectionOf } from "../collections/collection-of-store.ts";
import type { MemoryCollection } from "../collections/memory-collection.ts";
import { MemoryStore } from "../collections/memory-store.ts";
import type { FrozenRows } from "../collections/stored-rows.ts";
import { catalogOf, type OpenOptions } from "../file/read-collection.ts";
import { SavedRows } from "../file/saved-rows.ts";
import { isSet, popcount, type WritingReport } from "../file/write-collection.ts";
import { BlockBuffer, writeRows } from "../file/write-rows.ts";
import type { Kernels } from "../kernels/kernels.ts";
import type { RowList } from "../kernels/row-list.ts";
import type { Task } from "../tasks/task.ts";
import { LoadedRows, type IndexedBlock } from "../texts/loaded-rows.ts";
import type { RowBlock } from "../texts/text-rows.ts";

/** How rows of `loadText` are written, as data. */
type LoadedFormat =
  | { readonly kind: "json"; readonly names: readonly string[] }
  | ({ readonly kind: "csv"; readonly delimiter: string } & Pick<TypedCells, "columns" | "style">);

interface SharedContents {
  readonly catalog: CatalogDefinition;
  /** Bitmap with a bit set per live row. */
  readonly live: Uint32Array;
}

/** Texts of rows in memory that threads share: those that `loadText` has read, or objects as saved collections have them. */
export type SharedRows = SharedContents &
  (
    | { readonly format: { readonly kind: "saved" }; readonly blocks: readonly RowBlock[] }
    | { readonly format: LoadedFormat; readonly blocks: readonly IndexedBlock[] }
  );

/** Writes the rows of a collection to memory that threads share. Rows that it has written before stay where they are. */
export class SharedRowsWriter {
  /** The rows that are written: the first `#count` of this list. */
  #rows: WeakRef<RowList> | undefined;
  #count = 0;
  #full: RowBlock[] = [];
  readonly #last = new BlockBuffer((bytes) => new SharedArrayBuffer(bytes));

  /** Returns undefined if `report` refuses to leave out parts of rows. */
  *write(frozen: FrozenRows, report: WritingReport): Task<SharedRows | undefined> {
    const loaded = loadedRows(frozen);
    if (loaded !== undefined) return loaded;
    const { catalog, rows, count, live } = frozen;
    if (this.#rows?.deref() !== rows) this.#clear();
    // A task that does not end leaves rows that its successor must not use.
    this.#rows = undefined;
    const from = { row: this.#count, live: firstBits(live, this.#count) };
    const isLive = (row: number) => isSet(live, row);
    const listeners = { report: report.report, onRows: report.onRows };
    for (const full of writeRows(this.#last, {
      rows,
      from,
      count,
      isLive,
      keepsDeleted: true,
      ...listeners,
    })) {
      if (report.isOver) return undefined;
      if (full !== undefined) {
        this.#full.push(full);
        this.#last.renew();
      }
      yield;
    }
    if (report.isRefused) return undefined;
    this.#count = count;
    // Parts that were left out are reported each time.
    if (report.leftOut.length === 0) this.#rows = new WeakRef(rows);
    const blocks = this.#last.rows > 0 ? [...this.#full, this.#last.contents()] : this.#full;
    return { catalog: catalog.definition, format: { kind: "saved" }, blocks, live };
  }

  #clear(): void {
    this.#count = 0;
    this.#full = [];
    this.#last.renew();
  }
}

/** Returns how many of the first `count` bits are set. */
function firstBits(bits: Uint32Array, count: number): number {
  const words = count >>> 5;
  let set = popcount(bits.subarray(0, words));
  for (let row = words << 5; row < count; row++) if (isSet(bits, row)) set++;
  return set;
}

/** Returns undefined for rows that are no texts in shared memory. */
function loadedRows({ catalog, rows, count, live }: FrozenRows): SharedRows | undefined {
  if (!(rows instanceof LoadedRows) || count !== rows.texts.count) return undefined;
  const { format, blocks } = rows.contents;
  const isShared = blocks.every(({ texts }) => isSharedBuffer(texts.buffer));
  const description = descriptionOf(format);
  if (description === undefined || !isShared) return undefined;
  return { catalog: catalog.definition, format: description, blocks, live };
}

/** Returns undefined for a format that has functions of the caller. */
function descriptionOf(format: TextFormat): LoadedFormat | undefined {
  if (format instanceof JsonFormat) return { kind: "json", names: format.names };
  if (!(format instanceof CsvFormat) || format.cells === undefined) return undefined;
  const { columns, style } = format.cells;
  return { kind: "csv", delimiter: format.delimiter, columns, style };
}

/**
 * Returns a collection of rows that another thread has written or read.
 *
 * @throws FileFault if the catalogs differ
 */
export function collectionOfRows<T>(
  shared: SharedRows,
  options: OpenOptions,
  kernels: Kernels,
): MemoryCollection<T> {
  // Compared first, because a foreign value has no catalog.
  const catalog = catalogOf(shared.catalog, options.catalog);
  const maxKeptBytes = kernels.budget.limit === Infinity ? MAX_KEPT_BYTES : 0;
  const rows = readableRows(shared, maxKeptBytes);
  const isLoaded = rows instanceof LoadedRows;
  const stored = { catalog, rows, live: shared.live };
  return collectionOf(
    new MemoryStore<T>(stored, isLoaded ? { ...options, rows: "plain" } : options, kernels),
  );
}

/** Bytes of shared rows whose parsed objects each thread keeps: 16 MB. */
const MAX_KEPT_BYTES = 1 << 24;

function readableRows({ format, blocks }: SharedRows, maxKeptBytes: number): RowList {
  if (format.kind !== "saved")
    return new LoadedRows(formatOf(format), blocks as readonly IndexedBlock[], maxKeptBytes);
  const readableBlocks = blocks.map((block) => ({ rows: block.starts.length - 1, read: () => block }));
  return new SavedRows(readableBlocks, maxKeptBytes);
}

function formatOf(description: LoadedFormat): TextFormat {
  if (description.kind === "csv")
    return formatOfCells(description.delimiter, new TypedCells(description.columns, description.style));
  const format = new JsonFormat();
  format.learn(
    keepOrder(Object.fromEntries(description.names.map((name) => [name, null])), description.names),
  );
  return format;
}

function isSharedBuffer(buffer: unknown): boolean {
  return typeof SharedArrayBuffer === "function" && buffer instanceof SharedArrayBuffer;
}
