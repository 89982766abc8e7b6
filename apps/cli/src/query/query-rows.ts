import { compileComparator, type Catalog } from "tamis";
import type { Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { chosenLocale } from "../command/locale-option.ts";
import { note } from "../command/report.ts";
import type { InputFormat, OutputFormat } from "../formats/formats.ts";
import { UnreadDates } from "../rows/unread-dates.ts";
import type { RowStream } from "../rows/row-stream.ts";
import { prepareQuery } from "./prepare-query.ts";
import { isPreview } from "./preview.ts";
import { requireNoPage, sampled, type SampleOptions } from "./random-sample.ts";
import { readRequest } from "./read-request.ts";
import { compileRowFilter } from "./row-filter.ts";
import { requireMembers } from "./select-option.ts";
import { countRows, writeEnvelope, writePage, type OutputPage } from "./write-page.ts";

/** Rows that are read one after the other, and filtered and sorted by tamis. */
export interface RowSource {
  /** Undefined: the rows determine their members. */
  readonly catalog: Catalog | undefined;
  /** True if the rows have no other members than the catalog. `--select` is then checked before they are read. */
  readonly hasAllMembers: boolean;
  readonly open: () => Promise<RowStream>;
}

export interface RowOutputOptions {
  /** Member paths given by `--select`. */
  readonly paths: readonly string[] | undefined;
  readonly sample: SampleOptions | undefined;
  readonly formatOf: (input: InputFormat) => OutputFormat;
}

/** Prints the requested rows or their count. Returns the exit code. */
export async function queryRows(
  scope: Scope,
  { catalog, hasAllMembers, open }: RowSource,
  { paths, sample, formatOf }: RowOutputOptions,
): Promise<number> {
  const { args } = scope;
  const locale = chosenLocale(scope);
  const request = readRequest(scope, catalog);
  if (sample !== undefined) requireNoPage(request);
  const prepare = prepareQuery(request, catalog, scope);
  if (catalog !== undefined && hasAllMembers) requireMembers(paths, catalog);
  const stream = await open();
  try {
    // Only a catalog lists the members of JSON. The header of CSV lists its columns, also those that the catalog lacks.
    const isJson = stream.format === "json" || stream.format === "ndjson";
    if (catalog !== undefined && isJson) requireMembers(paths, catalog);
    const checked = prepare(stream);
    const format = formatOf(stream.format);
    const { matches: isMatch, early } = compileRowFilter(
      checked.filter,
      catalog,
      checked.sortBy,
      args.flag("count"),
      locale,
    );
    // The reader of CSV counts such cells.
    const unread =
      catalog === undefined && isJson ? UnreadDates.of(checked.filter, checked.sortBy) : undefined;
    stream.filterEarly({ ...early, isReadable: unread?.isReadable });
    const page: OutputPage = {
      ...request,
      catalog,
      matches: unread?.counting(isMatch) ?? isMatch,
      compare: request.sortBy === "" ? undefined : compileComparator(checked.sortBy, locale),
      paths,
      format,
      preview:
        sample === undefined && isPreview(scope, { ...request, format })
          ? { start: request.start }
          : undefined,
    };
    const matches =
      sample === undefined
        ? await runOnRows(scope, stream, page)
        : await writePage(scope, sampled(stream, isMatch, sample), { ...page, matches: () => true });
    const text = unread?.note();
    if (text !== undefined) note(scope, text);
    return matches === 0 && args.flag("exit-status") ? EXIT.noMatch : EXIT.ran;
  } finally {
    await stream.close();
  }
}

/** Prints the rows or their count. Returns the number of matching rows. */
function runOnRows(scope: Scope, stream: RowStream, page: OutputPage): Promise<number> {
  if (scope.args.flag("count")) return countRows(scope, stream, page);
  return page.format === "envelope" ? writeEnvelope(scope, stream, page) : writePage(scope, stream, page);
}
