import type { Expression } from "../../ast/nodes.ts";
import { walk } from "../../ast/walk.ts";
import type { Catalog } from "../../catalog/types.ts";
import { check } from "../../checker/check.ts";
import type { Checked, CheckedFilter } from "../../checker/checked.ts";
import { compilePredicate } from "../../evaluator/predicate.ts";
import type { FunctionDefinition } from "../../functions/definition/types.ts";
import { PatternWorkError } from "../../pattern/pattern-work.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { Problem } from "./problem.ts";
import { domainsOf, provesNone, type Goal } from "./proof-search.ts";
import { FALSE, formulaSize, possible, TRUE, UNKNOWN } from "./truth.ts";
import { findRow } from "./witness-search.ts";

export interface DecideOptions {
  /** Without a catalog, each member can have a value of any type, or a list. */
  readonly catalog?: Catalog | undefined;
  /** Functions of a service, in addition to those of the language. */
  readonly functions?: readonly FunctionDefinition[] | undefined;
  /** BCP 47 tag for collation. Default: root collation. */
  readonly locale?: string | undefined;
  /** Maximum number of formula nodes that the search for a row and the proof visit, each. Default 200,000. */
  readonly maximumSteps?: number | undefined;
}

export interface Decision {
  readonly answer: "yes" | "no" | "unknown";
  /** A row that proves the answer `no`. The evaluator has confirmed it. */
  readonly counterexample?: Readonly<Record<string, unknown>>;
  /**
   * With `unknown`: `invalid` for an expression with errors, `limit` if the limit of steps was reached, and `undecided` if neither
   * a proof nor a counterexample was found.
   */
  readonly reason?: "invalid" | "limit" | "undecided";
}

/**
 * Decides whether two filters keep the same rows. With `no`, the counterexample is a row that only one of them keeps.
 *
 * @example equivalent(tree of "not(lt(size,3))", tree of "ge(size,3)", { catalog }).answer // yes
 */
export function equivalent(a: Expression, b: Expression, options: DecideOptions = {}): Decision {
  return decide([a, b], options, {
    canFail: ([x, y]) =>
      ((x! & TRUE) !== 0 && (y! & OTHER) !== 0) || ((x! & OTHER) !== 0 && (y! & TRUE) !== 0),
    fails: ([x, y]) => x !== y,
  });
}

/**
 * Decides whether `b` keeps each row that `a` keeps. With `no`, the counterexample is a row that only `a` keeps.
 *
 * @example implies(tree of "gt(size,5)", tree of "gt(size,3)").answer // yes
 */
export function implies(a: Expression, b: Expression, options: DecideOptions = {}): Decision {
  return decide([a, b], options, {
    canFail: ([x, y]) => (x! & TRUE) !== 0 && (y! & OTHER) !== 0,
    fails: ([x, y]) => x! && !y!,
  });
}

/** Decides whether a filter keeps no row at all. With `no`, the counterexample is a row that it keeps. */
export function neverMatches(a: Expression, options: DecideOptions = {}): Decision {
  return decide([a], options, { canFail: ([x]) => (x! & TRUE) !== 0, fails: ([x]) => x! });
}

/** Decides whether a filter keeps every row. With `no`, the counterexample is a row that it does not keep. */
export function alwaysMatches(a: Expression, options: DecideOptions = {}): Decision {
  return decide([a], options, { canFail: ([x]) => (x! & OTHER) !== 0, fails: ([x]) => !x! });
}

const OTHER = FALSE | UNKNOWN;

interface Question {
  /** Returns whether a row with one of these truth values of the filters can be a counterexample. */
  readonly canFail: (masks: readonly number[]) => boolean;
  /** Returns whether a row is a counterexample, by the filters that keep it. */
  readonly fails: (keeps: readonly boolean[]) => boolean;
}

/** Maximum number of nodes of the filters together. */
const maxNodes = 2_000;
const defaultSteps = 200_000;

function decide(expressions: readonly Expression[], options: DecideOptions, question: Question): Decision {
  const { catalog, functions, locale, maximumSteps = defaultSteps } = ownProperties(options);
  const checkOptions = functions === undefined ? {} : { functions };
  const filters: CheckedFilter[] = [];
  for (const expression of expressions) {
    const checked = check(expression, catalog, checkOptions);
    if (!checked.ok) return { answer: "unknown", reason: "invalid" };
    filters.push(checked.filter);
  }
  return decideChecked(filters, locale, maximumSteps, question);
}

