import { parseFilter, parseSortBy, type Catalog } from "tamis";
import { show } from "tamis/diagnostics";
import { TopRows } from "tamis/engine";
import { collectionRepresentation } from "tamis/url";
import type { Scope } from "../command/command.ts";
import { colorChoice, note } from "../command/report.ts";
import { CSV_SAFE } from "../command/shared-options.ts";
import type { OutputFormat } from "../formats/formats.ts";
import { shownOf, type Row } from "tamis/files";
import { wantsColor } from "../io/color.ts";
import { OutputClosed, OutputError } from "../io/errors.ts";
import type { RowStream } from "../rows/row-stream.ts";
import { createWriter } from "../writers/create-writer.ts";
import { writeAll, type RowOutput, type WriteOptions } from "../writers/row-output.ts";
import { PREVIEW_ROWS, writeFooter, writePreviewNote } from "./preview.ts";
import { selectedPaths } from "./select-option.ts";

export interface OutputPage {
  readonly filter: string;
  readonly sortBy: string;
  readonly start: number;
  readonly limit: number | undefined;
  readonly catalog: Catalog | undefined;
  readonly matches: (row: unknown) => boolean;
  readonly compare: ((a: unknown, b: unknown) => number) | undefined;
  /** Member paths given by `--select`. */
  readonly paths: readonly string[] | undefined;
  readonly format: OutputFormat;
  /** Set if a terminal shows only the first rows, although no limit is given. */
  readonly preview?: Preview | undefined;
}

export interface Preview {
  /** Number of matching rows before the first one shown. */
  readonly start: number;
  /** Returns the number of all matching rows, or undefined if it is not known. By default the rows are counted. */
  readonly total?: () => Promise<number | undefined>;
}

/** Page size of an envelope if neither `--limit` nor the catalog sets one. */
const ENVELOPE_LIMIT = 10;

/** Prints and returns the number of matching rows. */
export async function countRows({ out }: Scope, stream: RowStream, { matches }: OutputPage): Promise<number> {
  let count = 0;
  for await (const batch of stream.batches()) for (const row of batch) if (matches(row)) count++;
  await out.write(`${count}\n`);
  return count;
}

/**
 * Writes a page. Returns the number of matching rows; without a sort order, only those up to the page's end.
 */
export async function writePage(scope: Scope, stream: RowStream, page: OutputPage): Promise<number> {
  let omission: string | undefined;
  const writer = pageWriter(scope, stream, page, {
    onOmittedColumns: (shown, all) => {
      omission = `${shown} of ${all} columns fit; --select A,B shows others`;
    },
  });
  scope.out.onWrite(() => stream.hideProgress());
  const end = endOf(page);
  const count =
    page.compare === undefined
      ? await streamPage(scope, stream, page, writer)
      : await writeSorted(stream, page, writer);
  stream.hideProgress();
  if (omission !== undefined) await writeFooter(scope, omission);
  const { preview } = page;
  if (preview !== undefined && count > end) {
    const total = preview.total === undefined ? count : await preview.total();
    stream.hideProgress();
    await writePreviewNote(scope, { start: preview.start, total });
  }
  return count;
}

async function writeSorted(stream: RowStream, page: OutputPage, writer: RowOutput): Promise<number> {
  const { rows, count } = await collectPage(stream, page);
  await writeAll(writer, rows.map(shownOf));
  await writer.end();
  return count;
}

/** Returns the number of matching rows up to the end of the page. */
function endOf({ start, limit, preview }: OutputPage): number {
  return start + (limit ?? (preview === undefined ? Infinity : PREVIEW_ROWS));
}

