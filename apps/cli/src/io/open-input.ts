/** Opens files and standard input. Detects compressed files by their first bytes. Translates system errors for users. */
// `node:fs/promises` would load 1 ms longer.
import { close, createReadStream, fstat, open, readdirSync, type Stats } from "node:fs";
import { basename, dirname } from "node:path";
import { addAbortSignal, type Readable } from "node:stream";
import { promisify } from "node:util";
import { escapeControls, suggest } from "tamis/diagnostics";
import { DataError, InputError, messageOf, systemCode } from "./errors.ts";
import {
  compressionOf,
  CompressionError,
  decompress,
  MAGIC_BYTES,
  mayBeCompressed,
  type Compression,
} from "./compression.ts";
import { withoutPrototype } from "../formats/own-members.ts";
import {
  decodeFile,
  encodingOf,
  PeekableBytes,
  detectFormat,
  foreignFile,
  HEAD_BYTES,
  isZip,
  peekFormat,
} from "tamis/files";
import type { InputFormat } from "../formats/formats.ts";

/** Size of the chunks read from files. Larger chunks use more memory and are not faster. */
const CHUNK_BYTES = 256 * 1024;
/** Options of streams that Node would otherwise read from `Object.prototype`. */
const UNSET = { signal: undefined, encoding: undefined };

export interface InputOptions {
  readonly stdin: Readable;
  readonly signal?: AbortSignal | undefined;
  /** Label of a text encoding that `TextDecoder` supports. Default: UTF-8. A byte order mark takes precedence. */
  readonly encoding?: string | undefined;
}

export const STDIN_NAME = "standard input";

/** Opened file or standard input. Its bytes can be read only once. */
export interface Input {
  /** File name as the user wrote it, or `standard input`. */
  readonly name: string;
  /** File size in bytes, before decompression. Undefined for a pipe. */
  readonly size: number | undefined;
  /** Returns the number of bytes read from the file so far, before decompression. */
  readonly consumed: () => number;
  /** The content in UTF-8. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /** The encoding of the file. */
  readonly encoding: string;
  /**
   * Returns the given format, or else detects it. Closes the input if it fails.
   * @throws DataError for a binary file, whatever the given format
   */
  readonly format: (given?: InputFormat) => Promise<InputFormat>;
  /** Closes the input, even during a read. Idempotent. */
  readonly close: () => void;
}

/**
 * Opens a file, or standard input for the path `-`.
 * @throws InputError; reading the bytes can throw it too
 * @example await openInput("rows.ndjson.gz", { stdin: process.stdin })
 */
export async function openInput(path: string, options: InputOptions): Promise<Input> {
  const { stdin, signal, encoding } = withoutPrototype(options);
  signal?.throwIfAborted();
  if (path === "-") return inputOf(STDIN_NAME, stdin, undefined, signal, encoding);
  const { stream, size } = await openFile(path);
  return inputOf(path, stream, size, signal, encoding);
}

/**
 * Checks that a file can be opened, without reading it.
 * @throws InputError
 */
export async function requireFile(path: string): Promise<void> {
  await closeDescriptor((await openDescriptor(path)).descriptor);
}

export async function inputOf(
  name: string,
  stream: Readable,
  size?: number,
  signal?: AbortSignal,
  encoding?: string,
): Promise<Input> {
  // Without a listener, an early error would end the process.
  stream.on("error", () => undefined);
  if (signal !== undefined) addAbortSignal(signal, stream);
  let consumed = 0;
  const counted = new PeekableBytes(
    (async function* () {
      try {
        for await (const chunk of stream as AsyncIterable<Uint8Array | string>) {
          const bytes = typeof chunk === "string" ? Buffer.from(chunk) : chunk;
          consumed += bytes.length;
          yield bytes;
        }
      } catch (error) {
        throw readError(name, error, signal);
      }
    })(),
  );
  const compression = compressionOf(await counted.peek(MAGIC_BYTES, (head) => !mayBeCompressed(head)));
  const raw =
    compression === undefined ? counted : new PeekableBytes(decompressed(name, compression, counted, signal));
  const usedEncoding = await encodingOf(raw, encoding);
  // Readers validate UTF-8 themselves, and report the position of invalid bytes. Workbooks are not text.
  const bytes =
    usedEncoding === "utf-8" || isZip(await raw.peek(MAGIC_BYTES, () => true))
      ? raw
      : new PeekableBytes(decodeFile(raw, usedEncoding));
  return {
    name,
    size,
    consumed: () => consumed,
    bytes,
    encoding: usedEncoding,
    format: async (given) => {
      try {
        const head = await peekFormat(raw);
        if (given === "xlsx" || (given === undefined && isZip(head))) return "xlsx";
        const foreign = foreignFile(head, usedEncoding);
        if (foreign !== undefined) throw new DataError(name, {}, foreign);
        return given ?? (await formatOf(name, bytes));
      } catch (error) {
        stream.destroy();
        throw error;
      }
    },
    close() {
      stream.destroy();
      // Streams that decompress have memory of their own.
      bytes.close().catch(() => undefined);
    },
  };
}

