/**
 * Compares strings by their collation elements. The result must agree with sort keys (sort-key.ts), a separate
 * implementation; tests compare the two.
 */
import type { Elements } from "./elements/elements.ts";
import { reordered, tertiaryMask, type Settings } from "./options/settings.ts";
import { MERGE_SEPARATOR } from "./tables/weights.ts";

export const END_WEIGHT = 1;

/**
 * Number of UTF-16 units whose elements are computed in the first batch. Few, because the first letters usually
 * decide the order.
 */
const FIRST_UNITS = 2;
const NEXT_UNITS = 16;

/**
 * Returns the number of the first level that differs, negative if `left` is lower; 0 if the strings are equal. 5 is
 * the case level, which is compared before the third.
 * Requires that `start` was called on `left` and `right`. Their elements are computed lazily.
 */
export function compareElements(settings: Settings, left: Elements, right: Elements): number {
  const { level, variableTop } = settings;
  const primary = comparePrimaries(settings, left, right);
  if (primary !== 0 || (level === 1 && !settings.caseLevel)) return primary;
  if (variableTop !== 0) {
    shift(left, variableTop);
    shift(right, variableTop);
  }
  if (level >= 2) {
    const secondary = settings.backwards ? compareBackwards(left, right) : compareSecondaries(left, right);
    if (secondary !== 0) return secondary * 2;
  }
  if (settings.caseLevel) {
    const order = compareCases(settings, left, right);
    if (order !== 0) return order * 5;
  }
  if (level < 3) return 0;
  const tertiary = compareTertiaries(settings, left, right);
  if (tertiary !== 0) return tertiary * 3;
  return level < 4 ? 0 : compareQuaternaries(settings, left, right) * 4;
}

/**
 * Removes the lower weights of variable elements, and all weights of ignorable elements after a variable one (UTS
 * #10, Shifted).
 */
function shift(elements: Elements, variableTop: number): void {
  const { primaries, lowers, size } = elements;
  let isAfter = false;
  for (let i = 0; i < size; i++) {
    const primary = primaries[i]!;
    if (primary !== 0) isAfter = primary < variableTop && primary > MERGE_SEPARATOR;
    if (isAfter) lowers[i] = 0;
  }
}

function comparePrimaries({ reorder, variableTop }: Settings, left: Elements, right: Elements): number {
  for (let i = 0, j = 0; ; i++, j++) {
    i = nextPrimary(left, i, variableTop);
    j = nextPrimary(right, j, variableTop);
    const a = i < left.size ? left.primaries[i]! : END_WEIGHT;
    const b = j < right.size ? right.primaries[j]! : END_WEIGHT;
    if (a !== b) {
      if (reorder === undefined) return a < b ? -1 : 1;
      return reordered(reorder, a) < reordered(reorder, b) ? -1 : 1;
    }
    if (a === END_WEIGHT) return 0;
  }
}

/** Returns the index of the first element at or after `from` that is not ignored on the first level, or `size`. */
function nextPrimary(elements: Elements, from: number, variableTop: number): number {
  for (let i = from; ; i++) {
    while (i === elements.size) if (!elements.extend(i === 0 ? FIRST_UNITS : NEXT_UNITS)) return i;
    const primary = elements.primaries[i]!;
    if (primary !== 0 && (primary >= variableTop || primary <= MERGE_SEPARATOR)) return i;
  }
}

function compareSecondaries(left: Elements, right: Elements): number {
  for (let i = 0, j = 0; ; i++, j++) {
    while (i < left.size && left.lowers[i]! >>> 16 === 0) i++;
    while (j < right.size && right.lowers[j]! >>> 16 === 0) j++;
    const a = i < left.size ? left.lowers[i]! >>> 16 : 0x100;
    const b = j < right.size ? right.lowers[j]! >>> 16 : 0x100;
    if (a !== b) return a < b ? -1 : 1;
    if (a === 0x100) return 0;
  }
}

