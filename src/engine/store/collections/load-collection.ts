import type { RowOf, UntypedCatalog } from "../../../catalog/row-type.ts";
import type { Catalog } from "../../../catalog/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { createCollection } from "./create-collection.ts";
import { readSource } from "./read-source.ts";
import type { InvalidRow } from "../texts/invalid-row.ts";
import { partsOf, TextLoader, type TextSource } from "./text-loader.ts";
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

export interface TextLoadOptions extends LoadOptions {
  /**
   * How the rows are written.
   * - `ndjson`: a JSON object on each line
   * - `csv`: RFC 4180, with a header whose names are the properties of the rows. Requires a catalog, whose types decide what a
   *   cell is: a number, a boolean or a string. A cell that its type cannot read is a string, and an empty cell is null.
   */
  readonly format: "ndjson" | "csv";
  /**
   * Called for each invalid row, which is then left out. Without it, the first invalid row rejects the promise with an
   * `InvalidRowError`.
   */
  readonly onInvalidRow?: ((row: InvalidRow) => void) | undefined;
}

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
  const { signal, milliseconds, onProgress, format, onInvalidRow, ...settings } =
    ownProperties<Partial<TextLoadOptions>>(options);
  const loader =
    format === undefined ? new ObjectLoader<T>(settings) : new TextLoader<T>(format, settings, onInvalidRow);
  signal?.throwIfAborted();
  const slices = { signal, milliseconds, onSlice: () => onProgress?.({ rows: loader.rows }) };
  if (loader instanceof TextLoader)
    await readSource(partsOf(source as TextSource), (part) => loader.add(part), slices);
  else await readSource(source as RowSource<T>, (part) => loader.add(part), slices);
  const collection = loader.finish();
  onProgress?.({ rows: loader.rows });
  return collection;
}

class ObjectLoader<T> {
  readonly #rows: T[] = [];
  readonly #settings: CollectionOptions;

  constructor(settings: CollectionOptions) {
    this.#settings = settings;
  }

  get rows(): number {
    return this.#rows.length;
  }

  /** Returns whether the part was an array. */
  add(part: T | readonly T[]): boolean {
    const isBatch = Array.isArray(part);
    if (isBatch) for (const row of part as readonly T[]) this.#rows.push(row);
    else this.#rows.push(part as T);
    return isBatch;
  }

  finish(): MemoryCollection<T> {
    return createCollection<T>(this.#rows, this.#settings);
  }
}
