import { defineCatalog, type Expression } from "tamis";
import { boolean, call, name, number, string, temporal } from "tamis/ast";

/** A catalog with a member of each kind that bridges treat differently. */
export const CATALOG = defineCatalog({
  name: "rows",
  key: "id",
  members: {
    id: { type: "integer", nullable: false },
    name: { type: "string" },
    code: { type: "string", strength: "codePoint" },
    label: { type: "string", strength: "primary" },
    size: { type: "number" },
    total: { type: "integer" },
    enabled: { type: "boolean" },
    day: { type: "date" },
    at: { type: "dateTime" },
    tags: { type: "list", items: "string" },
    items: { type: "list", items: { type: "object", members: { name: "string", qty: "integer" } } },
  },
});

export interface Row {
  readonly id: number;
  readonly [member: string]: unknown;
}

/** Random numbers that are the same in each run with the same seed (mulberry32). */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns an integer from 0 up to `count` - 1. */
  below(count: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * count);
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  chance(percent: number): boolean {
    return this.below(100) < percent;
  }
}

export const SEED = Number(process.env["TAMIS_SEED"] ?? 20_260);

/** Strings on which languages disagree: empty, mixed case, accents, wildcards, quotes, texts that look like numbers. */
export const STRINGS = [
  ...["", " ", "a", "A", "ab", "aB", "abc", "á", "a\u0301", "ß", "SS", "Straße", "50%", "a_b", "a*b"],
  ...["O'Brien", 'say "x"', "a\\b", "!", "null", "true", "1", "01", "1e3", "NaN", "x;y,z", "(p)", "😀"],
] as const;
export const NUMBERS = [0, 1, -1, 2, 0.5, 1e3, 9_007_199_254_740_991, -9_007_199_254_740_991] as const;
export const DAYS = ["2019-12-31", "2020-01-01", "2020-02-29"] as const;
export const INSTANTS = ["2019-12-31T23:59:59Z", "2020-01-01T00:00:00Z", "2020-02-29T12:30:00.5Z"] as const;
const LISTS = [
  [],
  [""],
  ["a"],
  ["A", "b"],
  ["a", "abc"],
  ["null"],
  ["50%", "a_b"],
  [null],
  ["a", null],
] as const;
const ITEMS = [
  [],
  [{ name: "a", qty: 1 }],
  [{ name: null, qty: 2 }, { name: "A" }],
  [{ qty: 0 }],
  [null],
] as const;

/** Returns random rows in which each member is missing, null, or one of the values above. */
export function randomRows(random: Random, count: number): readonly Row[] {
  const value = (values: readonly unknown[]) => (random.chance(25) ? null : random.pick(values));
  return Array.from({ length: count }, (_, id) => ({
    id,
    name: value(STRINGS),
    code: value(STRINGS),
    label: value(STRINGS),
    size: value(NUMBERS),
    total: value(NUMBERS.filter(Number.isInteger)),
    enabled: value([true, false]),
    day: value(DAYS),
    at: value(INSTANTS),
    tags: value(LISTS),
    items: value(ITEMS),
  }));
}

/** Returns rows without null elements in lists, which some languages do not have. */
export function withoutNullElements(rows: readonly Row[]): readonly Row[] {
  return rows.map((row) => ({
    ...row,
    tags: (row["tags"] as readonly unknown[] | null)?.filter((tag) => tag !== null) ?? null,
  }));
}

/** Members that a language can have, by their type. */
export interface Vocabulary {
  readonly strings: readonly string[];
  readonly numbers: readonly string[];
  readonly booleans: readonly string[];
  readonly days: readonly string[];
  readonly instants: readonly string[];
  readonly lists: readonly string[];
}

export const WHOLE_VOCABULARY: Vocabulary = {
  strings: ["name", "code", "label"],
  numbers: ["size", "total", "id"],
  booleans: ["enabled"],
  days: ["day"],
  instants: ["at"],
  lists: ["tags"],
};

