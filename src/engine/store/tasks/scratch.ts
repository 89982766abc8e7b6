/**
 * Arrays that live no longer than a request. Each buffer outside the heap makes V8 mark for five milliseconds while it
 * collects garbage, however small the buffer is. Small arrays therefore share buffers. A shared buffer is never reused,
 * so arrays are zero and need not be released; an array that lives longer keeps the whole buffer.
 */
let shared = new ArrayBuffer(0);
let usedBytes = 0;

const SHARED_BYTES = 1 << 18;
/** Larger arrays have buffers of their own. */
const MAX_BYTES = 1 << 16;
const ALIGNMENT = 8;

export function scratchUint32(length: number): Uint32Array {
  const at = reserve(length * 4);
  return at < 0 ? new Uint32Array(length) : new Uint32Array(shared, at, length);
}

export function scratchFloat64(length: number): Float64Array {
  const at = reserve(length * 8);
  return at < 0 ? new Float64Array(length) : new Float64Array(shared, at, length);
}

export function scratchBytes(length: number): Uint8Array<ArrayBuffer> {
  const at = reserve(length);
  return at < 0 ? new Uint8Array(length) : new Uint8Array(shared, at, length);
}

/** Returns an offset in the shared buffer, or -1 for an array that gets a buffer of its own. */
function reserve(bytes: number): number {
  if (bytes > MAX_BYTES) return -1;
  if (usedBytes + bytes > shared.byteLength) {
    shared = new ArrayBuffer(SHARED_BYTES);
    usedBytes = 0;
  }
  const at = usedBytes;
  usedBytes += Math.ceil(bytes / ALIGNMENT) * ALIGNMENT;
  return at;
}
