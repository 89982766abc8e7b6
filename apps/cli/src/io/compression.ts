/** Decompresses input that begins with the bytes of a compression format. */
import { pipeline, Readable } from "node:stream";
import type * as Zlib from "node:zlib";
import { systemCode } from "./errors.ts";
import { splitFrames } from "./zstd-frames.ts";

export type Compression = "gzip" | "zstd";

/** Number of bytes that identify a compression. */
export const MAGIC_BYTES = 4;

/** Matches the first bytes as `latin1`. zstd files can begin with a skippable frame. */
const MAGIC: readonly (readonly [name: Compression, bytes: RegExp])[] = [
  ["gzip", /^\x1f\x8b/],
  ["zstd", /^(?:\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18)/],
];
/** Matches bytes that are too few to decide. */
const UNDECIDED = /^(?:\x1f|\x28(?:\xb5\x2f?)?|[\x50-\x5f](?:\x2a\x4d?)?)$/;

export function compressionOf(head: Uint8Array): Compression | undefined {
  const text = String.fromCharCode(...head);
  return MAGIC.find(([, bytes]) => bytes.test(text))?.[0];
}

/** Returns whether more bytes are needed to detect a compression. */
export function mayBeCompressed(head: Uint8Array): boolean {
  return UNDECIDED.test(String.fromCharCode(...head));
}

/** Has a sentence without a final period as its message. */
export class CompressionError extends Error {}

/**
 * Decompresses all members or frames of the data.
 * @throws CompressionError, and the errors of `compressed`
 */
export async function* decompress(
  compression: Compression,
  compressed: AsyncIterable<Uint8Array>,
  chunkSize: number,
): AsyncGenerator<Uint8Array> {
  // Older versions of Node lack zstd.
  const zlib: Partial<typeof Zlib> = await import("node:zlib");
  const create = compression === "gzip" ? zlib.createGunzip : zlib.createZstdDecompress;
  if (create === undefined)
    throw new CompressionError("It is compressed with zstd, which needs Node 22.15, 23.8 or a later version");
  const source = compression === "gzip" ? compressed : splitFrames(compressed);
  const stream = create({ chunkSize });
  // The callback ignores errors of both streams, because reading `stream` throws them.
  pipeline(Readable.from(source), stream, () => undefined);
  try {
    for await (const chunk of stream) yield chunk as Uint8Array;
  } catch (error) {
    const reason = reasonOf(error);
    throw reason === undefined ? error : new CompressionError(`The ${compression} data ${reason}`);
  }
}

function reasonOf(error: unknown): string | undefined {
  const code = systemCode(error);
  if (code === undefined) return undefined;
  if (Object.hasOwn(REASONS, code)) return REASONS[code];
  return code.startsWith("ZSTD_error_") ? DAMAGED : undefined;
}

const DAMAGED = "is damaged";
const REASONS: Readonly<Record<string, string>> = {
  Z_BUF_ERROR: "ends too early: the file is truncated",
  Z_DATA_ERROR: DAMAGED,
  ZSTD_error_dictionary_wrong: "needs a dictionary, which is not supported",
  ZSTD_error_frameParameter_windowTooLarge:
    "needs more than 128 MiB of memory: compress the file without --long and --ultra",
};
