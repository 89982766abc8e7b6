/** `tamis query`: the rows of files that a filter keeps, in an order, a page of them. */
import { compileComparator, compilePredicate, parseFilter, parseSortBy, print, type Catalog } from "tamis";
import { decodeQuery, pageLinks } from "tamis/url";
import { chosenCatalog, chosenLocale } from "../catalogs.ts";
import { CATALOG_OPTIONS, COLOR, EXIT, LOCALE, STRICT, type Command, type Scope } from "../command.ts";
import { wantsColor } from "../io/color.ts";
import { INPUT_FORMATS, OUTPUT_FORMATS, isOutputFormat, type InputFormat, type OutputFormat } from "../io/formats.ts";
import type { Row } from "../io/row-reader.ts";
import { TopRows } from "../io/top-rows.ts";
import { createWriter, type RowWriter } from "../io/write-rows.ts";
import { UsageError } from "../options.ts";
import { ExpressionError, prepare } from "../prepare.ts";
import { colorChoice, report } from "../report.ts";
import { openRows, type RowStream } from "../rows.ts";

export const queryCommand: Command = {
  name: "query",
  summary: "Filter, sort and page the rows of files",
  usage: "query [FILE…] [--filter E] [--sortBy S] [--start N] [--limit N]",
  options: [
    { name: "filter", short: "f", value: "E", help: "keep the rows for which this is true" },
    { name: "sortBy", short: "s", value: "S", help: "order: name:descending:primary,id …" },
    { name: "start", value: "N", help: "leave out the first N rows" },
    { name: "limit", short: "n", value: "N", help: "at most N rows" },
    { name: "query", short: "q", value: "Q", help: "a query string as servers get it: 'filter=…&sortBy=…&limit=5'" },
    { name: "select", value: "A,B.C", help: "only these members" },
    { name: "count", help: "the number of rows instead of the rows" },
    { name: "exit-status", short: "e", help: "exit with 1 if nothing matches" },
    ...CATALOG_OPTIONS,
    LOCALE,
    { name: "input", short: "i", value: "FMT", help: "json, ndjson, csv or tsv; else told from name and content", choices: INPUT_FORMATS },
    { name: "output", short: "o", value: "FMT", help: "json, ndjson, csv, tsv, table or envelope", choices: OUTPUT_FORMATS },
    { name: "text", help: "read all cells of CSV and TSV as text" },
    STRICT,
    COLOR,
  ],
  examples: [
    `tamis query people.csv --filter "and(eq(city,'Zürich'),ge(age,30))" --sortBy name`,
    `tamis query places.ndjson --filter "gt(pop_max,1000000)" --sortBy pop_max:descending --limit 5 --select name,pop_max`,
    `gzip -dc log.ndjson.gz | tamis query -f "startsWith(level,'err')" --count`,
  ],
  run: async (scope) => {
    const { io, args } = scope;
    if (args.positionals.length === 0 && io.stdinIsTTY) {
      throw new UsageError("No file is given and nothing is piped in. See tamis query --help.");
    }
    const catalog = await chosenCatalog(scope);
    const locale = chosenLocale(scope);
    const asked = askedOf(scope, catalog);
    const stream = await openRows(scope, args.positionals);
    const prepared = prepare(asked, catalog, { rows: stream.sample, complete: stream.complete }, scope);
    const page: Page = {
      ...asked,
      keeps: compilePredicate(prepared.filter, locale),
      order: asked.sortBy === "" ? undefined : compileComparator(prepared.sortBy, locale),
    };
    if (args.flag("count")) return printCount(scope, stream, page);
    const format = outputFormat(scope, stream.format);
    const total = format === "envelope" ? await printEnvelope(scope, stream, page, catalog) : await printRows(scope, stream, page, format);
    return total === 0 && args.flag("exit-status") ? EXIT.nothing : EXIT.ran;
  },
};

interface Asked {
  readonly filter: string;
  readonly sortBy: string;
  readonly start: number;
  readonly limit: number | undefined;
}

interface Page extends Asked {
  readonly keeps: (row: unknown) => boolean;
  readonly order: ((a: unknown, b: unknown) => number) | undefined;
}

/** What the options ask for: each on its own, or all in a query string. */
function askedOf(scope: Scope, catalog: Catalog | undefined): Asked {
  const { args } = scope;
  const text = args.text("query");
  const single = {
    filter: args.text("filter"),
    sortBy: args.text("sortBy"),
    start: args.count("start"),
    limit: args.count("limit"),
  };
  if (text === undefined) {
    return {
      filter: single.filter ?? "",
      sortBy: single.sortBy ?? catalog?.defaultSort.join(",") ?? "",
      start: single.start ?? 0,
      limit: single.limit,
    };
  }
  const twice = Object.entries(single).find(([, value]) => value !== undefined)?.[0];
  if (twice !== undefined) throw new UsageError(`--${twice} and --query cannot be given together: put it into the query.`);
  const mode = args.flag("strict") ? "strict" : "lenient";
  const { query, diagnostics } = decodeQuery(text, { mode, ...(catalog === undefined ? {} : { catalog }) });
  report(text, diagnostics, scope);
  if (query === undefined) throw new ExpressionError();
  return {
    filter: print(query.filter),
    sortBy: query.sortBy === undefined ? (catalog?.defaultSort.join(",") ?? "") : print(query.sortBy),
    start: query.start,
    limit: query.limit === undefined ? undefined : query.pageLimit,
  };
}

