/** Texts of bytes, without `Buffer`, which browsers lack. */
import { builtinModule } from "../../values/builtin-module.ts";

const UTF8 = new TextDecoder("utf-8", { ignoreBOM: true });
const LATIN1 = new TextDecoder("latin1");
const ENCODER = new TextEncoder();

export const NO_BYTES = new Uint8Array(0);

/** Decodes UTF-8. A byte order mark is a character, and invalid bytes are U+FFFD. */
export function decodeUtf8(bytes: Uint8Array, start = 0, end = bytes.length): string {
  return UTF8.decode(start === 0 && end === bytes.length ? bytes : bytes.subarray(start, end));
}

/** Decodes each byte to one UTF-16 code unit, and ASCII to itself. */
export function decodeLatin1(bytes: Uint8Array): string {
  return LATIN1.decode(bytes);
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

interface BufferModule {
  readonly isUtf8: (bytes: Uint8Array) => boolean;
  readonly isAscii: (bytes: Uint8Array) => boolean;
}

/** The functions of Node.js make no strings. */
export const { isUtf8, isAscii } = (builtinModule("node:buffer") as BufferModule | undefined) ?? {
  isUtf8: (bytes: Uint8Array): boolean => {
    try {
      new TextDecoder("utf-8", { fatal: true }).decode(bytes);
      return true;
    } catch {
      return false;
    }
  },
  isAscii: (bytes: Uint8Array): boolean => bytes.every((byte) => byte < 0x80),
};
