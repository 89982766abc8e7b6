import type { Catalog } from "../../../catalog/types.ts";
import { JsonFormat } from "../texts/json-format.ts";
import { LoadedRows } from "../texts/loaded-rows.ts";
import { TextReader } from "../texts/text-reader.ts";
import { CsvFormat } from "../texts/csv-format.ts";
import { InvalidRowError, type InvalidRow } from "../texts/invalid-row.ts";
import type { TextFormat } from "../texts/text-format.ts";
import { chooseKernels } from "./create-collection.ts";
import { collectionOf } from "./collection-of-store.ts";
import type { CollectionOptions, MemoryCollection } from "./memory-collection.ts";
import { isAsync } from "./read-source.ts";
import { inferCatalog, MemoryStore } from "./memory-store.ts";

/** Text in UTF-8: all bytes, or a source that yields parts of them. */
export type TextSource = Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** Creates a collection from parts of a text. */
export class TextLoader<T> {
  readonly #format: TextFormat;
  readonly #reader: TextReader;
  readonly #settings: CollectionOptions;

  constructor(
    format: string,
    settings: CollectionOptions,
    onInvalidRow: ((row: InvalidRow) => void) | undefined,
  ) {
    this.#settings = settings;
    this.#format = formatOf(format, settings.catalog);
    this.#reader = new TextReader(this.#format, (row) => {
      if (onInvalidRow === undefined) throw new InvalidRowError(row);
      onInvalidRow(row);
    });
  }

  get rows(): number {
    return this.#reader.rows;
  }

  /** Returns true: the clock is checked after each part. */
  add(part: Uint8Array): boolean {
    this.#reader.push(part);
    return true;
  }

  finish(): MemoryCollection<T> {
    this.#reader.end();
    const { kernels = "auto", maxBytes, ...others } = this.#settings;
    const made = chooseKernels(kernels, maxBytes);
    const rows = new LoadedRows(this.#format, this.#reader.blocks, made.budget.limit !== Infinity);
    const catalog = others.catalog ?? inferCatalog(rows.parsed());
    const options: CollectionOptions = { ...others, catalog, rows: "plain" };
    return collectionOf(new MemoryStore<T>({ catalog, rows }, options, made));
  }
}

/** @throws TypeError if the format is unknown, or if it is `csv` and there is no catalog */
function formatOf(format: string, catalog: Catalog | undefined): TextFormat {
  if (format === "ndjson") return new JsonFormat();
  if (format !== "csv") throw new TypeError(`format must be 'ndjson' or 'csv', not '${format}'.`);
  if (catalog === undefined)
    throw new TypeError("CSV requires a catalog: the types of the members decide what a cell is.");
  return new CsvFormat(catalog.members.byName.values());
}

/**
 * Divides the parts of a text into small ones, between which other work can run.
 *
 * @throws TypeError for a part that is no Uint8Array
 */
export function partsOf(source: TextSource): Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  if (source instanceof Uint8Array) return divide(source);
  return isAsync(source) ? divideAllAsync(source) : divideAll(source);
}

function* divide(part: Uint8Array): Generator<Uint8Array> {
  if (!(part instanceof Uint8Array))
    throw new TypeError(
      "A text must be a Uint8Array, or a source that yields them, such as a file stream without an encoding.",
    );
  for (let from = 0; from < part.length; from += MAX_PART_BYTES)
    yield part.subarray(from, from + MAX_PART_BYTES);
}

function* divideAll(source: Iterable<Uint8Array>): Generator<Uint8Array> {
  for (const part of source) yield* divide(part);
}

async function* divideAllAsync(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const part of source) yield* divide(part);
}

const MAX_PART_BYTES = 1 << 20;
