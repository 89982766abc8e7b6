import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Utf8Validator } from "../../src/files/reading/utf8-validator.ts";
import { cut } from "./streams.ts";

function pass(chunks: readonly Uint8Array[]): {
  text: string;
  bad: number | undefined;
  skipped: number;
  at: number;
} {
  const gate = new Utf8Validator();
  const passed: Uint8Array[] = [];
  const at = () => Buffer.concat(passed).length;
  for (const chunk of chunks) {
    const { bytes, bad } = gate.push(chunk);
    passed.push(bytes);
    expect(() => new TextDecoder("utf-8", { fatal: true }).decode(bytes)).not.toThrow();
    if (bad !== undefined)
      return { text: Buffer.concat(passed).toString(), bad: bad[0], skipped: gate.skipped, at: at() };
  }
  return { text: Buffer.concat(passed).toString(), bad: gate.end()?.[0], skipped: gate.skipped, at: at() };
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
    const bad = fc.constantFrom(
      [0xc0, 0xaf],
      [0xed, 0xa0, 0x80],
      [0xf4, 0x90, 0x80, 0x80],
      [0xff],
      [0x80],
      [0xe0, 0xa4],
    );
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        bad,
        fc.constantFrom("", "a", "é"),
        places,
        (before, bad, after, places) => {
          fc.pre(!before.startsWith("\uFEFF"));
          const bytes = Buffer.concat([Buffer.from(before), Buffer.from(bad), Buffer.from(after)]);
          expect(pass(cut(bytes, places))).toEqual({
            text: before,
            bad: bad[0],
            skipped: 0,
            at: Buffer.byteLength(before),
          });
        },
      ),
    );
  });
});
