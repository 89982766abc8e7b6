/** Texts of bytes. Browsers lack `Buffer`, so it is used only where it is faster than `TextDecoder`, and only if there is one. */
import { builtinModule } from "../../values/builtin-module.ts";

/** Decodes bytes from one offset to another. */
type Slice = (this: Uint8Array, start: number, end: number) => string;

interface BufferModule {
  readonly Buffer: { readonly prototype: { readonly utf8Slice?: Slice; readonly latin1Slice?: Slice } };
  readonly isUtf8: (bytes: Uint8Array) => boolean;
  readonly isAscii: (bytes: Uint8Array) => boolean;
}

const BUFFER = builtinModule("node:buffer") as BufferModule | undefined;
const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
const LATIN1 = new TextDecoder("latin1");
const ENCODER = new TextEncoder();

export const NO_BYTES = new Uint8Array(0);

const utf8Slice: Slice =
  BUFFER?.Buffer.prototype.utf8Slice ??
  function (start, end) {
    return UTF8.decode(this.subarray(start, end));
  };

const latin1Slice: Slice =
  BUFFER?.Buffer.prototype.latin1Slice ??
  function (start, end) {
    return LATIN1.decode(this.subarray(start, end));
  };

/** Decodes UTF-8. A byte order mark is a character, and invalid bytes are U+FFFD. */
export function decodeUtf8(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return utf8Slice.call(bytes, start, Math.min(end, bytes.length));
}

/** Decodes each byte to one UTF-16 code unit, and ASCII to itself. */
export function decodeLatin1(bytes: Uint8Array): string {
  return latin1Slice.call(bytes, 0, bytes.length);
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
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** The functions of Node.js make no strings. */
export const { isUtf8, isAscii }: Pick<BufferModule, "isUtf8" | "isAscii"> = BUFFER ?? {
  isUtf8: (bytes) => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  },
  isAscii: (bytes) => bytes.every((byte) => byte < 0x80),
};
