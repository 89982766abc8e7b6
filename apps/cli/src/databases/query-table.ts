/** `tamis query` of a database: it answers as the rows of a file would. */
import { showPlan, type Query } from "tamis/engine";
import { chosenLocale } from "../catalogs.ts";
import { EXIT, type Scope } from "../command.ts";
import { toExactJson } from "../exact-json.ts";
import type { OutputFormat } from "../io/formats.ts";
import { envelopeLimit, writeCollection, writeRows, type Page } from "../page.ts";
import { ExpressionError, readAsked, type Asked } from "../prepare.ts";
import { report } from "../report.ts";
import type { Table } from "./ask-database.ts";
import { namingOf, streamRows } from "./table-rows.ts";

export interface TableQuestion extends Asked {
  readonly start: number;
  readonly limit: number | undefined;
  /** What is selected, as it was asked for. */
  readonly paths: readonly string[] | undefined;
  readonly format: OutputFormat;
}

/** Answers and gives the exit code. */
export async function queryTable(
  scope: Scope,
  { collection, catalog }: Table,
  asked: TableQuestion,
): Promise<number> {
  const { args, out, signal } = scope;
  const { start, limit, paths, format } = asked;
  const naming = namingOf(catalog);
  const { filter, sortBy } = readAsked(asked, catalog, scope)({ sample: [], complete: true, naming });
  const options = { ...chosenLocale(scope), signal };
  const query: Query = { filter, sortBy, start, ...(limit === undefined ? {} : { limit }) };
  const countAll = async () => answered(await collection.count({ filter }, options), asked, scope).count;

  if (args.flag("explain")) {
    const plan = await collection.explain(query, { ...options, values: true });
    await out.write(`${format === "json" ? toExactJson(plan) : showPlan(plan)}\n`);
    return EXIT.ran;
  }
  if (args.flag("count")) {
    const count = await countAll();
    await out.write(`${count}\n`);
    return exitOf(count, scope);
  }
  const page: Page = { ...asked, catalog, keeps: () => true, order: undefined };
  const members = [...catalog.members.byName.values()];
  const select = paths === undefined ? undefined : selectedMembers(paths, members);
  const columns = members.map(({ property }) => property);
  const selection = select === undefined ? {} : { select };
  if (format === "envelope") {
    const most = envelopeLimit(page);
    const found = answered(
      await collection.page({ ...query, limit: most }, { ...options, ...selection }),
      asked,
      scope,
    );
    const rows = [...found.items];
    const stream = await streamRows(iterable(rows), catalog, columns);
    const count = found.count ?? 0;
    await writeCollection(scope, stream, page, { rows, count, limit: most });
    return exitOf(count, scope);
  }
  const found = answered(await collection.stream(query, { ...options, ...selection }), asked, scope);
  const stream = await streamRows(found.rows, catalog, columns);
  try {
    const whole = { ...page, start: 0, limit: undefined };
    const written = await writeRows(scope, stream, whole);
    if (written > 0 || !args.flag("exit-status")) return EXIT.ran;
  } finally {
    await stream.close();
  }
  return exitOf(await countAll(), scope);
}

/** `tamis explain` of a database: how it would answer a filter. */
export async function explainQuery(
  scope: Scope,
  { collection, catalog }: Table,
  text: string,
): Promise<number> {
  const naming = namingOf(catalog);
  const prepare = readAsked({ filter: text, sortBy: "" }, catalog, scope);
  const { filter } = prepare({ sample: [], complete: true, naming });
  const plan = await collection.explain({ filter }, { ...chosenLocale(scope), values: true });
  await scope.out.write(`${scope.args.flag("json") ? toExactJson(plan) : showPlan(plan)}\n`);
  return EXIT.ran;
}

function exitOf(kept: number, { args }: Scope): number {
  return kept === 0 && args.flag("exit-status") ? EXIT.nothing : EXIT.ran;
}

/** The members that paths lead into; undefined, for all, where one is not known. */
function selectedMembers(
  paths: readonly string[],
  members: readonly { readonly name: string; readonly property: string }[],
): readonly string[] | undefined {
  const names = new Set<string>();
  for (const path of paths) {
    const [first] = path.split(".");
    const found =
      members.find(({ name, property }) => name === path || property === path) ??
      members.find(({ name, property }) => name === first || property === first);
    if (found === undefined) return undefined;
    names.add(found.name);
  }
  return [...names];
}

type Refusable<T> = T | { readonly ok: false; readonly diagnostics: Parameters<typeof report>[1] };

function answered<T extends { readonly ok: true }>(answer: Refusable<T>, { filter }: Asked, scope: Scope): T {
  if (answer.ok) return answer;
  report(filter, answer.diagnostics, scope);
  throw new ExpressionError();
}

async function* iterable<T>(rows: readonly T[]): AsyncGenerator<T> {
  yield* rows;
  await Promise.resolve();
}
