/**
 * Detection of file formats. A `.json` file whose first line is a complete object, followed by
 * another, is NDJSON: many tools use this extension for NDJSON. A `.jsonl` file that begins with a list of rows, or with an object
 * on several lines, is JSON.
 */

import { requireBytes, requireKind, requireText } from "../../diagnostics/require-argument.ts";
import { encodeUtf8 } from "../bytes/decode.ts";
import type { PeekableBytes } from "../bytes/peekable-bytes.ts";
import type { FileFormat } from "../cells/file-options.ts";
import { Utf8Validator } from "./utf8-validator.ts";
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
const IMAGE = "this is an image, not a file of rows";

const FOREIGN: readonly (readonly [bytes: readonly number[], reason: string])[] = [
  [
    [0x50, 0x41, 0x52, 0x31],
    "this is a Parquet file, which cannot be read as rows here; convert it to NDJSON or CSV",
  ],
  [
    ascii("SQLite format 3\0"),
    "this is a SQLite database, which cannot be read as rows here; convert a table to NDJSON or CSV",
  ],
  [ZIP, "this is a ZIP archive or a spreadsheet; unpack or export it first"],
  [
    [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1],
    "this is an Excel workbook with a password or in the old format .xls; save it as .xlsx without a password, or as CSV",
  ],
  [[0x28, 0xb5, 0x2f, 0xfd], "this is compressed with zstd; decompress it, or compress it with gzip"],
  [[0x42, 0x5a, 0x68], "this is compressed with bzip2; decompress it, or compress it with gzip"],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "this is compressed with xz; decompress it, or compress it with gzip"],
  [[0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], IMAGE],
  [[0xff, 0xd8, 0xff], IMAGE],
  [ascii("%PDF-"), "this is a PDF document; export its tables as CSV"],
  [[0xff, 0xfe, 0, 0], "this text is encoded in UTF-32; convert it to UTF-8"],
  [[0, 0, 0xfe, 0xff], "this text is encoded in UTF-32; convert it to UTF-8"],
];

/** Formats whose identifying bytes are not the first ones. */
const FOREIGN_INSIDE: readonly (readonly [offset: number, bytes: readonly number[], reason: string])[] = [
  [
    8,
    ascii("DUCK"),
    "this is a DuckDB database, which cannot be read as rows here; convert a table to NDJSON or CSV",
  ],
  [8, ascii("WEBP"), IMAGE],
  [257, ascii("ustar"), "this is a tar archive; unpack it first"],
];

export const BINARY = "this is a binary file, not a text with rows";

function ascii(text: string): readonly number[] {
  return [...encodeUtf8(text)];
}

/**
 * Returns why a file cannot be read as rows, by its first bytes. A file with U+0000 and bytes that are not valid UTF-8 is binary, unless
 * it is UTF-16.
 *
 * @param head first bytes of the file, before its encoding is converted
 */
export function foreignFile(head: Uint8Array, encoding = "utf-8"): string | undefined {
  requireBytes(head, "head");
  requireText(encoding, "encoding");
  const known = FOREIGN.find(([bytes]) => startsWith(head, bytes))?.[1];
  if (known !== undefined || !head.includes(0) || isUtf16(encoding)) return known;
  const inside = FOREIGN_INSIDE.find(([offset, bytes]) => startsWith(head.subarray(offset), bytes));
  return inside?.[2] ?? (beginsInUtf8(head) ? undefined : BINARY);
}

/** The last character can be incomplete. */
function beginsInUtf8(head: Uint8Array): boolean {
  return new Utf8Validator().push(head).bad === undefined;
}

function isUtf16(label: string): boolean {
  return new TextDecoder(label).encoding.startsWith("utf-16");
}

/** Returns whether more bytes are needed to recognize a format by the first bytes of a file. */
function mayBeForeign(head: Uint8Array): boolean {
  return FOREIGN.some(([bytes]) => head.length < bytes.length && startsWith(bytes, head));
}

/** Returns the first bytes of a file, from which {@link foreignFile} recognizes its format. */
export function peekFormat(bytes: PeekableBytes): Promise<Uint8Array> {
  requireKind(bytes, "bytes", "PeekableBytes", "peek");
  return bytes.peek(HEAD_BYTES, (head) => !mayBeForeign(head));
}

/** Returns whether the file is a ZIP archive, such as an xlsx workbook. */
export function isZip(head: Uint8Array): boolean {
  requireBytes(head, "head");
  return startsWith(head, ZIP);
}

function startsWith(head: ArrayLike<number>, bytes: ArrayLike<number>): boolean {
  return Array.from(bytes).every((byte, i) => head[i] === byte);
}
