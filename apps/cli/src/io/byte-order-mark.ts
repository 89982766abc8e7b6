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
