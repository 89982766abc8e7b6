/**
 * Checks the structure and the limits of binary Ion before the library reads it. The library takes quadratic time for very long
 * integers, and gigabytes for a timestamp whose fraction has a great negative exponent.
 */
import { ION_LIMITS, IonError } from "./limits.ts";
import { tooMany } from "./scan-text.ts";

/** Type codes in the upper four bits of a value's first byte. */
const BOOLEAN = 1;
const POSITIVE = 2;
const NEGATIVE = 3;
const DECIMAL = 5;
const TIMESTAMP = 6;
const LIST = 11;
const SEXP = 12;
const STRUCT = 13;
const ANNOTATION = 14;

/** Lengths in the lower four bits with another meaning. */
const LENGTH_FOLLOWS = 14;
const NULL = 15;

const MARKER = [0xe0, 0x01, 0x00, 0xea] as const;

/** Whether bytes begin as binary Ion 1.0 does. */
export function isBinaryIon(bytes: Uint8Array): boolean {
  return MARKER.every((byte, i) => bytes[i] === byte);
}

interface Container {
  readonly end: number;
  readonly isStruct: boolean;
}

/**
 * @param bytes binary Ion, which begins with its version marker
 * @throws IonError if the lengths of values do not fit, or a limit is exceeded
 */
export function scanBinary(bytes: Uint8Array): void {
  const open: Container[] = [{ end: bytes.length, isStruct: false }];
  let values = 0;
  let at: number = MARKER.length;
  for (;;) {
    const container = open.at(-1)!;
    if (at === container.end) {
      open.pop();
      if (open.length === 0) return;
      continue;
    }
    if (++values > ION_LIMITS.values) throw tooMany();
    if (container.isStruct) at = variableLength(bytes, at, container.end).next;
    const header = valueHeader(bytes, at, container.end);
    const { type, start, end } = header;
    at = end;
    if (type === POSITIVE || type === NEGATIVE || type === DECIMAL || type === TIMESTAMP) {
      if (end - start > ION_LIMITS.number)
        throw new IonError(`A number has more than ${ION_LIMITS.number} bytes.`);
      if (type === TIMESTAMP) scanTimestamp(bytes, start, end);
      continue;
    }
    const isContainer = type === LIST || type === SEXP || type === STRUCT;
    if ((!isContainer && type !== ANNOTATION) || start === end) continue;
    if (open.length > ION_LIMITS.depth)
      throw new IonError(`Values are nested more than ${ION_LIMITS.depth} levels deep.`);
    at = type === ANNOTATION ? afterAnnotations(bytes, start, end) : start;
    open.push({ end, isStruct: type === STRUCT });
  }
}

interface ValueHeader {
  readonly type: number;
  readonly start: number;
  readonly end: number;
}

function valueHeader(bytes: Uint8Array, at: number, limit: number): ValueHeader {
  if (at >= limit) throw truncated();
  const first = bytes[at]!;
  const type = first >> 4;
  const length = first & 0x0f;
  let next = at + 1;
  // Another version marker at the top level: the type code of annotations with the length 0.
  if (first === MARKER[0]) return { type, start: at + MARKER.length, end: within(at + MARKER.length, limit) };
  if (length === NULL || type === BOOLEAN) return { type, start: next, end: next };
  let size = length;
  // A struct of the length 1 is a sorted one, whose length follows.
  if (length === LENGTH_FOLLOWS || (type === STRUCT && length === 1)) {
    const integer = variableLength(bytes, next, limit);
    size = integer.value;
    next = integer.next;
  }
  return { type, start: next, end: within(next + size, limit) };
}

/** Returns the offset of the value after its annotations. */
function afterAnnotations(bytes: Uint8Array, start: number, end: number): number {
  const { value, next } = variableLength(bytes, start, end);
  return within(next + value, end - 1);
}

/** Reads an unsigned integer of at most four bytes, with seven bits in each. */
function variableLength(
  bytes: Uint8Array,
  from: number,
  limit: number,
): { readonly value: number; readonly next: number } {
  let value = 0;
  for (let at = from; at < limit && at < from + 4; at++) {
    value = value * 128 + (bytes[at]! & 0x7f);
    if (bytes[at]! >= 0x80) return { value, next: at + 1 };
  }
  throw truncated();
}

/** The fraction of a second comes after seven fields: offset, year, month, day, hour, minute and second. */
function scanTimestamp(bytes: Uint8Array, start: number, end: number): void {
  let at = start;
  for (let field = 0; field < 7 && at < end; field++) at = variableLength(bytes, at, end).next;
  if (at >= end) return;
  const first = bytes[at]!;
  // One byte with the sign bit: an exponent from -63 to 0.
  if (first < 0x80 || ((first & 0x40) === 0 && (first & 0x3f) !== 0))
    throw new IonError("The fraction of a timestamp has at most 63 digits.");
}

function within(end: number, limit: number): number {
  if (end > limit) throw truncated();
  return end;
}

function truncated(): IonError {
  return new IonError("A value is longer than its container.");
}
