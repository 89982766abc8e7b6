/**
 * Opens a file or standard input as bytes: unpacked if they are gzip, whatever the name says; with a look at the first
 * bytes before they are read; and with the failures of the system in words.
 */
import { open } from "node:fs/promises";
import { addAbortSignal, pipeline, Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import { escapeControls } from "tamis/diagnostics";
import { DataError, InputError, messageOf, systemCode } from "./errors.ts";
import { detectFormat, foreignFile, HEAD_BYTES, type InputFormat } from "./formats.ts";

/** Bytes of one read. Larger chunks make larger batches of rows, and gain nothing. */
const CHUNK_BYTES = 256 * 1024;

export interface OpenOptions {
  /** What `-` stands for. */
  readonly stdin: Readable;
  /** Ends a read that waits. */
  readonly signal?: AbortSignal | undefined;
}

/** The name of standard input in messages. */
export const STDIN_NAME = "standard input";

/** An opened input. It can be read once. */
export interface Input {
  /** As it was named, or `standard input`. */
  readonly name: string;
  /** Bytes in the file, packed or not. Unknown for a pipe. */
  readonly size: number | undefined;
  /** Bytes of the file that were read so far: `size` at the end. */
  readonly consumed: () => number;
  readonly bytes: AsyncIterable<Uint8Array>;
  /**
   * The format, by name and first bytes. Reads no more than it needs to tell.
   *
   * @throws DataError for a known kind of file that holds no rows; the input is closed then
   */
  readonly format: () => Promise<InputFormat>;
  /** Gives the file back. Safe to call twice and while it is read. */
  readonly close: () => void;
}

/**
 * Opens an input by path, or standard input for `-`.
 *
 * @throws InputError if it cannot be opened. Reading throws it too: a disk can fail, a gzip file can be cut off.
 * @example await openInput("rows.ndjson.gz", { stdin: process.stdin })
 */
export async function openInput(path: string, { stdin, signal }: OpenOptions): Promise<Input> {
  signal?.throwIfAborted();
  if (path === "-") return inputOf(STDIN_NAME, stdin, undefined, signal);
  const { stream, size } = await openFile(path);
  return inputOf(path, stream, size, signal);
}

/** An input of a stream that is already open. */
export async function inputOf(
  name: string,
  stream: Readable,
  size?: number,
  signal?: AbortSignal,
): Promise<Input> {
  // A stream that nothing reads from yet must not end the process when it is closed.
  stream.on("error", () => undefined);
  if (signal !== undefined) addAbortSignal(signal, stream);
  let consumed = 0;
  const counted = new Peekable(
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
  const head = await counted.peek(2, () => false);
  const packed = head[0] === 0x1f && head[1] === 0x8b;
  const bytes = packed ? new Peekable(unpack(name, counted, signal)) : counted;
  return {
    name,
    size,
    consumed: () => consumed,
    bytes,
    format: async () => {
      try {
        return await formatOf(name, bytes);
      } catch (error) {
        stream.destroy();
        throw error;
      }
    },
    close: () => stream.destroy(),
  };
}

async function formatOf(name: string, bytes: Peekable): Promise<InputFormat> {
  let format: InputFormat | undefined;
  const head = await bytes.peek(HEAD_BYTES, (seen) => {
    if (seen.length < 6) return false;
    format = foreignFile(seen) === undefined ? detectFormat(name, seen, false) : undefined;
    return format !== undefined || foreignFile(seen) !== undefined;
  });
  const foreign = foreignFile(head);
  if (foreign !== undefined) throw new DataError(name, {}, foreign);
  return format ?? detectFormat(name, head, true)!;
}

async function openFile(path: string): Promise<{ stream: Readable; size: number | undefined }> {
  try {
    const file = await open(path);
    const stats = await file.stat();
    if (stats.isDirectory()) {
      await file.close();
      throw new InputError(`${escapeControls(path)} is a directory, not a file.`);
    }
    const size = stats.isFile() ? stats.size : undefined;
    return { stream: file.createReadStream({ highWaterMark: CHUNK_BYTES }), size };
  } catch (error) {
    throw readError(path, error);
  }
}

async function* unpack(
  name: string,
  packed: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // The reader of `gunzip` gets the errors of both.
  pipeline(Readable.from(packed), gunzip, () => undefined);
  try {
    for await (const chunk of gunzip) yield chunk as Uint8Array;
  } catch (error) {
    throw readError(name, error, signal);
  }
}

/** The failures that people meet, in words. */
const FAILURES: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "There is no such file"],
  ["ENOTDIR", "There is no such file: a part of the path is no directory"],
  ["EACCES", "There is no permission to read it"],
  ["EPERM", "There is no permission to read it"],
  ["EISDIR", "It is a directory, not a file"],
  ["ENAMETOOLONG", "The name is too long"],
  ["ELOOP", "Its symbolic links go in a circle"],
  ["EMFILE", "Too many files are open"],
  ["EIO", "The device failed"],
  ["ERR_INVALID_ARG_VALUE", "The name holds U+0000"],
  ["Z_BUF_ERROR", "The gzip data ends too early: the file is cut off"],
  ["Z_DATA_ERROR", "The gzip data is damaged"],
]);

function readError(name: string, error: unknown, signal?: AbortSignal): unknown {
  if (error instanceof InputError || error instanceof DataError) return error;
  if (signal?.aborted === true) return signal.reason;
  const reason = FAILURES.get(systemCode(error) ?? "") ?? messageOf(error);
  return new InputError(`${escapeControls(name)} cannot be read. ${reason}.`);
}

/** Chunks of bytes whose beginning can be looked at before they are read. */
class Peekable implements AsyncIterable<Uint8Array> {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #seen: Buffer = Buffer.alloc(0);
  #ended = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** The first bytes: at least `most` of them, or all there are, or as many as are `enough`. */
  async peek(most: number, enough: (seen: Buffer) => boolean): Promise<Buffer> {
    while (!this.#ended && this.#seen.length < most && !(this.#seen.length > 0 && enough(this.#seen))) {
      const chunk = await this.#chunks.next();
      if (chunk.done === true) this.#ended = true;
      else
        this.#seen =
          this.#seen.length === 0 ? toBuffer(chunk.value) : Buffer.concat([this.#seen, chunk.value]);
    }
    return this.#seen.subarray(0, most);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      const seen = this.#seen;
      this.#seen = Buffer.alloc(0);
      if (seen.length > 0) yield seen;
      while (!this.#ended) {
        const chunk = await this.#chunks.next();
        if (chunk.done === true) this.#ended = true;
        else yield chunk.value;
      }
    } finally {
      await this.#chunks.return?.();
    }
  }
}

function toBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
