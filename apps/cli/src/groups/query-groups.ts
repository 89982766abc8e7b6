import { compileComparator, type CheckedFilter } from "tamis";
import type { Aggregates, Collection } from "tamis/engine";
import { UsageError } from "../command/arguments.ts";
import type { Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { chosenLocale } from "../command/locale-option.ts";
import { note } from "../command/report.ts";
import type { OutputFormat } from "../formats/formats.ts";
import type { Row } from "tamis/files";
import { requireAnswer } from "../query/answer.ts";
import { memberNamesOf, streamCollectionRows } from "../query/collection-rows.ts";
import { ExpressionError } from "../query/expression-error.ts";
import type { FilterText } from "../query/filter-option.ts";
import { prepareQuery } from "../query/prepare-query.ts";
import { isPreview } from "../query/preview.ts";
import { statementProgress, type StatementProgress } from "../query/statement-progress.ts";
import { writePage } from "../query/write-page.ts";
import { MOST_GROUPS } from "./group-options.ts";
import type { GroupPlan } from "./group-plan.ts";

export interface GroupRequest {
  readonly filter: FilterText;
  /** Order of the groups. Empty for the default: the largest count, or the values that form the groups. */
  readonly sortBy: string;
  readonly start: number;
  readonly limit: number | undefined;
  readonly format: OutputFormat;
}

/** Rows to group: a collection, and the filter that it evaluates. */
export interface GroupSource {
  readonly collection: Pick<Collection, "aggregate">;
  readonly filter: CheckedFilter | undefined;
}

type GroupOrder = ((a: Row, b: Row) => number) | undefined;

/**
 * Checks the order of the groups.
 * @throws ExpressionError if it is invalid; prints its diagnostics
 */
export function groupOrder({ columns }: GroupPlan, sortBy: string, scope: Scope): GroupOrder {
  if (sortBy === "") return undefined;
  const catalog = columns.catalog();
  try {
    const prepare = prepareQuery({ filter: "", sortBy }, catalog, scope);
    const checked = prepare({ sample: [], complete: true, names: memberNamesOf(catalog) });
    return compileComparator(checked.sortBy, chosenLocale(scope));
  } catch (error) {
    if (error instanceof ExpressionError)
      note(scope, `--sortBy orders the groups, which have these members: ${columns.names.join(", ")}.`);
    throw error;
  }
}

/** Prints the groups of the matching rows, or their number. Returns the exit code. */
export async function queryGroups(
  scope: Scope,
  source: GroupSource,
  plan: GroupPlan,
  request: GroupRequest,
): Promise<number> {
  const progress = statementProgress(scope.io);
  try {
    const order = groupOrder(plan, request.sortBy, scope);
    const aggregates = await aggregate(scope, source, plan, request, order === undefined);
    if (scope.args.flag("count")) {
      progress.end();
      await scope.out.write(`${aggregates.groupCount}\n`);
    } else await writeGroups(scope, aggregates, plan, request, order, progress);
    const matches = plan.aggregation.by!.length === 0 ? aggregates.groups[0]!.count : aggregates.groupCount;
    return matches === 0 && scope.args.flag("exit-status") ? EXIT.noMatch : EXIT.ran;
  } finally {
    progress.end();
  }
}

async function aggregate(
  scope: Scope,
  { collection, filter }: GroupSource,
  { aggregation }: GroupPlan,
  { filter: text, start, limit }: GroupRequest,
  isOrdered: boolean,
): Promise<Aggregates> {
  const query = filter === undefined ? {} : { filter };
  // Without `by` there is one group. It is read whatever the limit, to learn whether a row matches.
  const maxGroups =
    isOrdered && limit !== undefined && aggregation.by!.length > 0 ? start + limit : undefined;
  const options = { ...chosenLocale(scope), signal: scope.signal };
  const answer = await collection
    .aggregate(query, { ...aggregation, limit: maxGroups }, options)
    .catch((error: unknown) => {
      // The catalog does not allow a required function on a member.
      throw error instanceof TypeError && error.message.includes("does not allow functions")
        ? new UsageError(error.message)
        : error;
    });
  if (!answer.ok && answer.diagnostics.some(({ code }) => code === "group-limit"))
    throw tooManyGroups(aggregation.maximumGroups!);
  return requireAnswer(answer, text.filter, scope);
}

function tooManyGroups(maximum: number): UsageError {
  const advice =
    maximum < MOST_GROUPS ? `, or allow more with --max-groups (at most ${formatted(MOST_GROUPS)})` : "";
  return new UsageError(
    `The rows form more than ${formatted(maximum)} groups. Group by fewer members, filter the rows${advice}.`,
  );
}

function formatted(count: number): string {
  return count.toLocaleString("en-US");
}

async function writeGroups(
  scope: Scope,
  { groups, groupCount }: Aggregates,
  { columns, keysOf }: GroupPlan,
  { start, limit, format }: GroupRequest,
  order: GroupOrder,
  progress: StatementProgress,
): Promise<void> {
  const ordered =
    order === undefined
      ? groups
      : groups
          .map((group) => ({ group, row: columns.flatRow(group) }))
          .sort((a, b) => order(a.row, b.row))
          .map(({ group }) => group);
  const page = ordered.slice(start, limit === undefined ? undefined : start + limit);
  const catalog = columns.catalog();
  const printed = keysOf === undefined ? page : page.map((group) => ({ ...group, key: keysOf(group.key) }));
  const stream = await streamCollectionRows(nestedRows(printed, columns), catalog, columns.names, progress);
  await writePage(scope, stream, {
    filter: "",
    sortBy: "",
    start: 0,
    limit: undefined,
    catalog,
    matches: () => true,
    compare: undefined,
    paths: columns.names,
    format,
    preview: isPreview(scope, { limit, format })
      ? { start, total: () => Promise.resolve(groupCount) }
      : undefined,
  });
}

async function* nestedRows(groups: Aggregates["groups"], columns: GroupPlan["columns"]): AsyncGenerator<Row> {
  for (const group of groups) yield columns.nestedRow(group);
  await Promise.resolve();
}
