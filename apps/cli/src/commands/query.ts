/** `tamis query`: the rows of files that a filter keeps, in an order, a page of them. */
import { compileComparator, compilePredicate, print, type Catalog } from "tamis";
import { decodeQuery } from "tamis/url";
import { chosenCatalog, chosenLocale } from "../catalogs.ts";
import {
  CATALOG_OPTIONS,
  COLOR,
  EXIT,
  INPUT,
  LOCALE,
  STRICT,
  TEXT,
  type Command,
  type Scope,
} from "../command.ts";
import { TABLE, TIMEOUT, withTable } from "../databases/ask-database.ts";
import { findDatabase } from "../databases/database-address.ts";
import { queryTable } from "../databases/query-table.ts";
import { memoryDoor } from "../memory-door.ts";
import { OUTPUT_FORMATS, isOutputFormat, type InputFormat, type OutputFormat } from "../io/formats.ts";
import { UsageError } from "../options.ts";
import { countRows, writeEnvelope, writeRows, type Page } from "../page.ts";
import { ExpressionError, readAsked, type Asked } from "../prepare.ts";
import { queryPart } from "../query-part.ts";
import { report } from "../report.ts";
import { openRows } from "../rows.ts";
import { findSaved, openSaved } from "../saved-collection.ts";
import { readSelect } from "../select.ts";

export const queryCommand: Command = {
  name: "query",
  summary: "Filter, sort and page the rows of files and databases",
  usage: "query [FILE…|DATABASE] [--filter E] [--sortBy S] [--start N] [--limit N]",
  options: [
    { name: "filter", short: "f", value: "E", help: "keep the rows for which this is true" },
    { name: "sortBy", short: "s", value: "S", help: "order: name:descending:primary,id …" },
    { name: "start", value: "N", help: "leave out the first N rows" },
    { name: "limit", short: "n", value: "N", help: "at most N rows" },
    {
      name: "query",
      short: "q",
      value: "Q",
      help: "all of these as servers get them: 'filter=…&sortBy=…&limit=5', or a URL",
    },
    { name: "select", value: "A,B.C", help: "only these members" },
    { name: "count", help: "how many rows the filter keeps, on whatever page, instead of the rows" },
    { name: "exit-status", short: "e", help: "exit with 1 if the filter keeps no row" },
    TABLE,
    TIMEOUT,
    { name: "explain", help: "of a database: the statements that would run, and why they are as they are" },
    ...CATALOG_OPTIONS,
    LOCALE,
    INPUT,
    {
      name: "output",
      short: "o",
      value: "FMT",
      help: "json, ndjson, csv, tsv, table or envelope; else a table on a terminal, or as the input",
      choices: OUTPUT_FORMATS,
    },
    TEXT,
    STRICT,
    COLOR,
  ],
  notes: [
    "A DATABASE is a file of SQLite, DuckDB or Parquet, or an address: postgres://user@host/db, mariadb://user@host/db. It is only read. Its columns make the catalog; --catalog says otherwise. Passwords are taken from the address or, better, from PGPASSWORD and MYSQL_PWD. SQLite looks at --timeout between rows alone.",
    "A FILE that tamis save has written answers from its columns, without being parsed. Without a FILE, or for -, rows are read from standard input. Files may be gzip. CSV may be separated by semicolons.",
    "Nothing is written before the expressions, the options, the files and the first 1,000 rows were found right. If a row further down is wrong, the whole rows before it have been written; a JSON array is then left open, so that nothing takes it for complete. With --sortBy, --count and -o envelope nothing is written then.",
    "Without --sortBy rows are written as they are read. With --sortBy and --limit only the rows of the page are kept in memory. A catalog's default order and, for -o envelope, its default limit (else 10) hold where none is given.",
  ],
  examples: [
    `tamis query examples/data/places.ndjson --filter "gt(pop_max,10000000)" --sortBy pop_max:descending --limit 5 --select name,pop_max`,
    `tamis query examples/data/time-zones.csv --filter "contains(Comments,'Mountain')" -o json`,
    `tamis query examples/data/countries.ndjson --query "CONTINENT=Africa%7CAsia&sortBy=NAME:primary&limit=3" -o envelope`,
    `gzip -c examples/data/languages.ndjson | tamis query --filter "gt(added,2020-01-01)" --count`,
  ],
  run: async (scope) => {
    const { io, args } = scope;
    if (args.positionals.length === 0 && io.stdinIsTTY) {
      throw new UsageError("No file is given and nothing is piped in. See tamis query --help.");
    }
    const paths = readSelect(args);
    const database = await findDatabase(args.positionals);
    if (database !== undefined) {
      return withTable(scope, database, (table) =>
        queryTable(scope, table, {
          ...askedOf(scope, table.catalog),
          paths,
          format: outputFormat(scope, "ndjson"),
        }),
      );
    }
    const wrong = [TABLE.name, TIMEOUT.name].find((name) => args.text(name) !== undefined);
    if (wrong !== undefined || args.flag("explain"))
      throw new UsageError(`--${wrong ?? "explain"} is for databases, and none is named.`);
    const catalog = await chosenCatalog(scope);
    const saved = await findSaved(args.positionals);
    if (saved !== undefined) {
      const collection = memoryDoor(await openSaved(saved, catalog, scope));
      const question = {
        ...askedOf(scope, collection.catalog),
        paths,
        format: outputFormat(scope, "ndjson"),
      };
      return queryTable(scope, { collection, catalog: collection.catalog, blocks: false }, question);
    }
    const locale = chosenLocale(scope);
    const asked = askedOf(scope, catalog);
    const prepare = readAsked(asked, catalog, scope);
    const stream = await openRows(scope, args.positionals, { catalog });
    try {
      const checked = prepare(stream);
      const page: Page = {
        ...asked,
        catalog,
        keeps: compilePredicate(checked.filter, { ...locale, rows: "plain" }),
        order: asked.sortBy === "" ? undefined : compileComparator(checked.sortBy, locale),
        paths,
        format: outputFormat(scope, stream.format),
      };
      const kept = await run(scope, stream, page);
      return kept === 0 && args.flag("exit-status") ? EXIT.nothing : EXIT.ran;
    } finally {
      await stream.close();
    }
  },
};

