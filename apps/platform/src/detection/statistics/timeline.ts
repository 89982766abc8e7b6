/** A node of the published trees. The names begin with numbers, so that they keep their order. */
export interface StatisticsNode {
  readonly "1_Description": string;
  readonly "2_MetricMatch": string;
  readonly "3_Count": number;
  /** Average in milliseconds. */
  readonly "4_Avg": number;
  readonly "5_ChildMap": Readonly<Record<string, StatisticsNode>>;
}

export interface TimelineEntry extends StatisticsNode {
  /** Number of messages. */
  readonly processTxnCount: number;
  readonly processTxnSumMilliseconds: number;
  /** Messages per second. */
  readonly processTxnThroughput: number;
}

/** The tools that a message passes, in their order. */
export const TOOLS = {
  read: "Reads the message from Ion.",
  check: "Compares the message with the variable sets.",
  profiles: "Reads the profiles.",
  rules: "Evaluates the rules.",
  store: "Stores the message.",
} as const;

export type Tool = keyof typeof TOOLS;

/** Milliseconds that each tool took for one message. A tool that the message did not reach is missing. */
export type Durations = Partial<Record<Tool, number>>;

interface Measurement {
  count: number;
  milliseconds: number;
}

interface Period {
  readonly messages: Measurement;
  readonly tools: Map<Tool, Measurement>;
}

const MINUTE = 60_000;

/** Number of minutes with an entry of their own. */
const MINUTES = 60;

/** Durations of messages and tools: since the start, and for each of the last 60 minutes. Kept in memory only. */
export class Timeline {
  readonly #start: number;
  readonly #all = emptyPeriod();
  /** By the number of the minute since 1970, the oldest first. */
  readonly #minutes = new Map<number, Period>();

  /** @param start milliseconds since 1970 */
  constructor(start: number) {
    this.#start = start;
  }

  /** @param time milliseconds since 1970 */
  add(time: number, milliseconds: number, durations: Durations): void {
    const minute = Math.floor(time / MINUTE);
    let period = this.#minutes.get(minute);
    if (period === undefined) {
      period = emptyPeriod();
      this.#minutes.set(minute, period);
      for (const key of this.#minutes.keys()) if (key <= minute - MINUTES) this.#minutes.delete(key);
    }
    for (const target of [this.#all, period]) {
      measure(target.messages, milliseconds);
      for (const [tool, duration] of Object.entries(durations) as [Tool, number][]) {
        const measurement = target.tools.get(tool) ?? { count: 0, milliseconds: 0 };
        measure(measurement, duration);
        target.tools.set(tool, measurement);
      }
    }
  }

  /** Returns the last 60 minutes that have messages, the newest first. */
  entries(now: number): readonly TimelineEntry[] {
    const current = Math.floor(now / MINUTE);
    return [...this.#minutes]
      .filter(([minute]) => minute > current - MINUTES)
      .sort(([a], [b]) => b - a)
      .map(([minute, period]) => {
        const seconds = minute === current ? Math.max((now - minute * MINUTE) / 1000, 1) : 60;
        const from = new Date(minute * MINUTE).toISOString();
        const children = Object.fromEntries(
          [...period.tools].map(([tool, measurement]) => [tool, node(TOOLS[tool], tool, measurement, {})]),
        );
        return entry(`Messages of the minute from ${from}`, from, period.messages, children, seconds);
      });
  }

  /** Returns one entry for each tool, since the start of the service. */
  tools(now: number): readonly TimelineEntry[] {
    const seconds = Math.max((now - this.#start) / 1000, 1);
    return (Object.keys(TOOLS) as Tool[]).map((tool) => {
      const measurement = this.#all.tools.get(tool) ?? { count: 0, milliseconds: 0 };
      return entry(TOOLS[tool], tool, measurement, {}, seconds);
    });
  }
}

function emptyPeriod(): Period {
  return { messages: { count: 0, milliseconds: 0 }, tools: new Map() };
}

function measure(measurement: Measurement, milliseconds: number): void {
  measurement.count++;
  measurement.milliseconds += milliseconds;
}

function entry(
  description: string,
  match: string,
  measurement: Measurement,
  children: StatisticsNode["5_ChildMap"],
  seconds: number,
): TimelineEntry {
  return {
    ...node(description, match, measurement, children),
    processTxnCount: measurement.count,
    processTxnSumMilliseconds: measurement.milliseconds,
    processTxnThroughput: measurement.count / seconds,
  };
}

function node(
  description: string,
  match: string,
  { count, milliseconds }: Measurement,
  children: Readonly<Record<string, StatisticsNode>>,
): StatisticsNode {
  return {
    "1_Description": description,
    "2_MetricMatch": match,
    "3_Count": count,
    "4_Avg": count === 0 ? 0 : milliseconds / count,
    "5_ChildMap": children,
  };
}
