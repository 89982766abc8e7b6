import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  decodeParameters,
  MAXIMUM_PARAMETERS,
  MAXIMUM_QUERY_LENGTH,
} from "../../src/url/decode-parameters.ts";
import { ANY_CHARACTER } from "../properties/any-character.ts";

const pairs = (raw: string) => decodeParameters(raw).parameters.map(({ name, value }) => [name, value]);
const faults = (raw: string) =>
  decodeParameters(raw).diagnostics.map(({ code, span }) => [code, raw.slice(span.start, span.end)]);

describe("decodeParameters", () => {
  it("skips a leading ? and empty pairs, and stops at the fragment", () => {
    expect(pairs("?a=1&&b=2&")).toEqual([
      ["a", "1"],
      ["b", "2"],
    ]);
    expect(pairs("a=1&b=2#c&d=3")).toEqual([
      ["a", "1"],
      ["b", "2"],
    ]);
    expect(pairs("")).toEqual([]);
    expect(pairs("?")).toEqual([]);
    expect(pairs("#a=1")).toEqual([]);
    expect(pairs("a?b=c?d")).toEqual([["a?b", "c?d"]]);
  });

  it("skips the address or path of a whole URL", () => {
    for (const before of ["/", "/a/b%20c", "https://host:1/a=b;c=d", "http://host"]) {
      expect(pairs(`${before}?a=1&b=?/#c=d`)).toEqual([
        ["a", "1"],
        ["b", "?/"],
      ]);
      for (const end of ["", "?", "#a=1", "?#a=1"]) expect(pairs(before + end)).toEqual([]);
    }
    // A path with `=` may be a parameter whose name is wrong, and is not lost.
    expect(pairs("/a=1")).toEqual([["/a", "1"]]);
    expect(pairs("/a&b=1")).toEqual([
      ["/a", ""],
      ["b", "1"],
    ]);
  });

  it("reads an empty value if = is missing, and accepts = in a value", () => {
    expect(pairs("a&b=&c=d=e&=f")).toEqual([
      ["a", ""],
      ["b", ""],
      ["c", "d=e"],
      ["", "f"],
    ]);
  });

  it("decodes names like values and preserves their case", () => {
    expect(pairs("%66ilter=x&Filter=y&filter%00=z")).toEqual([
      ["filter", "x"],
      ["Filter", "y"],
      ["filter\0", "z"],
    ]);
  });

  it("decodes only once", () => {
    expect(pairs("a=%2527&b=%253B&c=%25%32%37&d=%257C")).toEqual([
      ["a", "%27"],
      ["b", "%3B"],
      ["c", "%27"],
      ["d", "%7C"],
    ]);
  });

  it("reads + as a space and %2B as +", () => {
    expect(pairs("a=x+y%20z%2Bw")).toEqual([["a", "x y z+w"]]);
  });

  it("does not split at encoded separators", () => {
    expect(pairs("a=%26b%3Dc%23d")).toEqual([["a", "&b=c#d"]]);
  });

  it("treats brackets and names such as __proto__ as ordinary names", () => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    const names = [
      "__proto__",
      "constructor[prototype][x]",
      "__proto__!",
      "a[]",
      "a[b]",
      "a.b",
      "a[0]",
      "a[__proto__]",
    ];
    expect(pairs(names.map((name) => `${name}=1`).join("&"))).toEqual(names.map((name) => [name, "1"]));
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
  });

  it("accepts unencoded characters outside ASCII", () => {
    expect(pairs("é=😀")).toEqual([["é", "😀"]]);
  });
});

describe("strict percent-decoding", () => {
  const rows = [
    ["%C0%AF", "%C0%AF"],
    ["%F4%90%80%80", "%F4%90%80%80"],
    ["%F8%88%80%80%80", "%F8"],
    ["%E0%A4", "%E0%A4"],
    ["%E0%A4x", "%E0%A4"],
    ["%E0%80%80", "%E0%80%80"],
    ["%C3é", "%C3"],
    ["%80", "%80"],
    ["%FF", "%FF"],
    ["%", "%"],
    ["%4", "%4"],
    ["%G1", "%"],
    ["%u0041", "%"],
    ["%4G", "%4"],
    ["%ED%A0%80", "%ED%A0%80"],
    ["%ED%A0%BD%ED%B8%80", "%ED%A0%BD"],
    ["\ud800", "\ud800"],
    ["\udc00x", "\udc00"],
  ] as const;
  for (const [text, at] of rows) {
    it(`rejects ${JSON.stringify(text)} in a value and in a name`, () => {
      for (const raw of [`?x=1&a=b${text}`, `?x=1&b${text}=c&y=2`]) {
        expect(faults(raw)).toEqual([["invalid-percent-encoding", at]]);
        expect(pairs(raw)[0]).toEqual(["x", "1"]);
        expect(decodeParameters(raw).parameters.some(({ name }) => name.includes("b"))).toBe(false);
      }
    });
  }

  it("ends an encoded character at the end of its parameter", () => {
    expect(faults("a=%C3&b=%A9")).toEqual([
      ["invalid-percent-encoding", "%C3"],
      ["invalid-percent-encoding", "%A9"],
    ]);
  });

  it("decodes every code point that encodeURIComponent encodes", () => {
    for (let from = 0; from <= 0x10ffff; from += 0x800) {
      if (from >= 0xd800 && from < 0xe000) continue;
      const text = String.fromCodePoint(...Array.from({ length: 0x800 }, (_, i) => from + i));
      expect(decodeParameters(`a=${encodeURIComponent(text)}`).parameters[0]!.value).toBe(text);
    }
  });

  it("agrees with decodeURIComponent about valid UTF-8, for sequences of up to three critical bytes", () => {
    const bytes = [
      0, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xed, 0xef, 0xf0, 0xf4,
      0xf5, 0xff,
    ];
    const hex = (byte: number) => `%${byte.toString(16).padStart(2, "0")}`;
    for (const a of bytes) {
      for (const b of bytes) {
        for (const c of bytes) {
          for (const tail of ["", "%80"]) {
            const raw = hex(a) + hex(b) + hex(c) + tail;
            let expected: string | undefined;
            try {
              expected = decodeURIComponent(raw);
            } catch {
              expected = undefined;
            }
            expect(decodeParameters(`a=${raw}`).parameters[0]?.value, raw).toBe(expected);
          }
        }
      }
    }
  });
});

