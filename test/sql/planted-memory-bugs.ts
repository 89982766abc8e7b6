import { DictionaryColumn } from "../../src/engine/store/columns/dictionary-column.ts";
import { CompiledFilters } from "../../src/engine/store/filter/compiled-filters.ts";
import { ListColumn } from "../../src/engine/store/columns/list-column.ts";
import { MapColumn } from "../../src/engine/store/columns/map-column.ts";
import { NumberColumn } from "../../src/engine/store/columns/number-column.ts";
import { FrameOfReferenceEncoding } from "../../src/engine/store/columns/reference-encoding.ts";
import { Ranks } from "../../src/engine/store/columns/ranks.ts";
import { ListOffsets } from "../../src/engine/store/columns/list-offsets.ts";
import { TrigramIndex } from "../../src/engine/store/indexes/trigram-index.ts";
import { StringColumn } from "../../src/engine/store/columns/string-column.ts";
import { StoreState } from "../../src/engine/store/queries/store-state.ts";
import { bitmapBytes, type CodeArray, type Kernels } from "../../src/engine/store/kernels/kernels.ts";
import type { Value } from "../../src/values/types.ts";

/**
 * Mistakes that engines over columns are known to make, each planted on purpose: in the kernels that a collection is
 * given, or in place of one method while it is tried.
 */
export interface PlantedBug {
  readonly name: string;
  readonly kernels?: (kernels: Kernels) => Partial<Kernels>;
  /** Plants the bug and returns a function that removes it. */
  readonly replace?: () => () => void;
  /** Whether it shows only in a collection that is changed. */
  readonly isOfChanges?: boolean;
}

type Method<T, K extends keyof T> = T[K] extends (...args: infer A) => infer R
  ? (this: T, ...args: A) => R
  : never;

/** Puts another method in the place of one; the other is given the one. */
function instead<T extends object, K extends keyof T>(
  of: { readonly prototype: T },
  key: K,
  make: (usual: Method<T, K>) => Method<T, K>,
): () => void {
  const usual = of.prototype[key];
  of.prototype[key] = make(usual as Method<T, K>) as T[K];
  return () => void (of.prototype[key] = usual);
}

