import { resolveMember } from "../../src/catalog/resolve-member.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { check } from "../../src/checker/check.ts";
import { getCollator } from "../../src/collation/collator.ts";
import { COMPARISONS } from "../../src/collation/order/strength.ts";
import { createCollation } from "../../src/collation/uca/keyed-collation.ts";
import { MAXIMUM_LIMITS } from "../../src/diagnostics/limits.ts";
import { suggest } from "../../src/diagnostics/suggest.ts";
import { compileFilter } from "../../src/evaluator/compile-filter.ts";
import { CsvReader } from "../../src/files/csv/read-csv.ts";
import { NdjsonReader } from "../../src/files/json/read-ndjson.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { PatternBudget, withPatternBudget } from "../../src/pattern/pattern-work.ts";
import { compilePattern } from "../../src/pattern/pattern.ts";
import { decodeParameters } from "../../src/url/decode-parameters.ts";
import { decodeQuery } from "../../src/url/decode-query.ts";
import { editing } from "./editor-cases.ts";
import { readingTrees } from "./tree-cases.ts";
import { loadCollations } from "../../src/collation/uca/tables/tailoring.ts";

/** A case whose work must grow at most in proportion to `n`. */
export interface GrowthCase {
  readonly name: string;
  /** The smaller of the two sizes; the other one is twice as large. */
  readonly n: number;
  /** Maximum growth, if work stops growing at a limit. Default: that of linear work. */
  readonly maximum?: number;
  /** Makes the input, which is not counted, and returns the counted work. */
  readonly prepare: (n: number) => () => unknown;
}

export async function growthCases(): Promise<readonly GrowthCase[]> {
  await loadCollations("hu");
  return [
    ...parsing(),
    ...editing(),
    ...readingTrees(),
    ...evaluating(),
    ...decoding(),
    ...cataloging(),
    ...matching(),
    ...collating(),
    ...readingFiles(),
  ];
}

function readingFiles(): GrowthCase[] {
  const csv = (name: string, textOf: (n: number) => string, size = 2_000): GrowthCase => ({
    name: `read CSV with ${name}`,
    n: size,
    prepare: (n) => {
      const bytes = Buffer.from(textOf(n));
      return () => {
        const reader = new CsvReader(undefined, {
          inferTypes: true,
          ragged: true,
        });
        reader.push(bytes);
        reader.end();
        return reader.rows;
      };
    },
  });
  const cells = (n: number, cell: (i: number) => string | number) =>
    Array.from({ length: n }, (_, i) => cell(i)).join();
  const rows = (n: number) => `${cells(n, (i) => i)}\n`.repeat(3);
  return [
    csv("many columns", (n) => `${cells(n, (i) => `c${i}`)}\n${rows(n)}`),
    csv("many columns of one name", (n) => `${cells(n, () => "c")}\n${rows(n)}`),
    csv("many columns without a name", (n) => `a${",".repeat(n)}b\n${rows(n + 2)}`),
    // All rows are in the part of the file that decides its dialect.
    csv(
      "many cells after the last column",
      (n) => `${cells(n, (i) => `c${i}`)}\n${rows(2 * n)}${rows(n)}`,
      500,
    ),
    csv("many comments", (n) => `${"# text, more\n".repeat(n)}a,b\n1,2\n`),
    csv("many words", (n) => `a b c\n${"1   2 x y z\n".repeat(3)}1 2 ${"w ".repeat(n)}\n`),
    ...[
      { name: "many members", n: 2_000, textOf: (n: number) => `{${cells(n, (i) => `"c${i}":${i}`)}}` },
      { name: "deep rows", n: 400, textOf: (n: number) => `${'{"a":'.repeat(n)}1${"}".repeat(n)}` },
      {
        name: "deep rows that are invalid",
        n: 400,
        textOf: (n: number) => `${'{"a":'.repeat(n)}x${"}".repeat(n)}`,
      },
    ].map(({ name, n, textOf }) => ({
      name: `read NDJSON with ${name}`,
      n,
      prepare: (size: number) => {
        const bytes = Buffer.from(`${textOf(size)}\n`.repeat(3));
        return () => {
          const reader = new NdjsonReader();
          reader.push(bytes);
          reader.end();
          return reader.rows;
        };
      },
    })),
  ];
}

