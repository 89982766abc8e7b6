/**
 * Names and detection of file formats. A `.json` file whose first line is a complete object, followed by
 * another, is NDJSON: many tools use this extension for NDJSON.
 */

import { detectDialect } from "./detect-dialect.ts";

export const TEXT_FORMATS = ["json", "ndjson", "csv", "tsv"] as const;
export const INPUT_FORMATS = [...TEXT_FORMATS, "xlsx"] as const;
export const OUTPUT_FORMATS = ["json", "ndjson", "csv", "tsv", "table", "markdown", "envelope"] as const;

/** Other names of the formats. */
export const FORMAT_SPELLINGS: ReadonlyMap<string, string> = new Map([
  ["jsonl", "ndjson"],
  ["jsonlines", "ndjson"],
  ["md", "markdown"],
]);

/** `json`: an array of rows, an object whose `items` are rows, or a single row. */
export type TextFormat = (typeof TEXT_FORMATS)[number];
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

export const HEAD_BYTES = 65_536;

const EXTENSIONS: ReadonlyMap<string, InputFormat> = new Map([
  ["json", "json"],
  ["ndjson", "ndjson"],
  ["jsonl", "ndjson"],
  ["csv", "csv"],
  ["tsv", "tsv"],
  ["tab", "tsv"],
  ["xlsx", "xlsx"],
  ["xlsm", "xlsx"],
]);

/**
 * Returns the format of a file extension. Ignores a final `.gz`, `.zst` or `.zstd`.
 * @example formatOfName("rows.jsonl.gz") // "ndjson"
 */
export function formatOfName(name: string): InputFormat | undefined {
  const [, extension] = /\.([a-z]+)(?:\.(?:gz|zstd?))?$/i.exec(name) ?? [];
  return extension === undefined ? undefined : EXTENSIONS.get(extension.toLowerCase());
}

/**
 * Detects the format by the file name and the first bytes.
 * @param head first bytes of the decompressed file
 * @param complete true if `head` is the whole file or has {@link HEAD_BYTES} bytes
 * @returns undefined if more bytes are needed (never if `complete`)
 */
export function detectFormat(name: string, head: Uint8Array, complete: boolean): TextFormat | undefined {
  const extension = formatOfName(name);
  // Some programs write CSV to files that are named like workbooks.
  const named = extension === "xlsx" ? undefined : extension;
  if (named !== undefined && named !== "json") return named;
  const text = new TextDecoder().decode(head);
  const start = text.search(/\S/);
  if (start < 0) return complete ? (named ?? "ndjson") : undefined;
  if (text[start] === "{") return objectOrObjects(text.slice(start), complete);
  if (named !== undefined || text[start] === "[") return "json";
  const found = detectDialect(Buffer.from(head), {}, complete);
  if (found === undefined) return undefined;
  return found.dialect.delimiter === "\t" ? "tsv" : "csv";
}

function objectOrObjects(text: string, complete: boolean): TextFormat | undefined {
  const end = text.indexOf("\n");
  if (end < 0) return complete ? "json" : undefined;
  let first: unknown;
  try {
    first = JSON.parse(text.slice(0, end));
  } catch {
    return "json";
  }
  if (!hasItems(first)) return "ndjson";
  // In NDJSON, text after the first line means that the first object is a row with a member `items`.
  if (/\S/.test(text.slice(end))) return "ndjson";
  return complete ? "json" : undefined;
}

function hasItems(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "items")) return false;
  return Array.isArray((value as { items: unknown }).items);
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];

const FOREIGN: readonly (readonly [bytes: readonly number[], reason: string])[] = [
  [
    [0x50, 0x41, 0x52, 0x31],
    "this is a Parquet file, which cannot be read as rows here; convert it to NDJSON or CSV",
  ],
  [ZIP, "this is a ZIP archive or a spreadsheet; unpack or export it first"],
  [
    [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1],
    "this is an Excel workbook with a password or in the old format .xls; save it as .xlsx without a password, or as CSV",
  ],
  [[0x28, 0xb5, 0x2f, 0xfd], "this is compressed with zstd; decompress it, or compress it with gzip"],
  [[0x42, 0x5a, 0x68], "this is compressed with bzip2; decompress it, or compress it with gzip"],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "this is compressed with xz; decompress it, or compress it with gzip"],
];

export function foreignFile(head: Uint8Array): string | undefined {
  return FOREIGN.find(([bytes]) => startsWith(head, bytes))?.[1];
}

/** Returns whether the file is a ZIP archive, such as an xlsx workbook. */
export function isZip(head: Uint8Array): boolean {
  return startsWith(head, ZIP);
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => head[i] === byte);
}
