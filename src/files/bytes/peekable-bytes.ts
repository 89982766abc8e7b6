import { requireIterable } from "../../diagnostics/require-argument.ts";
import { concatBytes, NO_BYTES } from "./decode.ts";

/** Byte stream whose beginning can be inspected before it is read. */
export class PeekableBytes implements AsyncIterable<Uint8Array> {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #head: Uint8Array = NO_BYTES;
  #ended = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    requireIterable(chunks, "chunks");
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns the next chunk that was not seen, and undefined at the end of the stream. */
  async next(): Promise<Uint8Array | undefined> {
    const chunk = await this.#chunks.next();
    this.#ended = chunk.done === true;
    return chunk.done === true ? undefined : chunk.value;
  }

  /** Puts bytes in front of the chunks that were not read. */
  unread(bytes: Uint8Array): void {
    this.#head = bytes;
  }

  /** Returns the first `limit` bytes, or fewer at the end of the stream or once `isEnough` accepts them. */
  async peek(limit: number, isEnough: (seen: Uint8Array) => boolean): Promise<Uint8Array> {
    while (!this.#ended && this.#head.length < limit && !(this.#head.length > 0 && isEnough(this.#head))) {
      const chunk = await this.next();
      if (chunk !== undefined)
        this.#head = this.#head.length === 0 ? chunk : concatBytes([this.#head, chunk]);
    }
    return this.#head.subarray(0, limit);
  }

  /** Closes the source, whether or not the bytes are read. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      const head = this.#head;
      this.#head = NO_BYTES;
      if (head.length > 0) yield head;
      while (!this.#ended) {
        const chunk = await this.next();
        if (chunk !== undefined) yield chunk;
      }
    } finally {
      await this.close();
    }
  }
}
