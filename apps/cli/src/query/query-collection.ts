import { compileComparator, type CheckedFilter, type CheckedSortBy } from "tamis";
import { showPlan, type Collection, type Query } from "tamis/engine";
import type { Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { chosenLocale } from "../command/locale-option.ts";
import { note } from "../command/report.ts";
import { formatJson } from "tamis/catalog";
import type { OutputFormat } from "../formats/formats.ts";
import { requireAnswer } from "./answer.ts";
import { explainingCatalog, type EvidenceSource } from "./explaining-catalog.ts";
import { memberNamesOf, streamCollectionRows } from "./collection-rows.ts";
import { prepareQuery } from "./prepare-query.ts";
import { requireMembers } from "./select-option.ts";
import type { PagedQueryText } from "./read-request.ts";
import { requireNoPage, sampled, type SampleOptions } from "./random-sample.ts";
import { isPreview, PREVIEW_ROWS } from "./preview.ts";
import { statementProgress, type StatementProgress } from "./statement-progress.ts";
import { envelopeLimit, writeEnvelopePage, writePage, type OutputPage } from "./write-page.ts";

export interface OpenTable extends EvidenceSource {
  readonly collection: Collection;
  /** True if statements block the event loop, so that they cannot be canceled. */
  readonly blocks: boolean;
}

export interface CollectionRequest extends PagedQueryText {
  /** Member paths given by `--select`. */
  readonly paths: readonly string[] | undefined;
  readonly format: OutputFormat;
}

/** Prints the requested rows or their count. Returns the exit code. */
export async function queryCollection(
  scope: Scope,
  table: OpenTable,
  request: CollectionRequest,
): Promise<number> {
  const progress = statementProgress(scope.io);
  try {
    return await runQuery(scope, table, request, progress);
  } finally {
    progress.end();
  }
}

async function runQuery(
  scope: Scope,
  table: OpenTable,
  request: CollectionRequest,
  progress: StatementProgress,
): Promise<number> {
  const { args, out, signal } = scope;
  const { collection, catalog } = table;
  const { paths, format } = request;
  requireMembers(paths, catalog);
  if (args.flag("explain")) return explainCollection(scope, table, request, format === "json");
  const query = await checkedQuery(scope, table, request);
  const { filter } = query;
  const options = { ...chosenLocale(scope), signal };
  const countAll = async () =>
    requireAnswer(await collection.count({ filter }, options), request.filter, scope).count;

  if (args.flag("count")) {
    const count = await countAll();
    progress.end();
    await out.write(`${count}\n`);
    return exitCode(count, scope);
  }
  const page: OutputPage = { ...request, catalog, matches: () => true, compare: undefined };
  const members = [...catalog.members.byName.values()];
  const select = paths === undefined ? undefined : selectedMembers(paths, members);
  const columns = members.map(({ property }) => property);
  const selection = select === undefined ? {} : { select };
  if (format === "envelope") {
    const pageLimit = envelopeLimit(page);
    const answer = requireAnswer(
      await collection.page({ ...query, limit: pageLimit }, { ...options, ...selection }),
      request.filter,
      scope,
    );
    const rows = [...answer.items];
    const stream = await streamCollectionRows(asyncRows(rows), catalog, columns, progress);
    const count = answer.count ?? 0;
    await writeEnvelopePage(scope, stream, page, { rows, count, limit: pageLimit });
    return exitCode(count, scope);
  }
  const isShort = isPreview(scope, request);
  // One more row than is shown tells whether there are more.
  const limit = isShort ? { limit: PREVIEW_ROWS + 1 } : {};
  const accepted = requireAnswer(
    await collection.stream({ ...query, ...limit }, { ...options, ...selection }),
    request.filter,
    scope,
  );
  const stream = await streamCollectionRows(accepted.rows, catalog, columns, progress);
  try {
    // The collection has already applied start and limit.
    const total = () => totalOrUndefined(countAll, signal);
    const preview = isShort ? { start: request.start, total } : undefined;
    const rowCount = await writePage(scope, stream, { ...page, start: 0, limit: undefined, preview });
    if (rowCount > 0 || !args.flag("exit-status")) return EXIT.ran;
  } finally {
    await stream.close();
  }
  return exitCode(await countAll(), scope);
}

/** Prints random rows of the matching ones. Returns the exit code. */
export async function querySample(
  scope: Scope,
  table: OpenTable,
  request: CollectionRequest,
  sample: SampleOptions,
): Promise<number> {
  const { collection, catalog } = table;
  const { paths, format, ...text } = request;
  requireMembers(paths, catalog);
  requireNoPage(request);
  if (scope.args.flag("explain"))
    return explainSample(scope, table, { ...text, sortBy: "" }, format === "json", sample);
  const { filter, sortBy } = await checkedQuery(scope, table, request);
  const progress = statementProgress(scope.io);
  try {
    const members = [...catalog.members.byName.values()];
    const sorting = [...sortBy.members.keys()].map(({ name }) => name);
    if (catalog.key !== undefined) sorting.push(catalog.key);
    const select = paths === undefined ? undefined : selectedMembers([...paths, ...sorting], members);
    const locale = chosenLocale(scope);
    const options = { ...locale, signal: scope.signal, ...(select === undefined ? {} : { select }) };
    // With a seed, rows are chosen by their positions, which databases cannot do.
    const chosen =
      sample.seed === undefined ? await collection.sample?.(sample.size, { filter }, options) : undefined;
    const sampledRows =
      chosen === undefined
        ? requireAnswer(await collection.stream({ filter }, options), request.filter, scope).rows
        : asyncRows(requireAnswer(chosen, request.filter, scope).rows);
    const columns = members.map(({ property }) => property);
    const stream = await streamCollectionRows(sampledRows, catalog, columns, progress);
    const matches = () => true;
    // The sample is sorted, so that the database need not sort all rows. Those of a stream are in the default order.
    const isSorted = chosen === undefined && request.hasDefaultSort;
    const compare = isSorted ? undefined : compileComparator(sortBy, locale);
    try {
      const rows = chosen === undefined ? sampled(stream, matches, sample) : stream;
      return exitCode(await writePage(scope, rows, { ...request, catalog, matches, compare }), scope);
    } finally {
      await stream.close();
    }
  } finally {
    progress.end();
  }
}

/** Returns the count. Undefined if it fails, such as by a timeout: the rows are already shown. */
async function totalOrUndefined(
  count: () => Promise<number>,
  signal: AbortSignal,
): Promise<number | undefined> {
  try {
    return await count();
  } catch {
    signal.throwIfAborted();
    return undefined;
  }
}

async function explainSample(
  scope: Scope,
  table: OpenTable,
  request: PagedQueryText,
  asJson: boolean,
  { size, seed }: SampleOptions,
): Promise<number> {
  const { filter } = await checkedQuery(scope, table, request);
  const options = { ...chosenLocale(scope), signal: scope.signal, values: true };
  const plan = await table.collection.explain({ filter }, { ...options, sample: size });
  if (seed === undefined && plan.statements.length > 0) await printPlan(scope, plan, asJson);
  else {
    note(scope, "The sample is selected in memory, among the rows of these statements.");
    return explainCollection(scope, table, request, asJson);
  }
  return EXIT.ran;
}

/** Prints how the database evaluates a request. Returns the exit code. */
export async function explainCollection(
  scope: Scope,
  table: OpenTable,
  request: PagedQueryText,
  asJson: boolean,
): Promise<number> {
  const options = { ...chosenLocale(scope), signal: scope.signal, values: true };
  const query = await checkedQuery(scope, table, request);
  await printPlan(scope, await table.collection.explain(query, options), asJson);
  return EXIT.ran;
}

/** @throws ExpressionError if the filter or the order is invalid */
export async function checkedQuery(
  scope: Scope,
  table: OpenTable,
  request: PagedQueryText,
): Promise<Query & { readonly filter: CheckedFilter; readonly sortBy: CheckedSortBy }> {
  const catalog = await explainingCatalog(table, request.filter, scope, scope.signal);
  const names = memberNamesOf(catalog);
  const { filter, sortBy } = prepareQuery(request, catalog, scope)({ sample: [], complete: true, names });
  const { start, limit } = request;
  return { filter, sortBy, start, ...(limit === undefined ? {} : { limit }) };
}

export async function printPlan(
  { out }: Scope,
  plan: Parameters<typeof showPlan>[0],
  asJson: boolean,
): Promise<void> {
  await (asJson ? out.write(`${formatJson(plan)}\n`, "json") : out.write(`${showPlan(plan)}\n`));
}

function exitCode(matches: number, { args }: Scope): number {
  return matches === 0 && args.flag("exit-status") ? EXIT.noMatch : EXIT.ran;
}

/** Returns the members that the paths need. Undefined means all members, as for an unknown path. */
function selectedMembers(
  paths: readonly string[],
  members: readonly { readonly name: string; readonly property: string }[],
): readonly string[] | undefined {
  const names = new Set<string>();
  for (const path of paths) {
    const [first] = path.split(".");
    const member =
      members.find(({ name, property }) => name === path || property === path) ??
      members.find(({ name, property }) => name === first || property === first);
    if (member === undefined) return undefined;
    names.add(member.name);
  }
  return [...names];
}

async function* asyncRows<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
  await Promise.resolve();
}
