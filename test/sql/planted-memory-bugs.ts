import { DictionaryColumn } from "../../src/engine/store/columns/dictionary-column.ts";
import { CompiledShapes } from "../../src/engine/store/filter/compiled-shapes.ts";
import { ListColumn } from "../../src/engine/store/columns/list-column.ts";
import { MapColumn } from "../../src/engine/store/columns/map-column.ts";
import { NumberColumn } from "../../src/engine/store/columns/number-column.ts";
import { FrameOfReferenceEncoding } from "../../src/engine/store/columns/reference-encoding.ts";
import { Ranks } from "../../src/engine/store/columns/ranks.ts";
import { ListOffsets } from "../../src/engine/store/columns/list-offsets.ts";
import { StringColumn } from "../../src/engine/store/columns/string-column.ts";
import { StoreState } from "../../src/engine/store/queries/store-state.ts";
import { bitmapBytes, type CodeArray, type Kernels } from "../../src/engine/store/kernels/kernels.ts";
import type { Value } from "../../src/values/types.ts";

/** Typical bug of a columnar store, planted in the kernels or in one method to test that the oracles find it. */
export interface PlantedBug {
  readonly name: string;
  readonly kernels?: (kernels: Kernels) => Partial<Kernels>;
  /** Plants the bug and returns a function that removes it. */
  readonly replace?: () => () => void;
  /** Whether the bug only shows after changes of the collection. */
  readonly isOfChanges?: boolean;
}

/** A method of a class, and a bug that receives it and the object in addition to its arguments. */
type Method<T, K extends keyof T> = T[K] extends (...args: infer A) => infer R
  ? {
      readonly usual: (this: T, ...args: A) => R;
      readonly bug: (usual: (...args: A) => R, self: T, ...args: A) => R;
    }
  : never;

/** Returns a function that replaces a method of a class or object by a bug, and returns one that removes the bug. */
export function instead<T extends object, K extends keyof T>(
  of: { readonly prototype: T },
  key: K,
  bug: Method<T, K>["bug"],
): () => () => void {
  return () => {
    const usual = of.prototype[key] as Method<T, K>["usual"];
    of.prototype[key] = function (this: T, ...args: never[]) {
      return bug(usual.bind(this), this, ...args);
    } as T[K];
    return () => void (of.prototype[key] = usual as T[K]);
  };
}

