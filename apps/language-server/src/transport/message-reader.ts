import type { Readable } from "node:stream";
import {
  AbstractMessageReader,
  type DataCallback,
  type Disposable,
  type Message,
  type MessageReader,
} from "vscode-languageserver";

/** Maximum bytes of a message. */
export const MAXIMUM_MESSAGE = 64 * 1_048_576;
/** Maximum bytes of the header fields of a message. */
const MAXIMUM_HEADER = 4_096;

const END_OF_HEADER = Buffer.from("\r\n\r\n");

/**
 * Reads messages of the base protocol of LSP. In contrast to the reader of vscode-jsonrpc, a message has a maximum length, and
 * after bytes that are no message, reading continues at the next header.
 */
export class BoundedMessageReader extends AbstractMessageReader implements MessageReader {
  readonly #input: Readable;
  readonly #maximum: number;
  readonly #onEnd: () => void;
  /** Bytes that have arrived and are not read yet. */
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes of the message whose header was read. Undefined while a header is read. */
  #length: number | undefined;

  /** @param onEnd called after the end of the input. The connection stays open for answers. */
  constructor(input: Readable, onEnd: () => void, maximum = MAXIMUM_MESSAGE) {
    super();
    this.#input = input;
    this.#onEnd = onEnd;
    this.#maximum = maximum;
  }

  override listen(callback: DataCallback): Disposable {
    const onData = (chunk: Buffer) => this.#readChunk(chunk, callback);
    const onEnd = this.#onEnd;
    const onError = (error: Error) => this.fireError(error);
    this.#input.on("data", onData).on("end", onEnd).on("close", onEnd).on("error", onError);
    return {
      dispose: () =>
        void this.#input.off("data", onData).off("end", onEnd).off("close", onEnd).off("error", onError),
    };
  }

  #readChunk(chunk: Buffer, callback: DataCallback): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    while (this.#size > 0) {
      if (this.#length === undefined && !this.#readHeader()) return;
      if (this.#length === undefined) continue;
      if (this.#size < this.#length) return;
      const bytes = this.#take(this.#length);
      this.#length = undefined;
      this.#deliver(bytes, callback);
    }
  }

  #deliver(bytes: Buffer, callback: DataCallback): void {
    let message: unknown;
    try {
      message = JSON.parse(bytes.toString("utf8"));
    } catch {
      this.fireError(new Error("A message is not JSON."));
      return;
    }
    if (typeof message === "object" && message !== null && !Array.isArray(message))
      callback(message as Message);
    else this.fireError(new Error("A message is not an object."));
  }

  /** Returns false if more bytes are needed. */
  #readHeader(): boolean {
    const bytes = this.#take(this.#size);
    const end = bytes.indexOf(END_OF_HEADER);
    if (end < 0) {
      // The beginning of a header can be in the last bytes.
      this.#setRemaining(bytes.subarray(Math.max(0, bytes.length - MAXIMUM_HEADER)));
      return false;
    }
    this.#setRemaining(bytes.subarray(end + END_OF_HEADER.length));
    const header = bytes.toString("latin1", Math.max(0, end - MAXIMUM_HEADER), end);
    const lengths = [...header.matchAll(/content-length:[ \t]*(\d{1,15})[ \t]*(?=\r\n|$)/gi)];
    const length = Number(lengths.at(-1)?.[1]);
    if (Number.isNaN(length)) {
      this.fireError(new Error("A message has no valid header field Content-Length."));
    } else if (length > this.#maximum) {
      // Its bytes are no header, so they are skipped.
      this.fireError(new Error(`A message of ${length} bytes is over the limit of ${this.#maximum} bytes.`));
    } else {
      this.#length = length;
    }
    return true;
  }

  #take(length: number): Buffer {
    const bytes = this.#chunks.length === 1 ? this.#chunks[0]! : Buffer.concat(this.#chunks);
    this.#setRemaining(bytes.subarray(length));
    return bytes.subarray(0, length);
  }

  #setRemaining(remaining: Buffer): void {
    this.#chunks = remaining.length === 0 ? [] : [remaining];
    this.#size = remaining.length;
  }
}
