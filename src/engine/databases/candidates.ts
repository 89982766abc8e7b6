import type { RowReader } from "../../sql/rows/row-reader.ts";
import { readBoolean } from "../../sql/rows/value-reader.ts";
import type { QueryPlan } from "./query-plan.ts";
import { scanLimit } from "./limit-errors.ts";
import { StatementError, type Session } from "./source.ts";
import { candidatesStatement, hasSure } from "./statements.ts";

/** What the database gives for one row. */
export type Values = readonly unknown[];

export interface CandidateOptions {
  readonly isOrdered: boolean;
  /** How many rows may be looked at. */
  readonly maximumScan: number;
  /** They may be looked at between two rows that are kept, and in all as many as there are. */
  readonly isEndless?: boolean;
  readonly batch: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * The rows that the filter keeps, as they come: memory decides on those of which the database is not sure.
 *
 * @throws ScanLimitError where more rows come than may be looked at.
 */
export async function* keptCandidates(
  plan: QueryPlan,
  session: Session,
  reader: RowReader,
  { isOrdered, maximumScan, isEndless = false, batch, signal }: CandidateOptions,
): AsyncGenerator<readonly Values[]> {
  const { residual, isAfter, sortValues } = plan;
  const most = isEndless ? Infinity : maximumScan;
  const statement = candidatesStatement(plan, reader.columns, { isOrdered, most });
  const sureAt = hasSure(plan) ? reader.columns.length : undefined;
  let scanned = 0;
  const isKept = (values: Values): boolean => {
    const isSure = residual === undefined || (sureAt !== undefined && readBoolean(values[sureAt]) === true);
    if (isSure && isAfter === undefined) return true;
    const row = reader.row(values);
    return (isSure || residual(row)) && (isAfter?.(sortValues.read(row)) ?? true);
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

/** What runs between statements is given up as well. */
export function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted === true)
    throw new StatementError("canceled", "The request was given up.", signal.reason);
}
