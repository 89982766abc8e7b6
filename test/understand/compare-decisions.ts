import type { Expression } from "../../src/ast/nodes.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { check } from "../../src/checker/check.ts";
import { compilePredicate, type Predicate } from "../../src/evaluator/predicate.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import {
  alwaysMatches,
  equivalent,
  implies,
  neverMatches,
  type Decision,
} from "../../src/understand/decide/decide.ts";
import { dottedNames } from "../properties/random-members.ts";
import { Random } from "../text-fuzz/random.ts";
import { FilterWriter, randomCatalog, randomRow, THINGS } from "./random-filters.ts";

export interface DecisionResult {
  readonly pairs: number;
  /** Number of answers of each kind to each question. */
  readonly answers: Readonly<Record<string, Readonly<Record<Decision["answer"], number>>>>;
  /** Descriptions of wrong answers, at most 20. */
  readonly wrong: readonly string[];
}

interface Pair {
  readonly texts: readonly [string, string];
  readonly trees: readonly [Expression, Expression];
  readonly keeps: readonly [Predicate, Predicate];
}

const rowsPerCatalog = 400;
/** Rows of a catalog that is drawn for one pair. */
const rowsPerDrawn = 60;

/** Asks each question about random pairs of filters, and compares each answer with the evaluator on many rows. */
export function compareDecisions(pairs: number, seed: number): DecisionResult {
  const random = new Random(seed);
  const rows = new Map<Catalog | undefined, readonly object[]>();
  for (const catalog of [THINGS, undefined])
    rows.set(
      catalog,
      Array.from({ length: rowsPerCatalog }, () => randomRow(random, catalog)),
    );
  const answers: Record<string, Record<Decision["answer"], number>> = {};
  const wrong: string[] = [];
  for (let i = 0; i < pairs && wrong.length < 20; i++) {
    const catalog = randomCatalog(random);
    const writer = new FilterWriter(random, catalog);
    const first = writer.filter(2);
    const pair = readPair(first, random.below(2) === 0 ? writer.filter(2) : writer.relative(first), catalog);
    if (pair === undefined) {
      i--;
      continue;
    }
    const tried = rows.get(catalog) ?? Array.from({ length: rowsPerDrawn }, () => randomRow(random, catalog));
    const options = { catalog };
    const [a, b] = pair.trees;
    const [keepsA, keepsB] = pair.keeps;
    const questions: readonly (readonly [string, Decision, Predicate])[] = [
      ["equivalent", equivalent(a, b, options), (row) => keepsA(row) !== keepsB(row)],
      ["implies", implies(a, b, options), (row) => keepsA(row) && !keepsB(row)],
      ["neverMatches", neverMatches(a, options), keepsA],
      ["alwaysMatches", alwaysMatches(b, options), (row) => !keepsB(row)],
    ];
    for (const [name, { answer, counterexample }, contradicts] of questions) {
      (answers[name] ??= { yes: 0, no: 0, unknown: 0 })[answer]++;
      const found = answer === "yes" ? tried.find(contradicts) : undefined;
      if (found !== undefined)
        wrong.push(
          `${name} ${pair.texts.join(" ")}${shownMembers(catalog)}: yes, but not for ${show(found)}`,
        );
      if (answer === "no" && !contradicts(counterexample))
        wrong.push(
          `${name} ${pair.texts.join(" ")}${shownMembers(catalog)}: ${show(counterexample)} is no counterexample`,
        );
    }
  }
  return { pairs, answers, wrong };
}

function readPair(first: string, second: string, catalog: Catalog | undefined): Pair | undefined {
  const read = [first, second].map((text) => {
    const { expression } = parseFilter(text, { catalog });
    const checked = expression && check(expression, catalog);
    return checked?.ok === true ? ([expression!, compilePredicate(checked.filter)] as const) : undefined;
  });
  const [a, b] = read;
  if (a === undefined || b === undefined) return undefined;
  return { texts: [first, second], trees: [a[0], b[0]], keeps: [a[1], b[1]] };
}

/** Describes the members of a catalog that was drawn. */
function shownMembers(catalog: Catalog | undefined): string {
  if (catalog === undefined || catalog === THINGS) return "";
  return ` with ${dottedNames(catalog)
    .map(({ text, type, isList }) => `${text}: ${isList ? "list of " : ""}${type ?? "others"}`)
    .join(", ")}`;
}

function show(row: unknown): string {
  return JSON.stringify(row, (_, value: unknown) => (typeof value === "bigint" ? `${value}n` : value));
}
