/** `tamis sql`: the statements that a filter and an order become, and those that make the tables for them. */
import { checkSortBy, parseFilter, parseSortBy, type Catalog } from "tamis";
import { loadCollations } from "tamis/collation/uca";
import { show } from "tamis/diagnostics";
import { DIALECTS, findDialect, isDialectName, type DialectName } from "tamis/sql";
import { showPlan } from "tamis/engine";
import { sqlCollection } from "tamis/databases";
import { isSupportedLocale } from "tamis/collation";
import { chosenCatalog, chosenLocale } from "../catalogs.ts";
import { CATALOG_OPTIONS, COLOR, EXIT, LOCALE, STRICT, type Command, type Scope } from "../command.ts";
import { guessCatalog, tellMembers } from "../databases/guess-catalog.ts";
import { offlineSource } from "../databases/offline-source.ts";
import { toExactJson } from "../exact-json.ts";
import { Naming } from "../naming.ts";
import { didYouMean, UsageError } from "../options.ts";
import { readAsked } from "../prepare.ts";
import { note } from "../report.ts";

const DIALECT_NAMES = DIALECTS.map(({ name }) => name);

export const sqlCommand: Command = {
  name: "sql",
  summary: "Print the SQL that a filter and an order become, or that makes the table for them",
  usage: "sql --dialect D [--filter E] [--sortBy S] [--table T] | sql ddl --dialect D --catalog F",
  words: ["ddl"],
  options: [
    { name: "dialect", short: "d", value: "D", help: "the database", choices: DIALECT_NAMES },
    { name: "table", short: "t", value: "NAME", help: "the table (default: the catalog's name)" },
    { name: "filter", short: "f", value: "E", help: "the filter" },
    { name: "sortBy", short: "s", value: "S", help: "the order" },
    { name: "start", value: "N", help: "leave out the first N rows" },
    { name: "limit", short: "n", value: "N", help: "at most N rows" },
    { name: "locales", value: "A,B", help: "ddl: the languages whose orders get indexes" },
    { name: "json", help: "the plan, or the list of statements, as JSON" },
    ...CATALOG_OPTIONS,
    LOCALE,
    STRICT,
    COLOR,
  ],
  notes: [
    "Nothing is connected to. The plan is the one for a server of today with the functions of tamis, where the database takes functions; `tamis query DATABASE --explain` shows the one for a server at hand. What the database gives is exact, or a superset of which memory decides each row; the reasons say why.",
    "Without a catalog members have the types of what they are compared with, and the key is called id, which is told on standard error.",
  ],
  examples: [
    `tamis sql --dialect postgres --table places --filter "and(gt(pop_max,1000000),contains(name,'San'))" --sortBy pop_max:descending --limit 5`,
    `tamis sql --dialect sqlite --filter "eq(\\$primary,name,'Zurich')" --locale de --json`,
    "tamis catalog infer examples/data/places.ndjson > places.catalog.json",
    "tamis sql ddl --dialect postgres --catalog places.catalog.json --table places --locales de,sv",
  ],
  run: async (scope) => {
    const { args } = scope;
    const [action, ...rest] = args.positionals;
    if (rest.length > 0 || (action !== undefined && action !== "ddl"))
      throw new UsageError(
        `There is no 'sql ${show(rest[0] ?? action!)}'.${didYouMean(action!, ["ddl"])} A database is asked by tamis query DATABASE --explain.`,
      );
    const dialect = args.text("dialect");
    if (dialect === undefined || !isDialectName(dialect))
      throw new UsageError(`--dialect is missing: ${DIALECT_NAMES.join(", ")}.`);
    await (action === "ddl" ? printDdl(scope, dialect) : printPlan(scope, dialect));
    return EXIT.ran;
  },
};

/** `schema.table` as its names. */
function tableOf(scope: Scope, catalog: Catalog): readonly string[] {
  const text = scope.args.text("table");
  if (text === undefined) return [catalog.name];
  const names = text.split(".");
  if (names.some((name) => name === "" || name.includes("\0")))
    throw new UsageError(`--table is a name, or schema.name, not '${show(text)}'.`);
  return names;
}

async function printPlan(scope: Scope, dialect: DialectName): Promise<void> {
  const { args, out } = scope;
  if (args.text("locales") !== undefined) throw new UsageError("--locales is for sql ddl; this is --locale.");
  const asked = { filter: args.text("filter") ?? "", sortBy: args.text("sortBy") ?? "" };
  const given = await chosenCatalog(scope);
  const catalog = given ?? guessed(asked, scope);
  const locale = chosenLocale(scope);
  const naming = new Naming(catalog);
  const checked = readAsked(asked, catalog, scope)({ sample: [], complete: true, naming });
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
      // The catalog has an order of its own where none is asked for.
      ...(keys.length === 0 ? {} : { sortBy: checked.sortBy }),
      ...(start === undefined ? {} : { start }),
      ...(limit === undefined ? {} : { limit }),
    },
    { ...locale, values: true },
  );
  await out.write(args.flag("json") ? `${toExactJson(plan)}\n` : `${showPlan(plan)}\n`);
}

function guessed(asked: { readonly filter: string; readonly sortBy: string }, scope: Scope): Catalog {
  // Faults of the texts are told before anything is made of them.
  readAsked(asked, undefined, scope);
  const filter = parseFilter(asked.filter).expression;
  const sorted = checkSortBy(parseSortBy(asked.sortBy).expression!, undefined).sortBy;
  const expressions = [
    ...(filter === undefined ? [] : [filter]),
    ...(sorted?.keys ?? []).map(({ expression }) => expression),
  ];
  const catalog = guessCatalog(expressions, "rows");
  note(scope, `without a catalog, members are taken to be ${tellMembers(catalog)}, and id the key.`);
  return catalog;
}

async function printDdl(scope: Scope, dialect: DialectName): Promise<void> {
  const { args, out } = scope;
  const catalog = await chosenCatalog(scope);
  if (catalog === undefined)
    throw new UsageError("--catalog or --family is missing: what shall the table hold?");
  const locales = readLocales(args.text("locales"));
  await loadCollations("und", ...locales);
  const table = { table: tableOf(scope, catalog) };
  const statements = findDialect(dialect).createTables({ catalog, table, locales });
  await out.write(
    args.flag("json") ? `${toExactJson(statements)}\n` : statements.map((each) => `${each};\n`).join(""),
  );
}

function readLocales(text: string | undefined): readonly string[] {
  const tags = text === undefined ? [] : text.split(",").map((tag) => tag.trim());
  const wrong = tags.find((tag) => !isSupportedLocale(tag));
  if (wrong !== undefined)
    throw new UsageError(
      `--locales '${show(wrong)}' is no language that is known here. Examples: de, sv-SE, zh-Hant.`,
    );
  return tags;
}
