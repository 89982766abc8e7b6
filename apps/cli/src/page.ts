/** From rows to a page of them, in any format, with as little in memory as the question allows. */
import { parseFilter, parseSortBy, type Catalog } from "tamis";
import { show } from "tamis/diagnostics";
import { collectionRepresentation } from "tamis/url";
import type { Scope } from "./command.ts";
import { wantsColor } from "./io/color.ts";
import { OutputClosed, OutputError } from "./io/errors.ts";
import type { OutputFormat } from "./io/formats.ts";
import type { Row } from "./io/row-reader.ts";
import { TopRows } from "./io/top-rows.ts";
import { createWriter, writeAll, type EnvelopeMembers, type RowWriter } from "./io/write-rows.ts";
import { originalOf } from "./naming.ts";
import { colorChoice, note } from "./report.ts";
import type { RowStream } from "./rows.ts";
import { selectedPaths } from "./select.ts";

export interface Page {
  readonly filter: string;
  readonly sortBy: string;
  readonly start: number;
  readonly limit: number | undefined;
  readonly catalog: Catalog | undefined;
  readonly keeps: (row: unknown) => boolean;
  readonly order: ((a: unknown, b: unknown) => number) | undefined;
  /** What is selected, as it was asked for. */
  readonly paths: readonly string[] | undefined;
  readonly format: OutputFormat;
}

/** Rows of a page of an envelope where nobody says otherwise. */
const ENVELOPE_LIMIT = 10;

/** Prints how many rows the filter keeps. */
export async function countRows({ out }: Scope, stream: RowStream, { keeps }: Page): Promise<number> {
  let count = 0;
  for await (const batch of stream.batches()) for (const row of batch) if (keeps(row)) count++;
  await out.write(`${count}\n`);
  return count;
}

/** Writes a page of rows and gives the number of those that were kept, on the page or before it. */
export async function writeRows(scope: Scope, stream: RowStream, page: Page): Promise<number> {
  const writer = writerOf(scope, stream, page);
  if (page.order === undefined) return streamPage(scope, stream, page, writer);
  const { rows, count } = await sortedPage(stream, page, page.order);
  stream.hideProgress();
  await writeAll(writer, rows.map(originalOf));
  await writer.end();
  return count;
}

/** Nothing is kept in memory: a row that is kept is written at once, and reading ends with the page. */
async function streamPage(
  { args }: Scope,
  stream: RowStream,
  page: Page,
  writer: RowWriter,
): Promise<number> {
  const end = page.limit === undefined ? Infinity : page.start + page.limit;
  // Whether anything matches at all is seen with the first match, also where the page is empty.
  const enough = args.flag("exit-status") ? Math.max(1, end) : end;
  const flush = async () => {
    stream.hideProgress();
    await writer.flush();
  };
  let kept = 0;
  try {
    reading: for await (const batch of enough === 0 ? [] : stream.batches(flush)) {
      for (const row of batch) {
        if (!page.keeps(row)) continue;
        kept++;
        if (kept > page.start && kept <= end) {
          const full = writer.write(originalOf(row));
          if (full !== undefined) await full;
        }
        if (kept >= enough) break reading;
      }
    }
  } catch (error) {
    // What was right before a fault is written, whole.
    if (!(error instanceof OutputClosed) && !(error instanceof OutputError)) await flush();
    throw error;
  }
  stream.hideProgress();
  await writer.end();
  return kept;
}

/** With a limit only the rows up to the page's end are kept, however many there are. */
async function sortedPage(
  stream: RowStream,
  { keeps, start, limit }: Page,
  order: ((a: unknown, b: unknown) => number) | undefined,
): Promise<{ rows: readonly Row[]; count: number }> {
  const end = limit === undefined ? Infinity : start + limit;
  const all: Row[] = [];
  const top = order === undefined || end === Infinity ? undefined : new TopRows<Row>(end, order);
  let count = 0;
  for await (const batch of stream.batches()) {
    for (const row of batch) {
      if (!keeps(row)) continue;
      count++;
      if (top !== undefined) top.push(row);
      else if (order !== undefined || count <= end) all.push(row);
    }
  }
  const sorted = top?.sorted() ?? (order === undefined ? all : all.sort(order));
  return { rows: sorted.slice(start), count };
}

/** Writes the collection as a server answers it: the page, the total and the links. */
export async function writeEnvelope(scope: Scope, stream: RowStream, page: Page): Promise<number> {
  const limit = envelopeLimit(page);
  const { rows, count } = await sortedPage(stream, { ...page, limit }, page.order);
  await writeCollection(scope, stream, page, { rows, count, limit });
  return count;
}

/** How many rows a page of an envelope has. */
export function envelopeLimit({ limit, catalog }: Page): number {
  return limit ?? catalog?.defaultLimit ?? ENVELOPE_LIMIT;
}

/** Writes a page that was found as an envelope. */
export async function writeCollection(
  scope: Scope,
  stream: RowStream,
  page: Page,
  { rows, count, limit }: { readonly rows: readonly Row[]; readonly count: number; readonly limit: number },
): Promise<void> {
  const name = page.catalog?.name ?? "rows";
  const { items, ...head } = collectionRepresentation({
    name,
    accept: "application/json",
    path: `/${name}`,
    query: { start: page.start, ...treesOf(page) },
    items: rows.map(originalOf),
    count,
    limit,
  });
  const writer = writerOf(scope, stream, page, head);
  stream.hideProgress();
  await writeAll(writer, items);
  await writer.end();
}

function writerOf(
  scope: Scope,
  stream: RowStream,
  { format, paths }: Page,
  envelope?: EnvelopeMembers,
): RowWriter {
  const { io, args } = scope;
  return createWriter(format, io.stdout, {
    select: paths === undefined ? undefined : selectedPaths(paths, stream, scope),
    color: wantsColor({ choice: colorChoice(args.text("color")), env: io.env, isTTY: io.stdoutIsTTY }),
    columns: io.stdoutColumns,
    known: stream.columns,
    envelope,
    onUnlistedMember: (member) => {
      stream.hideProgress();
      note(
        scope,
        `'${show(member)}' has no column, because none of the first rows has it; --select lists the columns.`,
      );
    },
  });
}

/** The trees of what was asked, for the links. They were parsed before; here nothing is wrong with them. */
function treesOf({ filter, sortBy }: Page) {
  const tree = filter === "" ? undefined : parseFilter(filter).expression;
  const order = sortBy === "" ? undefined : parseSortBy(sortBy).expression;
  return {
    ...(tree === undefined ? {} : { filter: tree }),
    ...(order === undefined ? {} : { sortBy: order }),
  };
}
