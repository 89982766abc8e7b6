/** Counts of one rule, in the published shape. */
export interface RuleCount {
  readonly referenceIdentifier: string;
  /** Number of messages for which the rule was evaluated. */
  readonly evaluated: number;
  /** Number of alerts that the rule raised. */
  readonly alertFired: number;
  /** Number of outcomes that the rule required. */
  readonly outcomeFired: number;
  /** Number of evaluations that took longer than the package allows. */
  readonly overtime: number;
}

/** How one rule treated one message. */
export interface RuleEvent {
  readonly id: string;
  readonly alert: boolean;
  readonly outcome: boolean;
  readonly overtime: boolean;
}

/** Counts by rule. */
type Counts = Map<string, Omit<RuleCount, "referenceIdentifier">>;

const DAY = 86_400_000;

/** Number of days with counts of their own: today and the six days before. */
const DAYS = 7;

/** Saved form of the counts. */
export interface SavedMetrics {
  readonly total: readonly RuleCount[];
  /** Counts by the number of the day since 1970. */
  readonly days: readonly (readonly [day: number, counts: readonly RuleCount[]])[];
}

/** Counts how often each rule fired: in total, and on each of the last seven days in UTC. */
export class RuleMetrics {
  readonly #total: Counts = new Map();
  readonly #days = new Map<number, Counts>();

  /** @param time milliseconds since 1970 when the message was decided */
  add(time: number, events: readonly RuleEvent[]): void {
    const day = Math.floor(time / DAY);
    let counts = this.#days.get(day);
    if (counts === undefined) {
      counts = new Map();
      this.#days.set(day, counts);
      // Days are few, and only the last ones are ever shown.
      const newest = Math.max(...this.#days.keys());
      for (const storedDay of this.#days.keys()) if (storedDay <= newest - DAYS) this.#days.delete(storedDay);
    }
    for (const event of events) {
      increase(this.#total, event);
      increase(counts, event);
    }
  }

  /**
   * Returns the counts in the published shape. A day without messages has the metrics null.
   *
   * @param now milliseconds since 1970
   * @param rules identifiers of the rules to show
   */
  show(now: number, rules: readonly string[]): Readonly<Record<string, object>> {
    const today = Math.floor(now / DAY);
    const days = Array.from({ length: DAYS }, (_, i) => {
      const name = i === 0 ? "today" : `today-${i}`;
      return [name, { metrics: list(this.#days.get(today - i), rules) }] as const;
    });
    return { total: { metrics: list(this.#total, rules) }, ...Object.fromEntries(days) };
  }

  save(): SavedMetrics {
    return {
      total: listCounts(this.#total),
      days: [...this.#days].map(([day, counts]) => [day, listCounts(counts)] as const),
    };
  }

  load({ total, days }: SavedMetrics): void {
    fill(this.#total, total);
    for (const [day, saved] of days) {
      const counts: Counts = new Map();
      fill(counts, saved);
      this.#days.set(day, counts);
    }
  }
}

function increase(counts: Counts, { id, alert, outcome, overtime }: RuleEvent): void {
  const before = counts.get(id);
  counts.set(id, {
    evaluated: (before?.evaluated ?? 0) + 1,
    alertFired: (before?.alertFired ?? 0) + Number(alert),
    outcomeFired: (before?.outcomeFired ?? 0) + Number(outcome),
    overtime: (before?.overtime ?? 0) + Number(overtime),
  });
}

function list(counts: Counts | undefined, rules: readonly string[]): readonly RuleCount[] | null {
  const ruleCounts = rules.flatMap((id) => {
    const count = counts?.get(id);
    return count === undefined ? [] : [{ ...count, referenceIdentifier: id }];
  });
  return ruleCounts.length === 0 ? null : ruleCounts;
}

function listCounts(counts: Counts): readonly RuleCount[] {
  return [...counts].map(([referenceIdentifier, count]) => ({ ...count, referenceIdentifier }));
}

function fill(counts: Counts, saved: readonly RuleCount[]): void {
  for (const { referenceIdentifier, ...count } of saved) counts.set(referenceIdentifier, count);
}
