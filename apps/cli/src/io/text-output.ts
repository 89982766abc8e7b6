/** Buffered text output with backpressure, which detects that the reader closed the pipe. */
import type { Writable } from "node:stream";
import { messageOf, OutputClosed, OutputError, systemCode } from "./errors.ts";

/** Number of characters to buffer before writing. */
const BUFFER_LENGTH = 65_536;

/** Error codes of a closed pipe. */
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
  /** Called when the stream drained or failed. */
  #wake: (() => void) | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
    if (stream.destroyed) this.#failure = new OutputClosed();
    stream.on("error", (error: Error) => this.#fail(failureOf(error)));
    stream.on("close", () => this.#fail(new OutputClosed()));
    stream.on("drain", () => this.#wake?.());
  }

  /**
   * Writes text. Returns a promise only if the stream is full and the caller must wait, so that most calls stay
   * synchronous.
   *
   * @throws OutputClosed if the reader closed the pipe, OutputError for other failures; directly or through the promise
   */
  write(text: string): Promise<void> | undefined {
    if (this.#failure !== undefined) throw this.#failure;
    this.#buffered += text;
    return this.#buffered.length < BUFFER_LENGTH ? undefined : this.#flush();
  }

  /** Flushes the buffer and waits for the stream, which stays open because it may be stdout. */
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
