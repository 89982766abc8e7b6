import { BACKSLASH, DOUBLE_QUOTE } from "../bytes/bytes.ts";
import { decodeUtf8 } from "../bytes/decode.ts";

/** Maximum length in bytes of a string that is kept, with its escapes. */
const MAX_LENGTH = 1_024;

/** Reads strings of JSON byte by byte, across chunks. */
export class StringReader {
  /** True within a string. */
  isOpen = false;
  /** The last string that was kept. Undefined for a long or invalid one. */
  text: string | undefined;
  #escaped = false;
  #bytes: number[] | undefined;

  /** Begins a string after its quote. */
  open(isKept: boolean): void {
    this.isOpen = true;
    this.#bytes = isKept ? [] : undefined;
  }

  /** Reads a byte of the string. Returns true at the end of a string that is kept. */
  push(byte: number): boolean {
    if (this.#escaped) this.#escaped = false;
    else if (byte === BACKSLASH) this.#escaped = true;
    else if (byte === DOUBLE_QUOTE) {
      this.isOpen = false;
      if (this.#bytes !== undefined) this.text = textOf(this.#bytes);
      return this.#bytes !== undefined;
    }
    if (this.#bytes !== undefined && this.#bytes.length <= MAX_LENGTH) this.#bytes.push(byte);
    return false;
  }
}

function textOf(bytes: readonly number[]): string | undefined {
  if (bytes.length > MAX_LENGTH) return undefined;
  try {
    return JSON.parse(`"${decodeUtf8(new Uint8Array(bytes))}"`) as string;
  } catch {
    return undefined;
  }
}
