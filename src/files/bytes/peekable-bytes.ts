import { requireIterable } from "../../diagnostics/require-argument.ts";
import { concatBytes, NO_BYTES } from "./decode.ts";

/** Byte stream whose beginning can be inspected before it is read. */
export class PeekableBytes implements AsyncIterable<Uint8Array> {
  readonly #chunks: AsyncIterator<Uint8Array>;
  #seen: Uint8Array = NO_BYTES;
  #ended = false;

  constructor(chunks: AsyncIterable<Uint8Array>) {
    requireIterable(chunks, "chunks");
    this.#chunks = chunks[Symbol.asyncIterator]();
  }

  /** Returns the first `limit` bytes, or fewer at the end of the stream or once `isEnough` accepts them. */
  async peek(limit: number, isEnough: (seen: Uint8Array) => boolean): Promise<Uint8Array> {
    while (!this.#ended && this.#seen.length < limit && !(this.#seen.length > 0 && isEnough(this.#seen))) {
      const chunk = await this.#chunks.next();
      if (chunk.done === true) this.#ended = true;
      else this.#seen = this.#seen.length === 0 ? chunk.value : concatBytes([this.#seen, chunk.value]);
    }
    return this.#seen.subarray(0, limit);
  }

  /** Closes the source, whether or not the bytes are read. */
  async close(): Promise<void> {
    await this.#chunks.return?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Uint8Array> {
    try {
      const seen = this.#seen;
      this.#seen = NO_BYTES;
      if (seen.length > 0) yield seen;
      while (!this.#ended) {
        const chunk = await this.#chunks.next();
        if (chunk.done === true) this.#ended = true;
        else yield chunk.value;
      }
    } finally {
      await this.close();
    }
  }
}
