import { styleText } from "node:util";
import { explain, type CheckedFilter, type NodeExplanation, type RowExplanation } from "tamis";
import { escapeControls } from "tamis/diagnostics";
import { chosenCatalog } from "../command/catalog-option.ts";
import { chosenLocale } from "../command/locale-option.ts";
import type { Command, Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import {
  FILTER,
  LIMIT,
  QUERY,
  rejectDatabaseOptions,
  requireInput,
  ROW_SOURCE_OPTIONS,
  SORT_BY,
  START,
  TABLE,
  TIMEOUT,
} from "../command/shared-options.ts";
import { withTable } from "../databases/open-table.ts";
import { findDatabase } from "../databases/database-address.ts";
import { GROUP_OPTIONS, readGroupOptions } from "../groups/group-options.ts";
import { queryRowGroups, queryTableGroups } from "../groups/query-sources.ts";
import { explainCollection, type OpenTable } from "../query/query-collection.ts";
import { formatJson } from "tamis/catalog";
import { describe } from "tamis/understand";
import { clockOf } from "../command/time-zone-option.ts";
import { wantsColor } from "../io/color.ts";
import { InputError } from "../io/errors.ts";
import type { Row } from "tamis/files";
import { UsageError } from "../command/arguments.ts";
import { readFilter } from "../query/filter-option.ts";
import { prepareQuery } from "../query/prepare-query.ts";
import { readRequest } from "../query/read-request.ts";
import { colorChoice } from "../command/report.ts";
import { RetypedTable } from "../retyping/retyped-table.ts";
import { groupRetyped, rejectPlan } from "../retyping/query-retyped.ts";
import { readRetyping } from "../retyping/retyping.ts";
import { openRows, type RowStream } from "../rows/row-stream.ts";

/** Options that determine the statements of a database, in addition to the filter. */
const PLAN_OPTIONS = [SORT_BY, START, LIMIT, QUERY];

type Paint = (style: "green" | "red" | "dim" | "bold", text: string) => string;

export const explainCommand: Command = {
  name: "explain",
  summary: "Explain clause by clause why a row matches a filter or not",
  usage:
    "explain [FILE…] --filter E [--row N] | explain DATABASE [--filter E] [--sortBy S] | explain [FILE…|DATABASE] --count-by A,B [--filter E]",
  options: [
    { ...FILTER, help: "the filter to explain" },
    { name: "row", short: "r", value: "N", help: "number of the row (default 1)" },
    { name: "json", help: "print the explanation as JSON" },
    ...PLAN_OPTIONS.map((option) => ({ ...option, help: `databases only: ${option.help}` })),
    ...GROUP_OPTIONS.map((option) => ({
      ...option,
      help: `to explain groups instead of rows: ${option.help}`,
    })),
    ...ROW_SOURCE_OPTIONS,
  ],
  notes: [
    "Prints the filter as a sentence, in German with --locale de and otherwise in English. Then prints a line for each clause: whether it is true for the row, and the values of its members. A comparison with null is unknown. A row matches only if the whole filter is true. The clause that excludes the row is marked.",
    "For a DATABASE (see tamis query), prints the SQL statements of a page or of all rows, and the conditions and orders that tamis evaluates itself.",
    "With --count-by, --distinct, --sum and the like (see tamis query), prints how the groups are formed: by an SQL statement, or from which columns in memory.",
  ],
  examples: [
    `tamis explain examples/data/places.ndjson --filter "and(eq(sov_a3,'FRA'),gt(pop_max,1000))" --row 3`,
    `tamis explain examples/data/places.ndjson --count-by featurecla --sum pop_max`,
    `tamis explain examples/data/time-zones.csv --filter "or(contains(Comments,'most'),isNull(Comments))" --row 2 --json`,
  ],
  run: async (scope) => {
    const { io, out, args } = scope;
    requireInput("explain", scope);
    const groups = readGroupOptions(args);
    const format = args.flag("json") ? "json" : "ndjson";
    if (groups !== undefined && args.text("row") !== undefined)
      throw new UsageError("--row explains a row, so it cannot be combined with groups.");
    const database = findDatabase(args.positionals);
    if (database !== undefined) {
      const retyping = await readRetyping(scope, "a database", database.shown);
      if (args.text("row") !== undefined)
        throw new UsageError("--row is only for files. For databases, tamis explain prints statements.");
      const work = (table: OpenTable, scope: Scope) => {
        if (retyping !== undefined) {
          const retyped = new RetypedTable(table, retyping, { name: database.shown, isDatabase: true });
          return groups === undefined
            ? rejectPlan(retyped)
            : groupRetyped(scope, retyped, groups, { formatOf: () => format, isExplained: true });
        }
        const request = readRequest(scope, table.catalog);
        return groups === undefined
          ? explainCollection(scope, table, request, args.flag("json"))
          : queryTableGroups(scope, table, groups, { ...request, format }, true);
      };
      return withTable(scope, database, work, { retyped: retyping?.types });
    }
    if (groups !== undefined) {
      rejectDatabaseOptions(args);
      const catalog = await chosenCatalog(scope);
      const open = () => openRows(scope, args.positionals, { catalog });
      return queryRowGroups(scope, groups, catalog, { open, formatOf: () => format, isExplained: true });
    }
    rejectDatabaseOptions(args, [TABLE, TIMEOUT, ...PLAN_OPTIONS]);
    if (args.texts("filter").length === 0)
      throw new UsageError("--filter is missing. Name the filter to explain.");
    const number = args.count("row", 1) ?? 1;
    const catalog = await chosenCatalog(scope);
    const locale = chosenLocale(scope);
    const prepare = prepareQuery({ ...readFilter(scope), sortBy: "" }, catalog, scope);
    const stream = await openRows(scope, args.positionals, { catalog });
    const { filter, explanation } = await explainRow(stream, prepare, number, locale);
    const { catalog: rowCatalog } = filter;
    const sentence = describe(filter.expression, {
      catalog: rowCatalog,
      functions: clockOf(scope),
      ...locale,
    });
    if (args.flag("json")) {
      await out.write(`${formatJson({ row: number, sentence, ...explanation })}\n`, "json");
      return EXIT.ran;
    }
    const color = wantsColor({ choice: colorChoice(args.text("color")), env: io.env, isTTY: io.stdoutIsTTY });
    const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
    const print = (line: string) => out.write(`${line}\n`, "styled");
    await print(sentence);
    await print(
      `row ${number} ${explanation.kept ? paint("green", "matches") : paint("red", "does not match")}`,
    );
    for (const line of treeLines(explanation.tree, "", "", explanation.failed, paint)) await print(line);
    if (explanation.failed !== undefined)
      await print(`excluded by: ${paint("bold", escapeControls(explanation.failed.text))}`);
    return EXIT.ran;
  },
};

async function explainRow(
  stream: RowStream,
  prepare: ReturnType<typeof prepareQuery>,
  number: number,
  locale: ReturnType<typeof chosenLocale>,
): Promise<{ readonly filter: CheckedFilter; readonly explanation: RowExplanation }> {
  try {
    const { filter } = prepare(stream);
    return { filter, explanation: explain(filter, await rowAt(stream, number), locale) };
  } finally {
    await stream.close();
  }
}

async function rowAt(stream: RowStream, number: number): Promise<Row> {
  let skippedRows = 0;
  for await (const batch of stream.batches()) {
    const row = batch[number - 1 - skippedRows];
    if (row !== undefined) return row;
    skippedRows += batch.length;
  }
  const rows = skippedRows === 0 ? "no rows" : skippedRows === 1 ? "1 row" : `${skippedRows} rows`;
  throw new InputError(`There is no row ${number}: the input has ${rows}.`);
}

function* treeLines(
  node: NodeExplanation,
  lead: string,
  childLead: string,
  failed: NodeExplanation | undefined,
  paint: Paint,
): Generator<string> {
  const blame = node === failed ? paint("red", "  <- here") : "";
  const members = node.children
    .filter(isMember)
    .map(({ text, value }) => `${escapeControls(text)} = ${shortValue(value)}`);
  const isTruth = node.value === null || typeof node.value === "boolean";
  const valueText = isTruth ? "" : ` = ${shortValue(node.value)}`;
  const values = members.length === 0 ? "" : paint("dim", `   ${members.join(", ")}`);
  yield `${markOf(node.value, paint)} ${lead}${escapeControls(node.text)}${valueText}${values}${blame}`;
  const inner = node.children.filter(({ children }) => children.length > 0);
  for (const [i, child] of inner.entries()) {
    const last = i === inner.length - 1;
    yield* treeLines(
      child,
      `${childLead}${last ? "└─ " : "├─ "}`,
      `${childLead}${last ? "   " : "│  "}`,
      failed,
      paint,
    );
  }
}

/** Returns the label of a truth value: null is unknown. Values of other types have a blank label. */
function markOf(value: unknown, paint: Paint): string {
  if (value === true) return paint("green", "true   ");
  if (value === false) return paint("red", "false  ");
  return value === null ? paint("dim", "unknown") : "       ";
}

function isMember({ children, text }: NodeExplanation): boolean {
  return children.length === 0 && !/^(?:['"\d-]|true$|false$)/.test(text);
}

function shortValue(value: unknown): string {
  if (value === null) return "null";
  const text = formatJson(value);
  return escapeControls(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}
