import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { STRENGTHS } from "../../src/collation/order/strength.ts";
import type { Random } from "../text-fuzz/random.ts";

/** A catalog with each kind of member that decisions treat differently. */
export const THINGS = defineCatalog({
  name: "things",
  members: {
    s: "string",
    sp: { type: "string", strength: "primary" },
    sc: { type: "string", strength: "codePoint" },
    n: "number",
    i: "integer",
    safe: { type: "integer", safe: true },
    flag: "boolean",
    d: "date",
    t: "time",
    dt: "dateTime",
    tags: { type: "list", items: "string" },
    nums: { type: "list", items: "integer" },
    m: { type: "map", values: "string" },
    o: { type: "object", members: { x: "string", n: "integer" } },
    l: { type: "list", items: { type: "object", members: { x: "string" } } },
  },
});

const STRINGS = ["", "a", "A", "á", "ab", "b", "abc", "straße", "STRASSE", "z"];
const NUMBERS = ["0", "1", "2", "2.5", "3", "-1", "9007199254740993", "1e300"];
const INTEGERS = ["0", "1", "2", "3", "-1", "2.5"];
const DATES = ["2020-01-01", "2020-01-02", "2020-01-01T12:00:00Z", "2020-01-01T00:00:00.000000001Z"];
const TIMES = ["12:00", "12:00:00.5", "24:00:00", "01:00:00+02:00"];
const PATTERNS = ["a.*", ".*", "[a-c]+", "(?i)strasse", "ab|b", "\\d+"];

const quote = (text: string) => `'${text}'`;
const LITERALS = {
  string: STRINGS.map(quote),
  number: NUMBERS,
  integer: INTEGERS,
  boolean: ["true", "false"],
  date: DATES,
  time: TIMES,
  dateTime: DATES,
} as const;

type Type = keyof typeof LITERALS;

interface Term {
  readonly text: string;
  readonly type: Type;
  readonly isList?: boolean;
}

const TYPED_TERMS: readonly Term[] = [
  { text: "s", type: "string" },
  { text: "sp", type: "string" },
  { text: "sc", type: "string" },
  { text: "o.x", type: "string" },
  { text: "n", type: "number" },
  { text: "i", type: "integer" },
  { text: "safe", type: "integer" },
  { text: "o.n", type: "integer" },
  { text: "flag", type: "boolean" },
  { text: "d", type: "date" },
  { text: "t", type: "time" },
  { text: "dt", type: "dateTime" },
  { text: "m.x", type: "string" },
  { text: "tags", type: "string", isList: true },
  { text: "nums", type: "integer", isList: true },
  { text: "l.x", type: "string", isList: true },
];
const UNTYPED_NAMES = ["a", "b", "c.d"];

/** Writes random filters over few members and few literals, so that their conditions are often related. */
export class FilterWriter {
  readonly catalog: Catalog | undefined;
  readonly #random: Random;
  readonly #terms: readonly Term[];

  constructor(random: Random, catalog: Catalog | undefined) {
    this.#random = random;
    this.catalog = catalog;
    // Two or three members for all filters of a pair.
    this.#terms =
      catalog === undefined
        ? UNTYPED_NAMES.slice(0, 1 + random.below(2)).map((text) => ({ text, type: random.pick(TYPES) }))
        : Array.from({ length: 1 + random.below(3) }, () => random.pick(TYPED_TERMS));
  }

  filter(depth: number): string {
    const random = this.#random;
    if (depth === 0 || random.below(3) === 0) return this.#test();
    const kind = random.below(8);
    if (kind === 0) return `not(${this.filter(depth - 1)})`;
    if (kind === 1) return random.pick(["true", "false", `isNull(${this.#test()})`]);
    const parts = Array.from({ length: 2 + random.below(2) }, () => this.filter(depth - 1));
    return `${kind < 5 ? "and" : "or"}(${parts.join(",")})`;
  }

