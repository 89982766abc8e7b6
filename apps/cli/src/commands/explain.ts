/** `tamis explain`: why a row is kept or not. */
import { styleText } from "node:util";
import { explain, type Explanation } from "tamis";
import { escapeControls } from "tamis/diagnostics";
import { chosenCatalog, chosenLocale } from "../catalogs.ts";
import { CATALOG_OPTIONS, COLOR, EXIT, LOCALE, STRICT, type Command } from "../command.ts";
import { toExactJson } from "../exact-json.ts";
import { wantsColor } from "../io/color.ts";
import { INPUT_FORMATS } from "../io/formats.ts";
import type { Row } from "../io/row-reader.ts";
import { UsageError } from "../options.ts";
import { prepare } from "../prepare.ts";
import { colorChoice } from "../report.ts";
import { openRows, type RowStream } from "../rows.ts";
import { InputError } from "../io/errors.ts";

type Paint = (style: "green" | "red" | "dim" | "bold", text: string) => string;

export const explainCommand: Command = {
  name: "explain",
  summary: "Say why a row is kept or not, clause by clause",
  usage: "explain FILE --filter E --row N",
  options: [
    { name: "filter", short: "f", value: "E", help: "the filter" },
    { name: "row", short: "r", value: "N", help: "which row, from 1 on (default 1)" },
    ...CATALOG_OPTIONS,
    LOCALE,
    { name: "input", short: "i", value: "FMT", help: "json, ndjson, csv or tsv; else told from name and content", choices: INPUT_FORMATS },
    { name: "text", help: "read all cells of CSV and TSV as text" },
    { name: "json", help: "the tree as JSON, for programs" },
    STRICT,
    COLOR,
  ],
  examples: [`tamis explain places.ndjson --filter "and(eq(sov_a3,'FRA'),gt(pop_max,1000))" --row 3`],
  run: async (scope) => {
    const { io, args } = scope;
    const filter = args.text("filter");
    if (filter === undefined) throw new UsageError("--filter is missing: what shall be explained?");
    const number = args.count("row") ?? 1;
    if (number === 0) throw new UsageError("--row counts from 1.");
    const catalog = await chosenCatalog(scope);
    const stream = await openRows(scope, args.positionals);
    const prepared = prepare({ filter, sortBy: "" }, catalog, { rows: stream.sample, complete: stream.complete }, scope);
    const row = await rowAt(stream, number);
    const result = explain(prepared.filter, row, chosenLocale(scope));
    if (args.flag("json")) {
      io.stdout.write(`${toExactJson({ row: number, ...result })}\n`);
      return EXIT.ran;
    }
    const color = wantsColor({ choice: colorChoice(args.text("color")), env: io.env, isTTY: io.stdoutIsTTY });
    const paint: Paint = (style, text) => (color ? styleText(style, text, { validateStream: false }) : text);
    io.stdout.write(`row ${number} is ${result.kept ? paint("green", "kept") : paint("red", "left out")}\n`);
    for (const line of treeLines(result.tree, "", "", result.failed, paint)) io.stdout.write(`${line}\n`);
    if (result.failed !== undefined) io.stdout.write(`first failure: ${paint("bold", escapeControls(result.failed.text))}\n`);
    return EXIT.ran;
  },
};

async function rowAt(stream: RowStream, number: number): Promise<Row> {
  let seen = 0;
  for await (const batch of stream.batches()) {
    const row = batch[number - 1 - seen];
    if (row !== undefined) return row;
    seen += batch.length;
  }
  throw new InputError(`There is no row ${number}: the input has ${seen} rows.`);
}

/** The tree with a line for each clause: its value, its text, and what its members hold. */
function* treeLines(
  node: Explanation,
  lead: string,
  childLead: string,
  failed: Explanation | undefined,
  paint: Paint,
): Generator<string> {
  const mark = node.value === true ? paint("green", "true   ") : node.value === false ? paint("red", "false  ") : node.value === null ? paint("dim", "unknown") : "       ";
  const blame = node === failed ? paint("red", "  <- here") : "";
  const members = node.children.filter(isLeaf).filter(({ children, text }) => children.length === 0 && !isLiteral(text));
  const values = members.map(({ text, value }) => `${text} = ${shortValue(value)}`).join(", ");
  yield `${mark} ${lead}${escapeControls(node.text)}${values === "" ? "" : paint("dim", `   ${values}`)}${blame}`;
  const inner = node.children.filter((child) => !isLeaf(child));
  for (const [i, child] of inner.entries()) {
    const last = i === inner.length - 1;
    yield* treeLines(child, `${childLead}${last ? "└─ " : "├─ "}`, `${childLead}${last ? "   " : "│  "}`, failed, paint);
  }
}

function isLeaf({ children }: Explanation): boolean {
  return children.length === 0;
}

function isLiteral(text: string): boolean {
  return /^(?:['"\d-]|true$|false$)/.test(text);
}

function shortValue(value: unknown): string {
  if (value === null) return "null";
  const text = toExactJson(value);
  return escapeControls(text.length > 60 ? `${text.slice(0, 59)}…` : text);
}
