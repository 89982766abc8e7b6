import { runChild } from "../children.ts";
import { progress, type Measured } from "../harness.ts";
import { digits, duration } from "../numbers.ts";
import type { Goal, PartOptions, PartResult } from "../parts.ts";
import { closeFixture } from "./fixture.ts";
import type { GrowthFigures, GrowthTask } from "./growth-child.ts";

const SIZES = [10_000, 100_000, 1_000_000, 10_000_000];
const QUICK_SIZES = [10_000, 30_000, 100_000];

/** Time grows as the rows do: this slope of log time over log rows is allowed to what is linear. */
const LINEAR = 1.1;
const NEARLY_FLAT = 0.3;

/** How time grows with the rows, each size in a process of its own. */
export async function runGrowth({ quick }: PartOptions): Promise<PartResult> {
  closeFixture();
  const found: GrowthFigures[] = [];
  for (const count of quick ? QUICK_SIZES : SIZES) {
    progress(`memory-growth: ${count.toLocaleString("en")} rows`);
    const task: GrowthTask = { count, rounds: quick ? 3 : 7 };
    found.push(await runChild(new URL("growth-child.ts", import.meta.url), task, MEGABYTES));
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
        note: "Time for each number of rows, and the slope of log time over log rows: 1 is as the rows grow, 0 is not at all.",
        columns: [...sizes, "slope"],
        rows: stages.map(({ name, points, slope }) => ({
          name,
          ours: true,
          cells: [...points.map(([, milliseconds]) => duration(milliseconds)), digits(slope)],
        })),
        plot: {
          title: "How time grows with the rows",
          across: "rows",
          lines: stages.map(({ name, points }) => ({ name, points })),
        },
      },
    ],
    goals: stages.map(({ name, goal, slope }): Goal => ({
      name: `slope of ${name}`,
      reached: slope,
      atMost: goal === "linear" ? LINEAR : NEARLY_FLAT,
      unit: "",
    })),
    measured: Object.fromEntries(
      found.map(({ count, stages: own }): [string, Measured[]] => [
        `${count.toLocaleString("en")} rows`,
        own.map(({ name, milliseconds }) => ({ name, milliseconds, ratio: ONE, share: 1 })),
      ]),
    ),
  };
}

const ONE = { median: 1, least: 1, most: 1 };

/** Ten million rows as objects take five gigabytes. */
const MEGABYTES = 10_000;

/** The slope of the line that lies nearest to the points, both as logarithms. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const logs = points.map(([x, y]) => [Math.log(x), Math.log(y)] as const);
  const mean = (of: (point: readonly [number, number]) => number) =>
    logs.reduce((sum, point) => sum + of(point), 0) / logs.length;
  const [middleX, middleY] = [mean(([x]) => x), mean(([, y]) => y)];
  return mean(([x, y]) => (x - middleX) * (y - middleY)) / mean(([x]) => (x - middleX) ** 2);
}
