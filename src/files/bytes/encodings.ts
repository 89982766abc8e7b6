/** Encodings of files: their byte order marks, and their conversion to UTF-8. */
import { requireIterable, requireKind, requireText } from "../../diagnostics/require-argument.ts";
import { concatBytes, encodeUtf8 } from "./decode.ts";
import type { PeekableBytes } from "./peekable-bytes.ts";

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
const UTF16_BYTES = 4;

/**
 * Returns the encoding of a text that begins with two ASCII characters in UTF-16, without a byte order mark. In UTF-8, each
 * second byte would be the control character U+0000.
 */
function encodingOfZeros(head: Uint8Array): string | undefined {
  if (head.length < UTF16_BYTES) return undefined;
  if (fitsUtf16(head, 0)) return "utf-16le";
  return fitsUtf16(head, 1) ? "utf-16be" : undefined;
}

/** Returns whether more bytes are needed to detect UTF-16. */
function mayBeUtf16(head: Uint8Array): boolean {
  return head.length < UTF16_BYTES && (fitsUtf16(head, 0) || fitsUtf16(head, 1));
}

/** @param first index of the ASCII characters: 0 or 1, in each pair of bytes */
function fitsUtf16(head: Uint8Array, first: 0 | 1): boolean {
  return head.every((byte, i) => (i % 2 === first ? byte > 0 && byte < 0x80 : byte === 0));
}

/** Returns the encoding of a file by its byte order mark, or by the zeros of UTF-16 if none is given. */
export async function encodingOf(bytes: PeekableBytes, given: string | undefined): Promise<string> {
  requireKind(bytes, "bytes", "PeekableBytes", "peek");
  const beginning = await bytes.peek(UTF16_BYTES, (head) => !mayBeMark(head) && !mayBeUtf16(head));
  return encodingOfMark(beginning) ?? given ?? encodingOfZeros(beginning) ?? "utf-8";
}

/**
 * Converts bytes to UTF-8. Those of UTF-8 are passed as they are, because readers report invalid ones with their position. Bytes that
 * another encoding does not have become `INVALID`, so that readers report them, too. So does U+FFFD, with which other
 * programs have replaced such bytes.
 *
 * @param encoding label of a text encoding that `TextDecoder` supports
 * @throws RangeError for an unknown label
 */
export async function* decodeFile(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<Uint8Array> {
  requireIterable(bytes, "bytes");
  requireText(encoding, "encoding");
  const decoder = new TextDecoder(encoding);
  if (decoder.encoding === "utf-8") {
    yield* bytes;
    return;
  }
  for await (const chunk of bytes) yield encode(decoder.decode(chunk, { stream: true }));
  yield encode(decoder.decode());
}

/** A byte that UTF-8 does not have. */
const INVALID = Uint8Array.of(0xff);

function encode(text: string): Uint8Array {
  const [first, ...others] = text.split("\uFFFD");
  return concatBytes([encodeUtf8(first!), ...others.flatMap((part) => [INVALID, encodeUtf8(part)])]);
}
