/** Formats of input and output. */
import { FILE_FORMATS, formatOfName as formatOfTextFile } from "tamis/files";

export const INPUT_FORMATS = [...FILE_FORMATS, "xlsx"] as const;
export const OUTPUT_FORMATS = ["json", "ndjson", "csv", "tsv", "table", "markdown", "envelope"] as const;

/** Other names of the formats. */
export const FORMAT_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["jsonl", "ndjson"],
  ["jsonlines", "ndjson"],
  ["md", "markdown"],
]);

/** Format of an input file. */
export type InputFormat = (typeof INPUT_FORMATS)[number];
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export function isInputFormat(text: string): text is InputFormat {
  return (INPUT_FORMATS as readonly string[]).includes(text);
}

export function isOutputFormat(text: string): text is OutputFormat {
  return (OUTPUT_FORMATS as readonly string[]).includes(text);
}

/** Returns the format of rows that are written in the format of their input. */
export function formatLike(input: InputFormat): OutputFormat {
  return input === "xlsx" ? "csv" : input;
}

/**
 * Returns the format of a file extension. Ignores a final `.gz`, `.zst` or `.zstd`.
 * @example formatOfName("rows.xlsx") // "xlsx"
 */
export function formatOfName(name: string): InputFormat | undefined {
  return /\.xls[xm](?:\.(?:gz|zstd?))?$/i.test(name) ? "xlsx" : formatOfTextFile(name);
}
