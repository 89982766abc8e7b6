/**
 * The formats of rows, and how an input's format is found: the explicit option first (the caller's business), then
 * the file name, then the first bytes. The one surprising rule: a `.json` file whose first line is a whole object
 * that another object follows is read as NDJSON, because that is what many exports called `.json` are.
 */

export const INPUT_FORMATS = ["json", "ndjson", "csv", "tsv"] as const;
export const OUTPUT_FORMATS = ["json", "ndjson", "csv", "tsv", "table", "envelope"] as const;

/** `json` is an array of rows, an object whose `items` are the rows, or one row. */
export type InputFormat = (typeof INPUT_FORMATS)[number];
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

export function isInputFormat(text: string): text is InputFormat {
  return (INPUT_FORMATS as readonly string[]).includes(text);
}

export function isOutputFormat(text: string): text is OutputFormat {
  return (OUTPUT_FORMATS as readonly string[]).includes(text);
}

/** How many bytes at the start of an input are looked at. */
export const HEAD_BYTES = 65_536;

const EXTENSIONS: ReadonlyMap<string, InputFormat> = new Map([
  ["json", "json"],
  ["ndjson", "ndjson"],
  ["jsonl", "ndjson"],
  ["csv", "csv"],
  ["tsv", "tsv"],
  ["tab", "tsv"],
]);

/**
 * The format that a file name promises, if its extension is known. A `.gz` at the end does not count.
 *
 * @example formatOfName("rows.jsonl.gz") // "ndjson"
 */
export function formatOfName(name: string): InputFormat | undefined {
  const [, extension] = /\.([a-z]+)(?:\.gz)?$/i.exec(name) ?? [];
  return extension === undefined ? undefined : EXTENSIONS.get(extension.toLowerCase());
}

/**
 * The format of an input by its name and its first bytes. `undefined` asks for more bytes, which happens only while
 * `complete` is false: with the whole input, or {@link HEAD_BYTES} of it, there always is an answer.
 *
 * @param head the first bytes, unpacked
 * @param complete whether `head` is all that will come
 */
export function detectFormat(name: string, head: Uint8Array, complete: boolean): InputFormat | undefined {
  const promised = formatOfName(name);
  if (promised !== undefined && promised !== "json") return promised;
  const text = new TextDecoder().decode(head);
  const start = text.search(/\S/);
  if (start < 0) return complete ? (promised ?? "ndjson") : undefined;
  if (text[start] === "{") return objectOrObjects(text.slice(start), complete);
  if (promised !== undefined || text[start] === "[") return "json";
  return delimiterOf(text.slice(start), complete);
}

/** Tells one object (an envelope, or a single row) from an object a line. */
function objectOrObjects(text: string, complete: boolean): InputFormat | undefined {
  const end = text.indexOf("\n");
  if (end < 0) return complete ? "json" : undefined;
  let first: unknown;
  try {
    first = JSON.parse(text.slice(0, end));
  } catch {
    // The first line is a part of an object that goes on.
    return "json";
  }
  if (!hasItems(first)) return "ndjson";
  // A row that happens to have `items`, or an envelope on one line: what follows tells.
  if (/\S/.test(text.slice(end))) return "ndjson";
  return complete ? "json" : undefined;
}

function hasItems(value: unknown): boolean {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, "items")) return false;
  return Array.isArray((value as { items: unknown }).items);
}

/** The delimiter that stands more often in the first line, outside quotes. */
function delimiterOf(text: string, complete: boolean): InputFormat | undefined {
  let tabs = 0;
  let commas = 0;
  let quoted = false;
  for (const character of text) {
    if (character === '"') quoted = !quoted;
    else if (quoted) continue;
    else if (character === "\t") tabs++;
    else if (character === ",") commas++;
    else if (character === "\n" || character === "\r") return tabs > commas ? "tsv" : "csv";
  }
  if (!complete) return undefined;
  return tabs > commas ? "tsv" : "csv";
}

/** Other kinds of files that are taken for rows by mistake, by their first bytes. */
const FOREIGN: readonly (readonly [bytes: readonly number[], reason: string])[] = [
  [[0x50, 0x41, 0x52, 0x31], "this is a Parquet file, which is not read here; convert it to NDJSON or CSV"],
  [[0x50, 0x4b, 0x03, 0x04], "this is a ZIP archive or a spreadsheet; unpack or export it first"],
  [[0x28, 0xb5, 0x2f, 0xfd], "this is packed with zstd; unpack it first (only gzip is unpacked here)"],
  [[0x42, 0x5a, 0x68], "this is packed with bzip2; unpack it first (only gzip is unpacked here)"],
  [[0xfd, 0x37, 0x7a, 0x58, 0x5a], "this is packed with xz; unpack it first (only gzip is unpacked here)"],
  [[0xff, 0xfe], "the text is UTF-16; save it as UTF-8"],
  [[0xfe, 0xff], "the text is UTF-16; save it as UTF-8"],
];

/** Why the bytes cannot be rows at all, if they are a known other kind of file. */
export function foreignFile(head: Uint8Array): string | undefined {
  return FOREIGN.find(([bytes]) => bytes.every((byte, i) => head[i] === byte))?.[1];
}
