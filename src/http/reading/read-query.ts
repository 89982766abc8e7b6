import type { Catalog } from "../../catalog/types.ts";
import { makeCheckedFilter, makeCheckedSortBy } from "../../checker/checked.ts";
import { selectableMember } from "../../checker/member-gate.ts";
import { DEFAULT_LIMITS } from "../../diagnostics/limits.ts";
import { applyFixes, diagnostic, replace, type Diagnostic } from "../../diagnostics/diagnostic.ts";
import { show } from "../../diagnostics/show.ts";
import { unknownName } from "../../diagnostics/unknown-name.ts";
import type { CollectionQuery } from "../../url/collection-query.ts";
import { decodeParameters, type QueryParameter } from "../../url/decode-parameters.ts";
import { decodeQueryWithSorts } from "../../url/decode-query.ts";
import type { CheckedSortBy } from "../../checker/checked.ts";
import { DecoderSettings, type DecodedSort } from "../../url/query-decoder.ts";
import { QueryShape, queryShapeOf } from "../../url/query-shape.ts";
import { encodeText } from "../../values/urls/percent-encoding.ts";
import { LruMap } from "../../values/lru-map.ts";
import { linkTexts, type LinkTexts } from "../representation/paging-links.ts";
import { RepeatMap } from "../../values/caches/repeat-map.ts";
import type { ResourceRequest } from "../contract/context.ts";
import { fail } from "../contract/failure.ts";
import { getOrInsert } from "../../values/caches/get-or-insert.ts";

/** A query string of a collection, decoded and checked. */
export interface ReadQuery {
  readonly query: CollectionQuery;
  /** Whether to count the matching rows. */
  readonly withCount: boolean;
  /** Top-level members to represent; undefined for all. */
  readonly select: readonly string[] | undefined;
  /** Undefined without the parameter `cursor`; empty for the first page by cursor. */
  readonly cursor: string | undefined;
  readonly hasStart: boolean;
  /** Undefined if they were not computed. */
  readonly texts?: LinkTexts | undefined;
}

/** Queries of a catalog with the same parameters that were decoded before. */
interface Decoded {
  readonly settings: DecoderSettings;
  /** Equal query strings share one checked filter, which backends compile once. */
  readonly queries: RepeatMap<ReadQuery>;
  readonly sorts: LruMap<string, DecodedSort<CheckedSortBy>>;
  /** Query strings that differ only in the digits of literals are read alike. The keys are results of `queryShapeOf`. */
  readonly shapes: RepeatMap<ReadShape>;
}

/** Reads query strings of one shape. Returns undefined if the string must be decoded. */
type ReadShape = (search: string) => ReadQuery | undefined;

type DecodedByParameters = Map<readonly string[], Decoded>;
const urls = new WeakMap<Catalog, DecodedByParameters>();
const forms = new WeakMap<Catalog, DecodedByParameters>();
/** No parameters in addition to those of every collection. */
export const NO_PARAMETERS: readonly string[] = [];

const CACHED_QUERIES = 256;
const MAX_CACHED_LENGTH = 2_048;

/**
 * @param parameters the same array for each request, because it identifies the cache
 * @throws RequestFailure (400) with a diagnostic for each problem
 */
export function readListQuery(request: ResourceRequest, parameters: readonly string[]): ReadQuery {
  const { search } = request;
  const decoded = decodedOf(request, parameters);
  if (search.length > MAX_CACHED_LENGTH) return decode(request, parameters, decoded);
  return decoded.queries.getOrMake(search, () => readByShape(request, parameters, decoded));
}

/** Reads a query string like an earlier one of the same shape, or decodes it. */
function readByShape(request: ResourceRequest, parameters: readonly string[], decoded: Decoded): ReadQuery {
  const { search } = request;
  const shape = queryShapeOf(search);
  const readShape = shape === undefined ? undefined : decoded.shapes.get(shape);
  const shapeQuery = readShape?.(search);
  if (shapeQuery !== undefined) return shapeQuery;
  const readQuery = decode(request, parameters, decoded);
  if (shape !== undefined && readShape === undefined)
    decoded.shapes.offer(shape, () => shapeReader(request, readQuery, decoded.settings));
  return readQuery;
}

/** Returns a reader of query strings that have the shape of a decoded one. */
function shapeReader(
  { search, resource }: ResourceRequest,
  example: ReadQuery,
  settings: DecoderSettings,
): ReadShape {
  const shape = QueryShape.of(search, example.query, settings);
  if (shape === undefined) return () => undefined;
  const texts = linkTexts(example.query);
  const writePage = shape.writerOf(texts.page);
  return (nextSearch) => {
    const query = shape.read(nextSearch);
    if (query === undefined) return undefined;
    return {
      ...example,
      query: inCatalog(query, resource.catalog),
      texts: writePage && { ...texts, page: writePage(nextSearch) },
    };
  };
}

