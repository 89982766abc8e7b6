import fc from "fast-check";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { POOLS } from "./extremes.ts";
import { dateObjects, scalars, texts, values } from "./hostile-values.ts";

/** A catalog with every type and every way to nest types. */
export const typedCatalog = defineCatalog({
  name: "things",
  members: {
    id: "integer",
    s: "string",
    sp: { type: "string", strength: "primary" },
    sc: { type: "string", strength: "codePoint" },
    n: "number",
    i: "integer",
    flag: "boolean",
    d: "date",
    t: "time",
    dt: "dateTime",
    tags: { type: "list", items: "string" },
    ptags: { type: "list", items: { type: "string", strength: "secondary" } },
    nums: { type: "list", items: "integer" },
    dts: { type: "list", items: "dateTime" },
    m: { type: "map", values: "string" },
    mi: { type: "map", values: "integer" },
    o: { type: "object", members: { x: "string", n: "integer", dt: "dateTime" } },
    l: { type: "list", items: { type: "object", members: { x: "string", n: "number" } } },
    "a.b": "string",
    p: { type: "boolean", property: "own property" },
  },
  key: "id",
});

/** Returns mostly values of the type, and sometimes any value. */
const mostly = (of: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 8, arbitrary: of }, scalars, values);

const integers = fc.oneof(
  fc.integer({ min: -3, max: 5 }),
  fc.constantFrom(2 ** 53, 2n ** 53n + 1n, 2n, 1.5, NaN),
);
const dateTimes = fc.oneof(fc.constantFrom(...POOLS.dateTime.values), dateObjects);
const record = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] });

export const typedRows: fc.Arbitrary<Record<string, unknown>> = record({
  id: mostly(integers),
  s: mostly(texts),
  sp: mostly(texts),
  sc: mostly(texts),
  n: mostly(fc.oneof(integers, fc.double())),
  i: mostly(integers),
  flag: mostly(fc.boolean()),
  d: mostly(fc.constantFrom(...POOLS.date.values)),
  t: mostly(fc.constantFrom(...POOLS.time.values)),
  dt: mostly(dateTimes),
  tags: mostly(fc.array(mostly(texts), { maxLength: 3 })),
  ptags: mostly(fc.array(mostly(texts), { maxLength: 3 })),
  nums: mostly(fc.array(mostly(integers), { maxLength: 3 })),
  dts: mostly(fc.array(mostly(dateTimes), { maxLength: 3 })),
  m: mostly(fc.dictionary(fc.constantFrom("x", "y", "a"), mostly(texts), { maxKeys: 3 })),
  mi: mostly(fc.dictionary(fc.constantFrom("x", "y"), mostly(integers), { maxKeys: 2 })),
  o: mostly(record({ x: mostly(texts), n: mostly(integers), dt: mostly(dateTimes) })),
  l: mostly(fc.array(mostly(record({ x: mostly(texts), n: mostly(integers) })), { maxLength: 3 })),
  "a.b": mostly(texts),
  a: mostly(record({ b: texts })),
  "own property": mostly(fc.boolean()),
});
