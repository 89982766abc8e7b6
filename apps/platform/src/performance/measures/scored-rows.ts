import type { Table } from "../data/column.ts";
import { JobFailure } from "../data/job-failure.ts";
import { STEP, type Slices } from "../data/slices.ts";
import type { JobSettings } from "../contract/job-code.ts";

/** The rows of a table that have a target and a prediction. */
export interface ScoredRows {
  /** Actual values; for a binary target 1 for an event, otherwise 0. */
  readonly actual: Float64Array;
  readonly predicted: Float64Array;
  /** Number of rows without a target or a prediction. */
  readonly missing: number;
}

/** @throws JobFailure for a column that must be numeric and is not, and without complete rows */
export async function scoredRows(
  table: Table,
  { target, prediction, targetLevel, event }: JobSettings,
  slices: Slices,
): Promise<ScoredRows> {
  const actuals = table.columns.get(target)!;
  const predictions = table.columns.get(prediction)!;
  const values =
    targetLevel === "binary"
      ? Float64Array.from(actuals.texts, (text) => (text === "" ? Number.NaN : text === event ? 1 : 0))
      : numeric(actuals.numbers, target, table.name);
  const scores = numeric(predictions.numbers, prediction, table.name);
  const actual = new Float64Array(table.rows);
  const predicted = new Float64Array(table.rows);
  let size = 0;
  for (let row = 0; row < table.rows; row++) {
    const value = values[actuals.codes[row]!]!;
    const score = scores[predictions.codes[row]!]!;
    if (!Number.isNaN(value) && !Number.isNaN(score)) {
      actual[size] = value;
      predicted[size++] = score;
    }
    if (row % STEP === 0) await slices.pause();
  }
  if (size === 0) throw new JobFailure(`No row of the table ${table.name} has a target and a prediction.`);
  return {
    actual: actual.subarray(0, size),
    predicted: predicted.subarray(0, size),
    missing: table.rows - size,
  };
}

function numeric(numbers: Float64Array | undefined, column: string, table: string): Float64Array {
  if (numbers !== undefined) return numbers;
  throw new JobFailure(`The column '${column}' of the table ${table} has values that are not numbers.`);
}
