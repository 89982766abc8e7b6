/** Converts files in any encoding to UTF-8. */
import { requireIterable, requireKind, requireText } from "../../diagnostics/require-argument.ts";
import {
  encodingOfMark,
  encodingOfZeros,
  mayBeMark,
  mayBeUtf16,
  UTF16_BYTES,
} from "../bytes/byte-order-mark.ts";
import { concatBytes, encodeUtf8 } from "../bytes/decode.ts";
import type { PeekableBytes } from "../bytes/peekable-bytes.ts";

/** Returns the encoding of a file by its byte order mark, or by the zeros of UTF-16 if none is given. */
export async function encodingOf(bytes: PeekableBytes, given: string | undefined): Promise<string> {
  requireKind(bytes, "bytes", "PeekableBytes", "peek");
  const beginning = await bytes.peek(UTF16_BYTES, (seen) => !mayBeMark(seen) && !mayBeUtf16(seen));
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
  for await (const chunk of bytes) yield encoded(decoder.decode(chunk, { stream: true }));
  yield encoded(decoder.decode());
}

/** A byte that UTF-8 does not have. */
const INVALID = Uint8Array.of(0xff);

function encoded(text: string): Uint8Array {
  const [first, ...others] = text.split("\uFFFD");
  return concatBytes([encodeUtf8(first!), ...others.flatMap((part) => [INVALID, encodeUtf8(part)])]);
}
