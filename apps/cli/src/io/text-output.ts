import type { Writable } from "node:stream";
import { messageOf, OutputClosed, OutputError, systemCode } from "./errors.ts";

const BUFFER_LENGTH = 65_536;

const CLOSED: ReadonlySet<string> = new Set([
  "EPIPE",
  "ECONNRESET",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
  "ERR_STREAM_PREMATURE_CLOSE",
]);

export class TextOutput {
  readonly #stream: Writable;
  #buffered = "";
  #failure: Error | undefined;
  #wake: (() => void) | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
    if (stream.destroyed) this.#failure = new OutputClosed();
    stream.on("error", (error: Error) => this.#fail(failureOf(error)));
    stream.on("close", () => this.#fail(new OutputClosed()));
    stream.on("drain", () => this.#wake?.());
  }

  /**
   * Adds text to the buffer. Returns a promise only if the stream is full.
   * @throws OutputClosed, OutputError; directly or through the promise
   */
  write(text: string): Promise<void> | undefined {
    if (this.#failure !== undefined) throw this.#failure;
    this.#buffered += text;
    return this.#buffered.length < BUFFER_LENGTH ? undefined : this.#flush();
  }

  /** Writes the buffered text. Leaves the stream open, because it may be stdout. */
  async end(): Promise<void> {
    await this.#flush();
    await new Promise<void>((resolve, reject) => {
      this.#wake = () => {
        if (this.#failure !== undefined) reject(this.#failure);
      };
      this.#stream.write("", (error) => (error ? reject(this.#failure ?? failureOf(error)) : resolve()));
    }).finally(() => (this.#wake = undefined));
  }

  #fail(failure: Error): void {
    this.#failure ??= failure;
    this.#wake?.();
  }

  #flush(): Promise<void> | undefined {
    if (this.#failure !== undefined) throw this.#failure;
    const text = this.#buffered;
    this.#buffered = "";
    if (text === "" || this.#stream.write(text)) return undefined;
    return new Promise<void>((resolve, reject) => {
      this.#wake = () => {
        this.#wake = undefined;
        if (this.#failure === undefined) resolve();
        else reject(this.#failure);
      };
    });
  }
}

function failureOf(error: Error): Error {
  const code = systemCode(error);
  if (code !== undefined && CLOSED.has(code)) return new OutputClosed();
  if (code === "ENOSPC") return new OutputError("The output cannot be written: the disk is full.");
  return new OutputError(`The output cannot be written. ${messageOf(error)}`);
}
