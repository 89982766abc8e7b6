import { call, name, number } from "../../src/ast/constructors.ts";
import { print } from "../../src/ast/print.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { check } from "../../src/checker/check.ts";
import type { CheckedFilter } from "../../src/checker/checked.ts";
import type { Kernels } from "../../src/engine/memory/kernels/kernels.ts";
import { plainKernels } from "../../src/engine/memory/kernels/plain.ts";
import { wasmKernels } from "../../src/engine/memory/kernels/wasm.ts";
import { MemoryStore } from "../../src/engine/memory/store.ts";
import type { Tuning } from "../../src/engine/memory/tuning.ts";
import { own } from "../../src/values/read-path.ts";
import type { Answers, CollectionUnderTest, Kept, StoredRow } from "./engine-under-test.ts";
import { wrongFacets } from "./wrong-facets.ts";

/** What works on columns. */
export const KERNELS: readonly (readonly [string, () => Kernels])[] = [
  ["memory", () => wasmKernels()!],
  ["memory-plain", plainKernels],
];

export interface CollectionOptions {
  readonly name: string;
  readonly kernels: () => Kernels;
  readonly tuning?: Tuning;
  /** Whether new rows come by changing those of before, whose columns then have to hold them. */
  readonly isChanged?: boolean;
  /** Whether rows are plain data, and said to be. */
  readonly isPlain?: boolean;
}

type Store = MemoryStore<StoredRow>;

/** A collection in memory. Its rows are as hostile as they come: what it reads of them is its own business. */
export function collectionUnderTest(options: CollectionOptions): CollectionUnderTest {
  const { isPlain = false, isChanged = false } = options;
  const stores = new Map<Catalog, Held>();
  let store: Store | undefined;
  const make = (catalog: Catalog, rows: readonly StoredRow[]): Store => {
    const kind = isPlain ? ({ rows: "plain" } as const) : {};
    return new MemoryStore<StoredRow>([...rows], { catalog, ...kind }, options.kernels(), options.tuning);
  };
  return {
    kind: "collection",
    name: options.name,
    settle: (row) => (isPlain ? (plainData(row) as StoredRow) : row),
    load(catalog, rows) {
      const held = isChanged ? stores.get(catalog) : undefined;
      if (held === undefined || held.loads > MOST_LOADS) {
        store = make(catalog, rows);
        stores.set(catalog, { store, rows, loads: 0 });
      } else {
        ({ store } = held);
        replace(store, held.rows, rows);
        stores.set(catalog, { store, rows, loads: held.loads + 1 });
      }
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
    answers: answersOf(() => store!),
  };
}

interface Held {
  readonly store: Store;
  readonly rows: readonly StoredRow[];
  readonly loads: number;
}

/** A store that was changed so often is made anew: rows that went stay in it, and every test asks them as well. */
const MOST_LOADS = 40;

/** Changes what is there into what is wanted, in a few batches. */
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

/** What JSON and drivers of databases give: no holes, no strangers. */
function plainData(value: unknown): unknown {
  switch (typeof value) {
    case "object":
      if (value === null || value instanceof Date) return value;
      if (Array.isArray(value))
        return Array.from({ length: value.length }, (_, i) => plainData(own(value, String(i))));
      if (Object.getPrototypeOf(value) !== Object.prototype) return null;
      return Object.fromEntries(Object.keys(value).map((key) => [key, plainData(own(value, key))]));
    case "function":
    case "symbol":
      return null;
    default:
      return value;
  }
}

function answersOf(current: () => Store): Answers {
  const idsIn = (rows: readonly StoredRow[]) => rows.map((row) => String(row[current().catalog.key!]));
  const found = (filter: CheckedFilter, locale: string | undefined) => {
    const options = { locale };
    const rows = current().all({ filter }, options);
    const count = current().count({ filter }, options);
    // Rows that are not counted are as wrong as rows that are not there.
    return count === rows.length ? idsIn(rows) : [...idsIn(rows), `of ${count}`];
  };
  const exactly = (ids: readonly string[], filter: CheckedFilter): Kept => {
    const listed = { ids, text: print(filter.expression) };
    return { isExact: true, reasons: [], upper: listed, lower: listed };
  };
  return {
    keepEach: (asked) =>
      Promise.resolve(asked.map(({ filter, locale }) => exactly(found(filter, locale), filter))),
    keep({ filter, locale }) {
      // With another condition it goes about it otherwise: rows are left to it, or it has its turn first.
      const { catalog, expression } = filter;
      const middle = Math.floor(current().size / 2);
      const halves = (["lt", "ge"] as const).flatMap((callee) => {
        const half = call(callee, [name(catalog!.key!), number(middle)]);
        return found(check(call("and", [expression, half]), catalog, LIMITS).filter!, locale);
      });
      return Promise.resolve(exactly(halves, filter));
    },
    order: (sortBy, locale) =>
      Promise.resolve({ ids: idsIn(current().all({ sortBy }, { locale })), text: "" }),
    page({ filter, sortBy, start, limit, locale }) {
      const { items, count } = current().page({ filter, sortBy, start, limit }, { locale });
      return Promise.resolve({ ids: [...idsIn(items), `of ${count}`], text: "" });
    },
    alsoWrong: (asked, rows) => Promise.resolve(wrongFacets(current(), asked, rows)),
  };
}

const LIMITS = { limits: { depth: 256, nodes: 100_000, arguments: 10_000, string: 65_536 } };