export const PLANTED: readonly PlantedBug[] = [
  {
    name: "the bitmap of the values has the nulls as well",
    kernels: ({ codesBetween }) => ({
      codesBetween: (codes, low, high, ...to) => codesBetween(codes, low === 1 ? 0 : low, high, ...to),
    }),
  },
  {
    name: "a range of codes ends one late",
    kernels: ({ codesBetween }) => ({
      codesBetween: (codes, low, high, ...to) => codesBetween(codes, low, high + 1, ...to),
    }),
  },
  {
    name: "a range of numbers is without its first",
    kernels: ({ numbersBetween }) => ({
      numbersBetween: (numbers, rows, low, high, ...to) =>
        numbersBetween(
          numbers,
          rows,
          low === -Number.MAX_VALUE ? low : low + Math.abs(low) * 1e-9 + 5e-324,
          high,
          ...to,
        ),
    }),
  },
  {
    name: "NaN is in every range",
    kernels: ({ numbersBetween }) => ({
      numbersBetween: (numbers, rows, low, high, within, out, adds) => {
        numbersBetween(numbers, rows, low, high, within, out, adds);
        const array = numbers.f64();
        const [bits, asked] = [out.u32(), within.u32()];
        for (let row = 0; row < rows; row++)
          if (Number.isNaN(array[row])) bits[row >>> 5]! |= asked[row >>> 5]! & (1 << (row & 31));
      },
    }),
  },
  {
    name: "negative zero is below zero",
    kernels: ({ numbersBetween }) => ({
      numbersBetween: (numbers, rows, low, high, within, out, adds) => {
        numbersBetween(numbers, rows, low, high, within, out, adds);
        const array = numbers.f64();
        const bits = out.u32();
        for (let row = 0; row < rows; row++)
          if (Object.is(array[row], -0) && low === 0) bits[row >>> 5]! &= ~(1 << (row & 31));
      },
    }),
  },
  {
    name: "the last rows, which fill no vector, are left out of a range",
    kernels: ({ codesBetween }) => ({
      codesBetween: (codes, ...others) => {
        codesBetween(codes, ...others);
        const bits = others[3].u32();
        for (let row = codes.rows & ~15; row < codes.rows; row++) bits[row >>> 5]! &= ~(1 << (row & 31));
      },
    }),
  },
  {
    name: "what is added to a bitmap takes its place",
    kernels: ({ numbersBetween }) => ({
      numbersBetween: (numbers, rows, low, high, within, out) =>
        numbersBetween(numbers, rows, low, high, within, out, false),
    }),
  },
  {
    name: "a result is not cut to the rows that are asked of",
    isOfChanges: true,
    kernels: ({ codesInTable, allocate, release }) => ({
      codesInTable: (codes, table, _within, out) => {
        const every = allocate(bitmapBytes(codes.rows));
        every.u8().fill(0xff);
        codesInTable(codes, table, every, out);
        release(every);
      },
    }),
  },
  {
    name: "the last vector of two bitmaps is not joined",
    kernels: ({ and }) => ({ and: (out, other, words) => and(out, other, words - 4) }),
  },
  {
    name: "a needle is found in the next row's text as well",
    kernels: ({ find }) => ({
      find: (encoded, searchString, out, rows) => {
        find(encoded, searchString, out, rows);
        const bits = out.u32();
        for (let row = encoded.rows - 2; row >= 0; row--)
          if ((bits[row >>> 5]! & (1 << (row & 31))) !== 0) bits[(row + 1) >>> 5]! |= 1 << ((row + 1) & 31);
      },
    }),
  },
  {
    name: "the last of the rows that are signed are in no slice",
    kernels: ({ addTrigrams }) => ({
      addTrigrams: (encoded, { from, end }, ...to) =>
        addTrigrams(encoded, { from, end: Math.max(from, end - 2) }, ...to),
    }),
  },
  {
    name: "a gram that reaches beyond the needle is asked for",
    replace: () =>
      instead(
        TrigramIndex,
        "narrow",
        (narrow) =>
          function (this: TrigramIndex, searchString, ...others) {
            return narrow.call(this, Uint8Array.of(...searchString, searchString.at(-1)!), ...others);
          },
      ),
  },
  {
    name: "rows are counted to whole words",
    kernels: ({ popcount }) => ({ popcount: (bits, words) => Math.ceil(popcount(bits, words) / 2) * 2 }),
  },
  {
    name: "texts are in the order of their UTF-16 units",
    replace: () =>
      instead(
        DictionaryColumn,
        "ranks",
        (ranks) =>
          function (this: DictionaryColumn, key, order) {
            const units = (a: Value, b: Value) => (a! < b! ? -1 : a! > b! ? 1 : 0);
            return ranks.call(
              this,
              key,
              key.startsWith("codePoint") || key.startsWith("identical") ? units : order,
            );
          },
      ),
  },
  {
    name: "values of one order are taken for those of another",
    replace: () =>
      instead(
        DictionaryColumn,
        "ranks",
        (ranks) =>
          function (this: DictionaryColumn, key, order) {
            return ranks.call(this, key.split(" ")[1] ?? "", order);
          },
      ),
  },
  {
    name: "ranks are those of before rows came",
    isOfChanges: true,
    replace: () => {
      const known = new WeakMap<Ranks, CodeArray>();
      return instead(
        Ranks,
        "rowRanksTask",
        (ofRows) =>
          function* (this: Ranks) {
            const before = known.get(this) ?? (yield* ofRows.call(this));
            known.set(this, before);
            return before;
          },
      );
    },
  },
  {
    name: "rows that went are still there",
    isOfChanges: true,
    replace: () =>
      instead(
        StoreState,
        "change",
        (change) =>
          function (this: StoreState<unknown>, added) {
            return change.call(this, added, []);
          },
      ),
  },
  {
    name: "the numbers of new rows are one too low",
    isOfChanges: true,
    replace: () =>
      instead(
        StoreState,
        "change",
        (change) =>
          function (this: StoreState<unknown>, added, removed) {
            return change.call(this, added, removed) - 1;
          },
      ),
  },
  {
    name: "a filter that was asked before is not compiled anew for more rows",
    isOfChanges: true,
    replace: () =>
      instead(
        CompiledFilters,
        "get",
        (get) =>
          function (this: CompiledFilters, filter, locale, _version, compile) {
            return get.call(this, filter, locale, 0, compile);
          },
      ),
  },
  {
    name: "what no double holds is rounded",
    replace: () =>
      instead(
        NumberColumn,
        "append",
        (append) =>
          function (this: NumberColumn, values) {
            return append.call(
              this,
              values.map((value) => (typeof value === "bigint" ? Number(value) : value)),
            );
          },
      ),
  },
  {
    name: "an instant loses what is below a millisecond",
    replace: () =>
      instead(
        NumberColumn,
        "append",
        (append) =>
          function (this: NumberColumn, values) {
            const cut = (value: Value) =>
              typeof value === "string" ? value.replace(/(\.\d{3})\d+/, "$1") : value;
            return append.call(this, values.map(cut));
          },
      ),
  },
  {
    name: "how far numbers lie apart is what some of them say",
    replace: () =>
      instead(
        FrameOfReferenceEncoding,
        "commonStep",
        (commonStep) =>
          function (this: FrameOfReferenceEncoding, rows, numbers, scale) {
            return commonStep.call(this, rows, numbers.subarray(0, numbers.length >> 1), scale);
          },
      ),
  },
  {
    name: "a number beyond the last code is one of the first again",
    replace: () =>
      instead(
        FrameOfReferenceEncoding,
        "holds",
        (holds) =>
          function (this: FrameOfReferenceEncoding, batch) {
            return holds.call(this, { ...batch, most: batch.min });
          },
      ),
  },
  {
    name: "where codes begin, what is no integer is rounded down",
    replace: () =>
      instead(
        FrameOfReferenceEncoding,
        "between",
        (between) =>
          function (this: FrameOfReferenceEncoding, rows, low, ...others) {
            between.call(this, rows, Math.floor(low), ...others);
          },
      ),
  },
  {
    name: "none is a number below all others",
    replace: () =>
      instead(
        FrameOfReferenceEncoding,
        "reader",
        (reader) =>
          function (this: FrameOfReferenceEncoding) {
            const numberAt = reader.call(this);
            return (row) => (Number.isNaN(numberAt(row)) ? this.frame.first - 1 : numberAt(row));
          },
      ),
  },
  {
    name: "a list that is empty is null",
    replace: () =>
      instead(
        ListColumn,
        "append",
        (append) =>
          function (this: ListColumn, values) {
            return append.call(
              this,
              values.map((value) => (Array.isArray(value) && value.length === 0 ? null : value)),
            );
          },
      ),
  },
  {
    name: "the last element of a list belongs to the next row",
    replace: () =>
      instead(
        ListOffsets,
        "add",
        (add) =>
          function (this: ListOffsets, counts) {
            const moved = counts.ofRows.slice();
            for (let i = 0; i + 1 < moved.length; i++) {
              if (moved[i]! < 1 || moved[i + 1]! < 0) continue;
              moved[i]!--;
              moved[i + 1]!++;
              break;
            }
            return add.call(this, { ...counts, ofRows: moved });
          },
      ),
  },
  {
    name: "rows with an element that is sought are looked for in lists of one alone",
    replace: () =>
      instead(
        ListOffsets,
        "rowsWithElements",
        (rowsWith) =>
          function (this: ListOffsets, elements, rows, out) {
            rowsWith.call(this, elements, rows, out);
            for (let row = 0; row < rows; row++) {
              const [from, end] = this.elementRange(row);
              if (end - from > 1) out.u32()[row >>> 5]! &= ~(1 << (row & 31));
            }
          },
      ),
  },
  {
    name: "the last entry of a map is left out",
    replace: () =>
      instead(
        MapColumn,
        "append",
        (append) =>
          function (this: MapColumn, values) {
            return append.call(
              this,
              values.map((entries) => (Array.isArray(entries) ? entries.slice(0, -2) : entries)),
            );
          },
      ),
  },
  {
    name: "new elements of lists are null",
    isOfChanges: true,
    replace: () =>
      instead(
        ListColumn,
        "append",
        (append) =>
          function (this: ListColumn, values) {
            const isKnown = (each: Value) => this.rows === 0 || this.elements.codeOf(each) !== undefined;
            return append.call(
              this,
              values.map((list) =>
                Array.isArray(list) ? list.map((each: Value) => (isKnown(each) ? each : null)) : list,
              ),
            );
          },
      ),
  },
  {
    name: "a text that is empty is null",
    replace: () =>
      instead(
        StringColumn,
        "append",
        (append) =>
          function (this: StringColumn, values) {
            return append.call(
              this,
              values.map((value) => (value === "" ? null : value)),
            );
          },
      ),
  },
  {
    name: "new values widen no code",
    isOfChanges: true,
    replace: () =>
      instead(
        DictionaryColumn,
        "append",
        (append) =>
          function (this: DictionaryColumn, values) {
            return append.call(
              this,
              values.map((value) => (this.codeOf(value) === undefined ? null : value)),
            );
          },
      ),
  },
];
