import type { RowReader } from "../../sql/rows/row-reader.ts";
import { readBoolean } from "../../sql/rows/value-reader.ts";
import type { QueryPlan } from "./query-plan.ts";
import { scanLimit } from "./limit-errors.ts";
import { StatementError, type Session } from "./source.ts";
import { candidatesStatement, hasLowerBound } from "./statements.ts";

export type Values = readonly unknown[];

export interface CandidateOptions {
  readonly isOrdered: boolean;
  /** Maximum number of rows that are checked in memory. */
  readonly maximumScan: number;
  /** Whether `maximumScan` limits the rows between two matching rows, instead of all rows. */
  readonly isEndless?: boolean;
  readonly batch: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Yields the rows that match the filter, in batches. Rows outside the plan's lower bound are checked in memory.
 *
 * @throws ScanLimitError if more than `maximumScan` rows have to be checked.
 */
export async function* keptCandidates(
  plan: QueryPlan,
  session: Session,
  reader: RowReader,
  { isOrdered, maximumScan, isEndless = false, batch, signal }: CandidateOptions,
): AsyncGenerator<readonly Values[]> {
  const { residual, isAfter, sortValues } = plan;
  const limit = isEndless ? Infinity : maximumScan;
  const statement = candidatesStatement(plan, reader.columns, { isOrdered, limit });
  const lowerBoundAt = hasLowerBound(plan) ? reader.columns.length : undefined;
  let scanned = 0;
  const isKept = (values: Values): boolean => {
    const isCertain =
      residual === undefined || (lowerBoundAt !== undefined && readBoolean(values[lowerBoundAt]) === true);
    if (isCertain && isAfter === undefined) return true;
    const row = reader.row(values);
    return (isCertain || residual(row)) && (isAfter?.(sortValues.read(row)) ?? true);
  };
  for await (const rows of session.batches(statement, batch)) {
    throwIfAborted(signal);
    const kept: Values[] = [];
    for (const values of rows) {
      if (++scanned > maximumScan) throw scanLimit(maximumScan, plan.reasons);
      if (!isKept(values)) continue;
      kept.push(values);
      if (isEndless) scanned = 0;
    }
    if (kept.length > 0) yield kept;
  }
}

/**
 * Checks the signal. Call it between two statements: adapters check it only while a statement runs.
 *
 * @throws StatementError with failure `canceled` if the signal is aborted.
 */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new StatementError("canceled", "The request was canceled.", signal.reason);
}
