import fc from "fast-check";
import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { STRENGTHS } from "../../../../src/collation/order/strength.ts";
import { createCollation } from "../../../../src/collation/uca/keyed-collation.ts";
import { compareKeys } from "../../../../src/collation/uca/key-column.ts";
import { fromPg } from "../../../../src/engine/databases/adapters/postgres/pg.ts";
import { compilePattern } from "../../../../src/pattern/pattern.ts";
import { isRefusal } from "../../../../src/functions/definition/port.ts";
import type { Dialect } from "../../../../src/sql/dialect-types/dialect.ts";
import { postgresPattern } from "../../../../src/sql/dialects/postgres/pattern.ts";
import { toStatement, rawSql, type SqlText } from "../../../../src/sql/fragments/fragment.ts";
import { embeddedPool, machinePool } from "../../engines/postgres.ts";
import { countOf } from "../../../effort.ts";
import { words } from "../../../words.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const rounds = countOf("sql/dialects/postgres/strings: rounds");
const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number) =>
  fc.sample(arbitrary, { numRuns: numRuns * rounds, seed });

const LOCALES = ["en", "de", "fr-CA", "sv", "da", "cs", "hu", "es", "cy"] as const;

describe.each([
  ["PostgreSQL 18", embeddedPool],
  ["PostgreSQL of the machine", machinePool],
] as const)("%s", (_name, open) => {
  let pool: pg.Pool | undefined;
  let dialect: Dialect;
  beforeAll(async () => {
    pool = await open();
    if (pool !== undefined) dialect = await fromPg(pool).prepare({ locales: LOCALES });
  });
  afterAll(() => pool?.end());

  /** Evaluates a fragment for each value `v.x`. */
  async function each(piece: SqlText, type: string, values: readonly unknown[]): Promise<unknown[]> {
    const written = toStatement(piece).segments.join("");
    const { rows } = await pool!.query<[unknown]>({
      text: `SELECT ${written} FROM unnest(CAST($1 AS ${type}[])) WITH ORDINALITY AS v(x, i) ORDER BY i`,
      values: [values],
      rowMode: "array",
    });
    return rows.map(([value]) => value);
  }

  it(`writes doubles like JavaScript's String() (seed ${seed})`, async ({ skip }) => {
    if (pool === undefined) return skip();
    const powers = Array.from({ length: 2_098 }, (_, i) => 2 ** (i - 1_074));
    // Midpoints between two doubles are where the two could differ.
    const decimals = sample(
      fc.tuple(fc.integer({ min: 1, max: 99_999 }), fc.integer({ min: -320, max: 303 })),
      5_000,
    );
    const doubles = [
      ...[
        0,
        -0,
        1e23,
        -1e23,
        5e-324,
        1e21,
        2 ** 53,
        2 ** 53 + 2,
        1e-6,
        1e-7,
        0.1,
        Number.MAX_VALUE,
        1e15,
        2 ** 52 - 0.5,
      ],
      ...powers.flatMap((power) => [power, power * (1 - 2 ** -53), power * (1 + 2 ** -52)]),
      ...decimals.map(([digits, exponent]) => Number(`${digits}e${exponent}`)),
      ...sample(fc.double({ noNaN: true, noDefaultInfinity: true }), 5_000),
      ...sample(fc.integer({ min: -(2 ** 31), max: 2 ** 31 }), 1_000).map((whole) => whole / 8),
      ...sample(fc.bigInt({ min: 2n ** 53n, max: 2n ** 75n }), 3_000).map(Number),
    ].filter(Number.isFinite);
    const form = dialect.stringForm({ sql: rawSql("v.x"), type: "number", nullable: true, traits: {} });
    if (isRefusal(form)) throw new Error(form.refused);
    const texts = await each(
      form,
      "double precision",
      doubles.map((double) => (Object.is(double, -0) ? "-0" : String(double))),
    );
    expect(texts.filter((found, i) => found !== String(doubles[i]))).toEqual([]);
  });

  it(`sorts ASCII strings like the sort keys if the probe reports the feature (seed ${seed})`, async ({
    skip,
  }) => {
    if (pool === undefined) return skip();
    const ascii = fc.string({
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((c) => String.fromCharCode(c)),
      maxLength: 8,
    });
    const close = fc.string({
      unit: fc.constantFrom("a", "A", "b", "B", "-", " ", "1", "'", "c", "h", "z"),
      maxLength: 5,
    });
    const texts = [...sample(ascii, 1_000), ...sample(close, 2_000)];
    const said: string[] = [];
    for (const locale of [undefined, ...LOCALES]) {
      for (const comparison of STRENGTHS) {
        const value = dialect.nativeOrder(
          rawSql("v.x"),
          { repertoire: "ascii" },
          { comparison, locale },
          "order",
        );
        if (value === undefined) continue;
        said.push(`${locale ?? "und"} ${comparison}`);
        const written = toStatement(value).segments.join("");
        const ranks = await each(
          rawSql(`CAST(dense_rank() OVER (ORDER BY ${written}) AS integer)`),
          "text",
          texts,
        );
        const collation = createCollation({ locale: locale ?? "und", strength: comparison });
        const keys = texts.map((each) => collation.sortKey(each));
        const order = texts.map((_, i) => i).sort((a, b) => compareKeys(keys[a]!, keys[b]!));
        const wrong = order.filter((at, i) => {
          if (i === 0) return false;
          const before = order[i - 1]!;
          const isTie = compareKeys(keys[before]!, keys[at]!) === 0;
          return isTie ? ranks[at] !== ranks[before] : !((ranks[before] as number) < (ranks[at] as number));
        });
        expect([locale, comparison, wrong.map((at) => texts[at])]).toEqual([locale, comparison, []]);
      }
    }
    expect(said).toContain("und primary");
    expect(said).toContain("en tertiary");
    // These locales have rules for ASCII letters: aa, ch and cs sort as letters of their own.
    expect(said.filter((each) => /^(?:da|cs|hu) /.test(each))).toEqual([]);
    expect(
      dialect.nativeOrder(rawSql("v.x"), {}, { comparison: "tertiary", locale: "en" }, "order"),
    ).toBeUndefined();
  });

  it(`changes case like JavaScript if the probe reports the feature (seed ${seed})`, async ({ skip }) => {
    if (pool === undefined) return skip();
    const every = Array.from({ length: 0x1ffff }, (_, i) => i + 1)
      .filter((code) => code < 0xd800 || code > 0xdfff)
      .map((code) => String.fromCodePoint(code));
    const letters = [
      ...["a", "Σ", "Σ", "σ", ".", "'", " ", "ʰ", "\u0345", "\u0301", "ß", "İ", "ǅ", "1", "\u{16ea0}"],
    ];
    const drawn = sample(fc.string({ unit: fc.constantFrom(...letters), maxLength: 7 }), 5_000);
    const said: string[] = [];
    for (const to of ["upper", "lower"] as const) {
      const form = dialect.changeCase(to, rawSql("v.x"), {}, undefined);
      if (isRefusal(form)) continue;
      said.push(to);
      const texts = [...every, ...drawn];
      const { segments, parameters } = toStatement(form);
      const written = segments.map((segment, i) => (i === 0 ? segment : `$${i + 1}${segment}`)).join("");
      const { rows } = await pool.query<[string]>({
        text: `SELECT ${written} FROM unnest(CAST($1 AS text[])) WITH ORDINALITY AS v(x, i) ORDER BY i`,
        values: [texts, ...parameters.map(({ value }) => value)],
        rowMode: "array",
      });
      const wrong = texts.filter(
        (each, i) => rows[i]![0] !== (to === "upper" ? each.toUpperCase() : each.toLowerCase()),
      );
      expect([to, wrong]).toEqual([to, []]);
    }
    expect(said).toEqual(Number.parseInt(dialect.capabilities.version) >= 18 ? ["upper", "lower"] : []);
    for (const own of ["tr", "el-GR", "lt", "az-Latn"])
      expect(isRefusal(dialect.changeCase("upper", rawSql("v.x"), {}, own))).toBe(true);
  });

  it(`matches patterns as in memory (seed ${seed})`, async ({ skip }) => {
    if (pool === undefined) return skip();
    const texts = [...new Set(["", "\n", "a\n", "\na", "a\nb", ...sample(subjects, 150)])];
    let written = 0;
    let hits = 0;
    for (const source of [...KNOWN_PATTERNS, ...sample(patterns, 200)]) {
      const compiled = compilePattern(source);
      if (!compiled.ok) continue;
      const own = postgresPattern(source);
      if (isRefusal(own as object)) continue;
      written++;
      const memory = texts.map((subject) => compiled.pattern.matches(subject));
      hits += memory.filter(Boolean).length;
      const { rows } = await pool.query<[boolean]>({
        text: `SELECT s COLLATE "C" ~ CAST($1 AS text) FROM unnest(CAST($2 AS text[])) WITH ORDINALITY AS p(s, i) ORDER BY i`,
        values: [own, texts],
        rowMode: "array",
      });
      const wrong = texts.filter((_, i) => rows[i]![0] !== memory[i]);
      expect([source, wrong]).toEqual([source, []]);
    }
    expect(written).toBeGreaterThan(100);
    expect(hits).toBeGreaterThan(500);
  });
});