/** Writes matching rows in input order. Stops reading after the page; a preview reads on to count the rows. */
async function streamPage(
  { args }: Scope,
  stream: RowStream,
  page: OutputPage,
  writer: RowOutput,
): Promise<number> {
  const end = endOf(page);
  // With `--exit-status`, even an empty page needs to know whether a row matches.
  const pageMatches = args.flag("exit-status") ? Math.max(1, end) : end;
  const maxMatches = page.preview === undefined ? pageMatches : Infinity;
  const flush = () => writer.flush();
  let matched = 0;
  try {
    reading: for await (const batch of maxMatches === 0 ? [] : stream.batches(flush)) {
      for (const row of batch) {
        if (!page.matches(row)) continue;
        matched++;
        if (matched > page.start && matched <= end) {
          const full = writer.write(shownOf(row));
          if (full !== undefined) await full;
        }
        // Shows the rows of a preview before the others are counted.
        if (matched === end) await flush();
        if (matched >= maxMatches) break reading;
      }
    }
  } catch (error) {
    // On a read error, writes the valid rows that precede it.
    if (!(error instanceof OutputClosed) && !(error instanceof OutputError)) await flush();
    throw error;
  }
  await writer.end();
  return matched;
}

/** Sorts and counts the matching rows. Keeps only rows up to the end of the page in memory. */
async function collectPage(
  stream: RowStream,
  page: OutputPage,
): Promise<{ rows: readonly Row[]; count: number }> {
  const { matches, compare, start } = page;
  const end = endOf(page);
  const matchingRows: Row[] = [];
  const top = compare === undefined || end === Infinity ? undefined : new TopRows<Row>(end, compare);
  let count = 0;
  for await (const batch of stream.batches()) {
    for (const row of batch) {
      if (!matches(row)) continue;
      count++;
      if (top !== undefined) top.add(row);
      else if (compare !== undefined || count <= end) matchingRows.push(row);
    }
  }
  const sorted = top?.sorted() ?? (compare === undefined ? matchingRows : matchingRows.sort(compare));
  return { rows: sorted.slice(start), count };
}

export async function writeEnvelope(scope: Scope, stream: RowStream, page: OutputPage): Promise<number> {
  const limit = envelopeLimit(page);
  const { rows, count } = await collectPage(stream, { ...page, limit });
  await writeEnvelopePage(scope, stream, page, { rows, count, limit });
  return count;
}

export function envelopeLimit({ limit, catalog }: OutputPage): number {
  return limit ?? catalog?.defaultLimit ?? ENVELOPE_LIMIT;
}

/** Writes `rows` as an envelope. Requires that start and limit were already applied to them. */
export async function writeEnvelopePage(
  scope: Scope,
  stream: RowStream,
  page: OutputPage,
  { rows, count, limit }: { readonly rows: readonly Row[]; readonly count: number; readonly limit: number },
): Promise<void> {
  const name = page.catalog?.name ?? "rows";
  const { items, ...head } = collectionRepresentation({
    name,
    accept: "application/json",
    path: `/${name}`,
    query: { start: page.start, ...expressionsOf(page) },
    items: rows.map(shownOf),
    count,
    limit,
  });
  const writer = pageWriter(scope, stream, page, { envelope: head });
  stream.hideProgress();
  await writeAll(writer, items);
  await writer.end();
}

function pageWriter(
  scope: Scope,
  stream: RowStream,
  { format, paths }: OutputPage,
  options: Pick<WriteOptions, "envelope" | "onOmittedColumns">,
): RowOutput {
  const { io, out, args } = scope;
  return createWriter(format, out, {
    csvSafe: args.flag(CSV_SAFE.name),
    select: paths === undefined ? undefined : selectedPaths(paths, stream, scope),
    color: wantsColor({ choice: colorChoice(args.text("color")), env: io.env, isTTY: io.stdoutIsTTY }),
    columns: io.stdoutColumns,
    keepColumns: paths !== undefined,
    known: stream.columns,
    ...options,
    onUnlistedMember: (member) => {
      stream.hideProgress();
      note(
        scope,
        `'${show(member)}' has no column because none of the first rows has it; add it with --select.`,
      );
    },
  });
}

/** Parses the filter and sort expression for links. Requires valid texts. */
function expressionsOf({ filter, sortBy }: OutputPage) {
  const filterTree = filter === "" ? undefined : parseFilter(filter).expression;
  const sortTree = sortBy === "" ? undefined : parseSortBy(sortBy).expression;
  return {
    ...(filterTree === undefined ? {} : { filter: filterTree }),
    ...(sortTree === undefined ? {} : { sortBy: sortTree }),
  };
}
