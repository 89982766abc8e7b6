import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { randomNumbers } from "../harness.ts";

/** Returns rows as real services have them: missing and null members, wrong types, lists, maps, lists of objects. */
export function* irregularRows(count: number): Generator<object> {
  const next = randomNumbers(77_003);
  for (let id = 0; id < count; id++) yield irregularRow(id, next);
}

export const irregularCatalog = defineCatalog({
  name: "objects",
  key: "id",
  members: {
    id: "integer",
    title: "string",
    note: "string",
    version: "integer",
    share: "number",
    isLocked: "boolean",
    changed: "dateTime",
    tags: { type: "list", items: "string" },
    members: { type: "list", items: { type: "object", members: { name: "string", role: "string" } } },
    properties: { type: "map", values: "string" },
    owner: { type: "object", members: { name: "string", city: "string" } },
  },
});

/** One condition per member. Evaluating a filter of all conditions builds the columns of all members. */
export const IRREGULAR_FILTERS = [
  "eq(id,1)",
  "contains(title,'zzz')",
  "contains(note,'zzz')",
  "gt(version,1000000)",
  "gt(share,1000000)",
  "isLocked",
  "gt(changed,2030-01-01T00:00:00Z)",
  "eq(tags,'zzz')",
  "eq(members.name,'zzz')",
  "eq(members.role,'zzz')",
  "match(properties,'color','zzz')",
  "eq(owner.name,'zzz')",
  "eq(owner.city,'zzz')",
];

const WORDS = ["risk", "model", "résumé", "naïve", "median", "日本", "😀", "Straße", "e\u0301te", "I\u0307"];
const KEYS = ["color", "source", "region", "owner", "level"];

function irregularRow(id: number, next: () => number): Record<string, unknown> {
  const word = () => WORDS[Math.floor(next() * WORDS.length)]!;
  const many = (most: number) => Math.floor(next() * (most + 1));
  const some = <T>(make: () => T): T | null | undefined => {
    const chance = next();
    return chance < 0.15 ? undefined : chance < 0.3 ? null : make();
  };
  const text = (words: number) => Array.from({ length: words }, word).join(" ");
  // One in fifty values does not have the type of its member.
  const wrong = (value: unknown) => (next() < 0.02 ? ["soon", 12, true, [1], { a: 1 }][many(4)] : value);
  return {
    id,
    title: wrong(some(() => `${text(2)} ${many(20_000)}`)),
    note: wrong(some(() => `${text(6)} ${id.toString(36)}`)),
    version: wrong(some(() => many(500))),
    share: wrong(some(() => next() * 100)),
    isLocked: wrong(some(() => next() < 0.5)),
    changed: wrong(some(() => new Date(1.6e12 + Math.floor(next() * 1.5e11)).toISOString())),
    tags: wrong(some(() => Array.from({ length: many(4) }, word))),
    members: some(() => Array.from({ length: many(3) }, () => ({ name: `user${many(500)}`, role: word() }))),
    properties: some(() =>
      Object.fromEntries(Array.from({ length: many(3) }, () => [KEYS[many(4)]!, `${word()}${many(50)}`])),
    ),
    owner: some(() => ({ name: `user${many(500)}`, city: some(word) })),
  };
}
