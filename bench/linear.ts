import { format } from "../src/ast/format.ts";
import { toJson } from "../src/ast/json.ts";
import type { Expression } from "../src/ast/nodes.ts";
import { print } from "../src/ast/print.ts";
import { check } from "../src/checker/check.ts";
import { MAXIMUM_LIMITS } from "../src/diagnostics/limits.ts";
import { compilePredicate } from "../src/evaluator/predicate.ts";
import { parseFilter } from "../src/parser/parse.ts";
import { progress, sink } from "./harness.ts";
import { duration } from "./numbers.ts";
import type { PartOptions, PartResult, TableRow } from "./parts.ts";

/*
 * The time for an input of twice the size must be no more than about twice as long, whatever is in it. The slope of
 * the logarithm of time over that of size is 1 for linear work and 2 for quadratic work.
 */

interface Input {
  readonly name: string;
  /** The largest size; a half and a quarter of it are measured too. */
  readonly size: number;
  readonly make: (size: number) => string;
}

const INPUTS: readonly Input[] = [
  { name: "calls in calls", size: 256, make: (n) => `${"not(".repeat(n - 1)}eq(a,1)${")".repeat(n - 1)}` },
  {
    name: "calls in calls beside conditions",
    size: 250,
    make: (n) => `${"and(eq(a,1),".repeat(n)}eq(b,2)${")".repeat(n)}`,
  },
  { name: "one call of many values", size: 9_999, make: (n) => `in(a${",1".repeat(n)})` },
  {
    name: "one call of many conditions",
    size: 9_999,
    make: (n) => `and(eq(a,1)${",eq(b,'x')".repeat(n - 1)})`,
  },
  {
    name: "many equalities of one member",
    size: 9_999,
    make: (n) => `or(eq(a,1)${",eq(a,'x')".repeat(n - 1)})`,
  },
  {
    name: "many equalities of as many members",
    size: 9_999,
    make: (n) => `or(${Array.from({ length: n }, (_, i) => `eq(m${i},1)`).join(",")})`,
  },
  { name: "a long string", size: 65_536, make: (n) => `eq(a,'${"x".repeat(n)}')` },
  { name: "a string of quotes", size: 65_536, make: (n) => `eq(a,'${"''".repeat(n)}')` },
  { name: "a string that is too long", size: 1_048_000, make: (n) => `eq(a,'${"x".repeat(n)}')` },
  { name: "a string that is never closed", size: 1_048_000, make: (n) => `eq(a,'${"x".repeat(n)}` },
  { name: "quotes that close nothing", size: 100_000, make: (n) => "'x,".repeat(n / 2) },
  { name: "strings with quotes inside", size: 99_000, make: (n) => "'a'b".repeat(n / 2) },
  { name: "quotes alone", size: 1_048_000, make: (n) => `eq(a,${"'".repeat(n)}` },
  { name: "characters of no token", size: 99_999, make: (n) => "§".repeat(n) },
  { name: "white space", size: 1_048_000, make: (n) => `${" ".repeat(n)}a` },
  { name: "calls that are never closed", size: 100_000, make: (n) => "f(a,".repeat(n / 2) },
  { name: "parentheses that open nothing", size: 1_048_000, make: (n) => ")".repeat(n) },
  { name: "commas", size: 1_048_000, make: (n) => `f(${",".repeat(n)})` },
  { name: "a long name", size: 1_048_000, make: (n) => "a".repeat(n) },
  { name: "a name of many segments", size: 500_000, make: (n) => `a${".a".repeat(n)}` },
  { name: "a name of foreign letters", size: 1_048_000, make: (n) => "é".repeat(n) },
  { name: "many digits", size: 1_048_000, make: (n) => "1".repeat(n) },
  { name: "signs", size: 1_048_000, make: (n) => "-+".repeat(n / 2) },
  { name: "dollars", size: 99_000, make: (n) => `f(${"$".repeat(n)})` },
];

const limits = MAXIMUM_LIMITS;

