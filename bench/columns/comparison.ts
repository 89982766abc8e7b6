import {
  compare,
  geometricMean,
  findMeasured,
  progress,
  repeating,
  type ComparisonOptions,
  type Contestant,
  type Measured,
} from "../harness.ts";
import { nextTurn } from "../turns/turn-clock.ts";
import { duration, ratio } from "../numbers.ts";
import type { Table, TableRow } from "../part-result.ts";
import type { PreparedQuery, Prepared } from "./stores/store.ts";

/** The contestants of one comparison. Peers with another result than expected are reported and excluded. */
export class Comparison {
  readonly title: string;
  readonly expected: string;
  readonly contestants: Contestant[] = [];
  readonly exclusions: Exclusion[] = [];

  constructor(title: string, expected: string) {
    this.title = title;
    this.expected = expected;
  }

  /** Adds a contestant whose result is not compared. */
  addReference(name: string, work: () => unknown): void {
    this.contestants.push({ name, run: repeating(work) });
  }

  /** Adds a contestant if its result is the expected one. @throws Error if tamis returns another result */
  async add<T>(
    entrant: Entrant,
    prepared: Prepared<T> | undefined,
    textOf: (result: T) => string,
  ): Promise<void> {
    const { name, ours, expected = this.expected, warmUpRuns = 1, isElsewhere = false } = entrant;
    let query: PreparedQuery<T> | string | undefined;
    let found = "";
    try {
      query = await prepared;
      if (typeof query !== "function") return this.#exclude(name, query ?? "not supported", ours);
      found = textOf(await query());
      await repeatQuery(query, warmUpRuns);
    } catch (error) {
      return this.#exclude(name, error instanceof Error ? error.message : String(error), ours);
    }
    if (found !== expected) return this.#exclude(name, difference(found, expected), ours);
    const run = query;
    this.contestants.push({ name, isElsewhere, run: repeating(() => run()) });
  }

  async compare(options: ComparisonOptions): Promise<Measured[]> {
    return compare(this.contestants, options);
  }

  #exclude(name: string, why: string, ours = false): void {
    if (ours) throw new Error(`${this.title}: ${name}: ${why}`);
    progress(`  n/a: ${name}: ${why}`);
    this.exclusions.push({ name, title: this.title, why });
  }
}

interface Entrant extends Pick<Contestant, "name" | "isElsewhere"> {
  readonly ours?: boolean;
  /** Expected result, if the entrant searches only some of the rows. */
  readonly expected?: string;
  /** Number of runs before timing, so that all indexes that are built on use exist. */
  readonly warmUpRuns?: number;
}

export interface Exclusion {
  readonly name: string;
  readonly title: string;
  readonly why: string;
}

/**
 * Repeats a query, but for at most a second: slower queries do not become faster by repetition. Each run has a turn of the event
 * loop, because indexes are built between requests.
 */
export async function repeatQuery(query: () => unknown, times: number): Promise<void> {
  const end = performance.now() + 1000;
  for (let i = 1; i < times && performance.now() < end; i++) {
    await query();
    await nextTurn();
  }
}

/** Describes two different results. Shows short ones, but not lists of rows. */
function difference(found: string, expected: string): string {
  const isShort = Math.max(found.length, expected.length) < 16;
  return isShort ? `returns ${found} instead of ${expected}` : "returns other rows";
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 37)}...` : text);

/** Results of several comparisons whose contestants are mostly the same. */
export class Matrix {
  readonly measured: Record<string, readonly Measured[]> = {};
  readonly exclusions: Exclusion[] = [];

  async run(comparison: Comparison, options: ComparisonOptions): Promise<readonly Measured[]> {
    progress(`${comparison.title}: ${shortened(comparison.expected)}`);
    this.exclusions.push(...comparison.exclusions);
    return (this.measured[comparison.title] = await comparison.compare(options));
  }

  get titles(): string[] {
    return Object.keys(this.measured);
  }

  get names(): string[] {
    return [...new Set(Object.values(this.measured).flatMap((each) => each.map(({ name }) => name)))];
  }

  find(title: string, name: string): Measured | undefined {
    return this.measured[title]!.find((each) => each.name === name);
  }

  /** Returns the geometric mean of the median ratios to the reference, over the comparisons with this contestant. */
  meanRatio(name: string): number {
    return geometricMean(this.#of(name).map((each) => each.ratio.median));
  }

  /** Like `meanRatio`, relative to contestant `ours`. */
  meanTimesOurs(name: string): number {
    return geometricMean(this.#of(name).map((each) => each.timesOurs!.median));
  }

  /** Returns the smallest median ratio to contestant `ours`. */
  minTimesOurs(name: string): number {
    return Math.min(...this.#of(name).map((each) => each.timesOurs!.median));
  }

  timesOurs(title: string, name: string): number {
    return findMeasured(this.measured[title]!, name).timesOurs!.median;
  }

  ratio(title: string, name: string): number {
    return findMeasured(this.measured[title]!, name).ratio.median;
  }

  /** Returns a sentence that lists the excluded contestants, grouped by reason. Empty if no contestant is excluded. */
  exclusionNote(): string {
    const reasons = new Map<string, string[]>();
    for (const { name, title, why } of this.exclusions) {
      const text = `${name} (${why})`;
      reasons.set(text, [...(reasons.get(text) ?? []), title]);
    }
    const reasonTexts = [...reasons].map(([text, titles]) => `${text}: ${titles.join(", ")}`);
    return reasonTexts.length === 0 ? "" : ` n/a: ${reasonTexts.join("; ")}.`;
  }

  /** Returns a table with a row per contestant and a column per comparison. The chart shows the mean. */
  table(given: Pick<Table, "name" | "title" | "note" | "chart">): Table {
    const rows = this.names.map((name): TableRow => {
      const mean = this.meanRatio(name);
      const cells = this.titles.map((title) => cellOf(this.find(title, name)));
      return { name, ours: isOurs(name), cells: [...cells, ratio(mean)], value: mean };
    });
    return {
      ...given,
      note: given.note + this.exclusionNote(),
      columns: [...this.titles, "mean ratio"],
      rows: rows.toSorted((a, b) => a.value! - b.value!),
    };
  }

  #of(name: string): Measured[] {
    return this.titles.flatMap((title) => this.find(title, name) ?? []);
  }
}

export const isOurs = (name: string) => name.startsWith("tamis");

export function cellOf(found: Measured | undefined): string {
  return found === undefined ? "n/a" : `${duration(found.milliseconds.median)}, ${ratio(found.ratio.median)}`;
}
