import type { Writable } from "node:stream";
import { escapeControls } from "tamis/diagnostics";
import { OutputClosed, OutputError, systemCode } from "./errors.ts";
import { writeFailure } from "./write-failure.ts";

const BUFFER_LENGTH = 65_536;

const CLOSED: ReadonlySet<string> = new Set([
  "EPIPE",
  // Windows reports some closed pipes as the end of a file.
  "EOF",
  "ECONNRESET",
  "ERR_STREAM_DESTROYED",
  "ERR_STREAM_WRITE_AFTER_END",
  "ERR_STREAM_PREMATURE_CLOSE",
]);

/**
 * How a text is made safe for a terminal, where control characters and invisible characters could hide or forge output:
 * - `text`: unsafe characters are replaced by their code points: `<U+202E>`
 * - `json`: by escape sequences, so that the JSON keeps its meaning
 * - `styled`: the text contains colors, and its writer has escaped everything else
 */
export type TextForm = "text" | "json" | "styled";

export class TextOutput {
  readonly #stream: Writable;
  readonly #isTerminal: boolean;
  #buffered = "";
  #failure: Error | undefined;
  #wake: (() => void) | undefined;
  #onWrite: (() => void) | undefined;

  /** @param isTerminal escapes unsafe characters. Files and pipes get the exact text. */
  constructor(stream: Writable, isTerminal = false) {
    this.#stream = stream;
    this.#isTerminal = isTerminal;
    if (stream.destroyed) this.#failure = new OutputClosed();
    stream.on("error", (error: Error) => this.#fail(failureOf(error)));
    stream.on("close", () => this.#fail(new OutputClosed()));
    stream.on("drain", () => this.#wake?.());
  }

  /** Sets a function that is called before text reaches the stream, such as to erase a progress line. */
  onWrite(listener: () => void): void {
    this.#onWrite = listener;
  }

  /**
   * Adds text to the buffer. Returns a promise only if the stream is full.
   * @throws OutputClosed, OutputError; directly or through the promise
   */
  write(text: string, form: TextForm = "text"): Promise<void> | undefined {
    if (this.#failure !== undefined) throw this.#failure;
    this.#buffered += this.#isTerminal && form !== "styled" ? escapeFor(text, form) : text;
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
    if (text === "") return undefined;
    this.#onWrite?.();
    if (this.#stream.write(text)) return undefined;
    return new Promise<void>((resolve, reject) => {
      this.#wake = () => {
        this.#wake = undefined;
        if (this.#failure === undefined) resolve();
        else reject(this.#failure);
      };
    });
  }
}

const PLAIN = /^[\t\n\x20-\x7e]*$/;

function escapeFor(text: string, form: "text" | "json"): string {
  if (PLAIN.test(text)) return text;
  return text.replace(/[^\t\n\x20-\x7e]+/gu, form === "text" ? escapeControls : jsonEscape);
}

/** Returns unsafe characters as escape sequences of JSON, and other characters unchanged. */
function jsonEscape(text: string): string {
  return escapeControls(text) === text ? text : text.replace(/./gsu, jsonEscapeCharacter);
}

function jsonEscapeCharacter(character: string): string {
  if (escapeControls(character) === character) return character;
  return character
    .split("")
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}

function failureOf(error: Error): Error {
  const code = systemCode(error);
  if (code !== undefined && CLOSED.has(code)) return new OutputClosed();
  return new OutputError(`The output cannot be written. ${writeFailure(error)}`);
}
