import { UsageError } from "../command/arguments.ts";
import type { Scope } from "../command/command.ts";
import type { Option } from "../command/option.ts";
import type { Row } from "tamis/files";
import type { RowStream } from "../rows/row-stream.ts";

export const SAMPLE: Option = {
  name: "sample",
  value: "N",
  help: "write N random rows of the matching ones",
};
export const SEED: Option = {
  name: "seed",
  value: "N",
  help: "with --sample: a number that selects the same rows each time; databases return all rows then",
};

/** Options that contradict a sample, with the reason. */
const OTHERS: readonly (readonly [name: string, reason: string])[] = [
  ["limit", "Write the number of rows after --sample."],
  ["start", "A sample has no pages."],
  ["count", "--count counts all matching rows."],
  ...["distinct", "count-by", "by", "sum", "avg", "min", "max"].map(
    (name) => [name, "A sample consists of rows, not of groups."] as const,
  ),
];

const MOST_SEEDS = 2 ** 32;

export interface SampleOptions {
  readonly size: number;
  /** Seed of the random positions. Undefined if any sample will do. */
  readonly seed: number | undefined;
}

/**
 * Reads the options for a sample. Returns undefined if there are none.
 * @throws UsageError for options that contradict a sample
 */
export function readSample({ args }: Scope): SampleOptions | undefined {
  const size = args.count(SAMPLE.name, 1);
  const seed = args.count(SEED.name);
  if (size === undefined) {
    if (seed === undefined) return undefined;
    throw new UsageError("--seed needs --sample.");
  }
  const conflict = OTHERS.find(([name]) => args.isGiven(name));
  if (conflict !== undefined)
    throw new UsageError(`--sample cannot be combined with ${args.spelling(conflict[0])}. ${conflict[1]}`);
  if (args.text("output") === "envelope")
    throw new UsageError("--sample cannot be combined with -o envelope. A sample has no pages.");
  if (seed !== undefined && seed >= MOST_SEEDS)
    throw new UsageError(`--seed must be less than ${MOST_SEEDS}, not ${seed}.`);
  return { size, seed };
}

/** @throws UsageError if the query string has `start` or `limit` */
export function requireNoPage({
  start,
  limit,
}: {
  readonly start: number;
  readonly limit: number | undefined;
}) {
  if (start > 0 || limit !== undefined)
    throw new UsageError(
      "--sample cannot be combined with start and limit of --query. A sample has no pages.",
    );
}

/**
 * Returns a stream of random rows among those that match, in their order. The seed and the number of matching rows determine
 * their positions. Keeps only the sample in memory.
 */
export function sampled(
  stream: RowStream,
  matches: (row: unknown) => boolean,
  { size, seed }: SampleOptions,
): RowStream {
  return {
    ...stream,
    batches: async function* () {
      const random = randomNumbers(seed ?? Math.floor(Math.random() * MOST_SEEDS));
      const sample: { readonly at: number; readonly row: Row }[] = [];
      let at = 0;
      for await (const batch of stream.batches())
        for (const row of batch) {
          if (!matches(row)) continue;
          // Each row replaces one of the sample with the probability that a sample of all rows so far contains it.
          const place = at < size ? at : Math.floor(random() * (at + 1));
          if (place < size) sample[place] = { at, row };
          at++;
        }
      yield sample.sort((a, b) => a.at - b.at).map(({ row }) => row);
    },
  };
}

/** Returns a generator of numbers >= 0 and < 1 with 53 random bits (splitmix32, twice). */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = state ^ (state >>> 16);
    mixed = Math.imul(mixed, 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
  return () => (next() * 2 ** 21 + (next() >>> 11)) / 2 ** 53;
}
