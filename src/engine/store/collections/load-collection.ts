import { requireIterable } from "../../../diagnostics/require-argument.ts";
import type { RowOf, UntypedCatalog } from "../../../catalog/row-type.ts";
import type { Catalog } from "../../../catalog/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { createCollection } from "./create-collection.ts";
import { readSource } from "./read-source.ts";
import { loadText, type TextOptions, type TextSource } from "./load-text.ts";
import type { CollectionOptions, MemoryCollection } from "./memory-collection.ts";

export interface LoadOptions extends CollectionOptions {
  /** Cancels the loading: the promise is rejected with the signal's reason, and the source is closed. */
  readonly signal?: AbortSignal | undefined;
  /** Length of a time slice in milliseconds, in which no other work runs. Default 10. */
  readonly milliseconds?: number | undefined;
  /**
   * Called after each time slice, and at the end, with the number of rows read so far. An error that it throws ends
   * the loading.
   */
  readonly onProgress?: ((progress: { readonly rows: number }) => void) | undefined;
}

/** Options of a collection whose rows are text. */
export interface TextLoadOptions extends CollectionOptions, Omit<TextOptions, "catalog"> {}

/** Source that yields rows, or arrays of rows. */
export type RowSource<T> = Iterable<T | readonly T[]> | AsyncIterable<T | readonly T[]>;

/**
 * Creates a collection from rows that arrive over time. Works in time slices, so that other work can run. If no catalog is
 * given, one is inferred from up to 10,000 rows after the last has arrived. The types of the rows are those of
 * `createCollection`.
 *
 * With a `format`, the source is text. Its rows are validated, and parsed only when they are returned: queries read the values
 * of members from the text. This takes less time and memory than parsing all rows. Integers outside ±(2^53-1) become bigints.
 *
 * @throws the errors of `createCollection` and of the source, the signal's reason, and `InvalidRowError`
 * @example
 * const reports = await loadCollection(rows, { catalog, signal: AbortSignal.timeout(60_000) });
 * const orders = await loadCollection(createReadStream("orders.ndjson"), { format: "ndjson" });
 */
export async function loadCollection<T, C extends Catalog = Catalog>(
  source: RowSource<T>,
  options?: LoadOptions & { readonly catalog?: (C & UntypedCatalog<C>) | undefined },
): Promise<MemoryCollection<T>>;
export async function loadCollection<C extends Catalog>(
  source: RowSource<RowOf<C>>,
  options: LoadOptions & { readonly catalog: C },
): Promise<MemoryCollection<RowOf<C>>>;
export async function loadCollection<T = unknown>(
  source: TextSource,
  options: TextLoadOptions,
): Promise<MemoryCollection<T>>;
export async function loadCollection<T>(
  source: RowSource<T> | TextSource,
  options: LoadOptions | TextLoadOptions = {},
): Promise<MemoryCollection<T>> {
  requireIterable(source, "source");
  const ownOptions = ownProperties<Partial<TextLoadOptions>>(options);
  const {
    signal,
    milliseconds,
    onProgress,
    format,
    csv,
    onInvalidRow,
    onUnreadableNumbers,
    maxKeptBytes,
    ...settings
  } = ownOptions;
  if (format !== undefined) {
    const { catalog, kernels } = settings;
    const reading = {
      ...{ format, csv, catalog, kernels, onInvalidRow, onUnreadableNumbers, maxKeptBytes },
      ...{ signal, milliseconds, onProgress },
    };
    return createCollection(await loadText<T>(source as TextSource, reading), settings);
  }
  const rows: T[] = [];
  const onSlice = () => (onProgress as LoadOptions["onProgress"])?.({ rows: rows.length });
  signal?.throwIfAborted();
  await readSource(source as RowSource<T>, (part) => addPart(rows, part), { signal, milliseconds, onSlice });
  const collection = createCollection<T>(rows, settings);
  onSlice();
  return collection;
}

/** Returns whether the part was an array. */
function addPart<T>(rows: T[], part: T | readonly T[]): boolean {
  const isBatch = Array.isArray(part);
  if (isBatch) for (const row of part as readonly T[]) rows.push(row);
  else rows.push(part as T);
  return isBatch;
}
