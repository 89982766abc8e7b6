import { format } from "../src/ast/format.ts";
import { toJson } from "../src/ast/to-json.ts";
import type { Expression } from "../src/ast/nodes.ts";
import { print } from "../src/ast/print.ts";
import { check } from "../src/checker/check.ts";
import { MAXIMUM_LIMITS } from "../src/diagnostics/limits.ts";
import { compilePredicate } from "../src/evaluator/predicate.ts";
import { parseFilter } from "../src/parser/parse.ts";
import { progress, sink } from "./harness.ts";
import { duration } from "./numbers.ts";
import type { PartOptions, PartResult, TableRow } from "./part-result.ts";

/*
 * Time must grow at most linearly with the input, whatever the input contains. The slope of log time over log size is 1
 * for linear work and 2 for quadratic work.
 */

interface Input {
  readonly name: string;
  /** Largest size. A half and a quarter of it are measured too. */
  readonly size: number;
  readonly make: (size: number) => string;
}

const INPUTS: readonly Input[] = [
  { name: "nested calls", size: 256, make: (n) => `${"not(".repeat(n - 1)}eq(a,1)${")".repeat(n - 1)}` },
  {
    name: "nested calls, each with a condition",
    size: 250,
    make: (n) => `${"and(eq(a,1),".repeat(n)}eq(b,2)${")".repeat(n)}`,
  },
  { name: "one call with many values", size: 9_999, make: (n) => `in(a${",1".repeat(n)})` },
  {
    name: "one call with many conditions",
    size: 9_999,
    make: (n) => `and(eq(a,1)${",eq(b,'x')".repeat(n - 1)})`,
  },
  {
    name: "many equalities of one member",
    size: 9_999,
    make: (n) => `or(eq(a,1)${",eq(a,'x')".repeat(n - 1)})`,
  },
  {
    name: "many equalities, each of another member",
    size: 9_999,
    make: (n) => `or(${Array.from({ length: n }, (_, i) => `eq(m${i},1)`).join(",")})`,
  },
  { name: "a long string", size: 65_536, make: (n) => `eq(a,'${"x".repeat(n)}')` },
  { name: "a string of quotes", size: 65_536, make: (n) => `eq(a,'${"''".repeat(n)}')` },
  { name: "a string longer than the limit", size: 1_048_000, make: (n) => `eq(a,'${"x".repeat(n)}')` },
  { name: "an unclosed string", size: 1_048_000, make: (n) => `eq(a,'${"x".repeat(n)}` },
  { name: "many unclosed strings", size: 100_000, make: (n) => "'x,".repeat(n / 2) },
  { name: "strings with quotes inside", size: 99_000, make: (n) => "'a'b".repeat(n / 2) },
  { name: "only quotes", size: 1_048_000, make: (n) => `eq(a,${"'".repeat(n)}` },
  { name: "characters that belong to no token", size: 99_999, make: (n) => "§".repeat(n) },
  { name: "white space", size: 1_048_000, make: (n) => `${" ".repeat(n)}a` },
  { name: "unclosed calls", size: 100_000, make: (n) => "f(a,".repeat(n / 2) },
  { name: "closing parentheses only", size: 1_048_000, make: (n) => ")".repeat(n) },
  { name: "commas", size: 1_048_000, make: (n) => `f(${",".repeat(n)})` },
  { name: "a long name", size: 1_048_000, make: (n) => "a".repeat(n) },
  { name: "a name of many segments", size: 500_000, make: (n) => `a${".a".repeat(n)}` },
  { name: "a name of non-ASCII letters", size: 1_048_000, make: (n) => "é".repeat(n) },
  { name: "many digits", size: 1_048_000, make: (n) => "1".repeat(n) },
  { name: "signs", size: 1_048_000, make: (n) => "-+".repeat(n / 2) },
  { name: "dollars", size: 99_000, make: (n) => `f(${"$".repeat(n)})` },
];

const limits = MAXIMUM_LIMITS;

/** Stages that run on the tree of an input, if it has one. */
const OPERATIONS: readonly (readonly [string, (tree: Expression) => unknown])[] = [
  ["check", (tree) => check(tree, undefined, { limits })],
  ["print", print],
  ["format", (tree) => format(tree)],
  ["toJson", toJson],
];

const MAX_SLOPE = 1.3;
const MAX_ATTEMPTS = 4;

/** Measures every stage on every kind of input. A slope above MAX_SLOPE makes the run fail. */
export function runLinear({ quick }: PartOptions): PartResult {
  const rows: TableRow[] = [];
  let worst = 0;
  const slopeOf = (name: string, works: readonly (() => unknown)[]) => {
    const { slope, milliseconds } = measureWithRetries(works, quick ? 3 : 7);
    worst = Math.max(worst, slope);
    const cells = [
      slope.toFixed(2),
      ...milliseconds.map(duration),
      slope > MAX_SLOPE ? "grows too fast" : "",
    ];
    rows.push({ name, ours: slope <= MAX_SLOPE, cells });
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
        title: "Time over input size",
        note: "Slope of log time over log size: 1 is linear, 2 quadratic. Size is that of the input, or of the output if it grows faster. The largest input is as large as the highest limits allow.",
        columns: ["slope", "a quarter", "a half", "the whole", ""],
        rows,
      },
    ],
    goals: [{ name: "steepest slope of time over size", reached: worst, atMost: MAX_SLOPE, unit: "" }],
    measured: {},
  };
}

interface Attempt {
  readonly slope: number;
  readonly milliseconds: readonly number[];
}

/** Measures the slope, and repeats that if it is too steep: another process can disturb one attempt, but hardly four. */
function measureWithRetries(works: readonly (() => unknown)[], samples: number): Attempt {
  const growth = growthOf(works[0]!(), works.at(-1)!());
  let best: Attempt = { slope: Infinity, milliseconds: [] };
  for (let i = 0; i < MAX_ATTEMPTS && best.slope > MAX_SLOPE; i++) {
    warmUp(works.at(-1)!);
    const milliseconds = works.map((work) => quickest(work, samples));
    const slope = slopeOf(milliseconds, growth);
    if (slope < best.slope) best = { slope, milliseconds };
  }
  return best;
}

/** Returns the fastest of several samples. Each repeats the work for at least 2 ms, well above the timer resolution. */
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

/** Returns the growth of the input (4) or of the output, whichever is larger: formatting nested calls adds indentation per level. */
function growthOf(least: unknown, most: unknown): number {
  const output = typeof least === "string" && typeof most === "string" ? most.length / least.length : 0;
  return Math.max(4, output);
}

function slopeOf(milliseconds: readonly number[], growth: number): number {
  return Math.log(milliseconds.at(-1)! / milliseconds[0]!) / Math.log(growth);
}

/** Lets the engine optimize the code. Otherwise the first measurement would be the slowest. */
function warmUp(work: () => unknown): void {
  const until = performance.now() + 40;
  do sink.value = work();
  while (performance.now() < until);
}

function flat(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}