  /** Changes a filter in a way that often keeps its meaning. */
  relative(filter: string): string {
    const other = this.filter(1);
    return this.#random.pick([
      `not(not(${filter}))`,
      `and(${filter},${filter})`,
      `or(${filter},and(${filter},${other}))`,
      `and(${filter},or(${filter},${other}))`,
      `and(${filter},${other})`,
      `or(${filter},${other})`,
      `or(and(${filter},${other}),and(${filter},not(${other})))`,
      `not(${filter})`,
      `and(${filter},not(isNull(${this.#term().text})))`,
      filter.replaceAll("eq(", "le("),
      filter.replaceAll("gt(", "ge("),
      filter.replace("and(", "or("),
    ]);
  }

  #term(): Term {
    return this.#random.pick(this.#terms);
  }

  #test(): string {
    const random = this.#random;
    const term = this.#term();
    const { text, type } = term;
    const kind = random.below(14);
    const isTextual =
      this.catalog === undefined || type === "string" || type === "number" || type === "integer";
    if (kind === 0) return `isNull(${text})`;
    if (kind === 1 && (type === "boolean" || this.catalog === undefined) && term.isList !== true) return text;
    if (kind === 2 && isTextual)
      return `${random.pick(["contains", "startsWith", "endsWith"])}(${this.#strength(type)}${text},${type === "string" ? this.#literal(type) : random.pick(["'1'", "'a'"])})`.replace(
        // contains of a list compares elements.
        /^contains\((.*)nums,'.'\)$/,
        "contains($1nums,1)",
      );
    if (kind === 3 && isTextual) return `match(${text},${quote(random.pick(PATTERNS))})`;
    if (kind === 4 && isTextual && term.isList !== true) return `blank(${text})`;
    if (kind === 5 && isTextual)
      return `${random.pick(["eq", "lt", "ge", "gt"])}(length(${text}),${random.below(4)})`;
    if (kind === 6 && type === "string" && term.isList !== true)
      return `eq(${random.pick(["upCase", "downCase"])}(${text}),${this.#literal(type)})`;
    if (kind === 7) return `in(${this.#strength(type)}${text},${this.#literal(type)},${this.#literal(type)})`;
    if (kind === 8 && term.isList !== true)
      return `${random.pick(["le", "lt"])}(${this.#literal(type)},${text},${this.#literal(type)})`;
    if (kind === 9) {
      const other = this.#term();
      if (other.type === type && !(term.isList === true && other.isList === true))
        return `${this.#relation()}(${this.#strength(type)}${text},${other.text})`;
    }
    return `${this.#relation()}(${this.#strength(type)}${text},${this.#literal(type)})`;
  }

  #relation(): string {
    return this.#random.pick(["eq", "ne", "lt", "le", "gt", "ge"]);
  }

  #literal(type: Type): string {
    const random = this.#random;
    if (this.catalog === undefined && random.below(6) === 0) return random.pick(LITERALS[random.pick(TYPES)]);
    return random.pick(LITERALS[type]);
  }

  #strength(type: Type): string {
    return type === "string" && this.#random.below(3) === 0 ? `$${this.#random.pick(STRENGTHS)},` : "";
  }
}

const TYPES: readonly Type[] = ["string", "number", "boolean", "date", "time", "dateTime"];

/** Values of rows: the literals, and values between and around them. */
export const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  string: [...STRINGS, "aa", "Ab", "abd", "B", "x", "Strasse", " ", "1", "12", "ABC", "\u0061\u0301", "true"],
  number: [
    -2,
    -1,
    -0.5,
    0,
    0.5,
    1,
    1.5,
    2,
    2.25,
    2.5,
    2.75,
    3,
    4,
    1e300,
    1.1e300,
    9007199254740993n,
    9007199254740992,
    11,
    "1",
    NaN,
  ],
  integer: [-2, -1, 0, 1, 2, 3, 4, 11, 9007199254740993n, 2.5, "x"],
  boolean: [true, false, "true", 1],
  date: ["2019-12-31", "2020-01-01", "2020-01-02", "2020-01-03", "soon"],
  time: ["11:00", "12:00", "12:00:00.25", "12:00:00.5", "13:00", "24:00:00", "01:00:00+02:00", "00:00"],
  dateTime: [
    "2019-12-31T00:00:00Z",
    "2020-01-01T00:00:00Z",
    "2020-01-01T00:00:00.000000001Z",
    "2020-01-01 00:00:00.5+00",
    "2020-01-01T12:00:00Z",
    "2020-01-01T18:00:00Z",
    "2020-01-02T00:00:00Z",
    "2021-01-01T00:00:00Z",
    new Date("2020-01-01T12:00:00Z"),
    new Date(NaN),
    "soon",
  ],
};

const MEMBERS: readonly (readonly [readonly string[], string, boolean?])[] = [
  [["s"], "string"],
  [["sp"], "string"],
  [["sc"], "string"],
  [["n"], "number"],
  [["i"], "integer"],
  [["safe"], "integer"],
  [["flag"], "boolean"],
  [["d"], "date"],
  [["t"], "time"],
  [["dt"], "dateTime"],
  [["tags"], "string", true],
  [["nums"], "integer", true],
  [["m", "x"], "string"],
  [["o", "x"], "string"],
  [["o", "n"], "integer"],
  [["l", "x"], "string", true],
];

/** Returns a row for a catalog, or one with values of any type. */
export function randomRow(random: Random, catalog: Catalog | undefined): Record<string, unknown> {
  const row: Record<string, unknown> = {};
  if (catalog === undefined) {
    for (const name of ["a", "b"]) row[name] = anyValue(random);
    row["c"] = random.pick([
      undefined,
      { d: anyValue(random) },
      [{ d: anyValue(random) }, { d: anyValue(random) }],
    ]);
    return row;
  }
  for (const [[outer, inner], type, isList] of MEMBERS) {
    const value = () => (random.below(7) === 0 ? null : random.pick(VALUES[type]!));
    const values = () => Array.from({ length: random.below(4) }, value);
    if (outer === "l") row[outer] = random.below(5) === 0 ? null : values().map((x) => ({ x }));
    else if (inner === undefined) row[outer!] = isList === true && random.below(6) > 0 ? values() : value();
    else if (random.below(6) > 0) row[outer!] = { ...(row[outer!] as object | undefined), [inner]: value() };
  }
  return row;
}

function anyValue(random: Random): unknown {
  const one = () => random.pick(VALUES[random.pick(TYPES)]!);
  const kind = random.below(12);
  if (kind === 0) return undefined;
  if (kind === 1) return Array.from({ length: random.below(4) }, () => (random.below(8) === 0 ? [] : one()));
  if (kind === 2) return random.pick([{}, { x: 1 }, []]);
  return one();
}