function parsing(): GrowthCase[] {
  const limits = MAXIMUM_LIMITS;
  const pieces = [
    ..."().:$'|",
    ...["2020-01-01T", "12:00:", "2020-", "1.", "1e", "1e+", "12:00:00 02:00", "a.", "a-", "$p", "''", "'\""],
    ...["-1", ".1", "+", "§a", "'a'b", "\u00a0", "f(", "eq(a,1),"],
  ];
  return [
    ...pieces.map((piece) => ({
      name: `parse a filter with many ${JSON.stringify(piece)}`,
      n: 2_000,
      prepare: (n: number) => {
        const text = `eq(a,${piece.repeat(n)})`;
        return () => parseFilter(text, { limits });
      },
    })),
    ...[
      "a = 1 and ",
      "!",
      "/[",
      "'\\\\'",
      "'a\\'b",
      "{a:",
      "%41",
      "a/b=",
      "x=gt=1;",
      "a like '%' or ",
      "`",
      "<",
    ].map((piece) => ({
      name: `translate a filter with many ${JSON.stringify(piece)}`,
      n: 2_000,
      prepare: (n: number) => {
        const text = `x = ${piece.repeat(n)}`;
        return () => parseFilter(text, { limits });
      },
    })),
    {
      name: "parse a sort of many keys",
      n: 4_000,
      prepare: (n) => () => parseSortBy("a,".repeat(n), { limits }),
    },
    {
      name: "parse a sort key with many options",
      n: 4_000,
      prepare: (n) => () => parseSortBy("a" + ":descending".repeat(n), { limits }),
    },
    {
      name: "parse a long string with doubled quotes",
      n: 8_000,
      prepare: (n) => () => parseFilter(`eq(a,'${"''".repeat(n)}')`, { limits }),
    },
    {
      // At the larger size, the budget covers one trial instead of two.
      name: "try the fixes of many mistakes in a long text",
      n: 131_000,
      maximum: 1.6,
      prepare: (n) => {
        const mistakes = Array.from({ length: 18 }, () => "in(a,1,,2)").join(",");
        // Arguments of `in` are not tried alone, unlike those of `and`.
        const text = `in(${mistakes})`.padEnd(n);
        return () => parseFilter(text, { limits });
      },
    },
    {
      name: "try the fixes of many names in an expression of many nodes",
      n: 9_900,
      maximum: 1.6,
      prepare: (n) => {
        const catalog = defineCatalog({ name: "items", members: { name: "string" } });
        const names = Array.from({ length: 18 }, () => "isNull(nmae)");
        const rest = Array.from({ length: 2 }, () => `in(${"true,".repeat(n / 2)}true)`);
        const { expression } = parseFilter(`in(${[...names, ...rest].join(",")})`, { limits });
        return () => check(expression!, catalog, { limits });
      },
    },
    {
      name: "parse a number of many digits",
      n: 20_000,
      prepare: (n) => () => parseFilter(`eq(a,0.${"1".repeat(n)})`, { limits }),
    },
  ];
}

function evaluating(): GrowthCase[] {
  const compiled = (text: string) => compileFilter(text, { limits: MAXIMUM_LIMITS }).predicate!;
  const numbers = (n: number) => Array.from({ length: n }, (_, i) => i).join(",");
  return [
    {
      name: "compile in() with many values",
      n: 1_000,
      prepare: (n) => () => compiled(`in(id,${numbers(n)})`),
    },
    {
      name: "compile a long chain of lt()",
      n: 1_000,
      prepare: (n) => () => compiled(`lt(${numbers(n)})`),
    },
    {
      name: "evaluate in() on many rows",
      n: 4_000,
      prepare: (n) => {
        const predicate = compiled(`in(id,${numbers(4_000)})`);
        return () => {
          for (let i = 0; i < n; i++) predicate({ id: -i });
        };
      },
    },
    {
      name: "match a pattern against many entries of a map",
      n: 5_000,
      prepare: (n) => {
        const predicate = compiled(`match(v,'k\\d+','y')`);
        const v = Object.fromEntries(Array.from({ length: n }, (_, i) => [`k${i}`, "x"]));
        return () => predicate({ v });
      },
    },
  ];
}

