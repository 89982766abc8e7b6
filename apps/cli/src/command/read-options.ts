/** Options of all commands that read rows from files. */
import { escapeControls, show } from "tamis/diagnostics";
import {
  DATE_ORDERS,
  parsePath,
  type CellStyle,
  type CellType,
  type DateOrder,
  type DialectOptions,
} from "tamis/files";
import { FORMAT_SPELLINGS, isInputFormat, INPUT_FORMATS, type InputFormat } from "../formats/formats.ts";
import { withoutPrototype } from "../formats/own-members.ts";
import { didYouMean, UsageError, type Arguments } from "./arguments.ts";
import type { Scope } from "./command.ts";
import { chosenDialect, DIALECT_OPTIONS } from "./dialect-options.ts";
import type { Option } from "./option.ts";
import { chosenTypes, TYPE, TYPES } from "./type-options.ts";

const INPUT: Option = {
  name: "input",
  short: "i",
  value: "FMT",
  help: "input format: json, ndjson, csv, tsv or xlsx (default: detected from name and content)",
  choices: INPUT_FORMATS,
  spellings: FORMAT_SPELLINGS,
  foreign: ["input-format", "from"],
};
const TEXT: Option = {
  name: "text",
  help: "read CSV and TSV cells as strings, except where --type or a catalog declares their types",
};
const DATES: Option = {
  name: "dates",
  value: "ORDER",
  help: "read dates such as 05.01.2024 and 1/5/2024: day-first or month-first; in json and databases, only for members that --type names",
  choices: DATE_ORDERS,
};
const DECIMAL_COMMA: Option = {
  name: "decimal-comma",
  help: "read numbers such as 1.234,50; in json and databases, only for members that --type names",
};
const NULL: Option = {
  name: "null",
  value: "WORD",
  help: "cells with exactly this word are null, such as NA; output keeps them; can be repeated; in json and databases, only for members that --type names",
  repeatable: true,
  foreign: ["nulls", "null-value", "na", "na-values"],
};
const NO_HEADER: Option = {
  name: "no-header",
  help: "csv, tsv and xlsx only: the first line is a row; the columns are called column1, column2 …",
};
const SHEET: Option = {
  name: "sheet",
  value: "NAME",
  help: "xlsx only: name of the sheet, or its number from 1 (default: the first visible sheet with rows)",
};
const RAGGED: Option = {
  name: "ragged",
  help: "accept rows with fewer or more cells than the header, in csv, tsv and json lists of lists",
};
export const ENCODING: Option = {
  name: "encoding",
  value: "NAME",
  help: "text encoding, such as windows-1252, utf-16le or shift_jis (default: UTF-8, or that of a byte order mark)",
};
export const JSON_PATH: Option = {
  name: "path",
  value: "PATH",
  help: "json and ndjson only: location of the rows, such as data.items or /data/0; * stands for all values",
};
/** Commands that read expressions extend the help text. */
export const STRICT_ROWS: Option = {
  name: "strict",
  help: "stop at the first invalid row or value, and reject blank or duplicate column names",
};

export const READ_OPTIONS: readonly Option[] = [
  INPUT,
  TYPE,
  TYPES,
  TEXT,
  DATES,
  DECIMAL_COMMA,
  NULL,
  ...DIALECT_OPTIONS,
  NO_HEADER,
  RAGGED,
  SHEET,
  JSON_PATH,
  ENCODING,
];

export interface ReadSettings {
  /** Undefined: the format is detected. */
  readonly format: InputFormat | undefined;
  readonly types: ReadonlyMap<string, CellType>;
  readonly inferTypes: boolean;
  readonly style: CellStyle;
  /** How the cells of CSV are written, as far as options state it. */
  readonly dialect: DialectOptions;
  readonly header: boolean;
  readonly ragged: boolean;
  /** Name or number of the sheet of workbooks. Undefined: the first that has rows. */
  readonly sheet: string | undefined;
  /** Names of the members that lead to the rows inside JSON. Empty: the rows are the whole value. */
  readonly path: readonly string[];
  readonly encoding: string | undefined;
  /** True if reading stops at the first invalid row or value. */
  readonly strict: boolean;
}

/** Returns the first given option that changes how the rows of NDJSON are read. */
export function givenRowOption(args: Arguments): Option | undefined {
  return READ_OPTIONS.find((option) => option !== INPUT && option !== ENCODING && isGiven(args, option));
}

/** Returns the format that `--input` names. Undefined: the format is detected. */
export function chosenFormat(args: Arguments): InputFormat | undefined {
  const input = args.text(INPUT.name);
  return input !== undefined && isInputFormat(input) ? input : undefined;
}

/** Returns how the options read cells. */
export function cellStyleOf(args: Arguments): CellStyle {
  const nulls = args.texts(NULL.name);
  return {
    dates: args.text(DATES.name) as DateOrder | undefined,
    decimalComma: args.flag(DECIMAL_COMMA.name),
    nulls: nulls.length === 0 ? undefined : new Set(nulls),
    isText: args.flag(TEXT.name),
  };
}

