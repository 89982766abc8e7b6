/** `tamis explain`: why a row is kept or not. */
import { styleText } from "node:util";
import { explain, type NodeExplanation, type RowExplanation } from "tamis";
import { escapeControls } from "tamis/diagnostics";
import { chosenCatalog, chosenLocale } from "../catalogs.ts";
import { CATALOG_OPTIONS, COLOR, EXIT, INPUT, LOCALE, STRICT, TEXT, type Command } from "../command.ts";
import { TABLE, TIMEOUT, withTable } from "../databases/ask-database.ts";
import { findDatabase } from "../databases/database-address.ts";
import { explainQuery } from "../databases/query-table.ts";
import { toExactJson } from "../exact-json.ts";
import { wantsColor } from "../io/color.ts";
import { InputError } from "../io/errors.ts";
import type { Row } from "../io/row-reader.ts";
import { UsageError } from "../options.ts";
import { readAsked } from "../prepare.ts";
import { colorChoice } from "../report.ts";
import { openRows, type RowStream } from "../rows.ts";

type Paint = (style: "green" | "red" | "dim" | "bold", text: string) => string;

export const explainCommand: Command = {
  name: "explain",
  summary: "Say why a row is kept or not, clause by clause",
  usage: "explain [FILE…|DATABASE] --filter E [--row N]",
  options: [
    { name: "filter", short: "f", value: "E", help: "the filter" },
    TABLE,
    TIMEOUT,
    { name: "row", short: "r", value: "N", help: "which row, from 1 on (default 1)" },
    ...CATALOG_OPTIONS,
    LOCALE,
    INPUT,
    TEXT,
    { name: "json", help: "the tree as JSON, for programs" },
    STRICT,
    COLOR,
  ],
  notes: [
    "Each clause has a line: whether it holds for the row, and what the members that it names hold. A clause that compares with null is unknown; a row is kept only where the whole is true. The clause that decides why a row is left out is marked.",
    "Of a DATABASE (see tamis query) it is told how it would answer: by which statements, and what memory has to decide.",
  ],
  examples: [
    `tamis explain examples/data/places.ndjson --filter "and(eq(sov_a3,'FRA'),gt(pop_max,1000))" --row 3`,
    `tamis explain examples/data/time-zones.csv --filter "or(contains(Comments,'most'),isNull(Comments))" --row 2 --json`,
  ],
  run: async (scope) => {
    const { io, out, args } = scope;
    const filter = args.text("filter");
    if (filter === undefined) throw new UsageError("--filter is missing: what shall be explained?");
    if (args.positionals.length === 0 && io.stdinIsTTY) {
      throw new UsageError("No file is given and nothing is piped in. See tamis explain --help.");
    }
    const database = await findDatabase(args.positionals);
    if (database !== undefined) {
      if (args.text("row") !== undefined)
        throw new UsageError("--row is for files: of a database the statements are told.");
      return withTable(scope, database, (table) => explainQuery(scope, table, filter));
    }
    const wrong = [TABLE.name, TIMEOUT.name].find((name) => args.text(name) !== undefined);
    if (wrong !== undefined) throw new UsageError(`--${wrong} is for databases, and none is named.`);
    const number = args.count("row", 1) ?? 1;
    const catalog = await chosenCatalog(scope);
    const locale = chosenLocale(scope);
    const prepare = readAsked({ filter, sortBy: "" }, catalog, scope);
    const stream = await openRows(scope, args.positionals, { catalog });
    const result = await explainRow(stream, prepare, number, locale);
    if (args.flag("json")) {
      await out.write(`${toExactJson({ row: number, ...result })}\n`);
      return EXIT.ran;
    }
    const color = wantsColor({ choice: colorChoice(args.text("color")), env: io.env, isTTY: io.stdoutIsTTY });
    const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
    await out.write(`row ${number} is ${result.kept ? paint("green", "kept") : paint("red", "left out")}\n`);
    for (const line of treeLines(result.tree, "", "", result.failed, paint)) await out.write(`${line}\n`);
    if (result.failed !== undefined)
      await out.write(`first failure: ${paint("bold", escapeControls(result.failed.text))}\n`);
    return EXIT.ran;
  },
};

async function explainRow(
  stream: RowStream,
  prepare: ReturnType<typeof readAsked>,
  number: number,
  locale: ReturnType<typeof chosenLocale>,
): Promise<RowExplanation> {
  try {
    const { filter } = prepare(stream);
    return explain(filter, await rowAt(stream, number), locale);
  } finally {
    await stream.close();
  }
}

async function rowAt(stream: RowStream, number: number): Promise<Row> {
  let seen = 0;
  for await (const batch of stream.batches()) {
    const row = batch[number - 1 - seen];
    if (row !== undefined) return row;
    seen += batch.length;
  }
  const rows = seen === 0 ? "no rows" : seen === 1 ? "1 row" : `${seen} rows`;
  throw new InputError(`There is no row ${number}: the input has ${rows}.`);
}

/** The tree with a line for each clause: its value, its text, and what its members hold. */
function* treeLines(
  node: NodeExplanation,
  lead: string,
  childLead: string,
  failed: NodeExplanation | undefined,
  paint: Paint,
): Generator<string> {
  const blame = node === failed ? paint("red", "  <- here") : "";
  const members = node.children.filter(isMember).map(({ text, value }) => `${text} = ${shortValue(value)}`);
  const own = isTruth(node.value) ? "" : ` = ${shortValue(node.value)}`;
  const values = members.length === 0 ? "" : paint("dim", `   ${members.join(", ")}`);
  yield `${markOf(node.value, paint)} ${lead}${escapeControls(node.text)}${own}${values}${blame}`;
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

/** Whether something holds. What is no condition has a value instead. */
function markOf(value: unknown, paint: Paint): string {
  if (value === true) return paint("green", "true   ");
  if (value === false) return paint("red", "false  ");
  return value === null ? paint("dim", "unknown") : "       ";
}

function isTruth(value: unknown): boolean {
  return value === null || typeof value === "boolean";
}

function isMember({ children, text }: NodeExplanation): boolean {
  return children.length === 0 && !/^(?:['"\d-]|true$|false$)/.test(text);
}

function shortValue(value: unknown): string {
  if (value === null) return "null";
  const text = toExactJson(value);
  return escapeControls(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}
