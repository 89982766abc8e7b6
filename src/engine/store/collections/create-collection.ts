import { requireIterable } from "../../../diagnostics/require-argument.ts";
import type { RowOf, UntypedCatalog } from "../../../catalog/row-type.ts";
import type { Catalog } from "../../../catalog/types.ts";
import { ownProperties } from "../../../values/own-properties.ts";
import { Budget } from "../kernels/budget.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { plainKernels } from "../kernels/plain.ts";
import { NO_WEBASSEMBLY } from "../../../wasm/instantiate.ts";
import { wasmKernels } from "../kernels/wasm/wasm-kernels.ts";
import type { Tuning } from "../tasks/unit-costs.ts";
import { collectionOf } from "./collection-of-store.ts";
import type { CollectionOptions, MemoryCollection } from "./memory-collection.ts";
import { LoadedRows } from "../texts/loaded-rows.ts";
import { contentsOfText } from "../texts/loaded-text.ts";
import { inferCatalog } from "./infer-catalog.ts";
import { MemoryStore } from "./memory-store.ts";

/**
 * Creates a collection of rows in memory. Its columns are built when a query first needs them. The row objects are kept
 * and returned as they are, so they must not be changed afterwards. Results are those of `compilePredicate` and
 * `sortRows` for the same rows. The rows of `loadText` stay text, and are parsed when they are returned.
 *
 * With a catalog of `defineCatalog`, the compiler accepts only rows of the type `RowOf`, which is the type of the returned
 * rows. A type argument, as in `createCollection<Report>(rows, { catalog })`, states another type of the rows, which is not
 * compared with the catalog.
 *
 * @throws TypeError if there is no catalog and none can be inferred, or if WebAssembly is requested but not available
 * @throws RangeError if the locale is not a language tag
 * @example
 * const reports = createCollection(rows, { catalog, locale: "de" });
 * const { filter } = check(parseFilter("contains(name,'sales')").expression, catalog);
 * reports.page({ filter, start: 20, limit: 20 }) // { items: [...], start: 20, limit: 20, count: 812 }
 */
export function createCollection<T, C extends Catalog = Catalog>(
  rows: Iterable<T>,
  options?: CollectionOptions & { readonly catalog?: (C & UntypedCatalog<C>) | undefined },
): MemoryCollection<T>;
export function createCollection<C extends Catalog>(
  rows: Iterable<RowOf<C>>,
  options: CollectionOptions & { readonly catalog: C },
): MemoryCollection<RowOf<C>>;
export function createCollection<T>(rows: Iterable<T>, options: CollectionOptions = {}): MemoryCollection<T> {
  requireIterable(rows, "rows");
  const { kernels = "auto", maxBytes, ...settings } = ownProperties(options);
  const chosen = chooseKernels(kernels, maxBytes);
  const text = contentsOfText(rows);
  if (text === undefined) return createWithKernels<T>([...rows], settings, chosen);
  const { maxKeptBytes = chosen.budget.limit === Infinity ? Infinity : 0 } = text;
  const catalog = inferCatalog(rows, settings.catalog);
  const stored = { catalog, rows: new LoadedRows(text.format, text.blocks, maxKeptBytes) };
  // Parsed rows are plain objects.
  return collectionOf(new MemoryStore<T>(stored, { ...settings, catalog, rows: "plain" }, chosen));
}

/** @param rows array that the collection takes over: it adds and removes elements */
export function createWithKernels<T>(
  rows: T[],
  options: CollectionOptions,
  kernels: Kernels,
  tuning?: Tuning,
): MemoryCollection<T> {
  return collectionOf(new MemoryStore<T>(rows, options, kernels, tuning));
}

/** @throws TypeError if WebAssembly is requested but not available */
export function chooseKernels(choice: CollectionOptions["kernels"], maxBytes?: number): Kernels {
  const budget = new Budget(maxBytes);
  if (choice === "plain") return plainKernels(budget);
  const kernels = wasmKernels(budget);
  if (kernels === undefined && choice === "wasm") throw new TypeError(NO_WEBASSEMBLY);
  return kernels ?? plainKernels(budget);
}
