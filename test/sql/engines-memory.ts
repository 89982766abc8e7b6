import { call, name, number } from "../../src/ast/constructors.ts";
import { print } from "../../src/ast/print.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { check } from "../../src/checker/check.ts";
import { isComparable } from "../../src/values/comparable.ts";
import type { CheckedFilter } from "../../src/checker/checked.ts";
import type { Kernels } from "../../src/engine/store/kernels/kernels.ts";
import { plainKernels } from "../../src/engine/store/kernels/plain.ts";
import { wasmKernels } from "../../src/engine/store/kernels/wasm/wasm-kernels.ts";
import { readCollection } from "../../src/engine/store/file/read-collection.ts";
import { writeCollection } from "../../src/engine/store/file/write-collection.ts";
import type { MemoryCollection } from "../../src/engine/store/collections/memory-collection.ts";
import { createWithKernels } from "../../src/engine/store/collections/create-collection.ts";
import type { Tuning } from "../../src/engine/store/tasks/unit-costs.ts";
import { ownDataProperty } from "../../src/values/read-path.ts";
import type { Answers, CollectionUnderTest, Kept, StoredRow } from "./engines/engine-under-test.ts";
import { wrongAggregates } from "./wrong-aggregates.ts";
import { wrongFacets } from "./wrong-facets.ts";
import { CURSOR_KEY, wrongPages, wrongPlaces, wrongWhileChanged } from "./wrong-pages.ts";

/** The implementations of the kernels, by the names of their engines. */
export const KERNELS: readonly (readonly [string, () => Kernels])[] = [
  ["memory", () => wasmKernels()!],
  ["memory-plain", plainKernels],
];

export interface CollectionOptions {
  readonly name: string;
  readonly kernels: () => Kernels;
  readonly tuning?: Tuning;
  /** Whether new rows are loaded by changing the rows of the same collection, instead of creating another one. */
  readonly isChanged?: boolean;
  /** Whether rows are plain data, and the collection has the option `rows: "plain"`. */
  readonly isPlain?: boolean;
  /** Queries a copy that is saved and opened again. */
  readonly isSaved?: boolean;
}

type Store = MemoryCollection<StoredRow>;
type Reader = MemoryCollection<StoredRow>;

/** Returns a collection in memory to test. Its rows are not converted, so they can contain getters, proxies and other objects. */
export function collectionUnderTest(options: CollectionOptions): CollectionUnderTest {
  const { isPlain = false, isChanged = false, isSaved = false } = options;
  const stores = new Map<Catalog, Held>();
  let reader: Reader | undefined;
  const make = (catalog: Catalog, rows: readonly StoredRow[]): Store => {
    const kind = isPlain ? ({ rows: "plain" } as const) : {};
    return createWithKernels<StoredRow>([...rows], { catalog, ...kind }, options.kernels(), options.tuning);
  };
  return {
    kind: "collection",
    name: options.name,
    // Files cannot store functions and other values that are not data.
    settle: (row) => (isPlain || isSaved ? (plainData(row) as StoredRow) : row),
    async load(catalog, rows) {
      const held = isChanged ? stores.get(catalog) : undefined;
      const isAnew = held === undefined || held.loads > MOST_LOADS;
      const store = isAnew ? make(catalog, rows) : held.store;
      if (!isAnew) replace(store, held.rows, rows);
      stores.set(catalog, { store, rows, loads: isAnew ? 0 : held.loads + 1 });
      reader = isSaved ? await savedAndRead(store) : store;
    },
    close: () => Promise.resolve(),
    answers: answersOf(() => reader!, isChanged),
  };
}

interface Held {
  readonly store: Store;
  readonly rows: readonly StoredRow[];
  readonly loads: number;
}

/** Maximum number of loads before the collection is created again, because tombstones stay in it and slow down every test. */
const MOST_LOADS = 40;

/** Changes the collection's rows to the given ones in a few batches. */
function replace(store: Store, before: readonly StoredRow[], after: readonly StoredRow[]): void {
  const key = store.catalog.key!;
  const keysOf = (rows: readonly StoredRow[]) => rows.map((row) => row[key] as number);
  const wanted = new Set(keysOf(after));
  const third = Math.ceil(after.length / 3);
  store.delete(keysOf(before).filter((each, i) => i % 5 === 0 || !wanted.has(each)));
  store.upsert(after.slice(0, third));
  store.upsert(after.slice(third, 2 * third));
  store.upsert(after.slice(2 * third));
}

