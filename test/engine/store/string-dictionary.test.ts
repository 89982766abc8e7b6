import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DictionaryBuilder } from "../../../src/engine/store/columns/dictionary-builder.ts";
import { StringDictionary } from "../../../src/engine/store/columns/string-dictionary.ts";
import { runNow } from "../../../src/engine/store/tasks/task.ts";
import { isPlanned, strictKernels } from "./strict-kernels.ts";
import { KERNELS } from "./tried-kernels.ts";

const byUnits = (a: string, b: string) => (a < b ? -1 : 1);

/** Characters with equal UTF-8 forms, ends of 8-byte words, and separators. */
const unit = fc.constantFrom("a", "b", "\0", "é", "日", "😀", "\ud83d", "\ude00", "\ufffd", "abcdefgh");
const text = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.nat(30).map((length) => "abcdefgh".repeat(4).slice(0, length)) },
);

describe.each(KERNELS)("%s kernels", (_name, make) => {
  it("look up strings like a Map", () => {
    fc.assert(
      fc.property(fc.array(fc.array(text, { maxLength: 40 }), { maxLength: 8 }), (parts) => {
        const strict = strictKernels(make());
        const dictionary = new StringDictionary(strict.kernels);
        const all = parts.flat();
        const found = new Uint32Array(all.length);
        let at = 0;
        for (const part of parts) {
          const first = at;
          dictionary.find(part, (from, places) => found.set(places, first + from));
          at += part.length;
        }
        // The order of the ids is not specified.
        expect(dictionary.values.length).toBe(new Set([null, ...all]).size);
        expect([...found].map((place) => dictionary.values[place])).toStrictEqual(all);
        dictionary.release();
        expect(strict.held()).toBe(0);
      }),
    );
  });

  it("look up many strings of different lengths, some of them very long", () => {
    const texts = Array.from({ length: 30_000 }, (_, i) =>
      i % 7000 === 6999
        ? "long".repeat(20_000 + (i % 3))
        : i % 5 === 0
          ? `text ${i % 9000}`
          : String(i * 7919),
    );
    const found = new Uint32Array(texts.length);
    const dictionary = new StringDictionary(make());
    for (let at = 0; at < texts.length; at += 5000)
      dictionary.find(texts.slice(at, at + 5000), (from, places) => found.set(places, at + from));
    expect(dictionary.values.length).toBe(new Set(texts).size + 1);
    for (const [i, each] of texts.entries()) if (dictionary.values[found[i]!] !== each) expect.fail(each);
  });

  it("keep their ids when the builder switches to lookups by bytes", () => {
    const texts = Array.from({ length: 9000 }, (_, i) =>
      i % 11 === 0 ? null : `${i % 3 === 0 ? "\ufffd" : "name"} ${(i * 31) % 4000}`,
    );
    const strict = strictKernels(make());
    const dictionary = new DictionaryBuilder(strict.kernels, texts.length);
    for (let at = 0; at < texts.length; at += 900)
      expect(dictionary.add(texts.slice(at, at + 900), 9000)).toBe(true);
    const column = runNow(dictionary.finish());
    dictionary.release();
    expect(texts.map((_, row) => column.valueAt(row))).toStrictEqual(texts);
    expect(column.values).toStrictEqual([
      null,
      ...[...new Set(texts)].filter((each) => each !== null).sort(byUnits),
    ]);
    column.release();
    expect(strict.held()).toBe(0);
  });

  it.each([0, 1, 255, 256, 257, 65_535, 65_536, 70_000])(
    "hold %i distinct values in narrow codes",
    (count) => {
      const values = Array.from({ length: count }, (_, i) => (i * 7919) % 70_001);
      const dictionary = new DictionaryBuilder(make(), count);
      // Map of values, then lookups by bytes: only strings have so many values.
      const texts = values.map((value) => `n${value}`);
      for (let at = 0; at < count; at += 1000) dictionary.add(texts.slice(at, at + 1000), Infinity);
      const column = runNow(dictionary.finish());
      expect(texts.every((text, row) => column.valueAt(row) === text)).toBe(true);
      expect([column.rows, column.codes.width]).toEqual([count, count < 256 ? 1 : count < 65_536 ? 2 : 4]);
    },
  );

  it.each([2000, 2047, 2048, 2049, 2100, 3000])("report more than %i distinct values", (most) => {
    const texts = Array.from({ length: 3100 }, (_, i) => `name ${i}`);
    const add = (count: number) => new DictionaryBuilder(make(), count).add(texts.slice(0, count), most);
    expect(add(most)).toBe(true);
    expect(add(most + 1)).toBe(false);
  });

  it("release their memory after a failed allocation", () => {
    const texts = Array.from({ length: 9000 }, (_, i) => `name ${i}`);
    let refused = 0;
    for (let slabs = 0; ; slabs++) {
      const strict = strictKernels(make());
      strict.failAfter(slabs);
      const dictionary = new DictionaryBuilder(strict.kernels, texts.length);
      try {
        dictionary.add(texts, Infinity);
        runNow(dictionary.finish()).release();
      } catch (error) {
        expect(isPlanned(error)).toBe(true);
        refused++;
      }
      dictionary.release();
      expect(strict.held()).toBe(0);
      if (refused <= slabs) break;
    }
    expect(refused).toBeGreaterThan(5);
  });
});
