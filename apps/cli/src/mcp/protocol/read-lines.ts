/** Maximum bytes of one message. */
export const MAX_MESSAGE_BYTES = 1_048_576;

const NEWLINE = 0x0a;

/**
 * Splits bytes into lines of UTF-8. Yields undefined for a line that is too long, whose bytes are not kept. The last line counts
 * without a line break too.
 */
export async function* readLines(
  chunks: AsyncIterable<Uint8Array>,
  limit = MAX_MESSAGE_BYTES,
): AsyncGenerator<string | undefined> {
  let parts: Uint8Array[] = [];
  let length = 0;
  const add = (part: Uint8Array) => {
    length += part.length;
    if (length <= limit) parts.push(part);
    else parts = [];
  };
  const take = () => {
    const line = length > limit ? undefined : new TextDecoder().decode(Buffer.concat(parts));
    parts = [];
    length = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      add(chunk.subarray(start, end));
      yield take();
      start = end + 1;
    }
    add(chunk.subarray(start));
  }
  if (length > 0) yield take();
}
