import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/**
 * Makes the tables of scored rows that the platform ships: `node apps/platform/scripts/make-libraries.ts`. The tables are always
 * the same. In the second quarter, amounts are greater and jobs are others, so that the variables deviate.
 */
const ROWS = 600;
const FOLDER = fileURLToPath(new URL("../libraries", import.meta.url));

/** Returns the text of each file, by its path below the folder of the libraries. */
export function makeLibraries(): ReadonlyMap<string, string> {
  return new Map([
    ["public/loans_1_q1.csv", loans(1, 0)],
    ["public/loans_2_q2.csv", loans(2, 1)],
    ["public/homes_1_q1.csv", homes(3, 0)],
    ["public/homes_2_q2.csv", homes(4, 1)],
  ]);
}

const JOBS = ["office", "manager", "sales", "self", "other"] as const;

function loans(seed: number, drift: number): string {
  const random = randomFrom(seed);
  const lines = ["id,bad,p_bad,amount,debt_ratio,age_of_credit,job"];
  for (let id = 1; id <= ROWS; id++) {
    const amount = Math.round(4_000 + 18_000 * random() + 9_000 * random() * (1 + drift));
    const debtRatio = 0.1 + 0.5 * random() + 0.1 * random();
    const age = Math.round(30 + 300 * random());
    const job = JOBS[Math.floor(JOBS.length * random() ** (1 + drift))]!;
    const z = -2.1 + 0.000_012 * amount + 3.4 * debtRatio - 0.006 * age;
    // Two decimals: equal predictions are common, as those of trees.
    const predicted = 1 / (1 + Math.exp(-z));
    const noise = job === "self" ? 0.15 : 0;
    const bad = random() < predicted + noise ? 1 : 0;
    const isMissing = random() < 0.03;
    lines.push(
      [id, bad, predicted.toFixed(2), amount, isMissing ? "" : debtRatio.toFixed(3), age, job].join(","),
    );
  }
  return `${lines.join("\n")}\n`;
}

const DISTRICTS = ["north", "south", "old town"] as const;

function homes(seed: number, drift: number): string {
  const random = randomFrom(seed);
  const lines = ["id,price,p_price,area,age,district"];
  for (let id = 1; id <= ROWS; id++) {
    const area = Math.round(35 + 120 * random() + 20 * drift);
    const age = Math.round(90 * random());
    const district = DISTRICTS[Math.floor(DISTRICTS.length * random())]!;
    const predicted = 62 + 2.9 * area - 0.8 * age;
    const price = predicted * (0.9 + 0.2 * random() + 0.05 * drift) + (district === "old town" ? 35 : 0);
    const isMissing = random() < 0.02;
    lines.push([id, isMissing ? "" : price.toFixed(1), predicted.toFixed(1), area, age, district].join(","));
  }
  return `${lines.join("\n")}\n`;
}

/** Returns a generator of numbers from 0 to 1 (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, text] of makeLibraries()) {
    const file = join(FOLDER, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
