import type { ByteBuffer } from "./byte-buffer.ts";
import type { Elements } from "../elements/elements.ts";
import { afterVariable } from "./key-level.ts";
import type { Settings } from "../options/settings.ts";

/**
 * Writes the case level, with half a byte per case weight or run of lower-case weights. With upper case first, lower
 * case has the highest weight.
 */
export function writeCases(
  level: ByteBuffer,
  settings: Settings,
  { primaries, lowers, size }: Elements,
): void {
  const { variableTop } = settings;
  const upperFirst = settings.caseFirst === "upper";
  let half = 0;
  let count = 0;
  const add = (nibble: number): void => {
    count++;
    if (half === 0) half = nibble << 4;
    else {
      level.add(half | nibble);
      half = 0;
    }
  };
  let common = 0;
  const addRun = (isBelow: boolean): void => {
    if (common === 0) return;
    const [low, middle, high, maxLength] = upperFirst ? [3, 3, 15, 13] : [1, 7, 13, 7];
    let left = common - 1;
    for (; left >= maxLength; left -= maxLength) add(upperFirst ? high : middle);
    add(upperFirst || isBelow ? low + left : high - left);
    common = 0;
  };
  for (let i = 0; i < size; i++) {
    if (variableTop !== 0) {
      i = afterVariable(primaries, i, size, variableTop);
      if (i === size) break;
    }
    const lower = lowers[i]!;
    if (settings.level === 1 ? primaries[i] === 0 : lower <= 0xffff) continue;
    const weight = (lower >>> 14) & 3;
    if (weight === 0) common++;
    else {
      addRun(false);
      add(upperFirst ? 3 - weight : 13 + weight);
    }
  }
  if (upperFirst || count > 0) addRun(true);
  if (half !== 0) level.add(half);
}
