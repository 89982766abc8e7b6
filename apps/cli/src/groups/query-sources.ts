import type { CheckedFilter, Catalog } from "tamis";
import { resolveMember, type ResolvedMember } from "tamis/catalog";
import type { Collection } from "tamis/engine";
import type { Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { chosenLocale } from "../command/locale-option.ts";
import { cellStyleOf } from "../command/read-options.ts";
import { note } from "../command/report.ts";
import type { InputFormat, OutputFormat } from "../formats/formats.ts";
import { prepareQuery } from "../query/prepare-query.ts";
import { checkedQuery, printPlan, type OpenTable } from "../query/query-collection.ts";
import { readRequest, type PagedQueryText } from "../query/read-request.ts";
import { compileRowFilter } from "../query/row-filter.ts";
import type { RowStream } from "../rows/row-stream.ts";
import { typesOf } from "../rows/sample-types.ts";
import { UnreadDates } from "../rows/unread-dates.ts";
import { planCatalogGroups, stringMeasures } from "./catalog-members.ts";
import { groupFileRows } from "./group-file-rows.ts";
import type { GroupOptions } from "./group-options.ts";
import type { GroupPlan } from "./group-plan.ts";
import { groupOrder, queryGroups, type GroupRequest } from "./query-groups.ts";

interface GroupedText extends PagedQueryText {
  readonly format: OutputFormat;
}

/** Prints the groups of a table or a collection file, or their plan. Returns the exit code. */
export async function queryTableGroups(
  scope: Scope,
  table: OpenTable,
  options: GroupOptions,
  request: GroupedText,
  isExplained: boolean,
): Promise<number> {
  const { collection, catalog } = table;
  const strings = stringMeasures(options, catalog);
  const explained = strings.length > 0 ? await table.withEvidence?.(strings, scope.signal) : undefined;
  const plan = planCatalogGroups(options, explained ?? catalog);
  groupOrder(plan, sortOf(request), scope);
  const { filter } = await checkedQuery(scope, table, { ...request, sortBy: "" });
  if (isExplained) return explainGroups(scope, collection, filter, plan, request.format);
  return queryGroups(scope, { collection, filter }, plan, groupRequest(request));
}

export interface RowGroupOptions {
  readonly open: () => Promise<RowStream>;
  readonly formatOf: (input: InputFormat) => OutputFormat;
  /** True if the plan of the groups is printed instead of the groups. */
  readonly isExplained: boolean;
}

/** Prints the groups of rows that are read one after the other, or their plan. Returns the exit code. */
export async function queryRowGroups(
  scope: Scope,
  options: GroupOptions,
  catalog: Catalog | undefined,
  { open, formatOf, isExplained }: RowGroupOptions,
): Promise<number> {
  const request = readRequest(scope, catalog);
  const sortBy = sortOf(request);
  // Checks the groups before the rows are read.
  if (catalog !== undefined) groupOrder(planCatalogGroups(options, catalog), sortBy, scope);
  const prepare = prepareQuery({ ...request, sortBy: "" }, catalog, scope);
  const stream = await open();
  try {
    const format = formatOf(stream.format);
    const { filter } = prepare(stream);
    const { matches, early } = compileRowFilter(filter, catalog, undefined, false, chosenLocale(scope));
    const isJson = stream.format === "json" || stream.format === "ndjson";
    const unread =
      catalog === undefined && isJson
        ? UnreadDates.of(filter, undefined, groupedMembers(options, typesOf(stream, cellStyleOf(scope.args))))
        : undefined;
    stream.filterEarly({ ...early, isReadable: unread?.isReadable });
    const grouped = await groupFileRows(scope, stream, options, catalog, { matches, sortBy, unread });
    const text = unread?.note();
    if (text !== undefined) note(scope, text);
    const collection = grouped.collection.asCollection();
    if (!isExplained) {
      const source = { collection, filter: undefined };
      return await queryGroups(scope, source, grouped.plan, groupRequest({ ...request, format }));
    }
    if (request.filter !== "") note(scope, "The filter is evaluated while the rows are read.");
    return await explainGroups(scope, collection, undefined, grouped.plan, format);
  } finally {
    await stream.close();
  }
}

function groupedMembers(
  { by, measures }: GroupOptions,
  types: Catalog | undefined,
): readonly ResolvedMember[] {
  const members = [...by, ...measures].map(({ path }) => types && resolveMember(types, path));
  return members.filter((member) => member !== undefined);
}

async function explainGroups(
  scope: Scope,
  collection: Pick<Collection, "explain">,
  filter: CheckedFilter | undefined,
  { aggregation }: GroupPlan,
  format: OutputFormat,
): Promise<number> {
  const options = { ...chosenLocale(scope), signal: scope.signal, values: true, aggregation };
  const plan = await collection.explain(filter === undefined ? {} : { filter }, options);
  await printPlan(scope, plan, format === "json");
  return EXIT.ran;
}

function groupRequest(request: GroupedText): GroupRequest {
  const { start, limit, format } = request;
  return { filter: request, sortBy: sortOf(request), start, limit, format };
}

/** Returns the order of the groups: the catalog's default order is for rows. */
function sortOf({ sortBy, hasDefaultSort }: PagedQueryText): string {
  return hasDefaultSort ? "" : sortBy;
}
