/** Streams and inputs for tests. */
import { Readable, Writable } from "node:stream";
import { readRows, type ReadOptions, type RowInput } from "../../src/readers/read-rows.ts";
import type { Row } from "../../src/formats/row.ts";

/** Returns an input with the given chunks. */
export function sourceOf(chunks: readonly (Uint8Array | string)[], name = "rows"): RowInput {
  return { name, bytes: Readable.from(chunks.map((chunk) => Buffer.from(chunk as string))) };
}

/** Splits bytes at some offsets. */
export function cut(bytes: Uint8Array, places: readonly number[]): Uint8Array[] {
  const ends = [...new Set([0, ...places.map((place) => place % (bytes.length + 1)), bytes.length])].sort(
    (a, b) => a - b,
  );
  return ends.slice(1).map((end, i) => bytes.subarray(ends[i], end));
}

/** Reads all rows, and the error after them, if there is one. */
export async function collect(
  source: RowInput,
  options: ReadOptions,
): Promise<{ rows: Row[]; error: Error | undefined }> {
  const rows: Row[] = [];
  try {
    for await (const batch of readRows(source, options)) rows.push(...batch);
  } catch (error) {
    return { rows, error: error as Error };
  }
  return { rows, error: undefined };
}

/** A stream that stores its output. */
export class Sink extends Writable {
  text = "";

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
