/*
 * Compares contestants with a reference. Other processes disturb absolute times. So every round runs each contestant
 * once, in shuffled order; a ratio compares two times of the same round; and the median of these ratios counts.
 */

export interface Contestant {
  readonly name: string;
  /** Repeats the work. The caller has already compared its result with that of the reference. */
  readonly run: (times: number) => void | Promise<void>;
  /** The work runs in other threads or processes, so the CPU time of this thread is meaningless. */
  readonly isElsewhere?: boolean;
}

/** A contestant that measures its own samples. */
export interface Sampled {
  readonly name: string;
  /** Returns the milliseconds of the work in a round. */
  readonly sample: (round: number) => number | Promise<number>;
}

export interface Measured {
  readonly name: string;
  /** Time of the work, run once. */
  readonly milliseconds: Spread;
  /** Time divided by that of the reference in the same round. */
  readonly ratio: Spread;
  /** Time divided by that of contestant `ours` in the same round, if `ours` was given. */
  readonly timesOurs?: Spread;
}

export interface Spread {
  readonly median: number;
  readonly min: number;
  readonly max: number;
}

export interface ComparisonOptions {
  readonly rounds: number;
  /** Minimum duration of a sample. Shorter work is repeated. */
  readonly sampleMilliseconds?: number;
  /** Name of a contestant that all are compared with, in addition to the reference. */
  readonly ours?: string;
}

/** Receives results, so that the engine cannot optimize the work away. */
export const sink: { value: unknown } = { value: undefined };

/** Wraps work, synchronous or not, as a contestant. Synchronous work is repeated without awaiting. */
export function repeating(work: () => unknown): Contestant["run"] {
  return (times) => {
    for (let i = 0; i < times; i++) {
      const result = work();
      if (result instanceof Promise) return repeatAsync(result, work, times - i);
      sink.value = result;
    }
    return undefined;
  };
}

async function repeatAsync(first: Promise<unknown>, work: () => unknown, times: number): Promise<void> {
  sink.value = await first;
  for (let i = 1; i < times; i++) sink.value = await work();
}

/** Measures all contestants. The first is the reference. */
export async function compare(
  contestants: readonly Contestant[],
  options: ComparisonOptions,
): Promise<Measured[]> {
  const sampled: Sampled[] = [];
  for (const contestant of contestants) {
    const { name, run, isElsewhere } = contestant;
    const sampler = isElsewhere === true ? wallSample : ownSample;
    const times = await calibrate(contestant, options.sampleMilliseconds ?? 0, sampler);
    sampled.push({ name, sample: async () => (await sampler(run, times)) / times });
  }
  return compareSamples(sampled, options);
}

/** Takes a sample of each contestant in each round. The first contestant is the reference. */
export async function compareSamples(
  contestants: readonly Sampled[],
  { rounds, ours }: ComparisonOptions,
): Promise<Measured[]> {
  const samples = contestants.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const i of shuffled(contestants.length, round))
      samples[i]!.push(await contestants[i]!.sample(round));
  }
  const our = samples[contestants.findIndex(({ name }) => name === ours)];
  return contestants.map(({ name }, i) => ({
    ...measuredOf(name, samples[i]!, samples[0]!),
    ...(our === undefined ? {} : { timesOurs: ratiosOf(samples[i]!, our) }),
  }));
}

/** @param reference times of the same rounds */
export function measuredOf(name: string, times: readonly number[], reference: readonly number[]): Measured {
  return { name, milliseconds: spread(times), ratio: ratiosOf(times, reference) };
}

function ratiosOf(times: readonly number[], others: readonly number[]): Spread {
  return spread(times.map((time, round) => time / others[round]!));
}

/** Time after which the engine has compiled and optimized the code. */
const WARM_UP_MILLISECONDS = 250;

/** Warms up, and returns the number of repetitions that make a sample last long enough. */
async function calibrate({ run }: Contestant, least: number, sample: Sampler): Promise<number> {
  if (least === 0) {
    await run(1);
    return 1;
  }
  let times = 1;
  let spent = 0;
  for (;;) {
    const took = await sample(run, times);
    spent += took;
    if (took >= least && spent >= WARM_UP_MILLISECONDS) return times;
    if (took >= least) continue;
    times = Math.max(
      times + 1,
      Math.min(times * 10, Math.ceil((times * least * 1.2) / Math.max(took, 0.001))),
    );
  }
}

/**
 * Returns the milliseconds of one sample: wall-clock time, or CPU time of this thread if another process interrupted it. CPU time
 * advances in ticks of about 4 ms, too coarse for short samples.
 */
async function ownSample(run: Contestant["run"], times: number): Promise<number> {
  const switches = process.resourceUsage().involuntaryContextSwitches;
  const cpu = process.threadCpuUsage();
  const wall = await wallSample(run, times);
  const used = process.threadCpuUsage(cpu);
  const interrupted = process.resourceUsage().involuntaryContextSwitches > switches;
  const core = (used.user + used.system) / 1000;
  return interrupted && wall > 40 ? Math.min(wall, core + 4) : wall;
}

type Sampler = typeof wallSample;

async function wallSample(run: Contestant["run"], times: number): Promise<number> {
  const start = performance.now();
  const running = run(times);
  if (running !== undefined) await running;
  return performance.now() - start;
}

/** @throws Error if the results differ: only equal work is timed */
export function requireEqual(what: string, expected: unknown, actual: unknown): void {
  if (Object.is(expected, actual)) return;
  throw new Error(`${what}: expected result ${String(expected)}, got ${String(actual)}`);
}

export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/** Numbers from 0 to `count - 1` in an order that depends on the seed alone. */
export function shuffled(count: number, seed: number): number[] {
  const next = randomNumbers(seed * 7919 + 1);
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** Returns a generator of pseudorandom numbers in [0, 1), repeatable by seed (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** @throws Error if no contestant has this name */
export function findMeasured(all: readonly Measured[], name: string): Measured {
  const found = all.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no measurement of contestant "${name}"`);
  return found;
}

/** Reports progress on stderr; stdout is for results. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