/** Saves a collection and reads the bytes back. Queries facets first, so that the columns of all members exist and are saved. */
async function savedAndRead(store: Store): Promise<Reader> {
  for (const member of store.catalog.members.byName.values())
    if (isComparable(member)) store.facets(member.name, {});
  const chunks: Uint8Array[] = [];
  const saved = await writeCollection(store, (bytes) => void chunks.push(bytes.slice()));
  if (!saved.ok) throw new Error(saved.reason.message);
  const { catalog } = store;
  const read = await readCollection<StoredRow>(new Uint8Array(Buffer.concat(chunks)), { catalog });
  if (!read.ok) throw new Error(read.reason.message);
  return read.collection;
}

/** Converts rows to plain data, as JSON and drivers return it. */
function plainData(value: unknown): unknown {
  switch (typeof value) {
    case "object":
      if (value === null || value instanceof Date) return value;
      if (Array.isArray(value))
        return Array.from({ length: value.length }, (_, i) => plainData(ownDataProperty(value, String(i))));
      if (Object.getPrototypeOf(value) !== Object.prototype) return null;
      return Object.fromEntries(
        Object.keys(value).map((key) => [key, plainData(ownDataProperty(value, key))]),
      );
    case "function":
    case "symbol":
      return null;
    default:
      return value;
  }
}

function answersOf(current: () => Reader, isChanged: boolean): Answers {
  const idsIn = (rows: readonly StoredRow[]) => rows.map((row) => String(row[current().catalog.key!]));
  // An exception is a wrong result.
  const listed = (ids: () => readonly string[], text = "") => {
    try {
      return { ids: ids(), text };
    } catch (error) {
      return { ids: [String(error)], text };
    }
  };
  const found = (filter: CheckedFilter, locale: string | undefined) => {
    const options = { locale };
    const rows = current().all({ filter }, options);
    const count = current().count({ filter }, options);
    // A wrong count counts as a wrong result.
    return count === rows.length ? idsIn(rows) : [...idsIn(rows), `of ${count}`];
  };
  const exactly = (filter: CheckedFilter, ids: () => readonly string[]): Kept => {
    const kept = listed(ids, print(filter.expression));
    return { isExact: true, reasons: [], upper: kept, lower: kept };
  };
  return {
    keepEach: (asked) =>
      Promise.resolve(asked.map(({ filter, locale }) => exactly(filter, () => found(filter, locale)))),
    keep({ filter, locale }) {
      // Joins the filter with each half of the keys: the planner then evaluates it on fewer rows, or in another order.
      const { catalog, expression } = filter;
      const middle = Math.floor(current().size / 2);
      const half = (callee: "lt" | "ge") => {
        const condition = call(callee, [name(catalog!.key!), number(middle)]);
        return found(check(call("and", [expression, condition]), catalog, LIMITS).filter!, locale);
      };
      return Promise.resolve(exactly(filter, () => [...half("lt"), ...half("ge")]));
    },
    order: (sortBy, locale) => Promise.resolve(listed(() => idsIn(current().all({ sortBy }, { locale })))),
    page({ filter, sortBy, start, limit, locale }) {
      return Promise.resolve(
        listed(() => {
          const { items, count } = current().page({ filter, sortBy, start, limit }, { locale });
          return [...idsIn(items), `of ${count}`];
        }),
      );
    },
    async alsoWrong(asked, rows) {
      const reader = current();
      try {
        return (
          wrongFacets(reader, asked, rows) ??
          wrongPlaces(reader, asked, rows) ??
          (isChanged ? wrongWhileChanged(reader, asked, rows) : undefined) ??
          (await wrongPages(reader.asCollection({ cursorKey: CURSOR_KEY, milliseconds: 0 }), asked, rows)) ??
          (await wrongAggregates(reader.asCollection({ milliseconds: 0 }), asked, rows))
        );
      } catch (error) {
        return { what: "error", expected: [], actual: [String(error)] };
      }
    },
  };
}

const LIMITS = { limits: { depth: 256, nodes: 100_000, arguments: 10_000, string: 65_536 } };