describe("limits of a query string", () => {
  it(`reject more than ${MAXIMUM_PARAMETERS} parameters, at the first one beyond the limit`, () => {
    const full = Array.from({ length: MAXIMUM_PARAMETERS }, (_, i) => `a${i}=1`).join("&");
    expect(faults(full)).toEqual([]);
    expect(faults(`${full}&&&b=1&c=2#f`)).toEqual([["too-many-parameters", "b=1&c=2"]]);
    const many = "filter=a&".repeat(10_000);
    expect(decodeParameters(many).parameters).toHaveLength(MAXIMUM_PARAMETERS);
  });

  it("reject more than 1 MiB before decoding anything", () => {
    const long = `?a=${"x".repeat(MAXIMUM_QUERY_LENGTH - 2)}`;
    expect(faults(long)).toEqual([]);
    expect(decodeParameters(`${long}yz`)).toMatchObject({
      parameters: [],
      diagnostics: [
        { code: "text-too-long", span: { start: MAXIMUM_QUERY_LENGTH + 1, end: MAXIMUM_QUERY_LENGTH + 3 } },
      ],
    });
  });
});

describe("the mapping to the raw string", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "%",
      "%4",
      "%41",
      "%C3%A9",
      "%F0%9F%98%80",
      "+",
      "&",
      "=",
      "#",
      "?",
      "%7C",
      "|",
      "%ED%A0%80",
      "é",
      "😀",
    ),
    fc.string({ unit: ANY_CHARACTER, maxLength: 4 }),
    fc.string({ maxLength: 4 }),
  );
  const raws = fc.array(piece, { maxLength: 30 }).map((parts) => parts.join(""));

  it("maps each character to the raw characters that decode to it", () => {
    fc.assert(
      fc.property(raws, (raw) => {
        for (const { decoded, value, valueSpan, toRaw } of decodeParameters(raw).parameters) {
          expect(toRaw(0)).toBe(valueSpan.start);
          expect(toRaw(value.length)).toBe(valueSpan.end);
          let at = 0;
          for (const character of value) {
            const span = decoded.toRawSpan({ start: at, end: at + character.length });
            const text = raw.slice(span.start, span.end);
            expect(text === "+" ? " " : decodeURIComponent(text)).toBe(character);
            expect(span.start).toBe(toRaw(at));
            at += character.length;
          }
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("extends a span that ends within an encoded character", () => {
    const raw = "a=x%F0%9F%98%80y";
    const { decoded } = decodeParameters(raw).parameters[0]!;
    const at = (start: number, end: number) => {
      const span = decoded.toRawSpan({ start, end });
      return raw.slice(span.start, span.end);
    };
    expect([at(0, 1), at(0, 2), at(1, 2), at(2, 3), at(2, 4), at(3, 4)]).toEqual([
      "x",
      "x%F0%9F%98%80",
      "%F0%9F%98%80",
      "%F0%9F%98%80",
      "%F0%9F%98%80y",
      "y",
    ]);
    expect(decoded.toRawSpan({ start: 3, end: 3 })).toEqual({ start: 15, end: 15 });
  });

  it("is the same for a slice of the text", () => {
    fc.assert(
      fc.property(raws, fc.nat(20), fc.nat(20), (raw, a, b) => {
        for (const { decoded, value } of decodeParameters(raw).parameters) {
          const start = Math.min(a, value.length);
          const end = Math.min(start + b, value.length);
          const half = (at: number) => at > 0 && /[\udc00-\udfff]/.test(value.charAt(at));
          if (half(start) || half(end)) continue;
          const part = decoded.slice(start, end);
          expect(part.text).toBe(value.slice(start, end));
          expect(part.span).toEqual(decoded.toRawSpan({ start, end }));
          for (let i = 0; i < part.text.length; i++) expect(part.toRaw(i)).toBe(decoded.toRaw(start + i));
        }
      }),
      { numRuns: 1_000 },
    );
  });

  it("keeps every span within the string, for random strings", () => {
    fc.assert(
      fc.property(raws, (raw) => {
        const { parameters, diagnostics } = decodeParameters(raw);
        const spans = [
          ...parameters.flatMap((p) => [p.span, p.nameSpan, p.valueSpan]),
          ...diagnostics.map((d) => d.span),
        ];
        for (const { start, end } of spans) {
          expect(0 <= start && start <= end && end <= raw.length).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});