const BUGS: Readonly<Record<string, Omit<PlantedBug, "name">>> = {
  "the bitmap of non-null rows includes nulls": {
    kernels: ({ codesBetween }) => ({
      codesBetween: (codes, low, high, ...to) => codesBetween(codes, low === 1 ? 0 : low, high, ...to),
    }),
  },
  "a range of codes includes one code too many": {
    kernels: ({ codesBetween }) => ({
      codesBetween: (codes, low, high, ...to) => codesBetween(codes, low, high + 1, ...to),
    }),
  },
  "a range of numbers excludes its min": {
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
  "NaN is in every range": {
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
  "negative zero is less than zero": {
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
  "the last partial vector of a range is ignored": {
    kernels: ({ codesBetween }) => ({
      codesBetween: (codes, ...others) => {
        codesBetween(codes, ...others);
        const bits = others[3].u32();
        for (let row = codes.rows & ~15; row < codes.rows; row++) bits[row >>> 5]! &= ~(1 << (row & 31));
      },
    }),
  },
  "adding to a bitmap overwrites it": {
    kernels: ({ numbersBetween }) => ({
      numbersBetween: (numbers, rows, low, high, within, out) =>
        numbersBetween(numbers, rows, low, high, within, out, false),
    }),
  },
  "a result is not limited to the given rows": {
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
  "the last vector of two bitmaps is not intersected": {
    kernels: ({ and }) => ({ and: (out, other, words) => and(out, other, words - 4) }),
  },
  "a match is also reported for the next row": {
    kernels: ({ findAmong }) => ({
      findAmong: (encoded, searchString, bits, rows) => {
        findAmong(encoded, searchString, bits, rows);
        const words = bits.u32();
        for (let row = rows.end - 2; row >= rows.from; row--)
          if ((words[row >>> 5]! & (1 << (row & 31))) !== 0) words[(row + 1) >>> 5]! |= 1 << ((row + 1) & 31);
      },
    }),
  },
  "counts are rounded up to even numbers": {
    kernels: ({ popcount }) => ({ popcount: (bits, words) => Math.ceil(popcount(bits, words) / 2) * 2 }),
  },
  "strings are sorted by their UTF-16 units": {
    replace: instead(DictionaryColumn, "ranks", (ranks, _self, key, order) => {
      const units = (a: Value, b: Value) => (a! < b! ? -1 : a! > b! ? 1 : 0);
      return ranks(key, key.startsWith("codePoint") || key.startsWith("identical") ? units : order);
    }),
  },
  "ranks of one order are used for another": {
    replace: instead(DictionaryColumn, "ranks", (ranks, _self, key, order) =>
      ranks(key.split(" ")[1] ?? "", order),
    ),
  },
  "ranks are not updated after an insertion": {
    isOfChanges: true,
    replace: () => {
      const known = new WeakMap<Ranks, CodeArray>();
      return instead(Ranks, "rowRanksTask", (ofRows, self) =>
        (function* () {
          const before = known.get(self) ?? (yield* ofRows());
          known.set(self, before);
          return before;
        })(),
      )();
    },
  },
  "deleted rows stay live": {
    isOfChanges: true,
    replace: instead(StoreState, "change", (change, _self, added) => change(added, [])),
  },
  "the row numbers of new rows are one too low": {
    isOfChanges: true,
    replace: instead(StoreState, "change", (change, _self, added, removed) => change(added, removed) - 1),
  },
  "a compiled filter is reused after an insertion": {
    isOfChanges: true,
    replace: instead(CompiledShapes, "testOf", (get, _self, filter, locale, version) => {
      const versions = Array.from({ length: version + 1 }, (_, i) => version - i);
      return versions.map((each) => get(filter, locale, each)).find((test) => test !== undefined);
    }),
  },
  "integers beyond doubles are rounded": {
    replace: instead(NumberColumn, "appendTask", (append, _self, values) =>
      append(values.map((value) => (typeof value === "bigint" ? Number(value) : value))),
    ),
  },
  "instants are truncated to milliseconds": {
    replace: instead(NumberColumn, "appendTask", (append, _self, values) => {
      const cut = (value: Value) => (typeof value === "string" ? value.replace(/(\.\d{3})\d+/, "$1") : value);
      return append(values.map(cut));
    }),
  },
  "the common step is derived from some numbers only": {
    replace: instead(FrameOfReferenceEncoding, "commonStep", (commonStep, _self, rows, numbers, scale) =>
      commonStep(rows, numbers.subarray(0, numbers.length >> 1), scale),
    ),
  },
  "a number beyond the last code wraps around": {
    replace: instead(FrameOfReferenceEncoding, "holds", (holds, _self, batch) =>
      holds({ ...batch, max: batch.min }),
    ),
  },
  "fractions are rounded down when they are encoded": {
    replace: instead(FrameOfReferenceEncoding, "between", (between, _self, rows, low, ...others) => {
      between(rows, Math.floor(low), ...others);
    }),
  },
  "null is encoded as a number below all others": {
    replace: instead(FrameOfReferenceEncoding, "reader", (reader, self) => {
      const numberAt = reader();
      return (row) => (Number.isNaN(numberAt(row)) ? self.frame.first - 1 : numberAt(row));
    }),
  },
  "an empty list is null": {
    replace: instead(ListColumn, "append", (append, _self, values) =>
      append(values.map((value) => (Array.isArray(value) && value.length === 0 ? null : value))),
    ),
  },
  "the last element of a list belongs to the next row": {
    replace: instead(ListOffsets, "add", (add, _self, counts) => {
      const moved = counts.ofRows.slice();
      for (let i = 0; i + 1 < moved.length; i++) {
        if (moved[i]! < 1 || moved[i + 1]! < 0) continue;
        moved[i]!--;
        moved[i + 1]!++;
        break;
      }
      return add({ ...counts, ofRows: moved });
    }),
  },
  "matching elements are only found in lists with one element": {
    replace: instead(ListOffsets, "rowsWithElements", (rowsWith, self, elements, rows, out) => {
      rowsWith(elements, rows, out);
      for (let row = 0; row < rows; row++) {
        const [from, end] = self.elementRange(row);
        if (end - from > 1) out.u32()[row >>> 5]! &= ~(1 << (row & 31));
      }
    }),
  },
  "the last entry of a map is ignored": {
    replace: instead(MapColumn, "appendTask", (appendTask, _self, values) =>
      appendTask(values.map((entries) => (Array.isArray(entries) ? entries.slice(0, -2) : entries))),
    ),
  },
  "new elements of lists are null": {
    isOfChanges: true,
    replace: instead(ListColumn, "append", (append, self, values) => {
      const isKnown = (each: Value) => self.rows === 0 || self.elements.codeOf(each) !== undefined;
      return append(
        values.map((list) =>
          Array.isArray(list) ? list.map((each: Value) => (isKnown(each) ? each : null)) : list,
        ),
      );
    }),
  },
  "an empty string is null": {
    replace: instead(StringColumn, "append", (append, _self, values) =>
      append(values.map((value) => (value === "" ? null : value))),
    ),
  },
  "new values widen no code": {
    isOfChanges: true,
    replace: instead(DictionaryColumn, "append", (append, self, values) =>
      append(values.map((value) => (self.codeOf(value) === undefined ? null : value))),
    ),
  },
};

export const PLANTED: readonly PlantedBug[] = Object.entries(BUGS).map(([name, bug]) => ({ name, ...bug }));
