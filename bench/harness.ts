/*
 * How things are compared. The machine is shared with whatever else runs on it, so absolute times mean little: every
 * round runs each contestant once, in shuffled order, the ratio is taken within the round, and the median of the
 * ratios counts. Contestants whose results differ from the reference's are refused, not timed.
 */

/** One that is measured. */
export interface Contestant {
  readonly name: string;
  /** Does the work so many times. What it gives was compared with the reference's before. */
  readonly run: (times: number) => void | Promise<void>;
  /** The work is this part of the reference's: 0.05 for 50,000 rows of a million. Times are scaled up. */
  readonly share?: number;
  /** The work is done by other threads or processes, so that the core's time of this one says nothing. */
  readonly isElsewhere?: boolean;
}

export interface Measured {
  readonly name: string;
  /** Milliseconds for one time of the whole work: median and range. */
  readonly milliseconds: Spread;
  /** Against the reference in the same round. */
  readonly ratio: Spread;
  /** Against ours in the same round, where that is asked for. */
  readonly timesOurs?: Spread;
  readonly share: number;
}

export interface Spread {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export interface ComparisonOptions {
  readonly rounds: number;
  /** A sample lasts at least so long; quick work is repeated until it does. */
  readonly sampleMilliseconds?: number;
  /** The work is done by processes of its own, so that the time of this one says nothing. */
  readonly isElsewhere?: boolean;
  /** Name of the contestant that all are compared with besides the reference. */
  readonly ours?: string;
}

/** Where results go, so that no work is left out as useless. */
export const sink: { value: unknown } = { value: undefined };

/** Does some work, asynchronous or not, so many times. What is not asynchronous is not made to wait. */
export function repeating(work: () => unknown): Contestant["run"] {
  return (times) => {
    for (let i = 0; i < times; i++) {
      const result = work();
      if (result instanceof Promise) return repeatingLater(result, work, times - i);
      sink.value = result;
    }
    return undefined;
  };
}

async function repeatingLater(first: Promise<unknown>, work: () => unknown, times: number): Promise<void> {
  sink.value = await first;
  for (let i = 1; i < times; i++) sink.value = await work();
}

/** Measures all contestants beside the first, which is the reference. */
export async function compare(
  contestants: readonly Contestant[],
  options: ComparisonOptions,
): Promise<Measured[]> {
  const least = options.sampleMilliseconds ?? 0;
  const samplers = contestants.map(({ isElsewhere = options.isElsewhere }) =>
    isElsewhere === true ? wallSample : ownSample,
  );
  const times: number[] = [];
  for (const [i, contestant] of contestants.entries())
    times.push(await calibrate(contestant, least, samplers[i]!));
  const samples = contestants.map((): number[] => []);
  for (let round = 0; round < options.rounds; round++) {
    for (const i of shuffled(contestants.length, round)) {
      const { run, share = 1 } = contestants[i]!;
      samples[i]!.push((await samplers[i]!(run, times[i]!)) / times[i]! / share);
    }
  }
  const against = (values: readonly number[], others: readonly number[]) =>
    spread(values.map((value, round) => value / others[round]!));
  const ours = samples[contestants.findIndex(({ name }) => name === options.ours)];
  return contestants.map(({ name, share = 1 }, i) => ({
    name,
    milliseconds: spread(samples[i]!),
    ratio: against(samples[i]!, samples[0]!),
    ...(ours === undefined ? {} : { timesOurs: against(samples[i]!, ours) }),
    share,
  }));
}

/** Milliseconds of work after which code is as quick as it gets. */
const WARM = 250;

/** Runs until it is warm, and says how often it must be run for a sample to last long enough. */
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
    if (took >= least && spent >= WARM) return times;
    if (took >= least) continue;
    times = Math.max(
      times + 1,
      Math.min(times * 10, Math.ceil((times * least * 1.2) / Math.max(took, 0.001))),
    );
  }
}

/**
 * The milliseconds of one sample: those of the wall, or, if another process took the core meanwhile, those of the
 * core that this thread had. The latter are counted in ticks of some milliseconds, too coarse for short samples.
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

/** Throws unless both give the same: what is unequal is not worth timing. */
export function requireEqual(what: string, expected: unknown, actual: unknown): void {
  if (Object.is(expected, actual)) return;
  throw new Error(
    `${what}: the result is ${String(actual)}, not ${String(expected)}; unequal work is not timed.`,
  );
}

/** The median of the in-round ratios of several measurements, joined by their geometric mean. */
export function geometricMean(values: readonly number[]): number {
  return Math.exp(values.reduce((sum, value) => sum + Math.log(value), 0) / values.length);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export function spread(values: readonly number[]): Spread {
  return { median: median(values), least: Math.min(...values), most: Math.max(...values) };
}

/** Numbers from 0 up in an order of chance, the same in every run of the same round. */
function shuffled(count: number, seed: number): number[] {
  const next = randomNumbers(seed * 7919 + 1);
  const order = Array.from({ length: count }, (_, i) => i);
  for (let i = count - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return order;
}

/** Repeatable numbers of chance from 0 up to 1 (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What was measured of the contestant with a name. @throws Error if there is none */
export function measuredOf(all: readonly Measured[], name: string): Measured {
  const found = all.find((each) => each.name === name);
  if (found === undefined) throw new Error(`${name} was not measured.`);
  return found;
}

/** Tells how far it is, where no output is: on stderr. */
export function progress(text: string): void {
  process.stderr.write(`${text}\n`);
}
