import { Writable } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { displayWidth } from "./display-width.ts";
import type { Pager } from "./start-pager.ts";

/** Milliseconds that rows are held to see whether they fill the screen. Rows from a slow pipe are then shown directly. */
const HOLD_TIME = 200;

export interface ScreenOptions {
  readonly terminal: Writable;
  /** Size of the terminal in characters. */
  readonly rows: number;
  readonly columns: number;
  readonly startPager: () => Pager;
}

/**
 * Stream to a terminal that starts a pager if its text has more lines than the screen. The text is held until this is known.
 * If the user closes the pager early, writing fails like writing to a closed pipe.
 */
export class PagedScreen extends Writable {
  readonly #options: ScreenOptions;
  #heldText = "";
  #heldLines = 0;
  #timer: NodeJS.Timeout | undefined;
  #target: Writable | undefined;
  #pager: Pager | undefined;
  #ended = false;
  #onClosedEarly: (() => void) | undefined;
  /** Resolves when the user closes the pager before {@link finish}. */
  readonly closedEarly = new Promise<void>((resolve) => (this.#onClosedEarly = resolve));

  constructor(options: ScreenOptions) {
    super({ decodeStrings: false });
    this.#options = options;
  }

  get isPaging(): boolean {
    return this.#pager !== undefined;
  }

  override _write(
    chunk: string | Buffer,
    _encoding: BufferEncoding,
    onWritten: (error?: Error | null) => void,
  ): void {
    try {
      this.#accept(chunk.toString(), onWritten);
    } catch (error) {
      onWritten(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #accept(text: string, onWritten: (error?: Error | null) => void): void {
    if (this.#target !== undefined) {
      this.#target.write(text, onWritten);
      return;
    }
    this.#heldText += text;
    this.#heldLines += this.#linesOf(text);
    if (this.#heldLines >= this.#options.rows) {
      this.#page(onWritten);
      return;
    }
    if (text !== "") this.#timer ??= setTimeout(() => this.#release(), HOLD_TIME);
    onWritten();
  }

  /** Writes the text that is held, and waits until the user closes the pager. */
  async finish(): Promise<void> {
    this.#ended = true;
    if (this.#target === undefined) this.#release();
    if (this.#pager === undefined) return;
    this.#pager.stdin.end();
    await this.#pager.closed;
  }

  #linesOf(text: string): number {
    const { columns } = this.#options;
    const lines = text.split("\n");
    let count = 0;
    for (const line of lines.slice(0, -1)) {
      const width = line.length < columns ? 1 : displayWidth(stripVTControlCharacters(line));
      count += Math.max(1, Math.ceil(width / columns));
      if (count >= this.#options.rows) break;
    }
    return count;
  }

  #page(onWritten: (error?: Error | null) => void): void {
    clearTimeout(this.#timer);
    const pager = this.#options.startPager();
    this.#pager = pager;
    this.#target = pager.stdin;
    // Writing reports the error to its caller.
    pager.stdin.on("error", () => undefined);
    void pager.closed.then(() => {
      if (!this.#ended) this.#onClosedEarly?.();
    });
    pager.stdin.write(this.#heldText, onWritten);
    this.#heldText = "";
  }

  #release(): void {
    clearTimeout(this.#timer);
    this.#target = this.#options.terminal;
    if (this.#heldText !== "") this.#target.write(this.#heldText);
    this.#heldText = "";
  }
}
