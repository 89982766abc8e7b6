import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { InputError } from "../io/errors.ts";

/** Maximum share of the heap for rows. Columns of the store are allocated outside the heap. */
const MAX_HEAP_SHARE = 0.85;
/** Bytes of the heap that V8 reserves for young objects. Rows cannot fill them. */
const YOUNG_GENERATION = 192 * 1_048_576;

/** Objects of rows take up to five times the bytes of their text. */
const MAX_TEXT_SHARE = 1 / 16;

/** Returns the number of bytes of text whose rows may be kept as objects, so that requests do not fill the heap. */
export function maxKeptTextBytes(): number {
  return getHeapStatistics().heap_size_limit * MAX_TEXT_SHARE;
}

/** Thrown if rows that are text fill the memory. Their objects would take more. */
export class FullMemory extends InputError {}

/**
 * Checks the memory of this process, because the text of rows is outside the heap of V8 and its limit. Linux ends a process that finds
 * no memory. Other systems swap instead, and are not checked.
 *
 * @throws FullMemory if the memory is nearly full
 */
export function requireTextMemory(rows: number): void {
  if (process.platform !== "linux") return;
  const usedBytes = process.memoryUsage.rss();
  const machine = totalmem();
  // Without a limit, the number is 0 or beyond the memory. In a container, `availableMemory` counts cached files as used.
  const limit = process.constrainedMemory();
  const isLimited = limit > 0 && limit < machine;
  const totalBytes = isLimited ? limit : machine;
  const available = isLimited ? limit - usedBytes : process.availableMemory();
  if (available >= MIN_AVAILABLE || usedBytes < totalBytes / 4) return;
  throw new FullMemory(
    `The rows do not fit into memory: ${rows.toLocaleString("en-US")} rows take ${megabytes(usedBytes)} of ` +
      `${megabytes(totalBytes)}. tamis query reads files of any size without loading them.`,
  );
}

const MIN_AVAILABLE = 64 * 1_048_576;

/** @throws InputError if the heap is nearly full */
export function requireMemory(rows: number): void {
  const { used_heap_size: usedBytes, heap_size_limit: totalBytes } = getHeapStatistics();
  const limit = Math.max(totalBytes - YOUNG_GENERATION, totalBytes / 4);
  if (usedBytes < limit * MAX_HEAP_SHARE) return;
  throw new InputError(
    `The rows do not fit into memory: ${rows.toLocaleString("en-US")} rows take ${megabytes(usedBytes)} of ` +
      `${megabytes(limit)}. NODE_OPTIONS=--max-old-space-size=MEGABYTES raises the limit; tamis query reads files of ` +
      `any size without loading them.`,
  );
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576).toLocaleString("en-US")} MB`;
}
