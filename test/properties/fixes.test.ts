import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { textOf } from "../../scripts/conformance/case.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import {
  applyEdits,
  hasErrors,
  MAXIMUM_DIAGNOSTICS,
  type Diagnostic,
} from "../../src/diagnostics/diagnostic.ts";
import { parseFilter, parseSortBy } from "../../src/parser/parse.ts";
import { CATALOG } from "../checker/documents-catalog.ts";
import { suites } from "../conformance/run-case.ts";
import { countOf } from "../effort.ts";
import { examples } from "../diagnostics/provoking-cases.ts";
import { anyText, mutated, tokenSoup } from "./arbitraries.ts";

/** A stage reads a text and returns its diagnostics; undefined if an earlier stage reports an error. */
type Stage = (text: string) => readonly Diagnostic[] | undefined;

const parsing: readonly Stage[] = [
  (text) => parseFilter(text).diagnostics,
  (text) => parseSortBy(text).diagnostics,
];

const checking = (catalog: Catalog | undefined): readonly Stage[] => [
  (text) => {
    const { expression } = parseFilter(text);
    return expression && check(expression, catalog).diagnostics;
  },
  (text) => {
    const { expression } = parseSortBy(text);
    return expression && checkSortBy(expression, catalog).diagnostics;
  },
];

const RUNS = { numRuns: countOf("properties/fixes: runs"), seed: 1_414 };

function occurrences(code: string, found: readonly Diagnostic[], severity?: string): number {
  return found.filter((each) => each.code === code && (severity === undefined || each.severity === severity))
    .length;
}

/** Applies each fix on its own. Returns the number of fixes. */
function tryFixes(text: string, stage: Stage): number {
  const found = stage(text) ?? [];
  // A full list hides further diagnostics, which a fix would uncover.
  if (found.length === MAXIMUM_DIAGNOSTICS) return 0;
  let count = 0;
  for (const { code, fixes } of found) {
    for (const { edits } of fixes) {
      count++;
      const fixed = applyEdits(text, edits);
      const after = stage(fixed);
      const where = `${JSON.stringify(text)} became ${JSON.stringify(fixed)}`;
      expect(after, where).toBeDefined();
      expect(occurrences(code, after!), `${where}: ${code} remains`).toBeLessThan(occurrences(code, found));
      // Foreign syntax is recognized in a stage of its own, whose one message replaces those of the parser.
      const isForeign = after!.length === 1 && after![0]!.code === "foreign-syntax";
      if (isForeign) continue;
      for (const other of after!.filter(({ severity }) => severity === "error")) {
        const before = occurrences(other.code, found, "error");
        expect(
          occurrences(other.code, after!, "error"),
          `${where}: ${other.code} is new`,
        ).toBeLessThanOrEqual(before);
      }
    }
  }
  return count;
}

function tryAll(text: string, stages: readonly Stage[]): number {
  return stages.reduce((sum, stage) => sum + tryFixes(text, stage), 0);
}

const literals = [
  "1",
  "-1",
  "1.5",
  "'x'",
  "'1'",
  "''",
  "true",
  "2020-01-01",
  "12:00:00",
  "2020-01-01T00:00:00Z",
];
const words = [
  "name",
  "nmae",
  "NAME",
  "size",
  "enabled",
  "enabeld",
  "state",
  "tags",
  "created",
  "null",
  "zzz",
];
const callees = [
  "and",
  "or",
  "not",
  "eq",
  "ne",
  "gt",
  "in",
  "contains",
  "isNull",
  "match",
  "length",
  "substr",
];
const misspelled = [
  "equals",
  "exists",
  "notIn",
  "toUpper",
  "LIKE",
  "now",
  "nto",
  "Eq",
  "contain",
  "lenght",
  "foo",
];

/** Filters with correct syntax and wrong names, types and numbers of arguments. */
const wrongFilter: fc.Arbitrary<string> = fc.letrec<{ expression: string; call: string }>((tie) => ({
  expression: fc.oneof(
    { depthSize: "small", maxDepth: 3 },
    fc.constantFrom(...words, ...literals),
    tie("call"),
  ),
  call: fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...callees) }, fc.constantFrom(...misspelled)),
      fc.constantFrom("", "", "", "", "$primary,"),
      fc.array(tie("expression"), { minLength: 0, maxLength: 3 }),
      fc.constantFrom(",", ",", ", "),
    )
    .map(
      ([callee, strength, args, comma]) =>
        `${callee}(${args.length === 0 ? "" : strength}${args.join(comma)})`,
    ),
})).call;

describe("each fix on its own removes its diagnostic and adds no error of the same stage", () => {
  it("in the cases of the conformance suite", () => {
    let count = 0;
    for (const [, { cases }] of suites) {
      for (const { expression } of cases) {
        const text = textOf(expression);
        count += tryAll(text, [...parsing, ...checking(examples), ...checking(undefined)]);
      }
    }
    expect(count).toBeGreaterThan(500);
  });

  it("in random broken texts", () => {
    fc.assert(
      fc.property(fc.oneof(anyText, tokenSoup, mutated), (text) => {
        tryAll(text, parsing);
      }),
      RUNS,
    );
  });

  it("in random wrong filters and sorts", () => {
    fc.assert(
      fc.property(wrongFilter, fc.constantFrom(undefined, examples, CATALOG), (text, catalog) => {
        expect(hasErrors(parseFilter(text).diagnostics)).toBe(false);
        tryAll(text, checking(catalog));
      }),
      RUNS,
    );
  });
});
