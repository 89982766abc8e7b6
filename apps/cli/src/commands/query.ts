import type { Catalog } from "tamis";
import { orderWarning } from "tamis/engine";
import { UsageError } from "../command/arguments.ts";
import { chosenCatalog } from "../command/catalog-option.ts";
import type { Command, Scope } from "../command/command.ts";
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
import { DATABASE_NOTE, findDatabase, PASSWORD_NOTE } from "../databases/database-address.ts";
import {
  formatLike,
  formatOfName,
  isOutputFormat,
  OUTPUT_FORMATS,
  type InputFormat,
  type OutputFormat,
} from "../formats/formats.ts";
import { findSavedCollection } from "../memory/find-saved-collection.ts";
import { GROUP_OPTIONS, readGroupOptions } from "../groups/group-options.ts";
import { catalogForFixes } from "../query/catalog-for-fixes.ts";
import { queryCollection, querySample, type OpenTable } from "../query/query-collection.ts";
import { queryRows } from "../query/query-rows.ts";
import { readSample, SAMPLE, SEED } from "../query/random-sample.ts";
import { readRequest, type PagedQueryText } from "../query/read-request.ts";
import { requestMembers } from "../query/request-members.ts";
import { readSelect } from "../query/select-option.ts";
import type { RetypedFile } from "../retyping/retyped-table.ts";
import { readRetyping, type Retyping } from "../retyping/retyping.ts";
import { openRows } from "../rows/row-stream.ts";

