const MARKS: readonly (readonly [bytes: readonly number[], encoding: string])[] = [
  [[0xef, 0xbb, 0xbf], "utf-8"],
  [[0xff, 0xfe], "utf-16le"],
  [[0xfe, 0xff], "utf-16be"],
];

/** Returns the encoding that the byte order mark at the start of a file declares. */
export function encodingOfMark(head: Uint8Array): string | undefined {
  return MARKS.find(([bytes]) => bytes.every((byte, i) => head[i] === byte))?.[1];
}

/** Returns whether more bytes are needed to detect a byte order mark. */
export function mayBeMark(head: Uint8Array): boolean {
  return MARKS.some(([bytes]) => head.length < bytes.length && head.every((byte, i) => byte === bytes[i]));
}

/** Number of bytes that are read to distinguish UTF-16 without a byte order mark from UTF-8. */
export const UTF16_BYTES = 4;

/**
 * Returns the encoding of a text that begins with two ASCII characters in UTF-16, without a byte order mark. In UTF-8, each
 * second byte would be the control character U+0000.
 */
export function encodingOfZeros(head: Uint8Array): string | undefined {
  if (head.length < UTF16_BYTES) return undefined;
  if (fitsUtf16(head, 0)) return "utf-16le";
  return fitsUtf16(head, 1) ? "utf-16be" : undefined;
}

/** Returns whether more bytes are needed to detect UTF-16. */
export function mayBeUtf16(head: Uint8Array): boolean {
  return head.length < UTF16_BYTES && (fitsUtf16(head, 0) || fitsUtf16(head, 1));
}

/** @param first index of the ASCII characters: 0 or 1, in each pair of bytes */
function fitsUtf16(head: Uint8Array, first: 0 | 1): boolean {
  return head.every((byte, i) => (i % 2 === first ? byte > 0 && byte < 0x80 : byte === 0));
}
