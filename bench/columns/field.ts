import {
  compare,
  geometricMean,
  measuredOf,
  progress,
  repeating,
  type ComparisonOptions,
  type Contestant,
  type Measured,
} from "../harness.ts";
import { duration, ratio } from "../numbers.ts";
import type { Table, TableRow } from "../parts.ts";
import type { Ask, Prepared } from "./stores/store.ts";

/** Who takes part in one comparison. Those whose result is another one are told, and left out. */
export class Field {
  readonly title: string;
  readonly expected: string;
  readonly contestants: Contestant[] = [];
  readonly refusals: Refusal[] = [];

  constructor(title: string, expected: string) {
    this.title = title;
    this.expected = expected;
  }

  /** What is no contestant but a measure: it gives no result. */
  measure(name: string, work: () => unknown): void {
    this.contestants.push({ name, run: repeating(work) });
  }

  /** @throws Error if ours gives another result; of a peer that is noted */
  async add<T>(
    entrant: Entrant,
    prepared: Prepared<T> | undefined,
    textOf: (result: T) => string,
  ): Promise<void> {
    const { name, ours, expected = this.expected, asks = 1, isElsewhere = false, share = 1 } = entrant;
    let ask: Ask<T> | string | undefined;
    let found = "";
    try {
      ask = await prepared;
      if (typeof ask !== "function") return this.#refuse(name, ask ?? "it has no such thing", ours);
      found = textOf(await ask());
      await askOften(ask, asks);
    } catch (error) {
      return this.#refuse(name, error instanceof Error ? error.message : String(error), ours);
    }
    if (found !== expected) return this.#refuse(name, difference(found, expected), ours);
    const run = ask;
    this.contestants.push({ name, isElsewhere, share, run: repeating(() => run()) });
  }

  async compare(options: ComparisonOptions): Promise<Measured[]> {
    return compare(this.contestants, options);
  }

  #refuse(name: string, why: string, ours = false): void {
    if (ours) throw new Error(`${this.title}: ${name}: ${why}`);
    progress(`  n/a: ${name}: ${why}`);
    this.refusals.push({ name, title: this.title, why });
  }
}

interface Entrant extends Pick<Contestant, "name" | "isElsewhere" | "share"> {
  readonly ours?: boolean;
  /** Where the entrant has fewer rows than all. */
  readonly expected?: string;
  /** So often it is asked before it is timed: what is made by use is there then. */
  readonly asks?: number;
}

export interface Refusal {
  readonly name: string;
  readonly title: string;
  readonly why: string;
}

/** Asks so often, but no longer than a second: what takes that long is not made quicker by use. */
export async function askOften(ask: () => unknown, asks: number): Promise<void> {
  const end = performance.now() + 1000;
  for (let i = 1; i < asks && performance.now() < end; i++) await ask();
}

/** Numbers are told; lists of rows are not. */
function difference(found: string, expected: string): string {
  const isShort = Math.max(found.length, expected.length) < 16;
  return isShort ? `finds ${found}, not ${expected}` : "gives other rows";
}

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 37)}...` : text);

/** What came of several comparisons of about the same contestants. */
export class Matrix {
  readonly measured: Record<string, readonly Measured[]> = {};
  readonly refusals: Refusal[] = [];

  async run(field: Field, options: ComparisonOptions): Promise<readonly Measured[]> {
    progress(`${field.title}: ${shortened(field.expected)}`);
    this.refusals.push(...field.refusals);
    return (this.measured[field.title] = await field.compare(options));
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

  /** How often the reference's time in the middle: the geometric mean of the medians, of what a contestant answers. */
  meanRatio(name: string): number {
    return geometricMean(this.#of(name).map((each) => each.ratio.median));
  }

  /** The same against ours. */
  meanTimesOurs(name: string): number {
    return geometricMean(this.#of(name).map((each) => each.timesOurs!.median));
  }

  /** The least in all comparisons in which it takes part. */
  leastTimesOurs(name: string): number {
    return Math.min(...this.#of(name).map((each) => each.timesOurs!.median));
  }

  timesOurs(title: string, name: string): number {
    return measuredOf(this.measured[title]!, name).timesOurs!.median;
  }

  ratio(title: string, name: string): number {
    return measuredOf(this.measured[title]!, name).ratio.median;
  }

  /** Why some are not in some comparisons, in words; each reason once. */
  whyNot(): string {
    const reasons = new Map<string, string[]>();
    for (const { name, title, why } of this.refusals) {
      const text = `${name} (${why})`;
      reasons.set(text, [...(reasons.get(text) ?? []), title]);
    }
    const told = [...reasons].map(([text, titles]) => `${text}: ${titles.join(", ")}`);
    return told.length === 0 ? "" : ` n/a: ${told.join("; ")}.`;
  }

  /** Contestants as lines, comparisons as columns; what is drawn is the mean. */
  table(given: Pick<Table, "name" | "title" | "note" | "chart">): Table {
    const rows = this.names.map((name): TableRow => {
      const mean = this.meanRatio(name);
      const cells = this.titles.map((title) => cellOf(this.find(title, name)));
      return { name, ours: isOurs(name), cells: [...cells, ratio(mean)], value: mean };
    });
    return {
      ...given,
      note: given.note + this.whyNot(),
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