it("refuses patterns that PostgreSQL cannot express or compiles too slowly", () => {
  for (const source of words(`
    \\p{L}+ (?:^a)* a{256} (?:a?){255} (?:.*){255} (?:ab){250}{4}(?:ab){250}{4}(?:ab){250}{2}
  `)) {
    expect(isRefusal(Object(postgresPattern(source)) as object)).toBe(true);
  }
});

const KNOWN_PATTERNS = [
  ...["", "a|", "(?i)k", "[^a]", ".", "(?s).", "\\bk\\b", "(?m)^a$", "[\\]\\[^-]*", "(?:){3}"],
  ...["[^\\x00-\\x{10FFFF}]", "a{0}", "(|a)+"],
];

const CHARACTERS = [
  ...["a", "b", "k", "\u212a", "s", "ſ", "A", "é", "😀", "🙏", "\n", "\r", "\u2028", " ", "-", "_", "0"],
  ...["]", "[", "^", "\\", "\t", "\u{10ffff}"],
];
const subjects = fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 6 });

const atoms = fc.constantFrom(
  ...[
    ...["a", "b", "ab", "😀", "é", "\\n", "\n", "\\d", "\\w", "\\s", "\\D", "\\W", ".", "(?s:.)", "[a-c]"],
    ...["[^a]", "[\\w-]", "[a😀]"],
  ],
  ...words(`
    [^😀-🙏] []a] [\\]\\[^-] \\. \\\\ - [[:alpha:]] [[:^digit:]] (?i:k) (?i:s) \\x{1F600}
    [\\x{D000}-\\x{E000}]
  `),
);
const assertions = fc.constantFrom("^", "$", "\\b", "\\B", "\\A", "\\z", "(?m:^)", "(?m:$)");
const counts = fc.constantFrom("*", "+", "?", "{2}", "{0,2}", "{1,3}", "{0}", "{2,}", "*?", "{20}");
const { pattern: patterns } = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    { weight: 5, arbitrary: atoms },
    { weight: 1, arbitrary: assertions },
    { weight: 4, arbitrary: fc.tuple(tie("pattern"), tie("pattern")).map((parts) => parts.join("")) },
    { weight: 2, arbitrary: fc.tuple(tie("pattern"), tie("pattern")).map(([a, b]) => `(${a}|${b})`) },
    { weight: 3, arbitrary: fc.tuple(tie("pattern"), counts).map(([a, count]) => `(?:${a})${count}`) },
  ),
}));
