/** The second level of a key where accents count from the end, as in Canadian French. */
import type { Elements } from "../elements/elements.ts";
import { afterVariable, type KeyLevel } from "./key-level.ts";
import type { Settings } from "../options/settings.ts";

const SEPARATOR = 0x02000000;
const COMMON = 0x0500;

/** Each part, up to U+FFFE, is written from its end. */
export function writeBackwards(
  level: KeyLevel,
  settings: Settings,
  { primaries, lowers, size }: Elements,
): void {
  const { variableTop } = settings;
  const weights: number[] = [];
  const writePart = (): void => {
    for (let weight = weights.pop(); weight !== undefined; weight = weights.pop()) {
      if (weight === COMMON) level.common++;
      else level.add(weight, weight < COMMON);
    }
    level.endRun();
  };
  for (let i = 0; i < size; i++) {
    if (variableTop !== 0) {
      i = afterVariable(primaries, i, size, variableTop);
      if (i === size) break;
    }
    if (primaries[i] === SEPARATOR) {
      writePart();
      level.bytes.add(2);
    } else if (lowers[i]! >>> 16 !== 0) weights.push(lowers[i]! >>> 16);
  }
  writePart();
}
