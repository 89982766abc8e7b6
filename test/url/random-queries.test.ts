import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hasErrors } from "../../src/diagnostics/diagnostic.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { encodeQuery } from "../../src/url/encode-query.ts";
import { items } from "./url-catalog.ts";
import { ANY_CHARACTER } from "../properties/any-character.ts";

describe("a random string as a query string", () => {
  const piece = fc.oneof(
    fc.constantFrom(
      "filter=",
      "sortBy=",
      "start=",
      "limit=",
      "id=",
      "size=",
      "secret=",
      "name=",
      "at=",
      "&",
      "&&",
      "?",
      "#",
      "=",
      "|",
      "%7C",
      "%",
      "%4",
      "%C3",
      "+",
      "eq(",
      ")",
      ",",
      "'",
      "%27",
      "id",
      "name",
      "and(",
      "10:00 02:00",
      "5",
      "%00",
      "é",
      "😀",
      "%F0%9F%98%80",
      "%ED%A0%80",
      ":descending",
      "size,'1'",
      "contentType,",
    ),
    fc.string({ unit: ANY_CHARACTER, maxLength: 3 }),
    fc
      .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 2 })
      .map((units) => String.fromCharCode(...units)),
  );
  const raws = fc.array(piece, { maxLength: 25 }).map((parts) => parts.join(""));

  it("leads to a query or to diagnostics with spans within the string, and never throws", () => {
    const before = Object.getOwnPropertyNames(Object.prototype).join();
    fc.assert(
      fc.property(
        raws,
        fc.constantFrom(items, undefined),
        fc.constantFrom("strict" as const, "lenient" as const),
        (raw, catalog, mode) => {
          const { query, diagnostics } = decodeQuery(raw, { catalog, mode });
          expect(query === undefined).toBe(hasErrors(diagnostics));
          let last = 0;
          for (const { span, fixes } of diagnostics) {
            expect(span.start).toBeGreaterThanOrEqual(last);
            last = span.start;
            for (const each of [span, ...fixes.flatMap(({ edits }) => edits.map((edit) => edit.span))]) {
              expect(0 <= each.start && each.start <= each.end && each.end <= raw.length).toBe(true);
            }
          }
          if (query !== undefined && raw.isWellFormed()) {
            const again = decodeQuery(encodeQuery(query), { catalog, mode }).query!;
            expect(encodeQuery(again)).toBe(encodeQuery(query));
          }
        },
      ),
      { numRuns: 5_000 },
    );
    expect(Object.getOwnPropertyNames(Object.prototype).join()).toBe(before);
  });
});
