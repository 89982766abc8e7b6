import type { RowReader } from "../../sql/rows/row-reader.ts";
import { PatternBudget, withPatternBudget } from "../../pattern/pattern-work.ts";
import { readBoolean } from "../../sql/rows/value-reader.ts";
import type { QueryPlan } from "./query-plan.ts";
import { throwIfCanceled } from "./abort.ts";
import { scanLimit } from "./limit-errors.ts";
import type { Session } from "./source.ts";
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
 * @throws PatternWorkError if the patterns of the filter visit too many states in memory.
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
  const patterns = new PatternBudget();
  const lowerBoundAt = hasLowerBound(plan) ? reader.columns.length : undefined;
  let scanned = 0;
  const isKept = (values: Values): boolean => {
    const isCertain =
      residual === undefined || (lowerBoundAt !== undefined && readBoolean(values[lowerBoundAt]) === true);
    if (isCertain && isAfter === undefined) return true;
    const row = reader.row(values);
    return (isCertain || residual(row)) && (isAfter?.(sortValues.read(row)) ?? true);
  };
  const pause = pauseBetweenSlices(signal);
  for await (const rows of session.batches(statement, batch)) {
    throwIfCanceled(signal);
    const matches: Values[] = [];
    for (const values of rows) {
      if (++scanned > maximumScan) throw scanLimit(maximumScan, plan.reasons);
      const keeps = withPatternBudget(patterns, () => isKept(values));
      if (pause.isDue()) await pause.yield();
      if (!keeps) continue;
      matches.push(values);
      if (isEndless) scanned = 0;
    }
    if (matches.length > 0) yield matches;
  }
}

/** Time slice in milliseconds: after evaluating rows for this time, yield to the event loop. */
const TIME_SLICE = 10;

/** Yields to the event loop between the rows that are evaluated in memory, so that an abort takes effect. */
export function pauseBetweenSlices(signal: AbortSignal | undefined) {
  let end = performance.now() + TIME_SLICE;
  return {
    isDue: () => performance.now() > end,
    /** @throws StatementError with failure `canceled` if the signal is aborted. */
    async yield(): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve));
      throwIfCanceled(signal);
      end = performance.now() + TIME_SLICE;
    },
  };
}
