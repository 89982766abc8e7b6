import type { Catalog } from "../../catalog/types.ts";
import type { CheckedSortBy } from "../../checker/checked.ts";
import { checkSortBy } from "../../checker/check.ts";
import { defaultSort } from "../../checker/default-sort.ts";
import { MAXIMUM_DIAGNOSTICS, type Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { AggregateGroup } from "../../engine/aggregate.ts";
import type { GroupColumns } from "../../engine/aggregates/group-columns.ts";
import { pauseBetweenSlices } from "../../engine/databases/candidates.ts";
import { TopRows } from "../../engine/top-rows.ts";
import { compileComparator } from "../../evaluator/comparator.ts";
import type { CollectionQuery } from "../../url/collection-query.ts";
import { READER } from "../../url/decode-query.ts";
import { DecoderSettings, QueryDecoder } from "../../url/query-decoder.ts";
import type { ResourceRequest } from "../contract/context.ts";
import type { HttpResponse } from "../contract/exchange.ts";
import { fail } from "../contract/failure.ts";
import { acceptable } from "../negotiation/acceptable.ts";
import { printGroups } from "../representation/groups-json.ts";
import { languageHeaders, respond } from "../representation/response-headers.ts";
import {
  GROUP_PARAMETERS,
  readGroupParameters,
  translateParameters,
  type NamedGroups,
} from "./group-parameters.ts";
import { COLLECTION_OFFERS } from "./list.ts";
import { correct, inCatalog } from "./read-query.ts";

/** Maximum number of groups that a request can form. */
const MOST_GROUPS = 10_000;

interface ReadGroups {
  readonly named: NamedGroups;
  /** The filter of the rows, and the order and the page of the groups. */
  readonly query: CollectionQuery;
}

/**
 * Answers with a page of groups of the matching rows. The order is that of `sortBy`, otherwise the largest group is first. Groups
 * that are equal in `sortBy` have the default order.
 */
export async function groups(request: ResourceRequest): Promise<HttpResponse> {
  const { resource, locale, signal, timeout, rule } = request;
  const { type } = acceptable(request.request.headers, COLLECTION_OFFERS, resource.codes);
  const { named, query } = readGroups(request);
  const { by, measures, columns } = named;
  const { start, pageLimit: limit, sortBy } = query;
  const isDefaultOrder = sortBy === undefined;
  const count = Math.min(start + limit, MOST_GROUPS);
  const result = await resource.collection.aggregate(
    rowQuery(query, resource.catalog),
    { by, measures, order: "count", limit: isDefaultOrder ? count : undefined, maximumGroups: MOST_GROUPS },
    { locale, signal, timeout, rule },
  );
  if (!result.ok) fail(400, "The query is not answered.", { diagnostics: result.diagnostics });
  const ordered = isDefaultOrder
    ? result.groups
    : await firstGroups(result.groups, count, columns, query, request);
  return respond(
    200,
    { "content-type": type, ...languageHeaders("accept, accept-language", locale) },
    printGroups({
      resource,
      query,
      limit,
      count: result.groupCount,
      items: ordered.slice(start, start + limit).map((group) => columns.nestedRow(group)),
    }),
  );
}

/** The order of a query is that of its groups. Rows have no order here. */
function rowQuery(query: CollectionQuery, catalog: Catalog): CollectionQuery {
  return inCatalog({ ...query, sortBy: undefined, checkedSortBy: defaultSort(catalog) }, catalog);
}

/** Sorts the groups by the `sortBy` of the request, and returns the first ones. */
async function firstGroups(
  candidates: readonly AggregateGroup[],
  count: number,
  columns: GroupColumns,
  { checkedSortBy }: CollectionQuery,
  { locale, signal }: ResourceRequest,
): Promise<readonly AggregateGroup[]> {
  const compare = compileComparator(checkedSortBy, locale === undefined ? {} : { locale });
  const first = new TopRows<{ readonly group: AggregateGroup; readonly row: object }>(count, (a, b) =>
    compare(a.row, b.row),
  );
  const pause = pauseBetweenSlices(signal);
  for (const group of candidates) {
    first.add({ group, row: columns.flatRow(group) });
    if (pause.isDue()) await pause.yield();
  }
  return first.sorted().map(({ group }) => group);
}

/** @throws RequestFailure (400) with a diagnostic for each problem */
function readGroups(request: ResourceRequest): ReadGroups {
  const { search } = request;
  const { read, diagnostics } = examine(search, request);
  if (read !== undefined) return read;
  const corrected = correct(search, diagnostics, (text) => examine(text, request).diagnostics);
  return fail(400, "The query is not valid.", { diagnostics, corrected });
}

interface Examined {
  /** Undefined if there are errors. */
  readonly read: ReadGroups | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function examine(search: string, request: ResourceRequest): Examined {
  const { named, problems } = readGroupParameters(search, request);
  const { catalog } = request;
  // Without the columns of an invalid parameter, correct orders would be errors, too.
  const reader =
    problems.length > 0
      ? { ...READER, checkSortBy: unchecked, defaultSort: () => defaultSort(undefined) }
      : readerFor(named.columns);
  const settings = new DecoderSettings({ catalog, parameters: GROUP_PARAMETERS });
  const { query, diagnostics } = new QueryDecoder(reader, settings).decode(search);
  const translated = translateParameters(search, [...problems, ...diagnostics]);
  if (query === undefined || problems.length > 0)
    return {
      read: undefined,
      diagnostics: translated.toSorted((a, b) => a.span.start - b.span.start).slice(0, MAXIMUM_DIAGNOSTICS),
    };
  return { read: { named, query }, diagnostics: [] };
}

function unchecked() {
  return { ok: true, sortBy: defaultSort(undefined), diagnostics: [] } as const;
}

/** Returns a reader that checks orders against the members of groups. */
function readerFor(columns: GroupColumns): typeof READER {
  const catalog = columns.catalog();
  return {
    ...READER,
    checkSortBy: (sortBy, _, options): ReturnType<typeof READER.checkSortBy> =>
      checkSortBy(sortBy, catalog, options),
    defaultSort: (): CheckedSortBy => defaultSort(catalog),
  };
}
