import type { Column } from "../data/column.ts";
import { STEP, type Slices } from "../data/slices.ts";

export interface VariableSummary {
  readonly level: "interval" | "nominal";
  readonly count: number;
  readonly missing: number;
  readonly distinct: number;
  readonly mean: number | null;
  /** Of a sample; null for fewer than two values. */
  readonly standardDeviation: number | null;
  readonly minimum: number | null;
  readonly maximum: number | null;
  /** Most frequent value of a nominal variable; the least one of several. */
  readonly mode: string | null;
}

export async function summarize(column: Column, slices: Slices): Promise<VariableSummary> {
  const counts = await countsOf(column, slices);
  const { texts, numbers, codes } = column;
  const isMissing = texts.indexOf("");
  const missing = isMissing < 0 ? 0 : counts[isMissing]!;
  const count = codes.length - missing;
  const distinct = texts.length - (isMissing < 0 ? 0 : 1);
  const common = { count, missing, distinct };
  const none = { mean: null, standardDeviation: null, minimum: null, maximum: null, mode: null };
  if (count === 0) return { level: numbers === undefined ? "nominal" : "interval", ...common, ...none };
  if (numbers === undefined) return { level: "nominal", ...common, ...none, mode: modeOf(texts, counts) };
  let sum = 0;
  let minimum = Infinity;
  let maximum = -Infinity;
  for (const [i, value] of numbers.entries()) {
    if (i === isMissing) continue;
    sum += value * counts[i]!;
    if (value < minimum) minimum = value;
    if (value > maximum) maximum = value;
    if (i % STEP === 0) await slices.pause();
  }
  const mean = sum / count;
  // A second pass avoids the cancellation of the sum of squares.
  let squares = 0;
  for (const [i, value] of numbers.entries()) {
    if (i !== isMissing) squares += (value - mean) ** 2 * counts[i]!;
    if (i % STEP === 0) await slices.pause();
  }
  const standardDeviation = count < 2 ? null : Math.sqrt(squares / (count - 1));
  return { level: "interval", ...common, mean, standardDeviation, minimum, maximum, mode: null };
}

/** Returns the number of rows with each distinct value. */
export async function countsOf({ texts, codes }: Column, slices: Slices): Promise<Uint32Array> {
  const counts = new Uint32Array(texts.length);
  for (const [row, code] of codes.entries()) {
    counts[code]!++;
    if (row % STEP === 0) await slices.pause();
  }
  return counts;
}

function modeOf(texts: readonly string[], counts: Uint32Array): string | null {
  let mode: string | null = null;
  let maxCount = 0;
  for (const [i, text] of texts.entries()) {
    if (text === "" || counts[i]! < maxCount) continue;
    if (counts[i]! > maxCount || text < mode!) mode = text;
    maxCount = counts[i]!;
  }
  return mode;
}