function decoding(): GrowthCase[] {
  const catalog = defineCatalog({ name: "items", members: { id: "string" }, key: "id" });
  const parts = ["&", "%41", "%F0%9F%98%80", "%", "=", "+", "a&", "%C3", "%25"];
  const queries = ["a=1&", "id=x|", "%7C", "filter=(", "filter=%27", "id=%F0%9F%98%80", "sortBy=id,", "x."];
  return [
    ...parts.map((part) => ({
      name: `decode parameters with many ${JSON.stringify(part)}`,
      n: 10_000,
      prepare: (n: number) => () => decodeParameters(part.repeat(n)),
    })),
    ...[...queries, "nmae=1&"].flatMap((part) => [
      {
        name: `decode a query of many ${JSON.stringify(part)}`,
        n: 4_000,
        prepare: (n: number) => () => decodeQuery(part.repeat(n), { catalog }),
      },
      {
        name: `decode a basic filter with many ${JSON.stringify(part)}`,
        n: 4_000,
        prepare: (n: number) => () => decodeQuery(`id=${part.repeat(n)}`, { catalog }),
      },
    ]),
  ];
}

function cataloging(): GrowthCase[] {
  const catalog = defineCatalog({
    name: "people",
    members: { owner: { type: "object", members: { name: "string" } } },
  });
  return [
    {
      name: "resolve a member name of many segments",
      n: 5_000,
      prepare: (n) => () => resolveMember(catalog, "owner." + "name.".repeat(n)),
    },
    {
      name: "suggest one of many names",
      n: 2_000,
      prepare: (n) => {
        const names = Array.from({ length: n }, (_, i) => `member${i}${"x".repeat(40)}`);
        return () => suggest("y".repeat(50), names);
      },
    },
  ];
}

function matching(): GrowthCase[] {
  const nested = ["^(a+)+$", "(a|a)*$", "(a|aa)+$", "(.*)*x", "^(\\w+\\s?)*$", "([a-zA-Z]+)*$", "(a*)*b"];
  const gaps = [
    ...[".*.*x", ".*.*.*x", ".*.*[xz]", "(?s).*.*.*[^a!].*z", "\\s+$", ".*\\s+$", "x.{0,1000}y"],
    ...["a.{0,200}y", "([a-z]{0,50}){0,20}x", "(?i).*k.*k.*s.*x", ".*\\bx\\b.*", "\\pL*\\pN"],
    ...["(?:.*a){9}b", ".*(ab|ba).*(a|b).*c.*"],
  ];
  const counts = ["x.{0,1000}y", "([a-z]{0,50}){0,20}x!", ".*(?:x.{0,30}a)+y", ".*x.{15}[bc]"];
  const cases = (sources: readonly string[], what: string, n: number, textOf: (n: number) => string) =>
    sources.map((source) => ({
      name: `match ${source} against ${what}`,
      n,
      prepare: (size: number) => {
        const compiled = compilePattern(source);
        if (!compiled.ok) throw new Error(compiled.reason);
        const { pattern } = compiled;
        const text = textOf(size);
        // The limit of one match would end the work before it can grow.
        return () => withPatternBudget(new PatternBudget(Infinity, Infinity), () => pattern.matches(text));
      },
    }));
  return [
    ...cases([...nested, "(a?){50}a{50}!b"], "one letter", 20_000, (n) => `${"a".repeat(n)}!`),
    ...cases(gaps, "words", 10_000, (n) => `${"aaa ".repeat(n / 4)}!`),
    ...cases([...counts, "(?:.*x)?.{100}y"], "noise, with more states than fit", 20_000, noise),
  ];
}

/** Returns letters `a` and `x` in an order without repetition. */
function noise(length: number): string {
  // Texts of different lengths have different starts: cached states of one do not serve another.
  let seed = length;
  let text = "";
  while (text.length < length) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    text += seed >>> 31 === 0 ? "a" : "x";
  }
  return text;
}

