/** Finds lines in the bytes of CSV. */
import { CARRIAGE_RETURN, LINE_FEED } from "../bytes/bytes.ts";

export function hasAt(bytes: Uint8Array, part: Uint8Array, at: number): boolean {
  for (let i = 0; i < part.length; i++) if (bytes[at + i] !== part[i]) return false;
  return true;
}

export function lineEnd(bytes: Uint8Array, from: number): number {
  let i = from;
  while (i < bytes.length && !isLineEnd(bytes[i]!)) i++;
  return i;
}

/** Returns whether the line end is a CR at the end of the chunk, which an LF may follow. */
export function isUndecidedEnd(bytes: Uint8Array, end: number): boolean {
  return end === bytes.length - 1 && bytes[end] === CARRIAGE_RETURN;
}

export function afterLineEnd(bytes: Uint8Array, end: number): number {
  if (end >= bytes.length) return bytes.length;
  return end + (bytes[end] === CARRIAGE_RETURN && bytes[end + 1] === LINE_FEED ? 2 : 1);
}

export function isLineEnd(byte: number): boolean {
  return byte === LINE_FEED || byte === CARRIAGE_RETURN;
}

/** Counts the line ends (LF, CR LF and CR) in the range. */
export function countLines(bytes: Uint8Array, from: number, to: number): number {
  let count = 0;
  for (let i = from; i < to; i++) {
    const byte = bytes[i];
    if (byte === LINE_FEED && bytes[i - 1] !== CARRIAGE_RETURN) count++;
    else if (byte === CARRIAGE_RETURN) count++;
  }
  return count;
}
