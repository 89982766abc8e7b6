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

/** Thrown if rows that are text fill the memory of the machine. Their objects would take more. */
export class FullMemory extends InputError {}

/**
 * Texts of rows are outside the heap, where nothing limits them before Linux ends the process. Other systems use the disk then.
 *
 * @param available number of bytes that the process can still get
 * @param all number of bytes that it can have in all
 * @throws FullMemory if the memory is nearly full
 */
export function requireTextMemory(
  rows: number,
  available = process.platform === "linux" ? process.availableMemory() : Infinity,
  all = allMemory(),
): void {
  if (available >= Math.max(MIN_AVAILABLE, all * MIN_AVAILABLE_SHARE)) return;
  throw new FullMemory(
    `The rows do not fit into memory: after ${rows.toLocaleString("en-US")} rows, only ${megabytes(available)} of ` +
      `${megabytes(all)} are available. tamis query reads files of any size without loading them.`,
  );
}

function allMemory(): number {
  const limit = process.constrainedMemory();
  // Without a limit, the number is 0 or beyond the memory.
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

const MIN_AVAILABLE = 64 * 1_048_576;
const MIN_AVAILABLE_SHARE = 1 / 32;

/** @throws InputError if the heap is nearly full */
export function requireMemory(rows: number): void {
  const { used_heap_size: used, heap_size_limit: all } = getHeapStatistics();
  const limit = Math.max(all - YOUNG_GENERATION, all / 4);
  if (used < limit * MAX_HEAP_SHARE) return;
  throw new InputError(
    `The rows do not fit into memory: ${rows.toLocaleString("en-US")} rows take ${megabytes(used)} of ` +
      `${megabytes(limit)}. NODE_OPTIONS=--max-old-space-size=MEGABYTES raises the limit; tamis query reads files of ` +
      `any size without loading them.`,
  );
}

function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1_048_576).toLocaleString("en-US")} MB`;
}
