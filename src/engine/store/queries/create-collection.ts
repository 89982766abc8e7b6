import { ownProperties } from "../../../values/own-properties.ts";
import { Budget } from "../kernels/budget.ts";
import { plainKernels } from "../kernels/plain.ts";
import { wasmKernels } from "../kernels/wasm.ts";
import type { Kernels } from "../kernels/kernels.ts";
import type { CollectionOptions, MemoryCollection } from "./collection-types.ts";
import { MemoryStore } from "./store.ts";

/**
 * A collection of rows in memory. It reads them by columns, which it makes when a query first needs them; the rows
 * themselves are kept as they are and given out again, and must not be changed from then on. What it answers is what
 * `compilePredicate` and `sortRows` answer for the same rows.
 *
 * @throws TypeError if there is no catalog and none can be inferred, or no WebAssembly where it is asked for; RangeError if the locale is no language tag.
 * @example
 * const reports = createCollection(rows, { catalog, locale: "de" });
 * const { filter } = check(parseFilter("contains(name,'sales')").expression, catalog);
 * reports.page({ filter, start: 20, limit: 20 }) // { items: [...], start: 20, limit: 20, count: 812 }
 */
export function createCollection<T>(rows: Iterable<T>, options: CollectionOptions = {}): MemoryCollection<T> {
  const given = ownProperties(options);
  return new MemoryStore<T>([...rows], given, chosenKernels(given.kernels ?? "auto", given.maxBytes));
}

/** @throws TypeError if WebAssembly is asked for where there is none. */
export function chosenKernels(choice: "auto" | "wasm" | "plain", maxBytes?: number): Kernels {
  const budget = new Budget(maxBytes);
  if (choice === "plain") return plainKernels(budget);
  const kernels = wasmKernels(budget);
  if (kernels === undefined && choice === "wasm")
    throw new TypeError("There is no WebAssembly here, or it is not allowed.");
  return kernels ?? plainKernels(budget);
}
