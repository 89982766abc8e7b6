import fc from "fast-check";
import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";
import { check } from "../../../../src/checker/check.ts";
import type { CheckedFilter } from "../../../../src/checker/checked.ts";
import { parseFilter } from "../../../../src/parser/parse.ts";
import { dateObjects, scalars, texts, values } from "../../../properties/hostile-values.ts";
import { words } from "../../../words.ts";

/** Catalog with nested lists, maps and objects. */
export const listsCatalog = defineCatalog({
  name: "lists",
  maximumLimit: 1_000_000,
  members: {
    id: "integer",
    tags: { type: "list", items: "string" },
    nums: { type: "list", items: "integer" },
    flags: { type: "list", items: "boolean" },
    dts: { type: "list", items: "dateTime" },
    m: { type: "map", values: "string" },
    mn: { type: "map", values: "number" },
    md: { type: "map", values: "dateTime" },
    ml: { type: "map", values: { type: "list", items: "string" } },
    o: {
      type: "object",
      members: { x: "string", tags: { type: "list", items: "string" }, m: { type: "map", values: "string" } },
    },
    l: {
      type: "list",
      items: {
        type: "object",
        members: { x: "string", n: "number", tags: { type: "list", items: "string" } },
      },
    },
    lm: { type: "list", items: { type: "map", values: "string" } },
    ll: { type: "list", items: { type: "list", items: "string" } },
  },
  key: "id",
});

const LISTS = words("tags o.tags l.x l.tags lm.a ll l lm nums flags dts l.n ml.a");
const MAPS = ["m", "mn", "md", "ml", "o.m"];

/** Filters on all members. Invalid ones are left out. */
export const FILTERS: readonly CheckedFilter[] = [
  ...LISTS.flatMap((name) => [
    ...["'a'", "'b'", "''", "'ß'"].flatMap((text) => [
      `eq(${name},${text})`,
      `ne(${name},${text})`,
      `not(contains(${name},${text}))`,
      `in(${name},${text},'x')`,
      `not(in(${name},${text},'x'))`,
      `startsWith(${name},${text})`,
      `not(gt(${name},${text}))`,
      `eq($primary,${name},${text})`,
    ]),
    `match(${name},'a|b.*')`,
    `not(matchAny('[a-c]*',${name}))`,
    `gt(${name},1)`,
    `not(eq(${name},2))`,
    `eq(${name},true)`,
    `not(lt(${name},2020-01-01T00:00:00Z))`,
  ]),
  ...[...LISTS, ...MAPS, "o"].flatMap((name) => [
    `isNull(${name})`,
    `not(isNull(${name}))`,
    `eq(length(${name}),0)`,
    `not(gt(length(${name}),1))`,
    `in(length(${name}),1,3)`,
    `or(isNull(length(${name})),contains(length(${name}),'2'))`,
    `eq(isNull(${name}),gt(length(${name}),2))`,
  ]),
  ...MAPS.flatMap((name) =>
    ["'a'", "'.*'", "'b|__proto__'", "''"].flatMap((key) => [
      `match(${name},${key},'a')`,
      `match(${name},${key},'.*')`,
      `not(match(${name},${key},'[0-9a]*'))`,
      `not(match(${name},${key},'2020.*'))`,
    ]),
  ),
  ...["m.a", "m.b", "m.__proto__", "m.constructor", "o.m.a"].flatMap((name) => [
    `eq(${name},'a')`,
    `isNull(${name})`,
  ]),
  "and(eq(tags,'a'),not(match(m,'a','a')),gt(length(l),0))",
  "or(match(m,'a','a'),eq(l.x,'b'),isNull(o))",
].flatMap((text) => {
  const { expression } = parseFilter(text);
  const { filter } = check(expression!, listsCatalog);
  return filter === undefined ? [] : [filter];
});

class Listed extends Array<unknown> {}
Object.defineProperty(Listed.prototype, "1", { value: "a", configurable: true });