function decideChecked(
  filters: readonly CheckedFilter[],
  locale: string | undefined,
  maximumSteps: number,
  { canFail, fails }: Question,
): Decision {
  if (filters.reduce((sum, { expression }) => sum + countNodes(expression), 0) > maxNodes)
    return { answer: "unknown", reason: "limit" };
  const problem = new Problem(joinFilters(filters), locale);
  try {
    const formulas = filters.map(({ expression }) => problem.formulaOf(expression));
    const predicates = filters.map((filter) =>
      compilePredicate(filter, locale === undefined ? {} : { locale }),
    );
    const size = formulas.reduce((sum, formula) => sum + formulaSize(formula), 1);
    const goal: Goal = (atoms) => canFail(formulas.map((formula) => possible(formula, atoms)));
    const domains = domainsOf(problem, relatedStrings(problem));
    const searching = new Steps(size, maximumSteps);
    const isCounterexample = (row: object) => fails(predicates.map((keeps) => keeps(row)));
    const row = findRow(problem, domains, extraValues(problem), goal, isCounterexample, searching.next);
    if (row !== undefined) return { answer: "no", counterexample: row as Record<string, unknown> };
    const proving = new Steps(size, maximumSteps);
    if (provesNone(problem, domains, goal, proving.next)) return { answer: "yes" };
    return {
      answer: "unknown",
      reason: searching.isExhausted || proving.isExhausted ? "limit" : "undecided",
    };
  } catch (error) {
    // A pattern visited too many states for a value.
    if (error instanceof PatternWorkError) return { answer: "unknown", reason: "limit" };
    throw error;
  }
}

/** Counts steps up to a maximum. */
class Steps {
  #remaining: number;
  readonly #size: number;

  constructor(size: number, maximum: number) {
    this.#size = size;
    this.#remaining = maximum;
  }

  get isExhausted(): boolean {
    return this.#remaining <= 0;
  }

  readonly next = (): boolean => {
    this.#remaining -= this.#size;
    return this.#remaining > 0;
  };
}

function joinFilters(filters: readonly CheckedFilter[]): Checked {
  const [{ catalog, functions }] = filters as [CheckedFilter];
  return { catalog, functions, members: new Map(filters.flatMap(({ members }) => [...members])) };
}

function countNodes(expression: Expression): number {
  let count = 0;
  walk(expression, () => ++count);
  return count;
}

const maxRelated = 24;

/** Returns the strings in atoms of several members or of functions, as values to try. */
function relatedStrings(problem: Problem): readonly string[] {
  const strings = new Set<string>();
  for (const { depends, node } of problem.atoms) {
    if (depends.kind === "subject" && depends.subject.name !== undefined) continue;
    walk(node, (child) => {
      if (child.kind === "literal" && child.type === "string" && child.value.length <= 200)
        strings.add(child.value);
    });
  }
  return [...strings].slice(0, maxRelated);
}

/** Returns values to try for members whose functions are tested: strings of the compared lengths, parts and cases. */
function extraValues(problem: Problem): readonly unknown[] {
  const values = new Set<unknown>();
  for (const { depends, node, names } of problem.atoms) {
    const isDirect = depends.kind === "subject" && depends.subject.name !== undefined;
    if (isDirect && names.length === 1) continue;
    walk(node, (child) => {
      if (child.kind !== "literal") return;
      const { value } = child;
      values.add(value);
      if (typeof value === "string" && value.length <= 200)
        for (const text of [value.toLowerCase(), value.toUpperCase(), value + "x", "x" + value, "xx" + value])
          values.add(text);
      if (typeof value === "number" && Number.isInteger(value) && Math.abs(value) <= 200)
        for (const count of [value - 1, value, value + 1]) {
          values.add(count);
          if (count >= 0) values.add("x".repeat(count)).add(Array.from({ length: count }, () => "x"));
        }
    });
  }
  return [...values, "", "x", "a", "b", 0, 1, true, false, [], {}].slice(0, 120);
}
