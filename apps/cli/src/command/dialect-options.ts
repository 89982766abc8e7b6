/** Options that state how the cells of CSV are written. */
import { show } from "tamis/diagnostics";
import type { DialectOptions } from "tamis/files";
import { UsageError, type Arguments } from "./arguments.ts";
import type { Option } from "./option.ts";

const DELIMITER: Option = {
  name: "delimiter",
  value: "TEXT",
  foreign: ["separator", "sep", "fs", "field-separator"],
  help: "text between the cells of csv, such as ; or || or tab (default: detected from , ; tab and |)",
};
const QUOTE: Option = {
  name: "quote",
  value: "CHAR",
  foreign: ["quotechar"],
  help: "character around the cells of csv, or none (default: detected from \" and ')",
};
const ESCAPE: Option = {
  name: "escape",
  value: "CHAR",
  foreign: ["escapechar"],
  help: "character that escapes quotes and delimiters in cells of csv (default: none, or \\ if it is detected)",
};
const COMMENT: Option = {
  name: "comment",
  value: "TEXT",
  help: "skip lines of csv that begin with this text (default: lines with # before the header)",
};
const SKIP: Option = {
  name: "skip",
  value: "N",
  foreign: ["skip-lines", "skiprows"],
  help: "skip the first N lines of csv (default: lines that are detected before the header)",
};

export const DIALECT_OPTIONS: readonly Option[] = [DELIMITER, QUOTE, ESCAPE, COMMENT, SKIP];

/** @throws UsageError */
export function chosenDialect(args: Arguments): DialectOptions {
  const comment = args.text(COMMENT.name);
  if (comment !== undefined && !/^[^\r\n]+$/.test(comment))
    throw new UsageError(`--${COMMENT.name} must be the text with which comments begin, such as #.`);
  return {
    delimiter: chosenDelimiter(args),
    quote: chosenCharacter(args, QUOTE, ["none", ""]),
    escape: chosenCharacter(args, ESCAPE, []),
    comment,
    skip: args.count(SKIP.name),
  };
}

/** @param absent texts that stand for no character */
function chosenCharacter(args: Arguments, { name }: Option, absent: readonly string[]): string | undefined {
  const text = args.text(name);
  if (text === undefined || /^[!-/:-@[-`{-~]$/.test(text)) return text;
  if (absent.includes(text)) return "";
  throw new UsageError(`--${name} must be one ASCII sign, such as ', not '${show(text)}'.`);
}

function chosenDelimiter(args: Arguments): string | undefined {
  const text = args.text(DELIMITER.name);
  if (text === undefined) return undefined;
  if (/^(?:tab|\t)$/i.test(text)) return "\t";
  const code = /^\\x([0-9a-f]{2})$/i.exec(text)?.[1];
  const delimiter = code === undefined ? text : String.fromCharCode(parseInt(code, 16));
  if (/^[^"\r\n\0]+$/.test(delimiter)) return delimiter;
  throw new UsageError(
    `--${DELIMITER.name} must be text without quotes and line ends, tab, or a code such as \\x01, not '${show(text)}'.`,
  );
}