function outputFormat({ io, args }: Scope, input: InputFormat): OutputFormat {
  const given = args.text("output");
  if (given !== undefined && isOutputFormat(given)) return given;
  return io.stdoutIsTTY ? "table" : input;
}

function writerOf({ io, args }: Scope, format: OutputFormat, envelope?: Record<string, unknown>): RowWriter {
  const select = args.text("select")?.split(",").map((path) => path.trim());
  if (select?.includes("") === true) throw new UsageError("--select is a list of members: a,b.c");
  return createWriter(format, io.stdout, {
    select,
    color: wantsColor({ choice: colorChoice(args.text("color")), env: io.env, isTTY: io.stdoutIsTTY }),
    columns: io.stdoutColumns,
    envelope,
  });
}

async function printCount({ io, args }: Scope, stream: RowStream, { keeps }: Page): Promise<number> {
  let count = 0;
  for await (const batch of stream.batches()) for (const row of batch) if (keeps(row)) count++;
  io.stdout.write(`${count}\n`);
  return count === 0 && args.flag("exit-status") ? EXIT.nothing : EXIT.ran;
}

/** Writes a page and gives the number of its rows. */
async function printRows(scope: Scope, stream: RowStream, page: Page, format: OutputFormat): Promise<number> {
  const writer = writerOf(scope, format);
  let written = 0;
  const write = async (row: Row) => {
    written++;
    const full = writer.write(row);
    if (full !== undefined) await full;
  };
  if (page.order === undefined) {
    // Nothing is kept in memory: a row that is kept is written at once, and reading ends with the page.
    let at = 0;
    const end = page.limit === undefined ? Infinity : page.start + page.limit;
    reading: for await (const batch of stream.batches()) {
      for (const row of batch) {
        if (at >= end) break reading;
        if (page.keeps(row) && at++ >= page.start) await write(row);
      }
      if (at >= end) break;
    }
  } else {
    for (const row of await sortedPage(stream, page)) await write(row);
  }
  await writer.end();
  return written;
}

/** With a limit only the rows up to the page's end are kept, however many there are. */
async function sortedPage(stream: RowStream, { keeps, order, start, limit }: Page, counted?: (count: number) => void): Promise<readonly Row[]> {
  let count = 0;
  if (order === undefined) {
    const rows: Row[] = [];
    const end = limit === undefined ? Infinity : start + limit;
    for await (const batch of stream.batches()) {
      for (const row of batch) if (keeps(row) && count++ >= start && count <= end) rows.push(row);
    }
    counted?.(count);
    return rows;
  }
  const bounded = limit === undefined ? undefined : new TopRows<Row>(start + limit, order);
  const all: Row[] = [];
  for await (const batch of stream.batches()) {
    for (const row of batch) {
      if (!keeps(row)) continue;
      count++;
      if (bounded === undefined) all.push(row);
      else bounded.push(row);
    }
  }
  counted?.(count);
  return (bounded === undefined ? all.sort(order) : bounded.sorted()).slice(start);
}

/** The collection as a server answers it: the page, the total and the links. */
async function printEnvelope(scope: Scope, stream: RowStream, page: Page, catalog: Catalog | undefined): Promise<number> {
  const limit = page.limit ?? catalog?.defaultLimit ?? 10;
  let count = 0;
  const rows = await sortedPage(stream, { ...page, limit }, (total) => (count = total));
  const name = catalog?.name ?? "rows";
  const links = pageLinks({
    path: `/${name}`,
    query: { start: page.start, ...treesOf(page) },
    count,
    limit,
  });
  const writer = writerOf(scope, "envelope", { version: 2, name, start: page.start, limit, count, links });
  for (const row of rows) {
    const full = writer.write(row);
    if (full !== undefined) await full;
  }
  await writer.end();
  return count;
}

/** The trees of what was asked, for the links. They were parsed before; here nothing is wrong with them. */
function treesOf({ filter, sortBy }: Asked) {
  const tree = parseFilter(filter).expression;
  const order = sortBy === "" ? undefined : parseSortBy(sortBy).expression;
  return { ...(tree === undefined ? {} : { filter: tree }), ...(order === undefined ? {} : { sortBy: order }) };
}
