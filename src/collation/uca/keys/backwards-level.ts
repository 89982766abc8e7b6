import type { Elements } from "../elements/elements.ts";
import type { Settings } from "../options/settings.ts";
import { COMMON_WEIGHT, MERGE_SEPARATOR } from "../tables/weights.ts";
import { afterVariable, type KeyLevel } from "./key-level.ts";

/**
 * Writes the secondary weights from the end (Canadian French), separately in each part of the string between U+FFFE.
 */
export function writeBackwards(
  level: KeyLevel,
  settings: Settings,
  { primaries, lowers, size }: Elements,
): void {
  const { variableTop } = settings;
  const weights: number[] = [];
  const writePart = (): void => {
    for (let weight = weights.pop(); weight !== undefined; weight = weights.pop()) {
      if (weight === COMMON_WEIGHT) level.common++;
      else level.add(weight, weight < COMMON_WEIGHT);
    }
    level.endRun();
  };
  for (let i = 0; i < size; i++) {
    if (variableTop !== 0) {
      i = afterVariable(primaries, i, size, variableTop);
      if (i === size) break;
    }
    if (primaries[i] === MERGE_SEPARATOR) {
      writePart();
      level.bytes.add(2);
    } else if (lowers[i]! >>> 16 !== 0) weights.push(lowers[i]! >>> 16);
  }
  writePart();
}
