import { eachCandidate, listedRows, type PageCandidates, type SelectionContext } from "./page-candidates.ts";
import { nearByPrefixes, splitNulls } from "./split-candidates.ts";
import { rowOrderOf, type LazyKey, type NumberKey, type OrderKey } from "../kernels/order-key.ts";
import { scratchFloat64, scratchUint32 } from "../tasks/scratch.ts";
import { selectTask } from "../tasks/select-task.ts";
import { sortTask, type RowOrder } from "../tasks/sort-task.ts";
import { asTask, eachBatch, numbersBetween, type Task } from "../tasks/task.ts";
import type { UnitCosts } from "../tasks/unit-costs.ts";
import { rowsAtEnd } from "./near-page/rows-at-end.ts";
import { rowsNearPage, type RowsNearPage } from "./near-page/rows-near-page.ts";
import { minNarrowed, narrowRows, rowsIn, rowsOf, SELECTION_SET_UPS } from "./near-page/narrow-rows.ts";

/** Returns the rows of a page in order. Later sort keys are read only for rows that are equal by the first ones. */
export function* selectPageRows(
  candidates: PageCandidates,
  keys: readonly LazyKey[],
  { start, limit }: { readonly start: number; readonly limit: number },
  context: SelectionContext,
): Task<number[]> {
  const selection = new PageSelection(context);
  yield* selection.addParts([{ candidates, keys }], start, limit);
  return selection.page;
}

interface Part {
  readonly candidates: PageCandidates;
  /** Keys by which the rows of the part may differ. */
  readonly keys: readonly LazyKey[];
}

/** Each method adds the rows of its candidates that have the positions `[start, start + limit)` in the order. These rows exist. */
class PageSelection {
  readonly page: number[] = [];
  readonly #context: SelectionContext;

  constructor(context: SelectionContext) {
    this.#context = context;
  }

  /** Adds rows of parts that follow each other in the order. There may be fewer rows than `start + limit`. */
  *addParts(parts: readonly Part[], start: number, limit: number): Task<void> {
    let before = 0;
    for (const { candidates, keys } of parts) {
      const from = Math.max(0, start - before);
      const take = Math.min(candidates.count, start + limit - before) - from;
      if (take > 0) yield* this.#add(candidates, keys, from, take);
      before += candidates.count;
    }
  }

