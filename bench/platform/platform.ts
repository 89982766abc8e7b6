import { median, progress } from "../harness.ts";
import { digits, duration } from "../numbers.ts";
import type { PartOptions, PartResult } from "../part-result.ts";
import { load, pageSize, type LoadFigures } from "./mixed-load.ts";
import { startBare, startPlatform, type ServerUnderLoad } from "./servers.ts";

const CONNECTIONS = 64;
/** More than the platform answers at the same time. */
const OVERLOAD = 600;
const MEBIBYTE = 2 ** 20;

/** Milliseconds between two measurements of the memory. */
const SAMPLE_INTERVAL = 1_000;

/** Measures the platform under reads and writes, its memory, and what it does with more connections than it can serve. */
export async function runPlatform({ quick }: PartOptions): Promise<PartResult> {
  const seconds = quick ? 15 : 300;
  const short = quick ? 3 : 15;
  progress(`platform: ${seconds} s with ${CONNECTIONS} connections`);
  const platform = await startPlatform();
  const mixed = { connections: CONNECTIONS, writes: true };
  try {
    await load(platform, { ...mixed, seconds: short, seed: 1 });
    const { samples, figures } = await withMemory(platform, () =>
      load(platform, { ...mixed, seconds, seed: 2 }),
    );
    const overloaded = await load(platform, {
      connections: OVERLOAD,
      writes: false,
      seconds: short,
      seed: 3,
    });
    const recovered = await load(platform, { ...mixed, seconds: short, seed: 4 });
    const bare = await startBare(await pageSize(platform));
    const reference = await load(bare, { ...mixed, seconds: short, seed: 2 }).finally(bare.stop);
    return resultOf({ figures, samples, overloaded, recovered, reference, seconds });
  } finally {
    await platform.stop();
  }
}

/** Runs work, and measures the memory of a server in bytes until it ends. */
async function withMemory(server: ServerUnderLoad, work: () => Promise<LoadFigures>) {
  const samples: number[] = [];
  const over = new AbortController();
  const sampling = (async () => {
    while (!over.signal.aborted) {
      samples.push(await server.memory());
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_INTERVAL));
    }
  })();
  const figures = await work();
  over.abort();
  await sampling;
  return { samples, figures };
}

interface Phases {
  readonly figures: LoadFigures;
  /** Memory in bytes, once each second. */
  readonly samples: readonly number[];
  readonly overloaded: LoadFigures;
  readonly recovered: LoadFigures;
  readonly reference: LoadFigures;
  readonly seconds: number;
}

function resultOf({ figures, samples, overloaded, recovered, reference, seconds }: Phases): PartResult {
  const quarter = Math.max(1, samples.length >> 2);
  const second = median(samples.slice(quarter, 2 * quarter));
  const last = median(samples.slice(-quarter));
  const refused = overloaded.statuses.get(503) ?? 0;
  const row = (name: string, ours: boolean, each: LoadFigures) => ({
    name,
    ours,
    cells: [
      digits(each.perSecond),
      duration(each.p50),
      duration(each.p99),
      digits(each.requests),
      digits(each.statuses.get(503) ?? 0),
      digits(failuresOf(each)),
    ],
  });
  return {
    tables: [
      {
        name: "platform",
        title: "The platform under load",
        note:
          "Annotations over a SQLite file: four of five requests read pages and items, and one creates, changes with an entity tag, or deletes. The bare handler is `node:http` with stored bytes of the size of a page. " +
          `The load comes from a process on the same machine. Memory of the platform: ${digits(second / MEBIBYTE)} MiB in the second quarter of the ${seconds} s, ${digits(last / MEBIBYTE)} MiB in the last one, a change of ${digits(growthPerMinute(samples.slice(quarter)) / MEBIBYTE)} MiB a minute. ` +
          `With ${OVERLOAD} connections, requests above the limit get 503 with \`Retry-After\`.`,
        columns: ["requests/s", "p50", "p99", "requests", "503", "other errors"],
        rows: [
          row(`bare handler, ${CONNECTIONS} connections`, false, reference),
          row(`platform, ${CONNECTIONS} connections, ${seconds} s`, true, figures),
          row(`platform, ${OVERLOAD} connections, reads`, true, overloaded),
          row(`platform, ${CONNECTIONS} connections afterwards`, true, recovered),
        ],
      },
    ],
    goals: [
      { name: "errors with 64 connections", reached: failuresOf(figures), atMost: 0, unit: "" },
      {
        name: "memory in the last quarter, against the second quarter",
        reached: last / second,
        atMost: 1.1,
        unit: "x",
      },
      { name: "requests refused under overload", reached: refused, atLeast: 1, unit: "" },
      {
        name: "refused requests without Retry-After",
        reached: refused - overloaded.retryAfter,
        atMost: 0,
        unit: "",
      },
      { name: "other errors under overload", reached: failuresOf(overloaded), atMost: 0, unit: "" },
      {
        name: "errors after the overload",
        reached: failuresOf(recovered) + (recovered.statuses.get(503) ?? 0),
        atMost: 0,
        unit: "",
      },
      {
        name: "p99 after the overload, against before",
        reached: recovered.p99 / figures.p99,
        atMost: 2,
        unit: "x",
      },
    ],
    measured: {
      platform: Object.entries({ reference, figures, overloaded, recovered }).map(([name, each]) => ({
        name,
        milliseconds: { median: each.p50, min: each.p50, max: each.p99 },
        ratio: single(reference.perSecond / each.perSecond),
        share: 1,
      })),
    },
  };
}

const single = (value: number) => ({ median: value, min: value, max: value });

/** Number of requests that failed, but for those that were refused with 503. */
function failuresOf({ statuses, broken }: LoadFigures): number {
  return [...statuses].reduce(
    (sum, [status, count]) => (status < 400 || status === 503 ? sum : sum + count),
    broken,
  );
}

/** Returns the slope of the least-squares line through values of each second, times 60. */
function growthPerMinute(values: readonly number[]): number {
  const middle = (values.length - 1) / 2;
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  let [product, square] = [0, 0];
  for (const [i, value] of values.entries()) {
    product += (i - middle) * (value - mean);
    square += (i - middle) ** 2;
  }
  return (60 * product) / square;
}