/** Gives the number of rows that the filter kept; where reading stopped early, of those that were seen. */
function run(scope: Scope, stream: Parameters<typeof writeRows>[1], page: Page): Promise<number> {
  if (scope.args.flag("count")) return countRows(scope, stream, page);
  return page.format === "envelope" ? writeEnvelope(scope, stream, page) : writeRows(scope, stream, page);
}

interface Question extends Asked {
  readonly start: number;
  readonly limit: number | undefined;
}

/** What the options ask for: each on its own, or all in a query string. */
function askedOf(scope: Scope, catalog: Catalog | undefined): Question {
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
      sortBy: single.sortBy ?? defaultSort(catalog),
      start: single.start ?? 0,
      limit: single.limit,
    };
  }
  const twice = Object.entries(single).find(([, value]) => value !== undefined)?.[0];
  if (twice !== undefined)
    throw new UsageError(`--${twice} and --query cannot be given together: put it into the query.`);
  const mode = args.flag("strict") ? "strict" : "lenient";
  const raw = queryPart(text);
  const { query, diagnostics } = decodeQuery(raw, { mode, ...(catalog === undefined ? {} : { catalog }) });
  report(raw, diagnostics, scope);
  if (query === undefined) throw new ExpressionError();
  return {
    filter: print(query.filter),
    hasBasics: query.basics.length > 0,
    sortBy: query.sortBy === undefined ? defaultSort(catalog) : print(query.sortBy),
    start: query.start,
    limit: query.limit === undefined ? undefined : query.pageLimit,
  };
}

function defaultSort(catalog: Catalog | undefined): string {
  return catalog?.defaultSort.join(",") ?? "";
}

function outputFormat({ io, args }: Scope, input: InputFormat): OutputFormat {
  const given = args.text("output");
  if (given !== undefined && isOutputFormat(given)) return given;
  return io.stdoutIsTTY ? "table" : input;
}
