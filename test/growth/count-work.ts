import { Session, type Profiler } from "node:inspector";

/*
 * Counts the work of the growth cases in a process of its own, and prints it as JSON: { name: [work at n, work at 2n, maximum growth] }.
 *
 * Work is the number of blocks of code that V8 reports as executed, plus the UTF-16 units that are passed to native
 * functions that read whole strings: `normalize` and the comparison of `Intl.Collator`. Both are counts, so a loaded
 * machine gets the same figures if V8 optimizes no function (`--no-opt --no-maglev`). Block counts exist only for code
 * that is compiled after the count begins: the cases are imported afterwards, and this needs a process.
 */

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });

let nativeUnits = 0;

// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its receiver below
const nativeNormalize = String.prototype.normalize;
Object.defineProperty(String.prototype, "normalize", {
  configurable: true,
  writable: true,
  value(this: string, form?: string) {
    nativeUnits += this.length;
    return nativeNormalize.call(this, form);
  },
});

// eslint-disable-next-line @typescript-eslint/unbound-method -- called with its receiver below
const nativeCompare = Object.getOwnPropertyDescriptor(Intl.Collator.prototype, "compare")!.get!;
Object.defineProperty(Intl.Collator.prototype, "compare", {
  configurable: true,
  get(this: Intl.Collator) {
    const compare = nativeCompare.call(this) as (a: string, b: string) => number;
    return (a: string, b: string) => {
      nativeUnits += a.length + b.length;
      return compare(a, b);
    };
  },
});

/** Returns the number of blocks executed since the last call. */
function takeBlocks(): number {
  let result: Profiler.TakePreciseCoverageReturnType | undefined;
  session.post("Profiler.takePreciseCoverage", (error, taken) => {
    if (error !== null) throw new Error(error.message);
    result = taken;
  });
  let blocks = 0;
  for (const { url, functions } of result!.result) {
    if (!url.startsWith("file:") || url === import.meta.url || url.includes("/test/")) continue;
    for (const { ranges } of functions) for (const { count } of ranges) blocks += count;
  }
  return blocks;
}

function workOf(task: () => unknown): number {
  takeBlocks();
  nativeUnits = 0;
  task();
  return takeBlocks() + nativeUnits;
}

const { growthCases } = await import("./cases.ts");
const counted: Record<string, readonly [once: number, twice: number, maximum?: number]> = {};
for (const { name, n, maximum, prepare } of await growthCases()) {
  // A first, smaller run builds tables, automata and caches, which would otherwise count for one of the two sizes.
  prepare(Math.ceil(n / 2))();
  const [once, twice] = [prepare(n), prepare(2 * n)];
  const work = [workOf(once), workOf(twice)] as const;
  counted[name] = maximum === undefined ? work : [...work, maximum];
}
console.log(JSON.stringify(counted));