function decodedOf({ catalog, isForm }: ResourceRequest, parameters: readonly string[]): Decoded {
  const byParameters = getOrInsert(isForm ? forms : urls, catalog, (): DecodedByParameters => new Map());
  return getOrInsert(byParameters, parameters, () => ({
    // Forms have the limits of the language: they exist for queries that are too long for a URL.
    settings: new DecoderSettings({ catalog, parameters, limits: isForm ? DEFAULT_LIMITS : {} }),
    queries: new RepeatMap(CACHED_QUERIES),
    sorts: new LruMap(CACHED_QUERIES),
    shapes: new RepeatMap(CACHED_QUERIES),
  }));
}

function decode(request: ResourceRequest, parameters: readonly string[], decoded: Decoded): ReadQuery {
  const { search } = request;
  const problemsOf = (text: string) => examine(text, request, parameters, decoded).diagnostics;
  const { read, diagnostics } = examine(search, request, parameters, decoded);
  if (read !== undefined) return read;
  const corrected = correct(search, diagnostics, problemsOf);
  return fail(400, "The query is not valid.", { diagnostics, corrected });
}

interface Examined {
  /** Undefined if there are errors. */
  readonly read: ReadQuery | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

function examine(
  search: string,
  { catalog, resource }: ResourceRequest,
  parameters: readonly string[],
  { settings, sorts }: Decoded,
): Examined {
  const { query, diagnostics } = decodeQueryWithSorts(search, settings, sorts);
  if (query === undefined) return { read: undefined, diagnostics };
  const single = parametersWithSpans(search, query, parameters);
  const problems: Diagnostic[] = [];
  const withCount = readBoolean(single.get("count"), parameters, problems);
  const select = readSelect(single.get("select"), parameters, catalog, problems);
  if (problems.length > 0) return { read: undefined, diagnostics: problems };
  const read = {
    query: inCatalog(query, resource.catalog),
    withCount: withCount ?? true,
    select,
    cursor: query.parameters.get("cursor"),
    hasStart: single.has("start"),
  };
  return { read, diagnostics: [] };
}

/** Returns the parameters of a query by name; none if `examine` needs none of them, as for most queries. */
function parametersWithSpans(
  search: string,
  { parameters }: CollectionQuery,
  accepted: readonly string[],
): Map<string, QueryParameter> {
  if (!parameters.has("count") && !parameters.has("select") && !accepted.includes("cursor")) return new Map();
  return new Map(decodeParameters(search).parameters.map((parameter) => [parameter.name, parameter]));
}

/** Corrections can reveal further problems, up to this many times. */
const MAX_CORRECTIONS = 4;

/** Returns the query string after all corrections; undefined if it is still invalid. */
export function correct(
  search: string,
  diagnostics: readonly Diagnostic[],
  problemsOf: (search: string) => readonly Diagnostic[],
): string | undefined {
  let text = search;
  let problems = diagnostics;
  for (let round = 0; round < MAX_CORRECTIONS; round++) {
    const corrected = applyFixes(text, problems);
    if (corrected === text) return undefined;
    text = corrected;
    problems = problemsOf(text);
    if (problems.length === 0) return text;
  }
  return undefined;
}

/** Collections accept queries that were checked against their own catalog. */
export function inCatalog(query: CollectionQuery, catalog: Catalog): CollectionQuery {
  const { checkedFilter, checkedSortBy } = query;
  if (checkedFilter.catalog === catalog) return query;
  return {
    ...query,
    checkedFilter: makeCheckedFilter(
      checkedFilter.expression,
      { ...checkedFilter, catalog },
      checkedFilter.shape,
    ),
    checkedSortBy: makeCheckedSortBy(checkedSortBy.keys, { ...checkedSortBy, catalog }),
  };
}

function readBoolean(
  parameter: QueryParameter | undefined,
  parameters: readonly string[],
  problems: Diagnostic[],
): boolean | undefined {
  if (parameter === undefined || !parameters.includes("count")) return undefined;
  if (parameter.value === "true" || parameter.value === "false") return parameter.value === "true";
  const message = `count is true or false, and '${show(parameter.value)}' is neither.`;
  problems.push(
    diagnostic("invalid-value", parameter.valueSpan, message, [
      replace("Write false", parameter.valueSpan, "false"),
    ]),
  );
  return undefined;
}

function readSelect(
  parameter: QueryParameter | undefined,
  parameters: readonly string[],
  catalog: Catalog,
  problems: Diagnostic[],
): readonly string[] | undefined {
  if (parameter === undefined || !parameters.includes("select")) return undefined;
  const names: string[] = [];
  let start = 0;
  for (const part of parameter.value.split(",")) {
    const name = part.trim();
    if (selectableMember(catalog, name) !== undefined) names.push(name);
    else
      problems.push(
        unknownMember(name, catalog, parameter.decoded.toRawSpan({ start, end: start + part.length })),
      );
    start += part.length + 1;
  }
  return [...new Set(names)];
}

function unknownMember(name: string, catalog: Catalog, span: Diagnostic["span"]): Diagnostic {
  const selectable = [...catalog.members.byName.values()].filter((member) => member.selectable);
  const names = selectable.map((member) => member.name);
  const problem = `There is no member '${show(name)}' to select.`;
  return unknownName("unknown-member", span, problem, { name, names, encode: encodeText });
}
