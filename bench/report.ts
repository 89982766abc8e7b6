import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { drawChart } from "./chart.ts";
import { drawPlot } from "./plot.ts";
import { digits } from "./numbers.ts";
import type { Goal, PartResult, Table } from "./parts.ts";

/** Where the numbers go: to the terminal, to `bench/results`, to the charts of the documentation. */

export function printPart({ tables, goals }: PartResult): void {
  for (const table of tables) process.stdout.write(`\n${textOf(table)}`);
  if (goals.length > 0) process.stdout.write(`\n${goals.map(goalText).join("\n")}\n`);
}

/** Whether all goals of a part are reached. */
export function isReached(goal: Goal): boolean {
  return "atMost" in goal ? goal.reached <= goal.atMost : goal.reached >= goal.atLeast;
}

/** What is to be reached, in words. */
function aimOf(goal: Goal): string {
  return "atMost" in goal
    ? `at most ${short(goal.atMost)}${goal.unit}`
    : `at least ${short(goal.atLeast)}${goal.unit}`;
}

const short = (value: number) => String(Number(value.toPrecision(3)));

/** A part as it is kept: with what it was measured on. */
interface Kept extends PartResult {
  readonly facts: Readonly<Record<string, unknown>>;
}

/**
 * Writes what was measured, the tables as Markdown, and a chart for each table that has one. Parts that were not
 * measured this time are kept as they were.
 */
export function writeResults(measured: Readonly<Record<string, PartResult>>, facts: Kept["facts"]): void {
  const results = new URL("results/", import.meta.url);
  const charts = new URL("../docs/benchmarks/", import.meta.url);
  const latest = new URL("latest.json", results);
  mkdirSync(results, { recursive: true });
  mkdirSync(charts, { recursive: true });
  const before = existsSync(latest) ? (JSON.parse(readFileSync(latest, "utf8")) as Record<string, Kept>) : {};
  const now = Object.entries(measured).map(([name, part]): [string, Kept] => [name, { facts, ...part }]);
  const parts = { ...before, ...Object.fromEntries(now) };
  writeFileSync(latest, `${JSON.stringify(parts, undefined, 1)}\n`);
  writeFileSync(new URL("latest.md", results), markdown(Object.values(parts)));
  for (const table of Object.values(parts).flatMap(({ tables }) => tables)) {
    const drawn = table.chart !== undefined ? drawChart(table) : table.plot && drawPlot(table.plot);
    if (drawn !== undefined) writeFileSync(new URL(`${table.name}.svg`, charts), drawn);
  }
  const page = new URL("../docs/benchmarks.md", import.meta.url);
  writeFileSync(page, fillPage(readFileSync(page, "utf8"), parts));
}

/**
 * Puts the charts and goals of parts where a page has `<!-- part: NAME -->` and `<!-- end -->`, in place of what
 * stands between them.
 */
export function fillPage(page: string, parts: Readonly<Record<string, PartResult>>): string {
  return page.replaceAll(/<!-- part: ([\w-]+) -->\n[^]*?<!-- end -->/g, (all, name: string) => {
    const part = parts[name];
    if (part === undefined) return all;
    const charts = part.tables
      .filter(({ chart, plot }) => chart !== undefined || plot !== undefined)
      .map((table) => `![${table.title}](benchmarks/${table.name}.svg)\n\n`);
    return `<!-- part: ${name} -->\n${charts.join("")}${goalTable(part.goals)}<!-- end -->`;
  });
}

const isTerminal = process.stdout.isTTY;
const paint = (code: number, text: string) => (isTerminal ? `\u001b[${code}m${text}\u001b[0m` : text);
const bold = (text: string) => paint(1, text);
const green = (text: string) => paint(32, text);
const red = (text: string) => paint(31, text);

function textOf({ title, note, columns, rows }: Table): string {
  const lines = [["", ...columns], ...rows.map(({ name, cells }) => [name, ...cells])];
  const widths = lines[0]!.map((_, i) => Math.max(...lines.map((line) => line[i]?.length ?? 0)));
  const aligned = lines.map((line) =>
    line
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!)))
      .join("  ")
      .trimEnd(),
  );
  const body = aligned.slice(1).map((line, i) => (rows[i]!.ours ? green(line) : line));
  return `${bold(title)}\n${note}\n\n${bold(aligned[0]!)}\n${body.join("\n")}\n`;
}

function goalText(goal: Goal): string {
  const reached = isReached(goal);
  const text = `${reached ? "reached" : "missed "}  ${goal.name}: ${digits(goal.reached)}${goal.unit}, ${aimOf(goal)}`;
  return reached ? green(text) : red(text);
}

function markdown(kept: readonly Kept[]): string {
  const parts = kept.map(({ tables, goals, facts }) => {
    const known = Object.entries(facts).map(([name, value]) => `${name} ${String(value)}`);
    return `${tables.map(tableMarkdown).join("\n")}\n${goalTable(goals)}Measured with ${known.join(", ")}.\n`;
  });
  return [
    "# Benchmarks\n",
    "Written by `npm run bench`. Ratios are taken within a round, side by side; absolute times are those of a machine that did other things too.\n",
    ...parts,
  ].join("\n");
}

function goalTable(goals: readonly Goal[]): string {
  const reached = goals.map(
    (goal) =>
      `| ${goal.name} | ${digits(goal.reached)}${goal.unit} | ${aimOf(goal)} | ${isReached(goal) ? "reached" : "missed"} |`,
  );
  return goals.length === 0
    ? ""
    : `| goal | reached | to reach | |\n|---|---:|---:|---|\n${reached.join("\n")}\n\n`;
}

function tableMarkdown({ title, note, columns, rows }: Table): string {
  const head = `| | ${columns.join(" | ")} |\n|---|${columns.map(() => "---:|").join("")}`;
  const body = rows.map(
    ({ name, ours, cells }) => `| ${ours ? `**${name}**` : name} | ${cells.join(" | ")} |`,
  );
  return `## ${title}\n\n${note}\n\n${head}\n${body.join("\n")}\n`;
}
