import { runChild } from "../child-process.ts";
import { progress, type Measured } from "../harness.ts";
import { digits, duration } from "../numbers.ts";
import type { Goal, PartOptions, PartResult } from "../part-result.ts";
import { closeFixture } from "./fixture.ts";
import type { GrowthFigures, GrowthTask } from "./growth-child.ts";

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
const QUICK_SIZES = [10_000, 30_000, 100_000];

/** Highest slopes of log time over log rows. */
const MAX_SLOPES = { linear: 1.1, "at most linear": 1, "nearly flat": 0.3, flat: 0.1 } as const;
/** Highest ratio of the bytes per row. Dictionaries of few rows weigh more. */
const MAX_BYTES_RATIO = 1.1;

/** Measures how time grows with the number of rows. Each size runs in its own process. */
export async function runGrowth({ quick }: PartOptions): Promise<PartResult> {
  closeFixture();
  const found: GrowthFigures[] = [];
  const given = process.env["TAMIS_BENCH_GROWTH"]?.split(",").map(Number);
  for (const count of given ?? (quick ? QUICK_SIZES : SIZES)) {
    progress(`memory-growth: ${count.toLocaleString("en")} rows`);
    const task: GrowthTask = { count, rounds: quick ? 3 : 7 };
    found.push(await runChild(new URL("growth-child.ts", import.meta.url), task, CHILD_HEAP_MEGABYTES));
  }
  const stages = found[0]!.stages.map(({ name, goal }, i) => {
    const points = found.map(({ count, stages: own }) => [count, own[i]!.milliseconds.median] as const);
    return { name, goal, points, slope: slopeOf(points) };
  });
  const sizes = found.map(({ count }) => count.toLocaleString("en"));
  return {
    tables: [
      {
        name: "memory-growth",
        title: `From ${sizes[0]!} to ${sizes.at(-1)!} rows`,
        note: "Time for each number of rows, and the slope of log time over log rows: 1 is linear growth, 0 is no growth. Bytes are those of the collection with the columns of ten filters.",
        columns: [...sizes, "slope"],
        rows: [
          ...stages.map(({ name, points, slope }) => ({
            name,
            ours: true,
            cells: [...points.map(([, milliseconds]) => duration(milliseconds)), digits(slope)],
          })),
          {
            name: "bytes per row",
            ours: true,
            cells: [...found.map(({ bytesPerRow }) => digits(bytesPerRow)), ""],
          },
        ],
        plot: {
          title: "Time over the number of rows",
          across: "rows",
          lines: stages.map(({ name, points }) => ({ name, points })),
        },
      },
    ],
    goals: [
      ...stages.map(({ name, goal, slope }): Goal => ({
        name: `slope of ${name}`,
        reached: slope,
        atMost: MAX_SLOPES[goal],
        unit: "",
      })),
      {
        name: "bytes per row, most rows against fewest",
        reached: found.at(-1)!.bytesPerRow / found[0]!.bytesPerRow,
        atMost: MAX_BYTES_RATIO,
        unit: "x",
      },
    ],
    measured: Object.fromEntries(
      found.map(({ count, stages: own }): [string, Measured[]] => [
        `${count.toLocaleString("en")} rows`,
        own.map(({ name, milliseconds }) => ({ name, milliseconds, ratio: NO_RATIO, share: 1 })),
      ]),
    ),
  };
}

/** Ratio of a stage without a reference. */
const NO_RATIO = { median: 1, min: 1, max: 1 };

/** Ten million rows take five gigabytes as objects. */
const CHILD_HEAP_MEGABYTES = 10_000;

/** Returns the slope of the least-squares line through the points, after taking the logarithm of both coordinates. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (of: (point: readonly [number, number]) => number) =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [middleX, middleY] = [mean(([x]) => x), mean(([, y]) => y)];
  return mean(([x, y]) => (x - middleX) * (y - middleY)) / mean(([x]) => (x - middleX) ** 2);
}
