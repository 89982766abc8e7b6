/**
 * Explains comparisons with columns whose cells do not have the type of the other value: which cells are the reason, and
 * which options read the column. Options are tried on the first rows before they are offered.
 */
import { cellText } from "tamis/catalog";
import type { Catalog, Diagnostic, Expression } from "tamis";
import { walk } from "tamis/ast";
import { escapeControls } from "tamis/diagnostics";
import {
  BAD_CELL,
  readCell,
  readPlainCell,
  DATE_ORDERS,
  inferType,
  isoDate,
  type CellStyle,
  type CellType,
  type Row,
} from "tamis/files";
import { valueAt } from "../writers/select-members.ts";

type Evidence = NonNullable<ReturnType<Catalog["members"]["byName"]["get"]>>["evidence"] & object;

export interface ColumnAdvice {
  readonly member: string;
  /** Cells of the first rows, as texts. */
  readonly cells: ReadonlySet<string>;
  /** Why the column is a string. Undefined for other columns. */
  readonly evidence: Evidence | undefined;
  /** True if some values of the column compare, although it is a string: those that are dates or times. */
  readonly compares: boolean;
  /** Options that read the column, and their effect. Undefined if there are none. */
  readonly help: string | undefined;
}

export interface AdviceOptions {
  readonly rows: readonly unknown[];
  readonly style: CellStyle;
  /** True if the types of columns are inferred, so that --null can be enough. */
  readonly isInferred: boolean;
  /** Name of the column in the advice. Default: that of the member. */
  readonly shownName?: string;
}

/** Types to try for a value, by its type. */
const WANTED: ReadonlyMap<string, readonly Attempt["type"][]> = new Map([
  ["boolean", ["boolean"]],
  ["integer", ["integer", "number"]],
  ["number", ["integer", "number"]],
  ["date", ["date", "dateTime", "unixSeconds", "unixMilliseconds"]],
  ["dateTime", ["date", "dateTime", "unixSeconds", "unixMilliseconds"]],
  ["time", ["time"]],
]);

/** Types of columns whose cells options can read as other types. */
const COLUMN_TYPES: ReadonlySet<unknown> = new Set(["string", "integer", "number"]);

interface Attempt {
  readonly type: Exclude<CellType, "json">;
  /** Number of values that the options read. */
  readonly count: number;
  readonly help: string;
}

/** Returns advice about the column of a mismatch in a filter. Undefined for other problems. */
export function columnAdvice(
  { code, span }: Diagnostic,
  filter: Expression,
  catalog: Catalog,
  options: AdviceOptions,
): ColumnAdvice | undefined {
  const isCondition = code === "not-a-condition";
  if (!isCondition && code !== "type-mismatch") return undefined;
  let name: string | undefined;
  let wantedTypes = isCondition ? WANTED.get("boolean") : undefined;
  walk(filter, (node) => {
    const isSame = (part: Expression) => part.span.start === span.start && part.span.end === span.end;
    if (isCondition && node.kind === "name" && isSame(node)) name = node.name;
    const literal = node.kind === "call" ? node.args.find(isSame) : undefined;
    if (node.kind !== "call" || literal?.kind !== "literal") return;
    const column = node.args.find(({ kind }) => kind === "name");
    if (column?.kind !== "name") return;
    name = column.name;
    wantedTypes = WANTED.get(literal.type);
  });
  const type = name === undefined ? undefined : catalog.members.byName.get(name)?.type;
  if (name === undefined || wantedTypes === undefined || !COLUMN_TYPES.has(type)) return undefined;
  return adviceFor(name, wantedTypes, type === "string", options);
}

/** Returns advice about reading a column as numbers. Undefined if less than half of its values can be read. */
export function numberAdvice(member: string, options: AdviceOptions): ColumnAdvice | undefined {
  return adviceFor(member, WANTED.get("number")!, true, options);
}

function adviceFor(
  member: string,
  wantedTypes: readonly Attempt["type"][],
  isString: boolean,
  options: AdviceOptions,
): ColumnAdvice | undefined {
  const { rows, style } = options;
  const cells = rows.map((row) => cellText(valueAt(row as Row, member)));
  const counts = new Map<string, number>();
  for (const cell of cells) if (cell.trim() !== "") counts.set(cell, (counts.get(cell) ?? 0) + 1);
  const total = sum(counts.values());
  const attempts = attemptsFor(member, wantedTypes, counts, options);
  const best = attempts.reduce<Attempt | undefined>(
    (largest, attempt) => (largest === undefined || attempt.count > largest.count ? attempt : largest),
    undefined,
  );
  if (best === undefined || best.count * 2 < total) return undefined;
  const comparing = isTemporalText(best.type) ? [...counts].filter(([cell]) => isIso(cell)) : [];
  const help = best.count > sumOf(comparing) ? best.help : undefined;
  const evidence = isString ? evidenceOf(cells, best, style) : undefined;
  return { member, cells: new Set(cells), evidence, compares: isString && comparing.length > 0, help };
}

