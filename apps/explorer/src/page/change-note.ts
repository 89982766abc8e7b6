import { el, quietButton } from "../dom/elements.ts";
import type { Source } from "../source/source.ts";

/** Milliseconds between two questions whether the rows have changed. */
const INTERVAL = 5_000;

/** Says that the rows have changed since they were read, and offers to read them again. */
export class ChangeNote {
  readonly #host: HTMLElement;
  readonly #onReload: () => void;
  #source: Source | undefined;
  /** Version of the rows on the screen. */
  #version: string | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: HTMLElement, onReload: () => void) {
    this.#host = host;
    this.#onReload = onReload;
  }

  /** Follows the changes of a source from now on. */
  async follow(source: Source): Promise<void> {
    this.#source = source;
    clearTimeout(this.#timer);
    this.#host.replaceChildren();
    this.#version = await versionOf(source);
    // Other sources do not know of changes.
    if (this.#version !== undefined && source === this.#source) this.#schedule(source);
  }

  #schedule(source: Source): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#checkVersion(source), INTERVAL);
  }

  async #checkVersion(source: Source): Promise<void> {
    const version = document.hidden ? undefined : await versionOf(source);
    if (source !== this.#source) return;
    if (version === undefined || version === this.#version) return this.#schedule(source);
    const reload = () => {
      void this.follow(source);
      this.#onReload();
    };
    this.#host.replaceChildren(el("span", {}, "Rows have changed. "), quietButton("Reload", reload));
  }
}

/** The line above the table says why the server does not answer. */
async function versionOf(source: Source): Promise<string | undefined> {
  return source.version?.().catch(() => undefined);
}
