import { FAMILIES } from "tamis/families";
import { INPUT_FORMATS } from "./io/formats.ts";
import type { Io } from "./io/process-io.ts";
import type { TextOutput } from "./io/text-output.ts";
import type { Arguments, Option } from "./options.ts";

/** The exit codes, as help and documentation list them. */
export const EXIT = {
  /** The command ran. */
  ran: 0,
  /** With `-e`: nothing matched. */
  nothing: 1,
  /** Usage, or input and output. */
  usage: 2,
  /** The expression is wrong. */
  expression: 3,
  /** The data are wrong. */
  data: 4,
  /** A fault of tamis. */
  internal: 70,
  /** Interrupted from the keyboard. */
  interrupted: 130,
} as const;

/** What a command runs with. */
export interface Scope {
  readonly io: Io;
  readonly args: Arguments;
  /** Standard output, for text that is not rows. Whatever is written is waited for when the command is done. */
  readonly out: TextOutput;
  /** Aborted by Ctrl-C. */
  readonly signal: AbortSignal;
}

/** A command of the program. Help and shell completion are made of this. */
export interface Command {
  readonly name: string;
  /** One line. */
  readonly summary: string;
  /** How it is called, without `tamis`. */
  readonly usage: string;
  readonly options: readonly Option[];
  /** What there is to know beside the options: paragraphs. */
  readonly notes?: readonly string[];
  /** Whole command lines that do something. */
  readonly examples: readonly string[];
  /** The words that its first argument can be, for shell completion. */
  readonly words?: readonly string[];
  /** Runs it and gives the exit code. */
  readonly run: (scope: Scope) => Promise<number>;
}

export const CATALOG_OPTIONS: readonly Option[] = [
  { name: "catalog", short: "c", value: "FILE", help: "a catalog (JSON) to check against" },
  {
    name: "family",
    short: "F",
    value: "NAME",
    help: "a built-in family's catalog: reports, reports/states, annotations …",
    suggestions: FAMILIES.map(({ name }) => name),
  },
];

export const INPUT: Option = {
  name: "input",
  short: "i",
  value: "FMT",
  help: "json, ndjson, csv or tsv; else told from name and content",
  choices: INPUT_FORMATS,
};
export const TEXT: Option = {
  name: "text",
  help: "read the cells of CSV and TSV as text, where no catalog types them",
};
export const STRICT: Option = { name: "strict", help: "accept the published grammar alone" };
export const COLOR: Option = {
  name: "color",
  value: "WHEN",
  help: "colors: auto, always or never",
  choices: ["auto", "always", "never"],
};
export const LOCALE: Option = {
  name: "locale",
  short: "l",
  value: "TAG",
  help: "the language of comparisons, such as de, sv or tr; also an Accept-Language list",
};