  *#add(candidates: PageCandidates, keys: readonly LazyKey[], start: number, limit: number): Task<void> {
    const [first, ...nextKeys] = keys;
    if (first === undefined) return yield* this.#addInRowOrder(candidates, start, limit);
    const { count } = candidates;
    const key = yield* first.get(count);
    const isShort = isShortList(count, this.#context.tuning);
    if (key.kind === "compare" && candidates.kind === "bits" && !isShort) {
      const prefixes = key.prefixesOf && (yield* key.prefixesOf(candidates.slab));
      if (prefixes === undefined || count <= minNarrowed(this.#context))
        return yield* this.#addSorted(candidates, { ...key, prefixes }, nextKeys, start, limit);
      return yield* nearByPrefixes(
        candidates,
        prefixes,
        start,
        limit,
        this.#context,
        (near, from, isNarrowed) =>
          this.#addSorted(near, isNarrowed ? { ...key, prefixes } : key, nextKeys, from, limit),
      );
    }
    if (key.kind === "numbers" && !isShort) {
      if (key.hasNaN) return yield* this.#addAroundNulls(candidates, key, nextKeys, start, limit);
      if (candidates.kind === "bits" && count > minNarrowed(this.#context))
        return yield* this.#addNarrowed(candidates, key, nextKeys, start, limit);
    }
    yield* this.#addSorted(candidates, key, nextKeys, start, limit);
  }

  /** Adds rows without a sort number, which are null and lowest, and rows with one. */
  *#addAroundNulls(
    candidates: PageCandidates,
    key: NumberKey,
    nextKeys: readonly LazyKey[],
    start: number,
    limit: number,
  ): Task<void> {
    const { bitmaps, bitmapWords } = this.#context;
    const notNull: LazyKey = { get: asTask(() => ({ ...key, hasNaN: false })) };
    const [numbered, nulls] = bitmaps.takeTwo(bitmapWords * 4);
    try {
      const [without, withNumber] = yield* splitNulls(candidates, key, this.#context, [numbered, nulls]);
      const parts = [
        { candidates: without, keys: nextKeys },
        { candidates: withNumber, keys: [notNull, ...nextKeys] },
      ];
      yield* this.addParts(key.isDescending ? parts.reverse() : parts, start, limit);
    } finally {
      bitmaps.putBack(numbered, nulls);
    }
  }

  /** Finds the candidates around the page by their first key, and adds the rows of the page that are among them. */
  *#addNarrowed(
    { slab: selected, count }: PageCandidates & { readonly kind: "bits" },
    key: NumberKey,
    nextKeys: readonly LazyKey[],
    start: number,
    limit: number,
  ): Task<void> {
    const { bitmaps, bitmapWords, rows } = this.#context;
    const request = { selected, count, start, limit };
    const atEnd = yield* rowsAtEnd(request, key, this.#context);
    if (atEnd !== undefined)
      return yield* this.#addSorted(listedRows(atEnd.rows), key, nextKeys, atEnd.start, limit);
    const targets = bitmaps.takeTwo(bitmapWords * 4);
    try {
      const narrowed = yield* narrowRows(request, key, this.#context, targets);
      const within = { kind: "bits", slab: narrowed.rows, rows, count: narrowed.count } as const;
      if (narrowed.areEqual) yield* this.#add(within, nextKeys, narrowed.start, limit);
      else yield* this.#addSorted(within, key, nextKeys, narrowed.start, limit);
    } finally {
      bitmaps.putBack(...targets);
    }
  }

  /** Lists the candidates, and adds the rows of the page that are in the list. */
  *#addSorted(
    candidates: PageCandidates,
    first: OrderKey,
    nextKeys: readonly LazyKey[],
    start: number,
    limit: number,
  ): Task<void> {
    let list = yield* listOf(candidates, this.#context);
    let from = start;
    if (isShortList(list.length, this.#context.tuning))
      return yield* this.#addInGroups(list, first, nextKeys, start, limit);
    const numbers =
      first.kind === "numbers"
        ? first
        : (first.prefixes ?? (first.prefixesOf && (yield* first.prefixesOf(list))));
    const near = numbers && rowsNearPage(list, numbers, start, limit);
    if (near !== undefined) {
      ({ rows: list, start: from } = near);
      if (first.kind === "numbers") return yield* this.#addTied(near, first, nextKeys, limit);
    }
    const keys: OrderKey[] = first.kind === "numbers" ? [] : [{ ...first, prefixes: undefined }];
    for (const nextKey of nextKeys) keys.push(yield* nextKey.get(FEW_TIES));
    const byKeys = rowOrderOf(keys);
    if (numbers === undefined) {
      for (const row of yield* selectTask(list, byKeys, from, limit)) this.page.push(row);
      return;
    }
    // Copied, because comparisons cannot keep a view of memory that may grow between two steps.
    const copied = scratchFloat64(list.length);
    yield* eachBatch(list.length, (at, end) => {
      const current = numbers.numbers();
      for (; at < end; at++) copied[at] = current[list[at]!]!;
    });
    const sign = first.isDescending ? -1 : 1;
    // A string without a prefix, NaN, can be anywhere.
    const order: RowOrder<number> = (a, b) => {
      const [x, y] = [copied[a]!, copied[b]!];
      return x < y ? -sign : x > y ? sign : byKeys(list[a]!, list[b]!);
    };
    const positions = yield* numbersBetween(0, list.length);
    for (const at of yield* selectTask(positions, order, from, limit)) this.page.push(list[at]!);
  }

  /**
   * Selects from rows near a page, of which many may be equal to the first or the last row of the page: only these need the next key.
   */
  *#addTied(
    { rows, start, low, high }: RowsNearPage,
    key: NumberKey,
    nextKeys: readonly LazyKey[],
    limit: number,
  ): Task<void> {
    const numbers = key.numbers();
    const rowsWhere = (holds: (number: number) => boolean) =>
      listedRows(rows.filter((row) => holds(numbers[row]!)));
    if (low === high) return yield* this.#add(listedRows(rows), nextKeys, start, limit);
    const between = rowsWhere((number) => number > low && number < high);
    if (between.count === 0 || rows.length > Math.max(2 * limit, FEW_NEAR)) {
      const parts = [
        { candidates: rowsWhere((number) => number === low), keys: nextKeys },
        { candidates: between, keys: [{ get: asTask(() => key) }, ...nextKeys] },
        { candidates: rowsWhere((number) => number === high), keys: nextKeys },
      ];
      return yield* this.addParts(key.isDescending ? parts.reverse() : parts, start, limit);
    }
    yield* this.#addInGroups(rows, key, nextKeys, start, limit);
  }

  /** Sorts a list by a key. Gets the next key only if some rows of the page are equal by this one. */
  *#addInGroups(
    list: Uint32Array,
    key: OrderKey,
    nextKeys: readonly LazyKey[],
    start: number,
    limit: number,
  ): Task<void> {
    const order = rowOrderOf([key]);
    const sorted = (yield* sortTask(list.slice(), (a, b) => order(a, b) || a - b)).slice();
    const end = Math.min(start + limit, sorted.length);
    for (let from = 0, to = 1; from < end; from = to++) {
      while (to < sorted.length && order(sorted[from]!, sorted[to]!) === 0) to++;
      if (to <= start) continue;
      const [skipped, groupEnd] = [Math.max(0, start - from), Math.min(to, end)];
      const group = sorted.subarray(from, to);
      if (group.length === 1) this.page.push(group[0]!);
      else yield* this.#add(listedRows(group), nextKeys, skipped, groupEnd - from - skipped);
    }
  }

  *#addInRowOrder(candidates: PageCandidates, start: number, limit: number): Task<void> {
    let position = 0;
    yield* eachCandidate(candidates, () => (row) => {
      if (position >= start && position < start + limit) this.page.push(row);
      position++;
    });
  }
}

/** Rows near a page that are sorted even if most of them are equal to one of its ends. */
const FEW_NEAR = 256;

/** Returns whether comparing rows takes less time than setting up a selection by sort numbers. */
export function isShortList(rows: number, { setUp, comparison }: UnitCosts): boolean {
  return rows * Math.log2(rows + 1) * comparison <= SELECTION_SET_UPS * setUp;
}

function* listOf(candidates: PageCandidates, context: SelectionContext): Task<Uint32Array> {
  if (candidates.kind === "list") return candidates.list;
  const { bitmaps, bitmapWords } = context;
  const { slab, rows, count } = candidates;
  const copied = bitmaps.use(bitmapWords * 4, (room) => {
    const listed = rowsIn(room, slab, context, count);
    if (listed === undefined) return undefined;
    const list = scratchUint32(count);
    list.set(listed);
    return list;
  });
  return copied ?? (yield* rowsOf(slab, rows, count));
}

/** Number of rows for which later keys are made ready: few rows are equal by the first key. */
const FEW_TIES = 1;
