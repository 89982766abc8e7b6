import { FORMAT_SPELLINGS, type OutputFormat } from "../formats/formats.ts";
import { UsageError, type Arguments } from "./arguments.ts";
import type { Scope } from "./command.ts";
import type { Option } from "./option.ts";
import { TIME_ZONE } from "./time-zone-option.ts";
import { READ_OPTIONS, STRICT_ROWS } from "./read-options.ts";

export const FILTER: Option = {
  name: "filter",
  short: "f",
  value: "E",
  foreign: ["where", "expression", "expr", "search"],
  help: "keep only the rows that match this filter; rows must match all of several",
  repeatable: true,
};
export const SORT_BY: Option = {
  name: "sortBy",
  alias: "sort-by",
  short: "s",
  value: "S",
  foreign: ["order-by", "orderby", "order"],
  help: "sort order, such as name:descending:primary,id",
};
export const START: Option = {
  name: "start",
  value: "N",
  foreign: ["skip", "offset"],
  help: "skip the first N rows",
};
export const LIMIT: Option = {
  name: "limit",
  short: "n",
  value: "N",
  foreign: ["top", "first", "take"],
  help: "return at most N rows",
};
export const ALL: Option = {
  name: "all",
  short: "a",
  help: "show all rows on a terminal, instead of the first 1,000",
};
export const QUERY: Option = {
  name: "query",
  short: "q",
  value: "Q",
  help: "all of these as a query string or URL: 'filter=…&sortBy=…&limit=5'",
};
export const SELECT: Option = {
  name: "select",
  value: "A,B.C",
  foreign: ["columns", "fields", "members", "cut"],
  help: "write only these members",
};

export const CSV_SAFE: Option = {
  name: "csv-safe",
  help: "csv and tsv only: write ' before cells that a spreadsheet would evaluate as formulas",
};
export const FORCE: Option = { name: "force", help: "replace an existing file" };
export const STRICT: Option = {
  name: "strict",
  help: "accept only the published grammar, without lenient corrections",
};
/** For commands that read both expressions and rows. */
const STRICT_READING: Option = {
  ...STRICT,
  help: `accept only the published grammar; ${STRICT_ROWS.help}`,
};
export const KIND: Option = {
  name: "kind",
  short: "k",
  value: "KIND",
  help: "kind of expression: filter (default) or sortBy",
  choices: ["filter", "sortBy"],
};
export const COLOR: Option = {
  name: "color",
  value: "WHEN",
  help: "use colors: auto, always or never",
  choices: ["auto", "always", "never"],
};
export const LOCALE: Option = {
  name: "locale",
  short: "l",
  value: "TAG",
  help: "language for comparing strings, such as de, sv or tr, or an Accept-Language list",
};

export const CATALOG_OPTIONS: readonly Option[] = [
  {
    name: "catalog",
    short: "c",
    value: "FILE",
    help: "catalog file (JSON) to check names and types against",
  },
  {
    name: "family",
    short: "F",
    value: "NAME",
    help: "built-in catalog to check against, such as reports or reports/states",
    suggestions: async () => (await import("tamis/families")).FAMILIES.map(({ name }) => name),
  },
];

export const TABLE: Option = {
  name: "table",
  short: "t",
  value: "NAME",
  help: "databases only: the table or view",
};
export const TIMEOUT: Option = {
  name: "timeout",
  value: "SECONDS",
  help: "databases only: maximum duration of a statement",
};

export const ROW_SOURCE_OPTIONS: readonly Option[] = [
  TABLE,
  TIMEOUT,
  ...CATALOG_OPTIONS,
  LOCALE,
  TIME_ZONE,
  ...READ_OPTIONS,
  STRICT_READING,
  COLOR,
];

export function outputOption(formats: readonly OutputFormat[]): Option {
  return {
    name: "output",
    short: "o",
    value: "FMT",
    help: `output format: ${formats.join(", ")} (default: table on a terminal, else the input format)`,
    choices: formats,
    spellings: FORMAT_SPELLINGS,
    foreign: ["format", "output-format", "to", "out"],
  };
}

/**
 * Rejects options that need a database. Requires that no database is given.
 * @throws UsageError
 */
export function rejectDatabaseOptions(args: Arguments, options: readonly Option[] = [TABLE, TIMEOUT]): void {
  const option = options.find(({ name }) => args.isGiven(name));
  if (option !== undefined)
    throw new UsageError(`--${option.name} is only for databases, and no database is given.`);
}

/** @throws UsageError if no file is given and standard input is a terminal */
export function requireInput(command: string, { io, args }: Pick<Scope, "io" | "args">): void {
  if (args.positionals.length === 0 && io.stdinIsTTY)
    throw new UsageError(`No file is given and nothing is piped in. See tamis ${command} --help.`);
}
