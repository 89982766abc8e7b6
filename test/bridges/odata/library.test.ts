import { createFilter } from "odata-v4-inmemory";
import { describe, expect, it } from "vitest";
import { print } from "tamis";
import { odataBridge } from "tamis/bridges/odata";
import { countOf } from "../../effort.ts";
import { CATALOG, Random, randomFilter, randomRows, SEED, WHOLE_VOCABULARY, type Row } from "../random.ts";
import { contradiction, idsOf } from "../same-rows.ts";
import { evaluateOData } from "./evaluate.ts";
import { randomOData } from "./random.ts";

/*
 * Compares rows with those of the library odata-v4-inmemory. It was written for OData 4.0, and differs from the standard.
 * Each difference is named below with an example. Filters with one of them are drawn again.
 */

const COUNT = countOf("bridges/odata/library: count");

interface Difference {
  readonly name: string;
  /** Matches filters with the difference, without the characters of strings except quotes. Undefined if `forLibrary` avoids it. */
  readonly pattern?: RegExp;
  readonly example: string;
  /** The library keeps this row and OData does not, or the reverse, or the library throws. */
  readonly row: Readonly<Record<string, unknown>>;
}

const DIFFERENCES: readonly Difference[] = [
  { name: "no operator in", pattern: / in /, example: "size in (1,2)", row: { size: 1 } },
  {
    name: "no operators in upper case",
    pattern: /\bAND\b/,
    example: "size gt 1 AND size lt 3",
    row: { size: 2 },
  },
  {
    name: "no functions in upper case",
    pattern: /\bENDSWITH\(/,
    example: "ENDSWITH(name,'a')",
    row: { name: "a" },
  },
  {
    name: "no matchesPattern and hassubset",
    pattern: /\b(?:matchesPattern|hassubset)\(/,
    example: "matchesPattern(name,'a')",
    row: { name: "a" },
  },
  {
    name: "no date()",
    pattern: /\bdate\(/,
    example: "date(at) ge 2020-01-01",
    row: { at: "2020-01-01T00:00:00Z" },
  },
  { name: "no any()", pattern: /\bany\(\)/, example: "tags/any()", row: { tags: ["a"] } },
  {
    name: "no equality of conditions",
    pattern: /\) (?:eq|ne) (?:true|false)/,
    example: "contains(name,'a') eq true",
    row: { name: "a" },
  },
  {
    name: "no members of the row in lambdas",
    pattern: /\(t:[^)]*size/,
    example: "tags/any(t:t eq 'a' and size gt 0)",
    row: { tags: ["a"], size: 1 },
  },
  {
    name: "removes quotes from strings",
    pattern: /'["']+'/,
    example: "name eq 'O''Brien'",
    row: { name: "O'Brien" },
  },
  {
    name: "counts positions of substring from 1",
    pattern: /\bsubstring\(/,
    example: "substring(name,1) eq 'b'",
    row: { name: "ab" },
  },
  {
    name: "has no equal dates",
    pattern: /\b(?:day|at) (?:eq|ne) \d/,
    example: "day eq 2020-01-01",
    row: { day: "2020-01-01" },
  },
  {
    name: "orders null as 0",
    pattern: / (?:lt|le|gt|ge) null/,
    example: "size ge null",
    row: { size: 1 },
  },
  {
    name: "counts null as false",
    pattern: /(?<! (?:eq|ne|lt|le|gt|ge) )\bnull\b/,
    example: "not null",
    row: {},
  },
  { name: "negates everything after not", example: "not (size eq 1) and size eq 3", row: { size: 2 } },
  { name: "reads integers of more than 8 bits as strings", example: "size eq 1000", row: { size: 1000 } },
  {
    name: "counts UTF-16 code units",
    pattern: /\blength\(/,
    example: "length(name) eq 1",
    row: { name: "😀" },
  },
];

/** The library compares null with values as 0, throws for functions of null, and counts `not null` as true. */
const NOT_NULL = [
  /\b(\w+) (?:lt|le|gt|ge|add|sub) /g,
  / (?:lt|le|gt|ge|add|sub) (\w+)/g,
  /\b\w+\((\w+)[,)]/g,
  /,(\w+)\)/g,
  /\b(enabled)\b(?! eq| ne)/g,
];

/** Filters whose strings contain only quotes. */
function withoutStrings(filter: string): string {
  return filter.replaceAll(/'(?:[^']|'')*'/g, (text) => `'${text.slice(1, -1).replaceAll(/[^"']/g, "")}'`);
}

function isComparable(filter: string): boolean {
  const plain = withoutStrings(filter);
  return !DIFFERENCES.some(({ pattern }) => pattern?.test(plain));
}

function comparableRows(filter: string, rows: readonly Row[]): readonly Row[] {
  const plain = withoutStrings(filter);
  const names = new Set(NOT_NULL.flatMap((pattern) => [...plain.matchAll(pattern)].map(([, name]) => name!)));
  return rows.filter((row) => [...names].every((name) => row[name] !== null));
}

/** Writes a filter as the library reads it: encoded as in a URL, with decimals, and with brackets around negations. */
function forLibrary(filter: string): string {
  const encoded = filter.replaceAll(/'(?:[^']|'')*'|(?<![-\w.:])-?\d{3,}(?![-\w.:])/g, (token) =>
    token.startsWith("'")
      ? encodeURIComponent(token).replaceAll("(", "%28").replaceAll(")", "%29")
      : `${token}.0`,
  );
  return bracketNegations(encoded);
}

function bracketNegations(text: string): string {
  const found = /\bnot ([\w/$]*)/.exec(text);
  if (found === null) return text;
  const start = found.index + "not ".length;
  let end = found.index + found[0].length;
  let open = 0;
  do {
    if (text[end] === "(") open++;
    if (text[end] === ")") open--;
    if (open > 0 || text[end] === ")") end++;
  } while (open > 0);
  const operand = bracketNegations(text.slice(start, end));
  return `${text.slice(0, found.index)}(not ${operand})${bracketNegations(text.slice(end))}`;
}

function keepsInLibrary(filter: string): (row: Row) => boolean {
  const keeps = createFilter(filter) as (row: object) => boolean;
  const date = (value: unknown) => (typeof value === "string" ? new Date(value) : value);
  return (row) => keeps({ ...row, day: date(row["day"]), at: date(row["at"]), tags: row["tags"] ?? [] });
}

describe("rows of odata-v4-inmemory", () => {
  const rows = randomRows(new Random(SEED), 80);
  const idsInLibrary = (filter: string) =>
    comparableRows(filter, rows)
      .filter(keepsInLibrary(forLibrary(filter)))
      .map(({ id }) => id);
  const idsInTamis = (filter: Parameters<typeof idsOf>[0], text: string) =>
    idsOf(filter, comparableRows(text, rows));

  it(`are those of translated filters, or the report names the difference (seed ${SEED})`, () => {
    const random = new Random(SEED);
    let [exact, kept] = [0, 0];
    for (let compared = 0; compared < COUNT;) {
      const text = randomOData(random, random.below(4));
      if (!isComparable(text)) continue;
      compared++;
      const { filter, report } = odataBridge.importQuery({ filter: text }, { catalog: CATALOG });
      if (filter === undefined) throw new Error(`${text}: ${report[0]!.message}`);
      const source = idsInLibrary(text);
      if (report.length === 0) exact++;
      if (source.length > 0) kept++;
      const problem = contradiction(source, idsInTamis(filter, text), report);
      if (problem !== undefined) throw new Error(`${text}\nas ${print(filter)}\n${problem}`);
    }
    expect(exact).toBeGreaterThan(COUNT / 5);
    expect(kept).toBeGreaterThan(COUNT / 5);
  });

  it(`are those of exported filters, or the report names the difference (seed ${SEED})`, () => {
    const random = new Random(SEED + 1);
    let [exact, kept] = [0, 0];
    for (let compared = 0; compared < COUNT;) {
      const filter = randomFilter(random, WHOLE_VOCABULARY, random.below(4));
      const made = odataBridge.exportQuery({ filter }, { catalog: CATALOG });
      const text = made.filter!;
      if (!isComparable(text)) continue;
      compared++;
      const source = idsInTamis(filter, text);
      if (made.report.length === 0) exact++;
      if (source.length > 0) kept++;
      const problem = contradiction(source, idsInLibrary(text), made.report);
      if (problem !== undefined) throw new Error(`${print(filter)}\nas ${text}\n${problem}`);
    }
    expect(exact).toBeGreaterThan(COUNT / 5);
    expect(kept).toBeGreaterThan(COUNT / 5);
  });
});

it.each(DIFFERENCES.map((each) => [each.name, each] as const))(
  "odata-v4-inmemory still differs from OData: %s",
  (_, { pattern, example, row }) => {
    if (pattern !== undefined) expect(withoutStrings(example)).toMatch(pattern);
    const inLibrary = () => {
      try {
        return keepsInLibrary(example)({ id: 1, ...row });
      } catch {
        return undefined;
      }
    };
    expect(inLibrary()).not.toBe(evaluateOData(example)(row));
  },
);