/**
 * Compares secondary weights from the end (Canadian French), separately in each part of the strings between U+FFFE.
 */
function compareBackwards(left: Elements, right: Elements): number {
  for (let leftStart = 0, rightStart = 0; ;) {
    let leftEnd = leftStart;
    while (leftEnd < left.size && left.primaries[leftEnd] !== MERGE_SEPARATOR) leftEnd++;
    let rightEnd = rightStart;
    while (rightEnd < right.size && right.primaries[rightEnd] !== MERGE_SEPARATOR) rightEnd++;
    for (let i = leftEnd, j = rightEnd; ;) {
      let a = 0;
      while (a === 0 && i > leftStart) a = left.lowers[--i]! >>> 16;
      let b = 0;
      while (b === 0 && j > rightStart) b = right.lowers[--j]! >>> 16;
      if (a !== b) return a < b ? -1 : 1;
      if (a === 0) break;
    }
    if (leftEnd === left.size || rightEnd === right.size) return 0;
    leftStart = leftEnd + 1;
    rightStart = rightEnd + 1;
  }
}

function compareCases({ level, caseFirst }: Settings, left: Elements, right: Elements): number {
  const counts = (elements: Elements, i: number): boolean =>
    level === 1 ? elements.primaries[i] !== 0 && elements.lowers[i] !== 0 : elements.lowers[i]! > 0xffff;
  for (let i = 0, j = 0; ; i++, j++) {
    while (i < left.size && !counts(left, i)) i++;
    while (j < right.size && !counts(right, j)) j++;
    if (i >= left.size || j >= right.size) return 0;
    const a = left.lowers[i]! & 0xc000;
    const b = right.lowers[j]! & 0xc000;
    if (a !== b) return a < b === (caseFirst !== "upper") ? -1 : 1;
  }
}

function compareTertiaries(settings: Settings, left: Elements, right: Elements): number {
  const mask = tertiaryMask(settings);
  const upperFirst = settings.caseFirst === "upper" && !settings.caseLevel;
  for (let i = 0, j = 0; ; i++, j++) {
    while (i < left.size && (left.lowers[i]! & mask) === 0) i++;
    while (j < right.size && (right.lowers[j]! & mask) === 0) j++;
    let a = i < left.size ? left.lowers[i]! & mask : 0x100;
    let b = j < right.size ? right.lowers[j]! & mask : 0x100;
    if (a !== b) {
      if (upperFirst) {
        if (a > 0x100) a = upperFirstTertiary(a, left.lowers[i]!);
        if (b > 0x100) b = upperFirstTertiary(b, right.lowers[j]!);
      }
      return a < b ? -1 : 1;
    }
    if (a === 0x100) return 0;
  }
}

/**
 * Inverts the case bits of a tertiary weight, for upper case first. Elements without a secondary weight stay above
 * all others (UTS #10, WF2).
 */
function upperFirstTertiary(weight: number, lower: number): number {
  return lower > 0xffff ? weight ^ 0xc000 : weight + 0x4000;
}

function compareQuaternaries({ reorder }: Settings, left: Elements, right: Elements): number {
  const weight = (elements: Elements, i: number): number => {
    if (i >= elements.size) return END_WEIGHT;
    const lower = elements.lowers[i]! & 0xffff;
    return lower <= 0x100 ? elements.primaries[i]! : (lower | 0xffffff3f) >>> 0;
  };
  for (let i = 0, j = 0; ; i++, j++) {
    while (i < left.size && weight(left, i) === 0) i++;
    while (j < right.size && weight(right, j) === 0) j++;
    const a = weight(left, i);
    const b = weight(right, j);
    if (a !== b) {
      if (reorder === undefined) return a < b ? -1 : 1;
      return reordered(reorder, a) < reordered(reorder, b) ? -1 : 1;
    }
    if (a === END_WEIGHT) return 0;
  }
}