function collating(): GrowthCase[] {
  const marks = (n: number) =>
    Array.from({ length: n }, (_, i) => String.fromCharCode(0x300 + (((n - i) * 37) % 70))).join("");
  const searches: readonly (readonly [string, (n: number) => string, (n: number) => string])[] = [
    ["a search string that almost fits everywhere", (n) => "a".repeat(n), () => `${"a".repeat(255)}b`],
    ["the same and an emoji", (n) => `${"a".repeat(n)}🎉`, () => `${"a".repeat(255)}b`],
    ["a search string that fails at its start", (n) => "a".repeat(n), () => `b${"a".repeat(255)}`],
    ["letters that are half a match", (n) => "sß".repeat(n / 2), () => `${"s".repeat(9)}t`],
    ["soft hyphens", (n) => "\u00ad".repeat(n), () => "ab"],
    ["Cyrillic", (n) => "отчёт показывает ".repeat(n / 17), () => "регион"],
    [
      "many different letters",
      (n) =>
        Array.from({ length: n }, (_, i) => String.fromCharCode(0x4e00 + ((i * 7_919) % 2_000))).join(""),
      () => "中国",
    ],
    ["emoji that are joined to one grapheme", (n) => `${"👩\u200d".repeat(n / 3)}👧`, () => "👦"],
  ];
  const strings: Readonly<Record<string, (n: number) => string>> = {
    "marks of one class": (n) => `a${"\u0301".repeat(n)}`,
    "marks out of order": (n) => `a${"\u0301\u0323".repeat(n / 2)}`,
    "marks that begin contractions": (n) => "\u0f71".repeat(n),
    "marks that begin contractions and those that end them": (n) =>
      "\u0f71".repeat(n / 2) + "\u0f80".repeat(n / 2),
    "contractions that marks interrupt": (n) => `\u0438${"\u0591".repeat(n)}\u0306`,
    "starts of contractions": (n) => "ddz".repeat(n / 3),
    digits: (n) => "9".repeat(n),
    expansions: (n) => "\ufdfa".repeat(n),
    "unassigned characters": (n) => "\u{e0fff}".repeat(n / 2),
    Hangul: (n) => "각".repeat(n),
  };
  const primary = createCollation({ strength: "primary" });
  const hungarian = createCollation({ locale: "hu", strength: "identical", numeric: true });
  return [
    ...COMPARISONS.map((comparison) => ({
      name: `compare and search unsorted combining marks at ${comparison}`,
      n: 4_000,
      prepare: (n: number) => {
        const { compare, contains, startsWith, endsWith, equals } = getCollator(comparison);
        const text = marks(n);
        return () => {
          compare(`a${text}`, `b${text}`);
          compare(`a${text}`, `a${text}\u0301`);
          equals(`a${text}`, `a${text}\u0301`);
          contains(`a${text}`, "a\u0301");
          startsWith(`a${text}`, `a${text.slice(0, 100)}`);
          endsWith(`x${text}`, text.slice(-100));
        };
      },
    })),
    ...["en", "sv"].flatMap((locale) =>
      (["primary", "tertiary"] as const).flatMap((strength) =>
        searches.map(([what, textOf, searchOf]) => ({
          name: `search ${what} at ${strength} in ${locale}`,
          n: 8_160,
          prepare: (n: number) => {
            const { contains } = getCollator(strength, locale);
            const [text, search] = [textOf(n), searchOf(n)];
            return () => contains(text, search);
          },
        })),
      ),
    ),
    {
      name: "test many long strings for a prefix",
      n: 1_000,
      prepare: (n) => {
        const { startsWith } = getCollator("primary", "sv");
        const long = `é${"a".repeat(n)}🎉`;
        return () => {
          for (let i = 0; i < 1_000; i++) startsWith(long, "éb");
        };
      },
    },
    {
      name: "search by sort keys for half of the text",
      n: 4_000,
      prepare: (n) => () => {
        primary.contains("a".repeat(n), `${"a".repeat(n / 2)}b`);
        primary.contains(`x${"\u0301".repeat(n)}`, "y");
      },
    },
    ...Object.entries(strings).map(([what, textOf]) => ({
      name: `make and compare sort keys of ${what}`,
      n: 6_000,
      prepare: (n: number) => {
        const text = textOf(n);
        return () => {
          hungarian.sortKey(text);
          hungarian.compare(text, `${text}b`);
        };
      },
    })),
  ];
}
