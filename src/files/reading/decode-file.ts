/** Converts files in any encoding to UTF-8. */
import {
  encodingOfMark,
  encodingOfZeros,
  mayBeMark,
  mayBeUtf16,
  UTF16_BYTES,
} from "../bytes/byte-order-mark.ts";
import { encodeUtf8 } from "../bytes/decode.ts";
import type { PeekableBytes } from "../bytes/peekable-bytes.ts";
import { ReadingFault } from "../rows/reading-fault.ts";

/** Returns the encoding of a file by its byte order mark, or by the zeros of UTF-16 if none is given. */
export async function encodingOf(bytes: PeekableBytes, given: string | undefined): Promise<string> {
  const beginning = await bytes.peek(UTF16_BYTES, (seen) => !mayBeMark(seen) && !mayBeUtf16(seen));
  return encodingOfMark(beginning) ?? given ?? encodingOfZeros(beginning) ?? "utf-8";
}

/**
 * Converts bytes to UTF-8. Those of UTF-8 are passed as they are, because readers report invalid ones with their position.
 *
 * @param encoding label of a text encoding that `TextDecoder` supports
 * @throws ReadingFault for bytes that the encoding does not have, and RangeError for an unknown label
 */
export async function* decodeFile(
  bytes: AsyncIterable<Uint8Array>,
  encoding: string,
): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  if (decoder.encoding === "utf-8") {
    yield* bytes;
    return;
  }
  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new ReadingFault({}, `the text is not valid ${decoder.encoding}`, "encoding");
    }
  };
  for await (const chunk of bytes) {
    const text = decode(chunk);
    if (text !== "") yield encodeUtf8(text);
  }
  const rest = decode();
  if (rest !== "") yield encodeUtf8(rest);
}
