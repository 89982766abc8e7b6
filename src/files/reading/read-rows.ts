/** Reads rows of files in any format, encoding and dialect. */
import { requireIterable } from "../../diagnostics/require-argument.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { encodeUtf8 } from "../bytes/decode.ts";
import { catalogTypes } from "../cells/csv-columns.ts";
import { parsePath } from "../json/json-path.ts";
import { PeekableBytes } from "../bytes/peekable-bytes.ts";
import { ReadingFault } from "../rows/reading-fault.ts";
import type { FileBatch, FileRow } from "../rows/row.ts";
import { decodeFile, encodingOf } from "../bytes/encodings.ts";
import { detectFormat, foreignFile, HEAD_BYTES, peekFormat } from "./detect-format.ts";
import type { FileFormat, FileOptions } from "../cells/file-options.ts";
import { readBatches, type ReadOptions } from "./read-batches.ts";

/** A text, all bytes of a file, or a source that yields parts of them, such as a stream. */
export type FileSource =
  string | Uint8Array | Iterable<Uint8Array> | AsyncIterable<Uint8Array> | ReadableBytes;

/** A `ReadableStream`. Some browsers cannot iterate it. */
export interface ReadableBytes {
  readonly getReader: () => {
    readonly read: () => Promise<{ readonly done: boolean; readonly value?: Uint8Array | undefined }>;
    readonly cancel: () => Promise<void>;
  };
}

/**
 * Reads the rows of a file. Keeps only a part of the file in memory. Integers outside ±(2^53-1) become bigints.
 *
 * @throws ReadingFault if the file cannot be read any further, the reason of `signal`, and the errors of the source
 * @example
 * for await (const row of readRows("id,size\n1,2.5\n")) console.log(row); // { id: 1, size: 2.5 }
 */
export async function* readRows(
  source: FileSource,
  options: FileOptions = {},
): AsyncGenerator<FileRow, void, undefined> {
  for await (const batch of readRowBatches(source, options)) yield* batch;
}

/**
 * Reads the rows of a file in batches of at most 1,000, which takes less time than one by one.
 *
 * @throws the errors of `readRows`
 */
export async function* readRowBatches(
  source: FileSource,
  options: FileOptions = {},
): AsyncGenerator<FileBatch, void, undefined> {
  const ownOptions = ownProperties(options);
  const isSource =
    typeof source === "string" ||
    typeof (source as Partial<ReadableBytes> | null | undefined)?.getReader === "function";
  if (!isSource) requireIterable(source, "source");
  const raw = new PeekableBytes(chunksOf(source));
  const isDecoded = ownOptions.isDecoded === true;
  const encoding = isDecoded ? ownOptions.encoding : await encodingOf(raw, ownOptions.encoding);
  if (!isDecoded) await requireRows(raw, encoding);
  const isRead = isDecoded || encoding === undefined || encoding === "utf-8";
  const bytes = isRead ? raw : new PeekableBytes(decodeFile(raw, encoding));
  const format = ownOptions.format ?? (await formatOf(bytes, ownOptions.name ?? ""));
  yield* readBatches(bytes, { ...readOptionsOf(ownOptions, format), encoding });
}

/** @throws ReadingFault for a binary file */
async function requireRows(bytes: PeekableBytes, encoding: string | undefined): Promise<void> {
  const foreign = foreignFile(await peekFormat(bytes), encoding);
  if (foreign !== undefined) throw new ReadingFault({}, foreign);
}

async function formatOf(bytes: PeekableBytes, name: string): Promise<FileFormat> {
  const head = await bytes.peek(HEAD_BYTES, (start) => detectFormat(name, start, false) !== undefined);
  return detectFormat(name, head, true)!;
}

async function* chunksOf(source: FileSource): AsyncGenerator<Uint8Array> {
  if (typeof source === "string") yield encodeUtf8(source);
  else if (source instanceof Uint8Array) yield source;
  else if (isIterable(source)) yield* source;
  else yield* readChunks(source);
}

function isIterable(
  source: Exclude<FileSource, string>,
): source is Iterable<Uint8Array> | AsyncIterable<Uint8Array> {
  const iterable = source as Partial<Iterable<Uint8Array> & AsyncIterable<Uint8Array>>;
  return (iterable[Symbol.asyncIterator] ?? iterable[Symbol.iterator]) !== undefined;
}

async function* readChunks(stream: ReadableBytes): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  let isDone = false;
  try {
    while (!isDone) {
      const { done, value } = await reader.read();
      isDone = done;
      if (value !== undefined) yield value;
    }
  } finally {
    if (!isDone) await reader.cancel();
  }
}

/**
 * Returns the options of the readers.
 * @throws TypeError
 */
export function readOptionsOf(options: FileOptions, format: FileFormat): ReadOptions {
  requireDialect(options);
  const { types, catalog, inferTypes = true, nulls, decimalComma, dates, path } = options;
  return {
    ...options,
    ...{ format, inferTypes, dialect: options },
    path: typeof path === "string" ? pathOf(path) : path,
    style: { nulls: nulls && new Set(nulls), decimalComma, dates, isText: !inferTypes },
    types: catalog && catalogTypes(catalog),
    requiredTypes: types instanceof Map || types === undefined ? types : new Map(Object.entries(types)),
  };
}

/** @throws TypeError */
function requireDialect({ delimiter, quote, escape, comment, skip }: FileOptions): void {
  if (delimiter !== undefined && !/^[^"\r\n\0]+$/.test(delimiter))
    throw new TypeError("delimiter must be a text without quotes, line ends and NUL.");
  for (const [name, sign] of Object.entries({ quote, escape }))
    if (sign !== undefined && !/^[!-/:-@[-`{-~]?$/.test(sign))
      throw new TypeError(`${name} must be one ASCII sign, or empty.`);
  if (comment !== undefined && /[\r\n]/.test(comment))
    throw new TypeError("comment must be a text without line ends.");
  if (skip !== undefined && (!Number.isInteger(skip) || skip < 0))
    throw new TypeError(`skip must be an integer >= 0, got ${skip}.`);
}

/** @throws TypeError */
function pathOf(path: string): readonly string[] {
  const names = parsePath(path);
  if (names === undefined) throw new TypeError(`path must have no empty name, got '${path}'.`);
  return names;
}
