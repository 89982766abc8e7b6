import fc from "fast-check";
import {
  boolean,
  call,
  name,
  number,
  sortBy,
  sortKey,
  string,
  temporal,
} from "../../src/ast/constructors.ts";
import type { Expression, Literal, Name, SortBy } from "../../src/ast/nodes.ts";
import { STRENGTHS, type Strength } from "../../src/collation/order/strength.ts";
import { corpus } from "./corpus.ts";
import { ANY_CHARACTER } from "./any-character.ts";

/** Random texts and trees. */

export const strengths: fc.Arbitrary<Strength> = fc.constantFrom(...STRENGTHS);

/** Characters that have a meaning in the language, or that parsers often read wrongly. */
const ODD = [
  ...Array.from("'\"(),:.$-+_@ \t\n\\|%&=;#`‘’“”，（）0123456789eETZaàßİıſKあア字😀"),
  "\u0000",
  "\ud800",
  "\udc00",
  "\u00a0",
  "\u2028",
  "\ufeff",
  "e\u0301",
  "\u202e",
];

/** Any text: random code units and code points, unusual characters, parts of the language. */
export const anyText: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: ANY_CHARACTER, maxLength: 80 }),
  fc.string({ unit: "grapheme", maxLength: 80 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 60 })
    .map((units) => String.fromCharCode(...units)),
  fc.array(fc.constantFrom(...ODD), { maxLength: 60 }).map((parts) => parts.join("")),
);

const TOKENS = [
  ...["(", ")", ",", ":"],
  ...["and(", "or(", "not(", "eq(", "in(", "match(", "substr(", "isNull(", "f(", "a.b(", "(", "(("],
  ...[
    "name",
    "owner.city",
    "true",
    "false",
    "null",
    "@x",
    "a-b",
    "été",
    "true.x",
    "and",
    "constructor",
    "__proto__",
  ],
  ...["'x'", "'it''s'", '"x"', "'", '"', "''", "'a'b'", "'\\'"],
  ...["0", "-1", "1.5", "1e3", "01", ".5", "5.", "+1", "1e400", "9007199254740993", "0x10", "--1", "-"],
  ...[
    "2020-01-31",
    "2020-02-30",
    "12:00:00",
    "24:00:01",
    "10:00:00 02:00",
    "2020-01-01T00:00:00Z",
    "2020-1-5",
  ],
  ...[
    "$primary",
    "$foo",
    "$",
    "$$primary",
    "ascending",
    "descending",
    "primary",
    "filter=",
    "sortBy=",
    "§",
    "#",
  ],
];

export const tokenSoup: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.constantFrom(...TOKENS), fc.constantFrom("", "", "", " ", "\n")), { maxLength: 30 })
  .map((tokens) => tokens.map(([token, space]) => token + space).join(""));

/** A request of the corpus with one part removed, doubled or replaced. */
export const mutated: fc.Arbitrary<string> = fc
  .tuple(
    fc.constantFrom(...corpus().map(({ text }) => text)),
    fc.nat(200),
    fc.nat(12),
    fc.oneof(fc.constant(""), fc.constantFrom(...TOKENS), fc.constantFrom(...ODD)),
    fc.boolean(),
  )
  .map(([text, at, length, insert, doubles]) => {
    const start = at % (text.length + 1);
    const cut = text.slice(start, start + length);
    return text.slice(0, start) + insert + (doubles ? cut + cut : "") + text.slice(start + length);
  });

const letters = fc.constantFrom(...Array.from("abcXYZ_@éßΩЖ字あ"));
const segments: fc.Arbitrary<string> = fc
  .tuple(letters, fc.array(fc.oneof(letters, fc.constantFrom(...Array.from("09-"))), { maxLength: 5 }))
  .map(([first, rest]) => first + rest.join(""));

/** Valid names. Some look like functions, strengths or keywords. */
export const names: fc.Arbitrary<string> = fc.oneof(
  fc.array(segments, { minLength: 1, maxLength: 3 }).map((parts) => parts.join(".")),
  fc.constantFrom(
    "and",
    "not",
    "primary",
    "ascending",
    "filter",
    "null",
    "true.x",
    "x.false",
    "__proto__",
    "constructor",
    "T",
    "Z",
    "e5",
  ),
);

