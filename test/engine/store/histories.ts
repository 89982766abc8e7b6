import fc from "fast-check";
import { check, checkSortBy } from "../../../src/checker/check.ts";
import type { CheckedFilter, CheckedSortBy } from "../../../src/checker/checked.ts";
import type { Kernels } from "../../../src/engine/store/kernels/kernels.ts";
import type { Changes } from "../../../src/engine/store/collections/changes.ts";
import type { PageChange } from "../../../src/engine/store/collections/watch.ts";
import type { MemoryReader } from "../../../src/engine/store/queries/memory-reader.ts";
import { createWithKernels } from "../../../src/engine/store/collections/create-collection.ts";
import type { MemoryCollection } from "../../../src/engine/store/collections/memory-collection.ts";
import type { Tuning } from "../../../src/engine/store/tasks/unit-costs.ts";
import { compilePredicate } from "../../../src/evaluator/predicate.ts";
import { sortRows } from "../../../src/evaluator/sort-rows.ts";
import { conditions, orders, TYPED } from "../../properties/evaluable.ts";
import { locales } from "../../properties/hostile-values.ts";
import { typedCatalog, typedRows } from "../../properties/typed-catalog.ts";

/** Random histories of changes and queries, compared with a plain list of rows. */

export interface Row {
  readonly id: number;
  /** Unique for each row, also among successive rows with the same key. */
  readonly stamp: number;
  readonly [member: string]: unknown;
}

export const catalog = { ...typedCatalog, maximumLimit: 100_000 };

export interface Asked {
  readonly filter: CheckedFilter;
  readonly sortBy: CheckedSortBy;
  readonly locale: string | undefined;
  readonly start: number;
  readonly limit: number;
}

export type Step =
  | {
      readonly kind: "change";
      readonly insert: readonly Row[];
      readonly update: readonly Row[];
      readonly upsert: readonly Row[];
      readonly delete: readonly number[];
    }
  | { readonly kind: "ask" | "watch"; readonly asked: Asked }
  | { readonly kind: "snapshot" | "close" | "end"; readonly which: number };

export interface History {
  readonly first: readonly Row[];
  readonly steps: readonly Step[];
}

const KEYS = fc.nat(40);
let stamps = 0;
const rowOf = (id: fc.Arbitrary<number>) =>
  fc.tuple(typedRows, id).map(([row, key]): Row => ({ ...row, id: key, stamp: stamps++ }));
const rowsOf = (maxLength: number) => fc.uniqueArray(rowOf(KEYS), { selector: ({ id }) => id, maxLength });
/** Returns an arbitrary of rows that are never changed. */
const staying = (rows: number) =>
  fc.tuple(...Array.from({ length: rows }, (_, i) => rowOf(fc.constant(1000 + i))));

const asked: fc.Arbitrary<Asked> = fc
  .tuple(conditions(TYPED), orders(TYPED), locales, fc.nat(20), fc.nat(30))
  .map(([expression, order, locale, start, limit]): Asked | undefined => {
    const { filter } = check(expression, catalog);
    const { sortBy } = checkSortBy(order, catalog);
    return filter === undefined || sortBy === undefined
      ? undefined
      : { filter, sortBy, locale, start, limit };
  })
  .filter((each) => each !== undefined);

const change = fc.record({
  kind: fc.constant("change" as const),
  insert: rowsOf(4),
  update: rowsOf(4),
  upsert: rowsOf(10),
  delete: fc.uniqueArray(KEYS, { maxLength: 6 }),
});
/** Changes of one kind. Most changes of several kinds are rejected. */
const single = fc
  .tuple(change, fc.constantFrom("insert", "update", "upsert", "delete"))
  .map(([all, kind]) => ({
    ...all,
    insert: kind === "insert" ? all.insert : [],
    update: kind === "update" ? all.update : [],
    upsert: kind === "upsert" ? all.upsert : [],
    delete: kind === "delete" ? all.delete : [],
  }));

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: change },
  { weight: 6, arbitrary: single },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant("ask" as const), asked }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("watch" as const), asked }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constantFrom("snapshot", "close", "end"), which: fc.nat(3) }),
  },
);

/** @param rows number of rows that are never changed, in addition to about twenty others */
export function historiesOf(rows: number): fc.Arbitrary<History> {
  return fc.record({
    first: fc.tuple(rowsOf(40), staying(rows)).map(([some, others]) => [...some, ...others]),
    steps: fc.array(step, { minLength: 4, maxLength: 14 }),
  });
}

export interface Follower {
  /** Called after each change, with the expected rows. */
  readonly after?: (store: MemoryCollection<Row>, rows: readonly Row[]) => void;
  /** Runs a step, which may fail on purpose. Returns whether it succeeded. */
  readonly attempt?: (work: () => void) => boolean;
}

