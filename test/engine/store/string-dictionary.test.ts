import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DictionaryBuilder } from "../../../src/engine/store/columns/dictionary-builder.ts";
import { plainKernels } from "../../../src/engine/store/kernels/plain.ts";
import { wasmKernels } from "../../../src/engine/store/kernels/wasm.ts";
import { StringDictionary } from "../../../src/engine/store/columns/string-dictionary.ts";
import { isPlanned, strictKernels } from "./strict-kernels.ts";

/** Characters with equal UTF-8 forms, ends of 8-byte words, and separators. */
const unit = fc.constantFrom("a", "b", "\0", "é", "日", "😀", "\ud83d", "\ude00", "\ufffd", "abcdefgh");
const text = fc.oneof(
  { weight: 8, arbitrary: fc.string({ unit, maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constant(null) },
  { weight: 2, arbitrary: fc.nat(30).map((length) => "abcdefgh".repeat(4).slice(0, length)) },
);

describe.each([
  ["plain", plainKernels],
  ["WebAssembly", () => wasmKernels()!],
])("%s kernels", (_name, make) => {
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
    const kernels = make();
    const found = kernels.allocate(texts.length * 4);
    const dictionary = new DictionaryBuilder(kernels);
    for (let at = 0; at < texts.length; at += 900)
      expect(dictionary.find(texts.slice(at, at + 900), found, at, 9000)).toBe(true);
    dictionary.release();
    const places = [...found.u32().subarray(0, texts.length)];
    expect(places.map((place) => dictionary.values[place])).toStrictEqual(texts);
    expect(dictionary.values.length).toBe(new Set(texts).size);
  });

  it.each([2000, 2047, 2048, 2049, 2100, 3000])("report more than %i distinct values", (most) => {
    const texts = Array.from({ length: 3100 }, (_, i) => `name ${i}`);
    const find = (count: number) => {
      const kernels = make();
      return new DictionaryBuilder(kernels).find(texts.slice(0, count), kernels.allocate(count * 4), 0, most);
    };
    expect(find(most)).toBe(true);
    expect(find(most + 1)).toBe(false);
  });

  it("release their memory after a failed allocation", () => {
    const texts = Array.from({ length: 9000 }, (_, i) => `name ${i}`);
    let refused = 0;
    for (let slabs = 0; ; slabs++) {
      const strict = strictKernels(make());
      const found = strict.kernels.allocate(texts.length * 4);
      strict.failAfter(slabs);
      const dictionary = new DictionaryBuilder(strict.kernels);
      try {
        dictionary.find(texts, found, 0, Infinity);
      } catch (error) {
        expect(isPlanned(error)).toBe(true);
        refused++;
      }
      dictionary.release();
      expect(strict.held()).toBe(1);
      if (refused <= slabs) break;
    }
    expect(refused).toBeGreaterThan(5);
  });
});
