/** Streams and inputs for tests. */
import { Readable, Writable } from "node:stream";
import { readRowBatches, type FileOptions } from "tamis/files";
import type { Row } from "tamis/files";
import type { Input } from "../../src/io/open-input.ts";

/** Returns an input with the given chunks. */
export function sourceOf(
  chunks: readonly (Uint8Array | string)[],
  name = "rows",
): Pick<Input, "name" | "bytes"> {
  return { name, bytes: Readable.from(chunks.map((chunk) => Buffer.from(chunk as string))) };
}

/** Reads all rows, and the error after them, if there is one. */
export async function collect(
  source: Pick<Input, "name" | "bytes">,
  options: FileOptions,
): Promise<{ rows: Row[]; error: Error | undefined }> {
  const rows: Row[] = [];
  try {
    for await (const batch of readRowBatches(source.bytes, { inferTypes: false, strict: true, ...options }))
      rows.push(...batch);
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