/** What is done with a text, and what with a tree where the text has one. */
const OPERATIONS: readonly (readonly [string, (tree: Expression) => unknown])[] = [
  ["check", (tree) => check(tree, undefined, { limits })],
  ["print", print],
  ["format", (tree) => format(tree)],
  ["toJson", toJson],
];

const MOST = 1.3;
const TRIES = 4;

/** Every stage on every kind of input; fails where time grows faster than the input. */
export function runLinear({ quick }: PartOptions): PartResult {
  const rows: TableRow[] = [];
  let worst = 0;
  const slopeOf = (name: string, works: readonly (() => unknown)[]) => {
    const { slope, milliseconds } = tried(works, quick ? 3 : 7);
    worst = Math.max(worst, slope);
    const cells = [slope.toFixed(2), ...milliseconds.map(duration), slope > MOST ? "grows too fast" : ""];
    rows.push({ name, ours: slope <= MOST, cells });
  };
  for (const { name, size, make } of INPUTS) {
    progress(`linear: ${name}`);
    const texts = [size / 4, size / 2, size].map((n) => flat(make(Math.floor(n))));
    slopeOf(
      `parse: ${name}`,
      texts.map((text) => () => parseFilter(text, { limits })),
    );
    const trees = texts.map((text) => parseFilter(text, { limits }).expression);
    if (trees.some((tree) => tree === undefined)) continue;
    for (const [operation, work] of OPERATIONS) {
      slopeOf(
        `${operation}: ${name}`,
        trees.map((tree) => () => work(tree!)),
      );
    }
    const filters = trees.map((tree) => check(tree!, undefined, { limits }).filter);
    if (filters.some((filter) => filter === undefined)) continue;
    slopeOf(
      `compile: ${name}`,
      filters.map((filter) => () => compilePredicate(filter!)),
    );
  }
  return {
    tables: [
      {
        name: "linear",
        title: "Time against size",
        note: "Slope of log time over log size, of the input or of the output if that grows faster: 1 is linear, 2 quadratic. The largest size is the most that any limit can be set to.",
        columns: ["slope", "a quarter", "a half", "the whole", ""],
        rows,
      },
    ],
    goals: [{ name: "the steepest slope of time over size", reached: worst, atMost: MOST, unit: "" }],
    measured: {},
  };
}

interface Tried {
  readonly slope: number;
  readonly milliseconds: readonly number[];
}

/** Measured again where it is too steep: another process can make one of three times long, but hardly four times over. */
function tried(works: readonly (() => unknown)[], samples: number): Tried {
  const growth = growthOf(works[0]!(), works.at(-1)!());
  let best: Tried = { slope: Infinity, milliseconds: [] };
  for (let i = 0; i < TRIES && best.slope > MOST; i++) {
    warmUp(works.at(-1)!);
    const milliseconds = works.map((work) => quickest(work, samples));
    const slope = slopeOf(milliseconds, growth);
    if (slope < best.slope) best = { slope, milliseconds };
  }
  return best;
}

/** The least of some samples, each of which is long enough to be told from nothing. */
function quickest(work: () => unknown, samples: number): number {
  let times = 1;
  let least = Infinity;
  for (let i = 0; i < samples;) {
    const start = performance.now();
    for (let j = 0; j < times; j++) sink.value = work();
    const took = performance.now() - start;
    if (took < 2) {
      times *= 4;
      continue;
    }
    least = Math.min(least, took / times);
    i++;
  }
  return least;
}

/** What is made can grow faster than what it is made of: calls in calls are laid out with ever more white space. */
function growthOf(least: unknown, most: unknown): number {
  const output = typeof least === "string" && typeof most === "string" ? most.length / least.length : 0;
  return Math.max(4, output);
}

function slopeOf(milliseconds: readonly number[], growth: number): number {
  return Math.log(milliseconds.at(-1)! / milliseconds[0]!) / Math.log(growth);
}

/** Until the code is as quick as it gets, or the first of three measurements would be the slowest. */
function warmUp(work: () => unknown): void {
  const until = performance.now() + 40;
  do sink.value = work();
  while (performance.now() < until);
}

function flat(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
