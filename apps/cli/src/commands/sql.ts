import { checkSortBy, parseFilter, parseSortBy, type Catalog } from "tamis";
import { loadCollations } from "tamis/collation/uca";
import { show } from "tamis/diagnostics";
import { DIALECTS, findDialect, isDialectName, type DialectName } from "tamis/sql";
import { sqlCollection } from "tamis/databases";
import { isSupportedLocale } from "tamis/collation";
import { chosenCatalog } from "../command/catalog-option.ts";
import { chosenLocale, unsupportedLocale } from "../command/locale-option.ts";
import type { Command, Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import {
  CATALOG_OPTIONS,
  COLOR,
  FILTER,
  LIMIT,
  LOCALE,
  SORT_BY,
  START,
  STRICT,
} from "../command/shared-options.ts";
import { clockOf, TIME_ZONE } from "../command/time-zone-option.ts";
import { guessCatalog, describeMembers } from "../databases/guess-catalog.ts";
import { offlineSource } from "../databases/offline-source.ts";
import { formatJson } from "tamis/catalog";
import { MemberNames } from "../rows/rename-members.ts";
import { didYouMean, UsageError } from "../command/arguments.ts";
import { readFilter } from "../query/filter-option.ts";
import { prepareQuery, type QueryText } from "../query/prepare-query.ts";
import { printPlan } from "../query/query-collection.ts";
import { note } from "../command/report.ts";

const DIALECT_NAMES = DIALECTS.map(({ name }) => name);

export const sqlCommand: Command = {
  name: "sql",
  summary: "Print the SQL for a filter and a sort order, or for creating a table",
  usage: "sql --dialect D [--filter E] [--sortBy S] [--table T] | sql ddl --dialect D --catalog F",
  words: ["ddl"],
  options: [
    { name: "dialect", short: "d", value: "D", help: "SQL dialect", choices: DIALECT_NAMES },
    { name: "table", short: "t", value: "NAME", help: "table name (default: the catalog's name)" },
    FILTER,
    SORT_BY,
    START,
    LIMIT,
    { name: "locales", value: "A,B", help: "ddl only: languages for whose sort order indexes are created" },
    { name: "json", help: "print the plan or the list of statements as JSON" },
    ...CATALOG_OPTIONS,
    LOCALE,
    TIME_ZONE,
    STRICT,
    COLOR,
  ],
  notes: [
    "Works without a connection. The plan is for a current version of the database, with the functions of tamis if the database supports functions. tamis query DATABASE --explain prints the plan for an actual database. The result of a statement is exact, or an upper bound (superset) whose rows tamis filters itself; the plan lists the reasons.",
    "Without a catalog, members get the types of the values that they are compared with, and the key is called id. A note on standard error lists them.",
  ],
  examples: [
    `tamis sql --dialect postgres --table places --filter "and(gt(pop_max,1000000),contains(name,'San'))" --sortBy pop_max:descending --limit 5`,
    `tamis sql --dialect sqlite --filter "eq(\\$primary,name,'Zurich')" --locale de --json`,
    "tamis catalog infer examples/data/places.ndjson > places.catalog.json",
    "tamis sql ddl --dialect postgres --catalog places.catalog.json --table places --locales de,sv",
  ],
  run: async (scope) => {
    const { args } = scope;
    const [action, ...extraWords] = args.positionals;
    if (extraWords.length > 0 || (action !== undefined && action !== "ddl"))
      throw new UsageError(
        `There is no 'sql ${show(extraWords[0] ?? action!)}'.${didYouMean(action!, ["ddl"])} For a database, use tamis query DATABASE --explain.`,
      );
    const dialect = args.text("dialect");
    if (dialect === undefined || !isDialectName(dialect))
      throw new UsageError(`--dialect is missing. Choose from ${DIALECT_NAMES.join(", ")}.`);
    await (action === "ddl" ? printDdl(scope, dialect) : planQuery(scope, dialect));
    return EXIT.ran;
  },
};

function tableOf(scope: Scope, catalog: Catalog): readonly string[] {
  const text = scope.args.text("table");
  if (text === undefined) return [catalog.name];
  const names = text.split(".");
  if (names.some((name) => name === "" || name.includes("\0")))
    throw new UsageError(`--table must be a name or schema.name, not '${show(text)}'.`);
  return names;
}

async function planQuery(scope: Scope, dialect: DialectName): Promise<void> {
  const { args } = scope;
  if (args.text("locales") !== undefined)
    throw new UsageError("--locales is only for sql ddl. Use --locale here.");
  const text = { ...readFilter(scope), sortBy: args.text("sortBy") ?? "" };
  const chosen = await chosenCatalog(scope);
  const catalog = chosen ?? guessedCatalog(text, scope);
  const locale = chosenLocale(scope);
  const names = new MemberNames(catalog);
  const checked = prepareQuery(text, catalog, scope)({ sample: [], complete: true, names });
  const collection = sqlCollection({
    source: offlineSource(dialect),
    catalog,
    table: { table: tableOf(scope, catalog) },
    maximumLimit: Number.MAX_SAFE_INTEGER - 1,
  });
  const start = args.count("start");
  const limit = args.count("limit");
  const { keys } = checked.sortBy;
  const plan = await collection.explain(
    {
      filter: checked.filter,
      // Without sort keys, the catalog's default sort applies.
      ...(keys.length === 0 ? {} : { sortBy: checked.sortBy }),
      ...(start === undefined ? {} : { start }),
      ...(limit === undefined ? {} : { limit }),
    },
    { ...locale, values: true },
  );
  await printPlan(scope, plan, args.flag("json"));
}

function guessedCatalog(text: QueryText, scope: Scope): Catalog {
  // Reports syntax errors, so that the texts below can be parsed safely.
  prepareQuery(text, undefined, scope);
  const filter = parseFilter(text.filter).expression;
  const sorted = checkSortBy(parseSortBy(text.sortBy).expression!, undefined, {
    functions: clockOf(scope),
  }).sortBy;
  const expressions = [
    ...(filter === undefined ? [] : [filter]),
    ...(sorted?.keys ?? []).map(({ expression }) => expression),
  ];
  const catalog = guessCatalog(expressions, "rows", clockOf(scope));
  note(scope, `without a catalog, assuming ${describeMembers(catalog)}, with the key id.`);
  return catalog;
}

async function printDdl(scope: Scope, dialect: DialectName): Promise<void> {
  const { args, out } = scope;
  const catalog = await chosenCatalog(scope);
  if (catalog === undefined)
    throw new UsageError(
      "--catalog or --family is missing. The catalog determines the columns of the table.",
    );
  const locales = readLocales(args.text("locales"));
  await loadCollations("und", ...locales);
  const table = { table: tableOf(scope, catalog) };
  const statements = findDialect(dialect).createTables({ catalog, table, locales });
  if (args.flag("json")) await out.write(`${formatJson(statements)}\n`, "json");
  else await out.write(statements.map((statement) => `${statement};\n`).join(""));
}

function readLocales(text: string | undefined): readonly string[] {
  const tags = text === undefined ? [] : text.split(",").map((tag) => tag.trim());
  const unsupported = tags.find((tag) => !isSupportedLocale(tag));
  if (unsupported !== undefined) throw unsupportedLocale(`--locales '${show(unsupported)}'`);
  return tags;
}
