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

type Difference = readonly [name: string, example: string, row: object, pattern: RegExp | undefined];

/**
 * Differences by name, each with a filter and a row that the library keeps and OData does not, or the reverse, or for which the library
 * throws. A pattern matches filters with the difference, without the characters of strings except quotes; without one, `forLibrary` avoids
 * the difference.
 */
const DIFFERENCES: readonly Difference[] = [
  ["no operator in", "size in (1,2)", { size: 1 }, / in /],
  ["no operators in upper case", "size gt 1 AND size lt 3", { size: 2 }, /\bAND\b/],
  ["no functions in upper case", "ENDSWITH(name,'a')", { name: "a" }, /\bENDSWITH\(/],
  [
    "no matchesPattern and hassubset",
    "matchesPattern(name,'a')",
    { name: "a" },
    /\b(?:matchesPattern|hassubset)\(/,
  ],
  ["no date()", "date(at) ge 2020-01-01", { at: "2020-01-01T00:00:00Z" }, /\bdate\(/],
  ["no any()", "tags/any()", { tags: ["a"] }, /\bany\(\)/],
  ["no equality of conditions", "contains(name,'a') eq true", { name: "a" }, /\) (?:eq|ne) (?:true|false)/],
  [
    "no members of the row in lambdas",
    "tags/any(t:t eq 'a' and size gt 0)",
    { tags: ["a"], size: 1 },
    /\(t:[^)]*size/,
  ],
  ["removes quotes from strings", "name eq 'O''Brien'", { name: "O'Brien" }, /'["']+'/],
  ["counts positions of substring from 1", "substring(name,1) eq 'b'", { name: "ab" }, /\bsubstring\(/],
  ["has no equal dates", "day eq 2020-01-01", { day: "2020-01-01" }, /\b(?:day|at) (?:eq|ne) \d/],
  ["orders null as 0", "size ge null", { size: 1 }, / (?:lt|le|gt|ge) null/],
  ["counts null as false", "not null", {}, /(?<! (?:eq|ne|lt|le|gt|ge) )\bnull\b/],
  ["negates everything after not", "not (size eq 1) and size eq 3", { size: 2 }, undefined],
  ["reads integers of more than 8 bits as strings", "size eq 1000", { size: 1000 }, undefined],
  ["counts UTF-16 code units", "length(name) eq 1", { name: "😀" }, /\blength\(/],
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
  return !DIFFERENCES.some(([, , , pattern]) => pattern?.test(plain));
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

it.each(DIFFERENCES)("odata-v4-inmemory still differs from OData: %s", (_, example, row, pattern) => {
  if (pattern !== undefined) expect(withoutStrings(example)).toMatch(pattern);
  const inLibrary = () => {
    try {
      return keepsInLibrary(example)({ id: 1, ...row });
    } catch {
      return undefined;
    }
  };
  expect(inLibrary()).not.toBe(evaluateOData(example)(row as Readonly<Record<string, unknown>>));
});
