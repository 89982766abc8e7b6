/**
 * The order of two texts by their collation elements, level by level. Written apart from the keys, whose order must be
 * the same: tests hold the two against each other.
 */
import type { Elements } from "./elements/elements.ts";
import { reordered, tertiaryMask, type Settings } from "./options/settings.ts";

const SEPARATOR = 0x02000000;
/** The weight of the end of a text: below all others. */
export const END = 1;
/** How many units of a text are looked at at once while letters may decide: the first ones do as a rule. */
const FEW = 2;
const MANY = 16;

/**
 * The first level on which two texts differ, with the sign of their order: 3 or -3 for the third. 5 stands for the level
 * of case between the second and the third; 0 if there is no difference.
 *
 * Both have begun with a text: their elements are made as the first level asks for them, and all of them only if it ties.
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

/** Leaves variable elements their primary weight alone, and nothing to the ignorable ones after them. */
function shift(elements: Elements, variableTop: number): void {
  const { primaries, lowers, size } = elements;
  let isAfter = false;
  for (let i = 0; i < size; i++) {
    const primary = primaries[i]!;
    if (primary !== 0) isAfter = primary < variableTop && primary > SEPARATOR;
    if (isAfter) lowers[i] = 0;
  }
}

function comparePrimaries({ reorder, variableTop }: Settings, left: Elements, right: Elements): number {
  for (let i = 0, j = 0; ; i++, j++) {
    i = nextPrimary(left, i, variableTop);
    j = nextPrimary(right, j, variableTop);
    const a = i < left.size ? left.primaries[i]! : END;
    const b = j < right.size ? right.primaries[j]! : END;
    if (a !== b) {
      if (reorder === undefined) return a < b ? -1 : 1;
      return reordered(reorder, a) < reordered(reorder, b) ? -1 : 1;
    }
    if (a === END) return 0;
  }
}

/** The next element from one on that counts on the first level, or the number of elements. */
function nextPrimary(elements: Elements, from: number, variableTop: number): number {
  for (let i = from; ; i++) {
    while (i === elements.size) if (!elements.extend(i === 0 ? FEW : MANY)) return i;
    const primary = elements.primaries[i]!;
    if (primary !== 0 && (primary >= variableTop || primary <= SEPARATOR)) return i;
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

/** From the end of each part to its beginning; U+FFFE parts. */
function compareBackwards(left: Elements, right: Elements): number {
  for (let leftStart = 0, rightStart = 0; ;) {
    let leftEnd = leftStart;
    while (leftEnd < left.size && left.primaries[leftEnd] !== SEPARATOR) leftEnd++;
    let rightEnd = rightStart;
    while (rightEnd < right.size && right.primaries[rightEnd] !== SEPARATOR) rightEnd++;
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

/** Case turned around; elements of the third level alone stay above all others, or they would not order well. */
function upperFirstTertiary(weight: number, lower: number): number {
  return lower > 0xffff ? weight ^ 0xc000 : weight + 0x4000;
}

function compareQuaternaries({ reorder }: Settings, left: Elements, right: Elements): number {
  const weight = (elements: Elements, i: number): number => {
    if (i >= elements.size) return END;
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
    if (a === END) return 0;
  }
}
