import { STEP, type Slices } from "../data/slices.ts";
import type { ScoredRows } from "./scored-rows.ts";

/** Returns the mean squared error. For a binary target this is the Brier score. */
export async function meanSquaredError({ actual, predicted }: ScoredRows, slices: Slices): Promise<number> {
  let sum = 0;
  for (let i = 0; i < actual.length; i++) {
    sum += (actual[i]! - predicted[i]!) ** 2;
    if (i % STEP === 0) await slices.pause();
  }
  return sum / actual.length;
}
