import { project, type Projection } from "../projection.ts";
import type { RowObject } from "../../sql/rows/row-parts.ts";
import { rowReader } from "../../sql/rows/row-reader.ts";
import { keptCandidates } from "./candidates.ts";
import type { QueryPlan } from "./query-plan.ts";
import { candidateReader, firstRows, wholeRows, type RunLimits } from "./run-page.ts";
import type { Session } from "./source.ts";
import { rowsStatement, sampleStatement } from "./statements.ts";

/** Number of rows in a batch. Also the number of rows that are fetched by key at a time. */
const BATCH_ROWS = 200;

/** Runs the plan of a stream in batches. If the database sorts, only one batch is in memory. */
export async function* runStream(
  plan: QueryPlan,
  session: Session,
  limits: RunLimits,
): AsyncGenerator<readonly RowObject[]> {
  if (plan.request.limit === 0) return;
  if (plan.verdict === "exact") {
    for await (const rows of session.batches(rowsStatement(plan), BATCH_ROWS)) {
      if (rows.length > 0) yield rows.map((values) => plan.rows.row(values));
    }
  } else if (plan.terms !== undefined) {
    yield* streamInOrder(plan, session, limits);
  } else {
    yield* streamSorted(plan, session, limits);
  }
}

/** Returns random rows among those that match. Requires that the database evaluates the filter exactly. */
export async function runSample(
  plan: QueryPlan,
  size: number,
  session: Session,
): Promise<readonly RowObject[]> {
  const sampled: RowObject[] = [];
  for await (const rows of session.batches(sampleStatement(plan, size), BATCH_ROWS))
    for (const values of rows) sampled.push(plan.rows.row(values));
  return sampled;
}

/** Streams rows that the database sorts. Reads whole rows, because fetching each row by its key would cost more. */
async function* streamInOrder(
  plan: QueryPlan,
  session: Session,
  limits: RunLimits,
): AsyncGenerator<readonly RowObject[]> {
  const { start, limit, select } = plan.request;
  const reader = rowReader(
    plan.target,
    select === undefined ? undefined : new Set([...select.keys(), ...plan.needed, ...plan.sorted]),
  );
  let matchCount = 0;
  let yielded = 0;
  const options = { ...limits, isOrdered: true, isEndless: true, batch: BATCH_ROWS };
  for await (const rows of keptCandidates(plan, session, reader, options)) {
    const selected = rows.filter(() => matchCount++ >= start).slice(0, limit - yielded);
    yielded += selected.length;
    if (selected.length > 0) yield selected.map((values) => reader.row(values));
    if (yielded >= limit) return;
  }
}

async function* streamSorted(
  plan: QueryPlan,
  session: Session,
  limits: RunLimits,
): AsyncGenerator<readonly RowObject[]> {
  const { start, limit } = plan.request;
  const reading = candidateReader(plan);
  const { top } = await firstRows(plan, session, reading.reader, limits, start + limit);
  for (let at = start; at < top.length; at += BATCH_ROWS)
    yield await wholeRows(plan, session, reading, top.slice(at, at + BATCH_ROWS));
}

/** Yields each row of batches, with the selected properties. */
export async function* eachRow(
  batches: AsyncIterable<readonly RowObject[]>,
  select: Projection | undefined,
): AsyncGenerator<RowObject> {
  for await (const rows of batches) for (const row of rows) yield project(row, select);
}