/** Also has the values of objects in a list, which some languages test in another way than other lists. */
export const NESTED_VOCABULARY: Vocabulary = { ...WHOLE_VOCABULARY, lists: ["tags", "items.name"] };

const EQUALITIES = ["eq", "ne"] as const;
const ORDERS = ["lt", "le", "gt", "ge"] as const;
const STRENGTHS = ["primary", "secondary", "tertiary", "quaternary", "identical"] as const;

/** Returns a random condition of the language, with all functions that a bridge may carry over. */
export function randomFilter(random: Random, words: Vocabulary = WHOLE_VOCABULARY, depth = 3): Expression {
  if (depth > 0 && random.chance(55)) {
    const inner = () => randomFilter(random, words, depth - 1);
    if (random.chance(35)) return call("not", [inner()]);
    return call(random.pick(["and", "or"]), Array.from({ length: 2 + random.below(2) }, inner));
  }
  const kinds = Object.entries(words).flatMap(([kind, names]) =>
    (names as readonly string[]).length > 0 ? [kind as keyof Vocabulary] : [],
  );
  const kind = random.pick(kinds);
  const member = name(random.pick(words[kind]));
  const literal = (): Expression => {
    if (kind === "numbers") return number(random.pick(NUMBERS));
    if (kind === "booleans") return boolean(random.chance(50));
    if (kind === "days") return temporal("date", random.pick(DAYS));
    if (kind === "instants") return temporal("dateTime", random.pick(INSTANTS));
    return string(random.pick(STRINGS));
  };
  const strength = kind === "strings" && random.chance(15) ? random.pick(STRENGTHS) : undefined;
  if (random.chance(12)) return call("isNull", [member]);
  if (kind === "booleans" && random.chance(50)) return member;
  if (random.chance(4)) return boolean(random.chance(50));
  if (kind === "strings" && random.chance(55)) return stringTest(random, member, words, strength);
  // A list contains a value if an element is equal to it.
  if (kind === "lists" && random.chance(15)) return call("contains", [member, literal()]);
  if (kind === "lists" && random.chance(30))
    return call("gt", [call("length", [member]), number(random.below(3))]);
  if (random.chance(25))
    return call("in", [member, ...Array.from({ length: 1 + random.below(3) }, literal)], strength);
  if (random.chance(8) && kind !== "lists") {
    const other = name(random.pick(words[kind]));
    return call(random.pick([...EQUALITIES, ...ORDERS]), [member, other], strength);
  }
  if (random.chance(8) && kind !== "lists")
    return call(random.pick(["lt", "le"]), [literal(), member, literal()], strength);
  return call(
    random.pick(kind === "lists" ? EQUALITIES : [...EQUALITIES, ...ORDERS]),
    [member, literal()],
    strength,
  );
}

function stringTest(
  random: Random,
  member: Expression,
  words: Vocabulary,
  strength: (typeof STRENGTHS)[number] | undefined,
): Expression {
  const text = string(random.pick(STRINGS));
  switch (random.below(9)) {
    case 0:
      return call("match", [
        member,
        string(random.pick(["(?s)a.*b", "(?s).", "(?s).*a.b.*", "[a-z]+", "a|b", "(?s)50%_.*x"])),
      ]);
    case 1:
      return call("eq", [call("length", [member]), number(random.below(4))]);
    case 2:
      return call("eq", [call(random.pick(["upCase", "downCase"]), [member]), text]);
    case 3:
      return call("eq", [
        call("substr", [
          member,
          number(random.below(3) - (random.chance(10) ? 3 : 0)),
          number(random.below(3)),
        ]),
        text,
      ]);
    case 4:
      return call("blank", [member]);
    case 5:
      return call("contains", [member, name(random.pick(words.strings))], strength);
    default:
      return call(random.pick(["contains", "startsWith", "endsWith"]), [member, text], strength);
  }
}

/** Returns a random condition that may test the values of objects in a list. */
export const randomNestedFilter = (random: Random): Expression => randomFilter(random, NESTED_VOCABULARY);
