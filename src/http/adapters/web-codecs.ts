import type { Codec } from "../compression/compress-responses.ts";

/** Returns the codec of the platform: gzip, or none. */
export function webCodecs(): readonly Codec[] {
  if (typeof CompressionStream === "undefined") return [];
  return [
    {
      coding: "gzip",
      whole: async (bytes) => {
        const stream = new Blob([bytes as Uint8Array<ArrayBuffer>]).stream().pipeThrough(gzip());
        return new Uint8Array(await new Response(stream).arrayBuffer());
      },
      parts: (parts) => streamOf(parts).pipeThrough(gzip()),
    },
  ];
}

function gzip(): ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>> {
  return new CompressionStream("gzip");
}

/** Returns a stream that reads parts as fast as it is read. Canceling it closes them. */
export function streamOf(parts: AsyncIterable<string | Uint8Array>): ReadableStream<Uint8Array<ArrayBuffer>> {
  const iterator = parts[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const next = await iterator.next();
      if (next.done === true) controller.close();
      else if (typeof next.value === "string") controller.enqueue(encoder.encode(next.value));
      else controller.enqueue(next.value as Uint8Array<ArrayBuffer>);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
