import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Utf8Validator } from "../../src/files/reading/utf8-validator.ts";
import { cut } from "./streams.ts";

/** Returns the text before the first invalid byte, this byte and its offset. */
function pass(chunks: readonly Uint8Array[]) {
  const gate = new Utf8Validator();
  const passed: Uint8Array[] = [];
  const outcome = (bad: Uint8Array | undefined) => {
    const bytes = Buffer.concat(passed);
    return { text: bytes.toString(), bad: bad?.[0], skipped: gate.skipped, at: bytes.length };
  };
  for (const chunk of chunks) {
    const { bytes, bad } = gate.push(chunk);
    passed.push(bytes);
    expect(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).not.toThrow();
    if (bad !== undefined) return outcome(bad);
  }
  return outcome(gate.end());
}

const places = fc.array(fc.nat(200), { maxLength: 12 });

describe("the UTF-8 validator", () => {
  it("returns valid text unchanged, however it is split into chunks", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "é", "Ж", "漢", "😀", "\uFEFF", "\n") });
    fc.assert(
      fc.property(text, places, (text, places) => {
        const result = pass(cut(Buffer.from(text), places));
        expect(result.bad).toBeUndefined();
        expect(result.text).toBe(text.replace(/^\uFEFF/, ""));
        expect(result.skipped).toBe(text.startsWith("\uFEFF") ? 3 : 0);
      }),
    );
  });

  it("stops at the first invalid byte, however the input is split into chunks", () => {
    const invalid = ["c0af", "eda080", "f4908080", "ff", "80", "e0a4"];
    const bad = fc.constantFrom(...invalid.map((bytes) => Buffer.from(bytes, "hex")));
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        bad,
        fc.constantFrom("", "a", "é"),
        places,
        (before, bad, after, places) => {
          fc.pre(!before.startsWith("\uFEFF"));
          const bytes = Buffer.concat([Buffer.from(before), bad, Buffer.from(after)]);
          const at = Buffer.byteLength(before);
          expect(pass(cut(bytes, places))).toEqual({ text: before, bad: bad[0], skipped: 0, at });
        },
      ),
    );
  });
});