export const queryCommand: Command = {
  name: "query",
  summary: "Filter, sort and page the rows of files and databases",
  usage:
    "query [FILE…|DATABASE] [--filter E] [--sortBy S] [--start N] [--limit N] | query [FILE…|DATABASE] --count-by A,B [--sum C] | query [FILE…|DATABASE] --distinct A,B",
  options: [
    FILTER,
    SORT_BY,
    START,
    { ...LIMIT, alias: "head" },
    ALL,
    SAMPLE,
    SEED,
    QUERY,
    SELECT,
    { name: "count", help: "print the number of matching rows, or of groups, instead of the rows" },
    ...GROUP_OPTIONS,
    { name: "exit-status", short: "e", help: "exit with 1 if no row matches" },
    {
      name: "explain",
      help: "databases and groups: print the SQL statements, or how columns in memory are read",
    },
    outputOption(OUTPUT_FORMATS),
    CSV_SAFE,
    NO_PAGER,
    ...ROW_SOURCE_OPTIONS,
  ],
  notes: [
    `${DATABASE_NOTE} It is opened read-only. Its columns determine the catalog, unless --catalog is given. ${PASSWORD_NOTE}`,
    "With --type, values of a database or of a collection file are read like the cells of CSV: --type qty=integer reads the numbers of a TEXT column, and --dates its dates. Other values are null, and a note counts them. Databases do not evaluate such a query: all rows are read, and tamis filters, sorts and groups them, which a note says too.",
    "A FILE can be a collection file written by tamis save, which needs no parsing. Without a FILE, or for -, rows are read from standard input. Files can be compressed with gzip or zstd. The delimiter of CSV is detected.",
    "Output begins only after the expressions, the options, the files and the first 1,000 rows were checked. Invalid rows are skipped and counted in a note, and the exit code is then 4. With --strict, reading stops at the first: the rows before it may have been written, and a JSON array is left open, so that it cannot be mistaken for a complete one. With --sortBy, --count and -o envelope nothing is written in this case.",
    "With --csv-safe, cells and column names of CSV and TSV that begin with =, +, -, @, a tab or a line break (also after white space or in full width) get a leading apostrophe, so that spreadsheets show them instead of evaluating them. Numbers such as -5 stay as they are. Use it for files that people open in a spreadsheet, and not for files that programs read: the apostrophe is a part of the data.",
    "On a terminal, only the first 1,000 rows are shown, and a line below gives the number of all matching rows. --all shows them all, and --limit another number. Files and pipes get all rows. Rows that exceed the screen are shown in a pager: $PAGER, otherwise less, which gets the options FRX unless $LESS sets others. --no-pager, PAGER=cat and TERM=dumb show them directly.",
    "Without --sortBy rows are written in input order. With --sortBy and --limit only the rows of the page are kept in memory. A catalog's default sort applies if --sortBy is missing. For -o envelope, its default limit (otherwise 10) applies if --limit is missing.",
    "--head N is the same as --limit N. --sample N selects N of the matching rows at random, each with the same probability, and writes them in their order or in that of --sortBy. Databases select them if they can evaluate the filter exactly. Otherwise all matching rows are read, and N of them are kept in memory. So it is with --seed too: with the same seed, rows at the same positions are selected.",
    "Groups: --count-by writes a row for each combination of values of its members, with their count. --distinct writes the combinations without counts. --sum, --avg, --min and --max write one row, or one for each group of --by or --count-by. Results are called count, A_sum, A_avg, A_min and A_max, and --sortBy, --start and --limit apply to the groups. Rows without a value form a group too, but do not count for the results. Sums of integers are exact. Databases group in SQL. For files, the members are kept in memory, in columns, and a member can have values of several types. Dates and times that are written in several forms or with offsets are grouped as instants. More than --max-groups groups are an error.",
  ],
  examples: [
    `tamis query examples/data/places.ndjson --filter "gt(pop_max,10000000)" --sortBy pop_max:descending --limit 5 --select name,pop_max`,
    `tamis query examples/data/time-zones.csv --filter "contains(Comments,'Mountain')" -o json`,
    `tamis query examples/data/countries.ndjson --query "CONTINENT=Africa%7CAsia&sortBy=NAME:primary&limit=3" -o envelope`,
    `printf 'Artikel;Preis;Datum\\nStuhl;49,90;05.01.2024\\n' | tamis query --decimal-comma --dates day-first --filter "and(lt(Preis,50),ge(Datum,2024-01-01))"`,
    `tamis query examples/data/places.ndjson --count-by featurecla --sum pop_max --max pop_max -o table`,
    `tamis query examples/data/places.ndjson --by sov_a3 --avg pop_max --sort-by pop_max_avg:descending --limit 3`,
    `tamis query examples/data/places.ndjson --sample 3 --seed 1 --select name,adm0name`,
    `gzip -c examples/data/languages.ndjson | tamis query --filter "gt(added,2020-01-01)" --count`,
  ],
  run: (scope) => withPager(scope, runQuery),
};

