import { compileComparator } from "tamis";
import { orderWarning } from "tamis/engine";
import { UsageError } from "../command/arguments.ts";
import { chosenCatalog } from "../command/catalog-option.ts";
import type { Command, Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { chosenLocale } from "../command/locale-option.ts";
import { note } from "../command/report.ts";
import { NO_PAGER, withPager } from "../command/with-pager.ts";
import {
  ALL,
  CSV_SAFE,
  FILTER,
  LIMIT,
  outputOption,
  QUERY,
  rejectDatabaseOptions,
  requireInput,
  ROW_SOURCE_OPTIONS,
  SELECT,
  SORT_BY,
  START,
} from "../command/shared-options.ts";
import { rejectReadOptions } from "../command/read-options.ts";
import { findDatabase } from "../databases/database-address.ts";
import { isOutputFormat, OUTPUT_FORMATS, type InputFormat, type OutputFormat } from "../formats/formats.ts";
import { findSavedCollection } from "../memory/find-saved-collection.ts";
import { isPreview } from "../query/preview.ts";
import { prepareQuery } from "../query/prepare-query.ts";
import { compileRowFilter } from "../query/row-filter.ts";
import { queryCollection } from "../query/query-collection.ts";
import { readRequest } from "../query/read-request.ts";
import { readSelect } from "../query/select-option.ts";
import { countRows, writeEnvelope, writePage, type OutputPage } from "../query/write-page.ts";
import { openRows, type RowStream } from "../rows/row-stream.ts";

export const queryCommand: Command = {
  name: "query",
  summary: "Filter, sort and page the rows of files and databases",
  usage: "query [FILE…|DATABASE] [--filter E] [--sortBy S] [--start N] [--limit N]",
  options: [
    FILTER,
    SORT_BY,
    START,
    LIMIT,
    ALL,
    QUERY,
    SELECT,
    { name: "count", help: "print the number of matching rows instead of the rows" },
    { name: "exit-status", short: "e", help: "exit with 1 if no row matches" },
    { name: "explain", help: "databases only: print the SQL statements and the reasons for them" },
    outputOption(OUTPUT_FORMATS),
    CSV_SAFE,
    NO_PAGER,
    ...ROW_SOURCE_OPTIONS,
  ],
  notes: [
    "A DATABASE is a SQLite, DuckDB or Parquet file, or an address: postgres://user@host/db, mariadb://user@host/db. It is opened read-only. Its columns determine the catalog, unless --catalog is given. The password is taken from the address or, better, from the environment variable PGPASSWORD or MYSQL_PWD.",
    "A FILE can be a collection file written by tamis save, which needs no parsing. Without a FILE, or for -, rows are read from standard input. Files can be compressed with gzip. The delimiter of CSV is detected.",
    "Output begins only after the expressions, the options, the files and the first 1,000 rows were checked. Invalid rows are skipped and counted in a note, and the exit code is then 4. With --strict, reading stops at the first: the rows before it may have been written, and a JSON array is left open, so that it cannot be mistaken for a complete one. With --sortBy, --count and -o envelope nothing is written in this case.",
    "With --csv-safe, cells and column names of CSV and TSV that begin with =, +, -, @, a tab or a line break (also after white space or in full width) get a leading apostrophe, so that spreadsheets show them instead of evaluating them. Numbers such as -5 stay as they are. Use it for files that people open in a spreadsheet, and not for files that programs read: the apostrophe is a part of the data.",
    "On a terminal, only the first 1,000 rows are shown, and a line below gives the number of all matching rows. --all shows them all, and --limit another number. Files and pipes get all rows. Rows that exceed the screen are shown in a pager: $PAGER, otherwise less, which gets the options FRX unless $LESS sets others. --no-pager, PAGER=cat and TERM=dumb show them directly.",
    "Without --sortBy rows are written in input order. With --sortBy and --limit only the rows of the page are kept in memory. A catalog's default sort applies if --sortBy is missing. For -o envelope, its default limit (otherwise 10) applies if --limit is missing.",
  ],
  examples: [
    `tamis query examples/data/places.ndjson --filter "gt(pop_max,10000000)" --sortBy pop_max:descending --limit 5 --select name,pop_max`,
    `tamis query examples/data/time-zones.csv --filter "contains(Comments,'Mountain')" -o json`,
    `tamis query examples/data/countries.ndjson --query "CONTINENT=Africa%7CAsia&sortBy=NAME:primary&limit=3" -o envelope`,
    `printf 'Artikel;Preis;Datum\\nStuhl;49,90;05.01.2024\\n' | tamis query --decimal-comma --dates day-first --filter "and(lt(Preis,50),ge(Datum,2024-01-01))"`,
    `gzip -c examples/data/languages.ndjson | tamis query --filter "gt(added,2020-01-01)" --count`,
  ],
  run: (scope) => withPager(scope, runQuery),
};

async function runQuery(scope: Scope): Promise<number> {
  const { args } = scope;
  requireInput("query", scope);
  if (args.flag(ALL.name) && args.text(LIMIT.name) !== undefined)
    throw new UsageError(`--${ALL.name} cannot be combined with --${LIMIT.name}.`);
  const paths = readSelect(args);
  const database = await findDatabase(args.positionals);
  if (database !== undefined) {
    const { withTable } = await import("../databases/open-table.ts");
    rejectReadOptions(args, "a database");
    return withTable(scope, database, (table, scope) => {
      const format = outputFormat(scope, "ndjson");
      const request = { ...readRequest(scope, table.catalog), paths, format };
      const isPage = request.start > 0 || request.limit !== undefined || format === "envelope";
      const warning = isPage && !args.flag("explain") ? orderWarning(table.catalog) : undefined;
      if (warning !== undefined) note(scope, warning);
      return queryCollection(scope, table, request);
    });
  }
  rejectDatabaseOptions(args);
  if (args.flag("explain"))
    throw new UsageError("--explain is only for databases, and no database is given.");
  const catalog = await chosenCatalog(scope);
  const saved = await findSavedCollection(args.positionals);
  if (saved !== undefined) {
    const { openSavedCollection } = await import("../memory/saved-collection.ts");
    const { memoryAsCollection } = await import("../memory/memory-collection.ts");
    rejectReadOptions(args, "a collection file");
    const collection = memoryAsCollection(await openSavedCollection(saved, catalog, scope));
    const request = {
      ...readRequest(scope, collection.catalog),
      paths,
      format: outputFormat(scope, "ndjson"),
    };
    const table = { collection, catalog: collection.catalog, blocks: false };
    return queryCollection({ ...scope, retyping: "export" }, table, request);
  }
  const locale = chosenLocale(scope);
  const request = readRequest(scope, catalog);
  const prepare = prepareQuery(request, catalog, scope);
  const stream = await openRows(scope, args.positionals, { catalog });
  try {
    const checked = prepare(stream);
    const format = outputFormat(scope, stream.format);
    const { matches: isMatch, early } = compileRowFilter(checked.filter, args.flag("count"), locale);
    stream.filterEarly(early);
    const page: OutputPage = {
      ...request,
      catalog,
      matches: isMatch,
      compare: request.sortBy === "" ? undefined : compileComparator(checked.sortBy, locale),
      paths,
      format,
      preview: isPreview(scope, { ...request, format }) ? { start: request.start } : undefined,
    };
    const matches = await runOnRows(scope, stream, page);
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

/** @throws UsageError for `--csv-safe` with another format than CSV or TSV */
function outputFormat({ io, args }: Scope, input: InputFormat): OutputFormat {
  const given = args.text("output");
  const standard = io.stdoutIsTTY ? "table" : input;
  const format = given !== undefined && isOutputFormat(given) ? given : standard;
  if (args.flag(CSV_SAFE.name) && format !== "csv" && format !== "tsv")
    throw new UsageError(`--${CSV_SAFE.name} is only for the output formats csv and tsv, not ${format}.`);
  return format;
}
