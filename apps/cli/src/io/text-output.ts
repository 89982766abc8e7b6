/**
 * Text on its way to a stream: gathered into large pieces, held back while the stream is full, and stopped when the
 * reader at the other end is gone.
 */
import type { Writable } from "node:stream";
import { messageOf, OutputClosed, OutputError, systemCode } from "./errors.ts";

/** Characters that are gathered before they are written. */
const PIECE = 65_536;

/** Codes that mean "nobody reads this any more". */
const CLOSED: ReadonlySet<string> = new Set([
  "EPIPE",
  "ECONNRESET",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
  "ERR_STREAM_PREMATURE_CLOSE",
]);

export class TextOutput {
  readonly #stream: Writable;
  #gathered = "";
  #failure: Error | undefined;
  /** Wakes up whoever waits for the stream. */
  #wake: (() => void) | undefined;

  constructor(stream: Writable) {
    this.#stream = stream;
    if (stream.destroyed) this.#failure = new OutputClosed();
    stream.on("error", (error: Error) => this.#fail(failureOf(error)));
    stream.on("close", () => this.#fail(new OutputClosed()));
    stream.on("drain", () => this.#wake?.());
  }

  /**
   * Takes text. The answer is a promise only if the caller must wait before it writes more, so that most calls cost no
   * turn of the event loop.
   *
   * @throws OutputClosed if the reader is gone; OutputError if the stream failed. At once or by the promise.
   */
  write(text: string): Promise<void> | undefined {
    if (this.#failure !== undefined) throw this.#failure;
    this.#gathered += text;
    return this.#gathered.length < PIECE ? undefined : this.#flush();
  }

  /** Writes what is gathered and waits until the stream has taken it. The stream stays open: it may be stdout. */
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
    const text = this.#gathered;
    this.#gathered = "";
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