async function runQuery(commandScope: Scope): Promise<number> {
  const { args } = commandScope;
  let scope = commandScope;
  requireInput("query", scope);
  if (args.flag(ALL.name) && args.text(LIMIT.name) !== undefined)
    throw new UsageError(`--${ALL.name} cannot be combined with ${args.spelling(LIMIT.name)}.`);
  const paths = readSelect(args);
  const sample = readSample(scope);
  const groups = readGroupOptions(args);
  // Collections in memory are loaded for groups only, because they double the size of the code to load.
  const grouping = groups === undefined ? undefined : await import("../groups/query-sources.ts");
  const formatOf = (input: InputFormat) => outputFormat(commandScope, input);
  const onRetyped = async (scope: Scope, table: OpenTable, retyping: Retyping, file: RetypedFile) => {
    const { RetypedTable } = await import("../retyping/retyped-table.ts");
    const { groupRetyped, queryRetyped, rejectPlan } = await import("../retyping/query-retyped.ts");
    const retyped = new RetypedTable(table, retyping, file);
    const isExplained = args.flag("explain");
    if (groups !== undefined) return groupRetyped(scope, retyped, groups, { formatOf, isExplained });
    if (isExplained) return rejectPlan(retyped);
    return queryRetyped(scope, retyped, { paths, sample, formatOf });
  };
  const database = findDatabase(args.positionals);
  if (database !== undefined) {
    const { withTable } = await import("../databases/open-table.ts");
    const retyping = await readRetyping(scope, "a database", database.shown);
    const work = async (table: OpenTable, opened: Scope) => {
      const scope = { ...opened, fixCatalog: table.catalog };
      if (retyping !== undefined)
        return onRetyped(scope, table, retyping, { name: database.shown, isDatabase: true });
      const format = outputFormat(scope, "ndjson");
      const request = { ...readRequest(scope, table.catalog), paths, format };
      if (groups !== undefined)
        return grouping!.queryTableGroups(scope, table, groups, request, args.flag("explain"));
      if (sample !== undefined) return querySample(scope, table, request, sample);
      const isPage = request.start > 0 || request.limit !== undefined || format === "envelope";
      const warning = isPage && !args.flag("explain") ? orderWarning(table.catalog) : undefined;
      if (warning !== undefined) note(scope, warning);
      return queryCollection(scope, table, request);
    };
    return withTable(scope, database, work, { retyped: retyping?.types });
  }
  rejectDatabaseOptions(args);
  if (args.flag("explain") && groups === undefined)
    throw new UsageError("--explain is only for databases, and no database is given.");
  const catalog = await chosenCatalog(scope);
  const saved = findSavedCollection(args.positionals);
  if (saved !== undefined) {
    const { openSavedCollection, reportingDamage } = await import("../memory/saved-collection.ts");
    const { memoryAsCollection } = await import("../memory/memory-collection.ts");
    const retyping = await readRetyping(scope, "a collection file", saved);
    const format = outputFormat(scope, "ndjson");
    let queryText: PagedQueryText | undefined;
    const members = (catalog: Catalog) => {
      queryText = readRequest({ ...scope, fixCatalog: catalog }, catalog);
      const grouped = groups === undefined ? [] : [...groups.by, ...groups.measures];
      return requestMembers(queryText, grouped, catalog, groups !== undefined || args.flag("count"));
    };
    const reading = retyping === undefined ? { onDemand: true, members } : { onDemand: true };
    const memory = await openSavedCollection(saved, catalog, scope, reading);
    const collection = memoryAsCollection(memory);
    const table = { collection, catalog: collection.catalog, blocks: false };
    const opened = { ...scope, takesTypes: true, fixCatalog: collection.catalog };
    return reportingDamage(saved, () => {
      if (retyping !== undefined)
        return onRetyped(opened, table, retyping, { name: saved, isDatabase: false });
      const request = { ...queryText!, paths, format };
      if (groups !== undefined)
        return grouping!.queryTableGroups(opened, table, groups, request, args.flag("explain"));
      if (sample !== undefined) return querySample(opened, table, request, sample);
      return queryCollection(opened, table, request);
    });
  }
  scope = { ...scope, fixCatalog: catalog ?? (await catalogForFixes(scope)) };
  const open = () => openRows(scope, args.positionals, { catalog });
  if (groups !== undefined)
    return grouping!.queryRowGroups(scope, groups, catalog, {
      open,
      formatOf,
      isExplained: args.flag("explain"),
    });
  const named = args.positionals.map((path) => args.text("input") ?? formatOfName(path));
  const hasAllMembers = named.length > 0 && named.every((format) => format === "json" || format === "ndjson");
  return queryRows(scope, { catalog, hasAllMembers, open }, { paths, sample, formatOf });
}

/** @throws UsageError for `--csv-safe` with another format than CSV or TSV */
function outputFormat({ io, args }: Scope, input: InputFormat): OutputFormat {
  const chosen = args.text("output");
  const standard = io.stdoutIsTTY ? "table" : formatLike(input);
  const format = chosen !== undefined && isOutputFormat(chosen) ? chosen : standard;
  if (args.flag(CSV_SAFE.name) && format !== "csv" && format !== "tsv")
    throw new UsageError(`--${CSV_SAFE.name} is only for the output formats csv and tsv, not ${format}.`);
  return format;
}
