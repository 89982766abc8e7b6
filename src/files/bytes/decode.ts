/** Texts of bytes. Browsers lack `Buffer`, so it is used only where it is faster than `TextDecoder`, and only if there is one. */
import { builtinModule } from "../../values/builtin-module.ts";

/** Decodes bytes from one offset to another. */
type Slice = (this: Uint8Array, start: number, end: number) => string;

interface BufferModule {
  readonly Buffer: { readonly prototype: { readonly utf8Slice?: Slice } };
  readonly isUtf8: (bytes: Uint8Array) => boolean;
}

const BUFFER = builtinModule("node:buffer") as BufferModule | undefined;
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
const ENCODER = new TextEncoder();

export const NO_BYTES = new Uint8Array(0);

const utf8Slice: Slice =
  BUFFER?.Buffer.prototype.utf8Slice ??
  function (start, end) {
    return UTF8.decode(this.subarray(start, end));
  };

/** Decodes UTF-8. A byte order mark is a character, and invalid bytes are U+FFFD. */
export function decodeUtf8(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return utf8Slice.call(bytes, start, Math.min(end, bytes.length));
}

export function encodeUtf8(text: string): Uint8Array {
  return ENCODER.encode(text);
}

/** Returns the number of bytes of a text in UTF-8. */
export function utf8Length(text: string): number {
  return ENCODER.encode(text).length;
}

/** Returns a copy of all parts, one after another. */
export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** The function of Node.js makes no string. */
export const isUtf8: BufferModule["isUtf8"] =
  BUFFER?.isUtf8 ??
  ((bytes) => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  });
