/** Inputs for tests. */
import { Readable } from "node:stream";
import { readBatches, type ReadOptions } from "../../src/files/reading/read-batches.ts";
import type { FileRow as Row } from "../../src/files/rows/row.ts";

/** Returns an input with the given chunks. */
export function sourceOf(chunks: readonly (Uint8Array | string)[]): AsyncIterable<Uint8Array> {
  return Readable.from(chunks.map((chunk) => Buffer.from(chunk as string)));
}

/** Splits bytes at some offsets. */
export function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set([0, ...places.map((place) => place % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  );
  return ends.slice(1).map((end, i) => bytes.subarray(ends[i], end));
}

/** Reads all rows, and the error after them, if there is one. Without handlers, the reading is strict. */
export async function collect(
  source: AsyncIterable<Uint8Array>,
  options: ReadOptions,
): Promise<{ rows: Row[]; error: Error | undefined }> {
  const rows: Row[] = [];
  const strict = options.onFault === undefined && options.onProblem === undefined;
  try {
    for await (const batch of readBatches(source, { strict, ...options })) rows.push(...batch);
  } catch (error) {
    return { rows, error: error as Error };
  }
  return { rows, error: undefined };
}
