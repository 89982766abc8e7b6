import { rowReader } from "../../sql/rows/row-reader.ts";
import type { AggregateGroup, Aggregates } from "../aggregate.ts";
import { Groups } from "../aggregates/groups.ts";
import type { ReadAggregation } from "../aggregates/read-aggregation.ts";
import type { GroupingPlan } from "./aggregate-plan.ts";
import { throwIfCanceled } from "./abort.ts";
import { keptCandidates, pauseBetweenSlices } from "./candidates.ts";
import { scanLimit } from "./limit-errors.ts";
import type { QueryPlan } from "./query-plan.ts";
import { MAX_BATCH_ROWS, type RunLimits } from "./run-page.ts";
import type { Session } from "./source.ts";

/**
 * @param grouping plan of the database's groups; undefined to group the rows in memory.
 * @throws GroupLimitError if the rows form more groups than the aggregation allows.
 * @throws ScanLimitError if the database would return too many rows.
 */
export async function runAggregate(
  plan: QueryPlan,
  grouping: GroupingPlan | undefined,
  aggregation: ReadAggregation,
  session: Session,
  limits: RunLimits,
): Promise<Aggregates> {
  const groups = new Groups(aggregation);
  await (grouping === undefined
    ? addRows(plan, aggregation, groups, session, limits)
    : addPartialResults(plan, grouping, groups, session, limits));
  const sorted = await sortGroups(groups, limits.signal);
  const pause = pauseBetweenSlices(limits.signal);
  const shown: AggregateGroup[] = [];
  for (const group of sorted.subarray(0, aggregation.limit)) {
    shown.push(groups.groupAt(group));
    if (pause.isDue()) await pause.yield();
  }
  return { groups: shown, groupCount: groups.count };
}

async function addPartialResults(
  plan: QueryPlan,
  grouping: GroupingPlan,
  groups: Groups,
  session: Session,
  { maximumScan, signal }: RunLimits,
): Promise<void> {
  const pause = pauseBetweenSlices(signal);
  let scanned = 0;
  for await (const rows of session.batches(grouping.statement(maximumScan + 1), MAX_BATCH_ROWS)) {
    throwIfCanceled(signal);
    for (const values of rows) {
      if (++scanned > maximumScan) throw scanLimit(maximumScan, plan.reasons);
      grouping.add(groups, values);
      if (pause.isDue()) await pause.yield();
    }
  }
}

async function addRows(
  plan: QueryPlan,
  aggregation: ReadAggregation,
  groups: Groups,
  session: Session,
  limits: RunLimits,
): Promise<void> {
  const reader = rowReader(plan.target, aggregatedProperties(plan, aggregation));
  const { by, measures } = aggregation;
  const pause = pauseBetweenSlices(limits.signal);
  const options = { ...limits, isOrdered: false, batch: MAX_BATCH_ROWS };
  for await (const rows of keptCandidates(plan, session, reader, options)) {
    for (const values of rows) {
      const row = reader.row(values);
      const group = groups.add(
        by.map(({ read }, i) => groups.keys[i]!.codeOf(read(row))),
        1,
      );
      for (const [i, { read }] of measures.entries()) groups.accumulators[i]!.add(group, read(row), 1);
      if (pause.isDue()) await pause.yield();
    }
  }
}

/** Returns the properties of rows that memory needs to form groups. */
export function aggregatedProperties(
  { needed }: QueryPlan,
  { by, measures }: ReadAggregation,
): ReadonlySet<string> {
  return new Set([...needed, ...[...by, ...measures].map(({ member }) => member.path[0]!)]);
}

/** Returns the numbers of the groups in order. Sorts by merging, so that it can yield to the event loop. */
async function sortGroups(groups: Groups, signal: AbortSignal | undefined): Promise<Uint32Array> {
  const pause = pauseBetweenSlices(signal);
  let from = Uint32Array.from({ length: groups.count }, (_, i) => i);
  let to = new Uint32Array(groups.count);
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(start + 2 * width, from.length);
      let [left, right] = [start, middle];
      for (let at = start; at < end; at++) {
        const takesLeft = right >= end || (left < middle && groups.compare(from[left]!, from[right]!) <= 0);
        to[at] = takesLeft ? from[left++]! : from[right++]!;
        if (pause.isDue()) await pause.yield();
      }
    }
    [from, to] = [to, from];
  }
  return from;
}