/** @throws UsageError, InputError */
export async function readSettings(scope: Scope): Promise<ReadSettings> {
  const { args } = scope;
  return {
    format: chosenFormat(args),
    types: await chosenTypes(scope),
    inferTypes: !args.flag(TEXT.name),
    style: cellStyleOf(args),
    dialect: chosenDialect(args),
    header: !args.flag(NO_HEADER.name),
    ragged: args.flag(RAGGED.name),
    sheet: args.text(SHEET.name),
    path: chosenPath(args),
    encoding: chosenEncoding(args),
    strict: args.flag(STRICT_ROWS.name),
  };
}

/**
 * Rejects options for the cells of CSV if a file is JSON or a workbook.
 * @param hasTypes true if members have types of --type, so that dates and numbers can be written in other ways
 * @throws UsageError
 */
export function rejectCsvOptions(
  args: Arguments,
  file: string,
  format: InputFormat,
  hasTypes: boolean,
): void {
  const isRejected = (candidate: Option) =>
    isGiven(args, candidate) &&
    !(hasTypes && STYLES.includes(candidate)) &&
    !(format === "xlsx" && candidate === NO_HEADER);
  const option = CSV_OPTIONS.find(isRejected);
  if (option === undefined) return;
  requireTypesForStyles(args, escapeControls(file), `strings of ${format} are not read as other types`);
  const advice = format === "xlsx" ? "" : " --input csv reads it as csv.";
  throw new UsageError(
    `--${option.name} is only for csv and tsv, and ${escapeControls(file)} is ${format}.${advice}`,
  );
}

/**
 * Rejects --sheet if a file is not a workbook.
 * @throws UsageError
 */
export function rejectSheetOption(args: Arguments, file: string, format: InputFormat): void {
  if (isGiven(args, SHEET))
    throw new UsageError(`--${SHEET.name} is only for xlsx, and ${escapeControls(file)} is ${format}.`);
}

/**
 * Rejects --dates, --decimal-comma and --null if no member has a type of --type.
 * @throws UsageError
 */
export function requireTypesForStyles(args: Arguments, file: string, reason: string): void {
  const option = STYLES.find((candidate) => isGiven(args, candidate));
  if (option === undefined) return;
  const type = option === DATES ? "date" : "number";
  throw new UsageError(
    `--${option.name} does not apply to ${file}, because ${reason}. ` +
      `Give --type NAME=${type} too, for each member that it applies to.`,
  );
}

/** Options that give the values of a member another type. */
export const RETYPING: readonly Option[] = [TYPE, TYPES, DATES, DECIMAL_COMMA, NULL];

/**
 * Rejects --path if a file is not JSON.
 * @throws UsageError
 */
export function rejectPathOption(args: Arguments, file: string, format: InputFormat): void {
  if (isGiven(args, JSON_PATH))
    throw new UsageError(
      `--${JSON_PATH.name} is only for json and ndjson, and ${escapeControls(file)} is ${format}.`,
    );
}

const CSV_OPTIONS = [DATES, DECIMAL_COMMA, NULL, ...DIALECT_OPTIONS, NO_HEADER];
/** Options that apply to members of JSON with a type of --type. */
const STYLES = [DATES, DECIMAL_COMMA, NULL];

/**
 * Rejects options for reading files.
 * @param source what is read instead: `a database`
 * @param accepted options that apply to it
 * @throws UsageError
 */
export function rejectReadOptions(args: Arguments, source: string, accepted: readonly Option[] = []): void {
  const option = READ_OPTIONS.find((candidate) => isGiven(args, candidate) && !accepted.includes(candidate));
  if (option === undefined) return;
  throw new UsageError(`--${option.name} is only for files of rows, not for ${source}.`);
}

function isGiven(args: Arguments, option: Option): boolean {
  const { name, value, repeatable } = withoutPrototype(option);
  if (value === undefined) return args.flag(name);
  return repeatable === true ? args.texts(name).length > 0 : args.text(name) !== undefined;
}

/** @throws UsageError for an unknown encoding */
export function chosenEncoding(args: Arguments): string | undefined {
  const label = args.text(ENCODING.name);
  if (label === undefined) return undefined;
  try {
    return new TextDecoder(label, { fatal: true }).encoding;
  } catch {
    throw new UsageError(
      `--${ENCODING.name}: there is no encoding '${show(label)}'.${didYouMean(label.toLowerCase(), ENCODINGS)} ` +
        `Common ones are ${ENCODINGS.slice(0, 6).join(", ")}.`,
    );
  }
}

const ENCODINGS = [
  "windows-1252",
  "iso-8859-15",
  "utf-16le",
  "macintosh",
  "shift_jis",
  "gb18030",
  "utf-16be",
  "windows-1250",
  "windows-1251",
  "iso-8859-1",
  "latin1",
  "ascii",
  "euc-jp",
  "euc-kr",
  "big5",
  "koi8-r",
  "ibm866",
];

function chosenPath(args: Arguments): readonly string[] {
  const text = args.text(JSON_PATH.name);
  if (text === undefined) return [];
  const path = parsePath(text);
  if (path !== undefined) return path;
  throw new UsageError(
    `--${JSON_PATH.name} must be names of members, such as data.items or data.*, not '${show(text)}'.`,
  );
}
