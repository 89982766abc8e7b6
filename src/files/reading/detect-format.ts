/**
 * Detection of file formats. A `.json` file whose first line is a complete object, followed by
 * another, is NDJSON: many tools use this extension for NDJSON. A `.jsonl` file that begins with a list of rows, or with an object
 * on several lines, is JSON.
 */

import { requireBytes } from "../../diagnostics/require-argument.ts";
import type { FileFormat } from "../cells/file-options.ts";
import { detectDialect } from "../csv/detect-dialect.ts";

export const HEAD_BYTES = 65_536;

const EXTENSIONS: ReadonlyMap<string, FileFormat> = new Map([
  ["json", "json"],
  ["geojson", "json"],
  ["ndjson", "ndjson"],
  ["jsonl", "ndjson"],
  ["geojsonl", "ndjson"],
  ["geojsons", "ndjson"],
  ["csv", "csv"],
  ["tsv", "tsv"],
  ["tab", "tsv"],
]);

/**
 * Returns the format of a file extension. Ignores a final `.gz`, `.zst` or `.zstd`.
 * @example formatOfName("rows.jsonl.gz") // "ndjson"
 */
export function formatOfName(name: string): FileFormat | undefined {
  const [, extension] = /\.([a-z]+)(?:\.(?:gz|zstd?))?$/i.exec(name) ?? [];
  return extension === undefined ? undefined : EXTENSIONS.get(extension.toLowerCase());
}

/**
 * Detects the format by the file name and the first bytes.
 * @param head first bytes of the decompressed file
 * @param complete true if `head` is the whole file or has {@link HEAD_BYTES} bytes
 * @returns undefined if more bytes are needed (never if `complete`)
 */
export function detectFormat(name: string, head: Uint8Array, complete: boolean): FileFormat | undefined {
  const named = formatOfName(name);
  if (named === "csv" || named === "tsv") return named;
  // A record separator (RFC 7464) can precede each value.
  const text = new TextDecoder().decode(head).replace(/^[\s\u001e]+/, "");
  if (text === "") return complete ? (named ?? "ndjson") : undefined;
  if (text[0] === "{") return objectOrLines(text, complete, named);
  if (text[0] === "[") return listOrLists(text, complete, named);
  if (named !== undefined) return named;
  const detected = detectDialect(head, {}, complete);
  if (detected === undefined) return undefined;
  return detected.dialect.delimiter === "\t" ? "tsv" : "csv";
}

/** Returns the format of a file that begins with an object. */
function objectOrLines(
  text: string,
  complete: boolean,
  named: FileFormat | undefined,
): FileFormat | undefined {
  const isNamedLines = named === "ndjson";
  if (!isNamedLines && !text.includes("\n")) return complete ? "json" : undefined;
  const [line, rest] = firstLine(text);
  const first = tryParse(line);
  if (first === undefined) {
    // Otherwise the first line is an invalid row.
    if (!isNamedLines || (/^\{\s*$|[[{,]\s*$/.test(line) && /^["}\]]/.test(rest))) return "json";
    return rest === "" && !complete ? undefined : "ndjson";
  }
  // In NDJSON, text after the first line means that the first object is a row with a member `items`.
  if (!isEnvelope(first) || rest !== "") return "ndjson";
  return complete ? "json" : undefined;
}

/** Returns the format of a file that begins with a list: of rows, or of the values of the first row. */
function listOrLists(text: string, complete: boolean, named: FileFormat | undefined): FileFormat | undefined {
  const [line, rest] = firstLine(text);
  const first = /^\[\s*[[{]/.test(line) ? undefined : tryParse(line);
  if (!Array.isArray(first) || first.length === 0)
    return /^\[\s*$/.test(text) && !complete ? undefined : "json";
  if (rest === "" && !complete) return undefined;
  return rest.startsWith("[") || named === "ndjson" ? "ndjson" : "json";
}

/** Returns the first line, and the text after it without white space. */
function firstLine(text: string): readonly [line: string, rest: string] {
  const end = text.indexOf("\n");
  return end < 0 ? [text, ""] : [text.slice(0, end), text.slice(end).trimStart()];
}

/** Returns undefined for a line that is no JSON. A comma can follow the value. */
function tryParse(line: string): unknown {
  try {
    return JSON.parse(line.replace(/,\s*$/, ""));
  } catch {
    return undefined;
  }
}

function isEnvelope(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { items, type, features } = value as { items?: unknown; type?: unknown; features?: unknown };
  return (
    (Object.hasOwn(value, "items") && Array.isArray(items)) ||
    (type === "FeatureCollection" && Object.hasOwn(value, "features") && Array.isArray(features))
  );
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
  requireBytes(head, "head");
  return FOREIGN.find(([bytes]) => startsWith(head, bytes))?.[1];
}

/** Returns whether the file is a ZIP archive, such as an xlsx workbook. */
export function isZip(head: Uint8Array): boolean {
  requireBytes(head, "head");
  return startsWith(head, ZIP);
}

function startsWith(head: Uint8Array, bytes: readonly number[]): boolean {
  return bytes.every((byte, i) => head[i] === byte);
}
