import fc from "fast-check";
import { expect, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { encodeQuery } from "../../src/url/encode-query.ts";
import { DecoderSettings } from "../../src/url/query-decoder.ts";
import { queryShapeOf, QueryShape } from "../../src/url/query-shape.ts";
import { items } from "./url-catalog.ts";

const settings = new DecoderSettings({ catalog: items });

/** Returns the shape of a query string; undefined if it is not valid. */
function shapeWith(raw: string): QueryShape | undefined {
  const { query } = decodeQuery(raw, settings.options);
  return query && QueryShape.of(raw, query, settings);
}

/** Query strings for `fill`. */
const TEMPLATES = [
  "filter=gt(size,#)",
  "?filter=and(contains($primary,name,'straße'),gt(size,#))&sortBy=name:primary,id&limit=20",
  "start=40&filter=or(eq(size,#),eq(size,#),not(lt(size,-#)))",
  "filter=in(size,#,#,#,0)&limit=5",
  "filter=gt%28size%2C#%29&sortBy=size:descending",
  "filter=gt(size%2c-#)&level=3",
  "filter=and(gt(#,size),eq(enabled,true),eq(score,1.5))",
  "filter=and(eq(name,'a%20b'),ge(size,#),lt(modified,2020-01-01T00:00:00Z))",
  "filter=gt(+size+,#)",
  "filter=gt(length(name),#)",
  "filter=eq(name,'O''Brien')&sortBy=length(name)&limit=7",
  "filter=and(gt(score,#.#),lt(score,-0.#))",
  "filter=and(ge(modified,2026-0@-1@T0@:3@:00Z),lt(modified,2026-1@-0@T2@:59:5@.12@Z),gt(size,#))",
  "filter=in(day,2@24-01-1@,2024-1@-2@)&sortBy=day",
  "filter=or(eq(modified,2026-02-2@T00%3A0@),eq(day,2025-02-2@),isNull(at))",
  "filter=or(gt(score,#.5),eq(size,#),eq(size,#.#))",
];

/** Two integers, mostly with the same number of digits. */
const integers = fc.integer({ min: 1, max: 16 }).chain((digits) => {
  const some = fc.bigInt({ min: 10n ** BigInt(digits - 1), max: 10n ** BigInt(digits) - 1n });
  return fc.tuple(some, fc.oneof({ weight: 9, arbitrary: some }, { weight: 1, arbitrary: fc.constant(0n) }));
});

/** A template with two series of integers in its places. */
const pairs = fc
  .tuple(fc.constantFrom(...TEMPLATES), fc.array(integers, { minLength: 4, maxLength: 4 }))
  .map(([template, values]): [string, string] => [
    fill(
      template,
      values.map(([some]) => some),
    ),
    fill(
      template,
      values.map(([, other]) => other),
    ),
  ]);

/** Writes integers in place of `#`, and single digits in place of `@`. */
function fill(template: string, values: readonly bigint[]): string {
  let index = 0;
  const next = () => values[index++ % values.length]!;
  return template.replaceAll(/[#@]/g, (mark) => String(mark === "#" ? next() : next() % 10n));
}

it("reads query strings of one shape like the decoder", () => {
  let read = 0;
  fc.assert(
    fc.property(pairs, ([raw, other]) => {
      const shape = queryShapeOf(raw) === undefined ? undefined : shapeWith(raw);
      if (shape === undefined || queryShapeOf(raw) !== queryShapeOf(other)) return;
      read++;
      const expected = decodeQuery(other, { catalog: items }).query;
      const found = shape.read(other);
      // No month has this day.
      if (expected === undefined) {
        expect(found).toBeUndefined();
        return;
      }
      const { checkedFilter, ...rest } = found!;
      expect({ ...rest, checkedFilter: undefined }).toEqual({ ...expected, checkedFilter: undefined });
      expect(checkedFilter.expression).toEqual(expected.checkedFilter.expression);
      const names = (of: typeof checkedFilter) => [...of.members].map(([{ name }, { path }]) => [name, path]);
      expect(names(checkedFilter)).toEqual(names(expected.checkedFilter));
      const write = shape.writerOf(encodeQuery(decodeQuery(raw, { catalog: items }).query!));
      if (write !== undefined) expect(write(other)).toBe(encodeQuery(expected));
    }),
    { numRuns: 3000 },
  );
  expect(read).toBeGreaterThan(500);
});

it("represents literals by others with as many digits", () => {
  expect(queryShapeOf("filter=gt(size,4711)&limit=20")).toBe("filter=gt(size,1000)&limit=20");
  expect(queryShapeOf("filter=gt(modified,2026-01-31T23:59:59.5Z)")).toBe(
    "filter=gt(modified,0000-00-00T00:00:00.0Z)",
  );
  expect(queryShapeOf("filter=gt(size,-2026)")).toBe("filter=gt(size,-1000)");
  expect(queryShapeOf("filter=in(score,0.25,-42.9)")).toBe("filter=in(score,0.01,-10.1)");
  expect(queryShapeOf("filter=in(size,-9,10%2C123456789012345%29")).toBe(
    "filter=in(size,-1,10%2C100000000000000%29",
  );
  for (const other of [
    "filter=gt(size,0)",
    "filter=gt(size,007)",
    "filter=gt(size,1234567890123456)",
    "filter=gt(size,12e3)",
    "filter=gt(size,1.50)",
    "filter=gt(size,.5)",
    "filter=gt(size,1.)",
    "filter=gt(size,00.5)",
    "filter=gt(size,0.0000001)",
    "filter=gt(size,1.5.2024)",
    "filter=gt(modified,2026-01-01T00:00:00+01:00)",
    "filter=gt(modified,2026-01-01T00)",
    "filter=gt(day,2026-1-1)",
    "filter=gt(size,5",
    "filter=gt(size,5 )",
    "size=5&limit=20",
  ])
    expect([other, queryShapeOf(other)]).toEqual([other, undefined]);
});

it("is not made of numbers in strings, in other parameters and in corrected filters", () => {
  const numbered = defineCatalog({ name: "x", members: { name: "string", id: "string", size: "integer" } });
  const own = new DecoderSettings({ catalog: numbered });
  for (const raw of [
    "filter=eq(name,'(5)')",
    "filter=and(eq(name,'a,5,b'),gt(size,5))",
    "filter=and(gt(size,5),eq(name,'(7)'))",
    "filter=eq(id,5)",
    "filter=gt(size,5)&name=(7)",
    "name=x&filter=gt(size,5)",
  ]) {
    expect([raw, queryShapeOf(raw)]).not.toEqual([raw, undefined]);
    const { query } = decodeQuery(raw, { catalog: numbered });
    if (query !== undefined) expect([raw, QueryShape.of(raw, query, own)]).toEqual([raw, undefined]);
  }
});

it("is not made of filters that need the full checker", () => {
  expect(shapeWith("filter=eq(substr(name,1,3),'abc')")).toBeUndefined();
  expect(shapeWith("filter=gt(5,size)")).toBeUndefined();
});