/** Unusual arrays: with getters, holes, a prototype, proxies. They may modify their argument. */
const LIST_SHAPES: readonly ((list: unknown[]) => unknown)[] = [
  (list) => list,
  (list) => list,
  (list) => list,
  (list) => {
    if (list.length > 0) Object.defineProperty(list, 0, { get: () => "a", enumerable: true });
    return list;
  },
  (list) => {
    if (list.length > 1) Reflect.deleteProperty(list, 1);
    return list;
  },
  (list) => {
    const listed = new Listed(list.length);
    for (const [i, each] of list.entries()) if (i !== 1) listed[i] = each;
    return listed;
  },
  (list) => {
    Object.setPrototypeOf(list, ["a", "a", "a", "a"]);
    Reflect.deleteProperty(list, 0);
    return list;
  },
  (list) => new Proxy(list, { get: (of, key) => (key === "0" ? "a" : (Reflect.get(of, key) as unknown)) }),
  (list) =>
    new Proxy(list, {
      getOwnPropertyDescriptor: (of, key) => {
        const descriptor = Reflect.getOwnPropertyDescriptor(of, key);
        return key === "0" && descriptor !== undefined ? { ...descriptor, value: "b" } : descriptor;
      },
    }),
  (list) => Object.freeze(list),
  (list) => Object.assign(list, { a: "a", [-1]: "b" }),
];

/** Unusual objects: with getters, hidden properties, a prototype, proxies. They may modify their argument. */
const OBJECT_SHAPES: readonly ((object: Record<string, unknown>) => unknown)[] = [
  (object) => object,
  (object) => object,
  (object) => Object.assign(Object.create(null) as object, object),
  (object) => Object.defineProperty(object, "a", { get: () => "a", enumerable: true, configurable: true }),
  (object) => Object.defineProperty(object, "b", { value: "a", enumerable: false, configurable: true }),
  (object) =>
    Object.defineProperty(object, "__proto__", { value: "a", enumerable: true, configurable: true }),
  (object) => Object.setPrototypeOf(object, { a: "a", x: "a", tags: ["a"] }) as unknown,
  (object) => new Proxy(object, { get: () => "a" }),
  (object) => new Map(Object.entries(object)),
  (object) => Object.assign(object, { [Symbol("a")]: "a" }),
];

const shaped = <T>(of: fc.Arbitrary<T>, shapes: readonly ((of: T) => unknown)[]) =>
  fc.tuple(of, fc.constantFrom(...shapes)).map(([value, shape]) => shape(value));

const mostly = (of: fc.Arbitrary<unknown>) => fc.oneof({ weight: 9, arbitrary: of }, scalars, values);
const record = (members: Record<string, fc.Arbitrary<unknown>>) => fc.record(members, { requiredKeys: [] });

const wordsOrTexts = fc.oneof({ weight: 3, arbitrary: fc.constantFrom("a", "b", "", "ß", "ab", "x") }, texts);
const integers = fc.constantFrom(0, 1, 2, -0, 2n, 1n, 2 ** 53, 1.5, NaN, Infinity);
const dateTimes = fc.oneof(
  fc.constantFrom("2020-01-01T00:00:00Z", "2020-01-01T02:00:00+02:00", "2019-12-31", "soon"),
  dateObjects,
);

/** @param shapes whether lists and objects may be unusual */
export function listedRows(shapes: boolean): fc.Arbitrary<Record<string, unknown>> {
  const [asLists, asObjects] = shapes
    ? [LIST_SHAPES, OBJECT_SHAPES]
    : [[same<unknown[]>], [same<Record<string, unknown>>]];
  const list = (of: fc.Arbitrary<unknown>) => mostly(shaped(fc.array(mostly(of), { maxLength: 4 }), asLists));
  const map = (of: fc.Arbitrary<unknown>) =>
    mostly(
      shaped(
        fc.dictionary(fc.constantFrom("a", "b", "c", "", "constructor", "0"), mostly(of), { maxKeys: 3 }),
        asObjects,
      ),
    );
  const object = (members: Record<string, fc.Arbitrary<unknown>>) =>
    mostly(shaped(record(members), asObjects));
  return record({
    tags: list(wordsOrTexts),
    nums: list(integers),
    flags: list(fc.boolean()),
    dts: list(dateTimes),
    m: map(wordsOrTexts),
    mn: map(integers),
    md: map(dateTimes),
    ml: map(list(wordsOrTexts)),
    o: object({ x: wordsOrTexts, tags: list(wordsOrTexts), m: map(wordsOrTexts) }),
    l: list(object({ x: mostly(wordsOrTexts), n: mostly(integers), tags: list(wordsOrTexts) })),
    lm: list(map(wordsOrTexts)),
    ll: list(list(wordsOrTexts)),
  });
}

function same<T>(value: T): T {
  return value;
}