/**
 * Reads the rest of an input.
 * @param advice text after the error message
 * @throws InputError if it cannot be read or is not UTF-8
 */
export async function readText({ name, bytes }: Input, advice = ""): Promise<string> {
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of bytes) chunks.push(chunk);
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    // Bytes that are not valid in the declared encoding are a TypeError or a DataError.
    if (!(error instanceof TypeError) && !(error instanceof DataError)) throw error;
    throw new InputError(`${escapeControls(name)} is not UTF-8.${advice}`);
  }
}

async function formatOf(name: string, bytes: PeekableBytes): Promise<InputFormat> {
  const head = await bytes.peek(
    HEAD_BYTES,
    (beginning) => detectFormat(name, beginning, false) !== undefined,
  );
  return detectFormat(name, head, true)!;
}

async function openFile(path: string): Promise<{ stream: Readable; size: number | undefined }> {
  const { descriptor, stats } = await openDescriptor(path);
  const size = stats.isFile() ? stats.size : undefined;
  return { stream: createReadStream(path, { fd: descriptor, highWaterMark: CHUNK_BYTES, ...UNSET }), size };
}

// Not the synchronous functions: opening a named pipe waits for its writer, and Ctrl-C must end the wait.
const openPath = promisify(open);
const statDescriptor = promisify(fstat);
const closeDescriptor = promisify(close);

async function openDescriptor(path: string): Promise<{ descriptor: number; stats: Stats }> {
  try {
    const descriptor = await openPath(path, "r");
    const stats = await statDescriptor(descriptor);
    if (!stats.isDirectory()) return { descriptor, stats };
    await closeDescriptor(descriptor);
  } catch (error) {
    throw readError(path, error);
  }
  throw new InputError(`${escapeControls(path)} is a directory, not a file.`);
}

async function* decompressed(
  name: string,
  compression: Compression,
  compressed: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  try {
    yield* decompress(compression, compressed, CHUNK_BYTES);
  } catch (error) {
    throw readError(name, error, signal);
  }
}

const FAILURES: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "There is no such file"],
  ["ENOTDIR", "There is no such file: a part of the path is not a directory"],
  ["EACCES", "Permission denied"],
  ["EPERM", "Permission denied"],
  ["EISDIR", "It is a directory, not a file"],
  ["ENAMETOOLONG", "The name is too long"],
  ["ELOOP", "Its symbolic links form a cycle"],
  ["EMFILE", "Too many files are open"],
  ["EIO", "The device failed"],
  ["ERR_INVALID_ARG_VALUE", "The name contains U+0000"],
]);

function readError(name: string, error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof InputError || error instanceof DataError) return error;
  if (signal?.aborted === true) return signal.reason;
  if (name === "") return new InputError("A file has an empty name: ''.");
  if (systemCode(error) === "ENOENT" && /^[a-z][a-z0-9+.-]*:\/\//i.test(name))
    return new InputError(`${escapeControls(name)} is an address, and this command reads only files.`);
  const reason =
    error instanceof CompressionError
      ? error.message
      : (FAILURES.get(systemCode(error) ?? "") ?? messageOf(error));
  const suggestion = systemCode(error) === "ENOENT" ? suggestFile(name) : "";
  return new InputError(`${escapeControls(name)} cannot be read. ${reason}.${suggestion}`);
}

/** Maximum number of files of a folder that suggestions are taken from. */
const MAX_FILES = 1_000;

function suggestFile(path: string): string {
  const name = basename(path);
  if (!path.endsWith(name)) return "";
  try {
    const [closest] = suggest(name, readdirSync(dirname(path)).slice(0, MAX_FILES), 1);
    return closest === undefined
      ? ""
      : ` Did you mean ${escapeControls(path.slice(0, -name.length) + closest)}?`;
  } catch {
    // The folder cannot be read.
    return "";
  }
}
