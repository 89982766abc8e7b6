import {
  compare,
  findMeasured,
  geometricMean,
  progress,
  repeating,
  requireEqual,
  type ComparisonOptions,
  type Contestant,
  type Measured,
} from "../harness.ts";
import { nextTurn } from "../turns/turn-clock.ts";
import { duration, ratio } from "../numbers.ts";
import { isOurs, type Table, type TableRow } from "../part-result.ts";

/** A query of one contestant. */
export interface Entrant<T> extends Pick<Contestant, "name" | "isElsewhere"> {
  readonly query: () => T | Promise<T>;
  /** Number of runs before timing, so that all indexes that are built on use exist. */
  readonly warmUpRuns?: number;
}

/** Queries with the same result. */
export interface Workload<T> {
  readonly title: string;
  readonly expected: T;
  /** String by which results are compared. */
  readonly textOf: (result: T) => string;
  /** Work whose result is not compared. Without it, the first entrant is the reference. */
  readonly reference?: { readonly name: string; readonly work: () => unknown };
  readonly entrants: readonly Entrant<T>[];
}

/**
 * Repeats a query, but for at most a second: slower queries do not become faster by repetition. Each run has a turn of the event
 * loop, because indexes are built between requests.
 */
async function repeatQuery(query: () => unknown, times: number): Promise<void> {
  const end = performance.now() + 1000;
  for (let i = 1; i < times && performance.now() < end; i++) {
    await query();
    await nextTurn();
  }
}

/** Results of several workloads whose contestants are mostly the same. */
export class Matrix {
  readonly measured: Record<string, readonly Measured[]> = {};

  /** @throws Error if an entrant returns another result than expected */
  async run<T>(workload: Workload<T>, options: ComparisonOptions): Promise<readonly Measured[]> {
    const { title, textOf, reference, entrants } = workload;
    const expected = textOf(workload.expected);
    progress(`${title}: ${expected.length > 40 ? `${expected.slice(0, 37)}...` : expected}`);
    const contestants: Contestant[] =
      reference === undefined ? [] : [{ name: reference.name, run: repeating(reference.work) }];
    for (const { name, isElsewhere = false, query, warmUpRuns = 1 } of entrants) {
      requireEqual(`${title}: ${name}`, expected, textOf(await query()));
      await repeatQuery(query, warmUpRuns);
      contestants.push({ name, isElsewhere, run: repeating(query) });
    }
    return (this.measured[title] = await compare(contestants, options));
  }

  get titles(): string[] {
    return Object.keys(this.measured);
  }

  get names(): string[] {
    return [...new Set(Object.values(this.measured).flatMap((each) => each.map(({ name }) => name)))];
  }

  /** Returns the geometric mean of the median ratios to the reference. */
  meanRatio(name: string): number {
    return geometricMean(this.titles.map((title) => this.ratio(title, name)));
  }

  /** Returns the median ratios to contestant `ours`, one for each workload. */
  allTimesOurs(name: string): number[] {
    return this.titles.map((title) => this.timesOurs(title, name));
  }

  timesOurs(title: string, name: string): number {
    return findMeasured(this.measured[title]!, name).timesOurs!.median;
  }

  ratio(title: string, name: string): number {
    return findMeasured(this.measured[title]!, name).ratio.median;
  }

  /** Returns a table with a row per contestant and a column per workload. The chart shows the mean. */
  table(given: Pick<Table, "name" | "title" | "note" | "chart">): Table {
    const rows = this.names.map((name): TableRow => {
      const mean = this.meanRatio(name);
      const cells = this.titles.map((title) => {
        const found = findMeasured(this.measured[title]!, name);
        return `${duration(found.milliseconds.median)}, ${ratio(found.ratio.median)}`;
      });
      return { name, ours: isOurs(name), cells: [...cells, ratio(mean)], value: mean };
    });
    return {
      ...given,
      columns: [...this.titles, "mean ratio"],
      rows: rows.toSorted((a, b) => a.value! - b.value!),
    };
  }
}