const callees = fc.oneof(
  segments,
  fc.constantFrom("and", "eq", "in", "match", "substr", "primary", "null", "constructor"),
);

/** Strings of literals: any code points except U+0000 and lone surrogates. */
export const strings: fc.Arbitrary<string> = fc
  .oneof(
    fc.string({ unit: "grapheme", maxLength: 12 }),
    fc.array(fc.constantFrom(...ODD), { maxLength: 10 }).map((parts) => parts.join("")),
    fc.constantFrom(
      "",
      "'",
      "''",
      '"',
      "\\",
      "2020-01-01",
      "1",
      "true",
      "null",
      "$primary",
      "a),b(",
      "a,b",
      "x:y",
    ),
  )
  .map((text) => text.replaceAll("\0", "").toWellFormed());

/** Integers and doubles of every size, and integers that a double cannot represent. */
export const numbers: fc.Arbitrary<number | bigint> = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt({ min: -(10n ** 40n), max: 10n ** 40n }),
  fc.constantFrom(
    0,
    -0,
    1,
    -1,
    0.1,
    1e21,
    1e300,
    5e-324,
    2 ** 53,
    2n ** 53n + 1n,
    -(2n ** 63n),
    1.7976931348623157e308,
  ),
);

const digits = (most: number, width: number) =>
  fc.nat(most).map((value) => String(value).padStart(width, "0"));
const zones = fc.constantFrom("", "", "Z", "+02:00", "-11:30", "+18:00", "-18:00");

export const dates: fc.Arbitrary<string> = fc
  .date({ min: new Date("0001-01-01T00:00:00Z"), max: new Date("9999-12-31T00:00:00Z"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const fractions = fc.oneof(
  fc.constant(""),
  fc.integer({ min: 1, max: 9 }).chain((width) => digits(10 ** width - 1, width).map((text) => `.${text}`)),
);

export const times: fc.Arbitrary<string> = fc.oneof(
  fc
    .tuple(digits(23, 2), digits(59, 2), digits(59, 2), fractions, zones)
    .map(([h, m, s, f, z]) => `${h}:${m}:${s}${f}${z}`),
  fc.tuple(digits(23, 2), digits(59, 2), zones).map(([h, m, z]) => `${h}:${m}${z}`),
  zones.map((zone) => `24:00:00${zone}`),
);

export const dateTimes: fc.Arbitrary<string> = fc
  .tuple(dates, times)
  .map(([date, time]) => `${date}T${time}`);

export const literals: fc.Arbitrary<Literal> = fc.oneof(
  fc.boolean().map(boolean),
  numbers.map(number),
  strings.map(string),
  dates.map((text) => temporal("date", text)),
  times.map((text) => temporal("time", text)),
  dateTimes.map((text) => temporal("dateTime", text)),
);

/** Any tree that the parser can return. Most of them fail the check, because functions and arguments are random. */
export const trees: fc.Arbitrary<Expression> = fc.letrec<{
  tree: Expression;
  leaf: Expression;
  call: Expression;
}>((tie) => ({
  tree: fc.oneof({ maxDepth: 4, depthSize: "small" }, tie("leaf"), tie("call")),
  leaf: fc.oneof(literals, names.map(name)),
  call: fc
    .tuple(callees, fc.array(tie("tree"), { maxLength: 4 }), fc.option(strengths, { nil: undefined }))
    .map(([callee, args, strength]) => call(callee, args, strength)),
})).tree;

/** Any sort that the parser can return. Most of them fail the check. */
export const sortBys: fc.Arbitrary<SortBy> = fc
  .array(
    fc.tuple(
      trees,
      fc.constantFrom("ascending" as const, "descending" as const),
      fc.option(strengths, { nil: undefined }),
    ),
    { maxLength: 6 },
  )
  .map((keys) =>
    sortBy(keys.map(([expression, direction, strength]) => sortKey(expression, direction, strength))),
  );

export const nameNode = (path: string): Name => name(path);