/** Returns the options that read cells of the column as one of the types, the simplest first. */
function attemptsFor(
  member: string,
  wantedTypes: readonly Attempt["type"][],
  counts: ReadonlyMap<string, number>,
  { style, isInferred, shownName = member }: AdviceOptions,
): Attempt[] {
  const name = escapeControls(shownName);
  const attempts: Attempt[] = [];
  const attempt = (type: Attempt["type"], cellStyle: CellStyle, options: string) => {
    const fitting = (isRequired: boolean) =>
      [...counts].filter(([cell]) => isReadable(cell, type, isRequired, cellStyle));
    const plain = fitting(false);
    const readCells = fitting(true);
    const total = sum(counts.values());
    const nullsAfter = (fittingCells: readonly (readonly [string, number])[]) =>
      nullWords(
        [...counts].filter((entry) => !fittingCells.some(([cell]) => cell === entry[0])),
        total,
      );
    const plainNulls = nullsAfter(plain);
    if (plainNulls !== undefined && isInferred && options === "") {
      const help = `Give ${nullOptions(plainNulls)}: these cells are then null`;
      attempts.push({ type, count: total, help });
    }
    const nulls = nullsAfter(readCells);
    const typed = [`--type ${name}=${type}`, options, nulls === undefined ? "" : nullOptions(nulls)];
    const help = `Give ${typed.filter((part) => part !== "").join(" ")}: other values are then null, and are counted`;
    const count = nulls === undefined ? sumOf(readCells) : total;
    if (count > 0) attempts.push({ type, count, help });
  };
  for (const type of wantedTypes) attempt(type, style, "");
  for (const type of wantedTypes) {
    if (type === "number" && style.decimalComma !== true)
      attempt(type, { ...style, decimalComma: true }, "--decimal-comma");
    if ((type === "date" || type === "dateTime") && style.dates === undefined)
      attempts.push(...datesOf(type));
  }
  return attempts;

  function datesOf(type: "date" | "dateTime"): Attempt[] {
    const before = attempts.length;
    for (const order of DATE_ORDERS) attempt(type, { ...style, dates: order }, `--dates ${order}`);
    const dateAttempts = attempts.splice(before);
    const [first, second] = dateAttempts;
    if (first === undefined || second === undefined || first.count !== second.count) return dateAttempts;
    // All days are at most 12, so only the user knows the order.
    const orders = `, and --dates ${DATE_ORDERS.join(" or ")}`;
    return [{ ...first, help: first.help.replace(` --dates ${DATE_ORDERS[0]}`, orders) }];
  }
}

function isReadable(cell: string, type: CellType, isRequired: boolean, style: CellStyle): boolean {
  // Amounts can have fractions in later rows, so that only plain integers are evidence of that type.
  if (type === "integer" && inferType([cell], style) === "number") return false;
  const isDeclared = type === "time" || (isRequired && type !== "integer");
  const value = readCell(cell, { type, isRequired: isDeclared }, style);
  if (value === BAD_CELL) return false;
  // Cells in the form of ISO 8601 can have an impossible day, such as 2024-02-30.
  if (type === "date" || type === "dateTime") return isoDate(String(value)) !== undefined;
  // Any number can be an instant. Those of this time are probably meant as one.
  return !isUnixTime(type) || (isRequired && /^(?:19[89]|20\d)\d-/.test(String(value)));
}

/** Returns whether conditions compare a string with dates or times. */
function isIso(cell: string): boolean {
  return (["date", "dateTime", "time"] as const).some(
    (type) => readPlainCell(cell, { type, isRequired: true }, {}) !== BAD_CELL,
  );
}

function isUnixTime(type: CellType): type is "unixSeconds" | "unixMilliseconds" {
  return type === "unixSeconds" || type === "unixMilliseconds";
}

function isTemporalText(type: CellType): boolean {
  return type !== "boolean" && type !== "integer" && type !== "number";
}

/** Words for missing values, in lower case. */
const NULL_WORD =
  /^(?:#?n\.?[/.]?[ad]\.?|nan|\(?null\)?|\\n|nil|none|missing|unknown|undefined|not (?:available|applicable|reported)|no data|empty|tbd|#[a-z0-9/]+[!?]|[-–—?.*]+)$/;
const MAX_NULL_WORDS = 3;
/** Share of the cells above which any repeated word probably means null. */
const NULL_SHARE = 0.1;

/** Returns the words if they are the only ones that are not read, and probably mean null. */
function nullWords(
  misfits: readonly (readonly [string, number])[],
  total: number,
): readonly string[] | undefined {
  if (misfits.length === 0 || misfits.length > MAX_NULL_WORDS || sumOf(misfits) === total) return undefined;
  const isNull = ([word, count]: readonly [string, number]) =>
    NULL_WORD.test(word.toLowerCase()) ||
    (misfits.length === 1 && count > 1 && count > total * NULL_SHARE && !/\d/.test(word));
  return misfits.every(isNull) ? misfits.map(([word]) => word) : undefined;
}

function nullOptions(words: readonly string[]): string {
  return words
    .map(
      (word) =>
        `--null ${escapeControls(/^[\w./]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`)}`,
    )
    .join(" ");
}

const MAX_QUOTED_LENGTH = 60;

/** Finds the first cell that is not read without options. */
function evidenceOf(cells: readonly string[], { type: attemptType }: Attempt, style: CellStyle): Evidence {
  const type = isUnixTime(attemptType) ? "dateTime" : attemptType;
  const isMisfit = (cell: string) => cell.trim() !== "" && !isReadable(cell, type, false, style);
  const row = cells.findIndex(isMisfit);
  if (row < 0) return { type, more: 0, rows: cells.length };
  return {
    type,
    misfit: cells[row]!.slice(0, MAX_QUOTED_LENGTH).toWellFormed(),
    row: row + 1,
    more: cells.filter(isMisfit).length - 1,
    rows: cells.length,
  };
}

function sumOf(entries: readonly (readonly [string, number])[]): number {
  return sum(entries.map(([, count]) => count));
}

function sum(counts: Iterable<number>): number {
  let total = 0;
  for (const count of counts) total += count;
  return total;
}
