/**
 * Yields the values of NDJSON lines as they arrive. Cancels the body if the caller stops early.
 *
 * @throws SyntaxError for a line that is not JSON, such as an incomplete last line
 */
export async function* jsonLines(
  body: ReadableStream<Uint8Array>,
  parse: (text: string) => unknown,
): AsyncGenerator<unknown, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let parts: string[] = [];
  try {
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (done ? decoder.decode() : decoder.decode(value, { stream: true })).split("\n");
      // Joined once per line: a long line arrives in many parts.
      parts.push(lines[0]!);
      for (const start of lines.slice(1)) {
        const line = parts.join("");
        parts = [start];
        if (line.trim() !== "") yield parse(line);
      }
      if (done) break;
    }
    const last = parts.join("");
    if (last.trim() !== "") yield parse(last);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