/** Runs a history. Returns the first difference, or undefined. */
export function wrongIn(
  { first, steps }: History,
  kernels: Kernels,
  tuning: Tuning,
  { after, attempt = (work) => (work(), true) }: Follower = {},
): object | undefined {
  let rows: readonly Row[] = first;
  const store = createWithKernels<Row>([...first], { catalog }, kernels, tuning);
  const snapshots: { readonly reader: ReturnType<typeof store.snapshot>; readonly rows: readonly Row[] }[] =
    [];
  const watched: Watched[] = [];
  let last: Asked | undefined;
  for (const [place, each] of steps.entries()) {
    const say = (what: string, more: object = {}) => ({ place, kind: each.kind, what, ...more });
    switch (each.kind) {
      case "change": {
        const next = changed(rows, each);
        const oks: boolean[] = [];
        for (const { reported } of watched) reported.length = 0;
        if (!attempt(() => void oks.push(store.change(changesOf(each)).ok))) break;
        const [isOk] = oks;
        if (isOk !== (next !== undefined)) return say("accepted or rejected wrongly", { isOk });
        rows = next ?? rows;
        for (const one of watched) {
          const wrong = wrongReport(one, next === undefined ? undefined : rows);
          if (wrong !== undefined) return say(wrong);
        }
        after?.(store, rows);
        break;
      }
      case "ask":
        last = each.asked;
        break;
      case "watch":
        attempt(() => {
          const { locale, ...query } = each.asked;
          const reported: Reported = [];
          const end = store.watch(query, (difference) => reported.push(difference), { locale });
          watched.push({ ...pageOf(rows, each.asked), asked: each.asked, reported, end });
        });
        break;
      case "snapshot":
        attempt(() => void snapshots.push({ reader: store.snapshot(), rows }));
        break;
      case "close":
        snapshots.splice(each.which, 1)[0]?.reader.close();
        break;
      case "end":
        watched.splice(each.which, 1)[0]?.end();
        break;
    }
    if (store.size !== rows.length) return say("size", { size: store.size });
    if (last === undefined) continue;
    for (const [i, { reader, rows: then }] of [{ reader: store, rows }, ...snapshots].entries()) {
      let wrong: string | undefined;
      attempt(() => void (wrong = wrongAnswer(reader, then, last!)));
      // Repeat a query that failed on purpose.
      wrong ??= wrongAnswer(reader, then, last);
      if (wrong !== undefined) return say(wrong, { of: i === 0 ? "collection" : `snapshot ${i}` });
    }
  }
  return undefined;
}

type Reported = PageChange<Row>[];

interface Watched {
  page: readonly Row[];
  count: number;
  readonly asked: Asked;
  readonly reported: Reported;
  readonly end: () => void;
}

const stampsOf = (rows: readonly Row[]) => rows.map(({ stamp }) => stamp).join();

export function keptOf(rows: readonly Row[], { filter, sortBy, locale }: Asked): Row[] {
  const options = locale === undefined ? {} : { locale };
  return sortRows(rows.filter(compilePredicate(filter, options)), sortBy, options);
}

function pageOf(rows: readonly Row[], given: Asked): { page: readonly Row[]; count: number } {
  const kept = keptOf(rows, given);
  return { page: kept.slice(given.start, given.start + given.limit), count: kept.length };
}

function wrongAnswer(reader: MemoryReader<Row>, rows: readonly Row[], given: Asked): string | undefined {
  const { locale, ...query } = given;
  const kept = keptOf(rows, given);
  const { page, count } = pageOf(rows, given);
  const found = reader.page(query, { locale });
  if (found.count !== count) return `count ${found.count} for ${count}`;
  if (stampsOf(found.items) !== stampsOf(page)) return `page ${stampsOf(found.items)} for ${stampsOf(page)}`;
  const all = stampsOf(reader.all({ ...query, start: 0 }, { locale }));
  return all === stampsOf(kept) ? undefined : `all ${all} for ${stampsOf(kept)}`;
}

/** Returns the changes of a step, as a collection takes them. */
export function changesOf(step: Extract<Step, { kind: "change" }>): Changes<Row> {
  return { insert: step.insert, update: step.update, upsert: step.upsert, delete: step.delete };
}

/** Returns the rows after a change, or undefined if it must be rejected. */
export function changed(rows: readonly Row[], change: Extract<Step, { kind: "change" }>): Row[] | undefined {
  const has = (id: number) => rows.some((row) => row.id === id);
  const came = [...change.insert, ...change.update, ...change.upsert];
  const touched = [...came.map(({ id }) => id), ...change.delete];
  if (new Set(touched).size < touched.length) return undefined;
  if (change.insert.some(({ id }) => has(id)) || change.update.some(({ id }) => !has(id))) return undefined;
  if (change.delete.some((id) => !has(id))) return undefined;
  return [...rows.filter(({ id }) => !touched.includes(id)), ...came];
}

/** Checks that the reported difference turns the previous page into the current one. */
function wrongReport(watched: Watched, rows: readonly Row[] | undefined): string | undefined {
  const { reported, page: before } = watched;
  if (rows === undefined) return reported.length === 0 ? undefined : "a rejected change was reported";
  const { page, count } = pageOf(rows, watched.asked);
  const isSame = stampsOf(before) === stampsOf(page) && count === watched.count;
  watched.page = page;
  watched.count = count;
  if (reported.length !== (isSame ? 0 : 1)) return `reported ${reported.length} times`;
  const [change] = reported;
  if (change === undefined) return undefined;
  if (change.count !== count || stampsOf(change.items) !== stampsOf(page)) return "reported another page";
  return stampsOf(applied(before, change)) === stampsOf(page) ? undefined : "reported another difference";
}

/** Applies a difference to a page. */
function applied(before: readonly Row[], { added, removed, moved, changed: others }: PageChange<Row>): Row[] {
  const gone = new Set([...removed.map(({ index }) => index), ...moved.map(({ from }) => from)]);
  const after = before.filter((_, i) => !gone.has(i));
  const came = [...added, ...moved.map(({ item, to }) => ({ item, index: to }))].sort(
    (a, b) => a.index - b.index,
  );
  for (const { item, index } of came) after.splice(index, 0, item);
  for (const { item, index } of others) after[index] = item;
  return after;
}
