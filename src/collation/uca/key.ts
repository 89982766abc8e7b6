/**
 * Sort keys: bytes whose order, compared one by one without sign, is the order of the texts.
 *
 * The levels stand one after another, parted by the byte 01, which is lower than all bytes in them. So the key of a text
 * at a lower strength is the beginning of its key at a higher one, up to the 01 that follows (not so from secondary down
 * where case is a level of its own). Three things
 * keep keys short: primary weights that share their first byte with the one before leave it out (03 and FF mark where
 * that ends), runs of the common weight of a level are one byte, and nothing is written for common weights at the end.
 *
 * A run of common weights becomes a byte near the bottom of the common weight's range if what follows is lower, and near the
 * top if it is higher, by the length of the run: that is what keeps the order.
 */
import { ByteBuffer } from "./byte-buffer.ts";
import type { Elements } from "./elements.ts";
import { reordered, tertiaryMask, type Settings } from "./settings.ts";

const SEPARATOR = 0x02000000;
const COMMON = 0x0500;
const END = 0x0100;

/** How runs of a common weight are written: the lowest byte, a run at most and what stands for it, the highest byte. */
interface Run {
  readonly low: number;
  readonly middle: number;
  readonly high: number;
  readonly most: number;
}

const run = (low: number, half: number): Run => ({
  low,
  middle: low + half,
  high: low + 2 * half,
  most: half + 1,
});
const SECONDARY = run(0x05, 0x20);
const TERTIARY = run(0x05, 0x60);
const TERTIARY_LOWER_FIRST = run(0x05, 0x20);
const TERTIARY_UPPER_FIRST = run(0x85, 0x20);
const QUATERNARY = run(0x1c, 0x70);
/** Primary weights on the fourth level stay below the runs of the common weight. */
const SHIFTED_LIMIT = 0x1b;

export class KeyWriter {
  readonly out = new ByteBuffer(1024);
  private readonly level = new ByteBuffer();
  private readonly tertiary = new ByteBuffer();
  /** Nothing shifted, from the front to the back, and no case but on the third level. */
  private readonly isPlain: boolean;
  private readonly settings: Settings;
  private readonly compressible: Uint8Array;

  /** @param compressible for each lead byte, 1 if weights that share it may leave it out. */
  constructor(settings: Settings, compressible: Uint8Array) {
    this.settings = settings;
    this.compressible = compressible;
    const { variableTop, backwards, caseLevel, caseFirst } = settings;
    this.isPlain = variableTop === 0 && !backwards && !caseLevel && caseFirst === "off";
  }

  /** Writes the key of elements up to the fourth level, at the end of `out`. */
  write(elements: Elements): void {
    const { settings, out, level } = this;
    const { variableTop } = settings;
    if (this.isPlain) {
      this.writePlain(elements);
      return;
    }
    this.writePrimaries(elements, variableTop);
    if (settings.level >= 2) {
      level.size = 0;
      level.room(elements.size * 3 + 8);
      if (settings.backwards) this.writeBackwards(elements, variableTop);
      else this.writeSecondaries(elements, variableTop);
      this.close();
    }
    if (settings.caseLevel) {
      level.size = 0;
      level.room(elements.size * 2 + 8);
      this.writeCases(elements, variableTop);
      this.close();
    }
    if (settings.level >= 3) {
      level.size = 0;
      level.room(elements.size * 3 + 8);
      this.writeTertiaries(elements, variableTop);
      this.close();
    }
    if (settings.level >= 4) {
      level.size = 0;
      level.room(elements.size * 7 + 8);
      this.writeQuaternaries(elements, variableTop);
      this.close();
    }
    out.room(1);
  }

  /**
   * The first three levels in one pass, for the settings that most collations have. The bytes are the same as level by
   * level: tests hold that.
   */
  private writePlain({ primaries, lowers, size }: Elements): void {
    const { out, level, tertiary, compressible } = this;
    const deepest = this.settings.level;
    const { reorder } = this.settings;
    out.room(size * 6 + 8);
    level.size = tertiary.size = 0;
    level.room(size * 3 + 8);
    tertiary.room(size * 3 + 8);
    const { bytes } = out;
    let at = out.size;
    let previous = 0;
    let secondaries = 0;
    let tertiaries = 0;
    let hasQuaternary = 0;
    for (let i = 0; i < size; i++) {
      let primary = primaries[i]!;
      if (primary !== 0) {
        const isCompressible = compressible[primary >>> 24] === 1;
        if (reorder !== undefined) primary = reordered(reorder, primary);
        const lead = primary >>> 24;
        if (!isCompressible || lead !== previous >>> 24) {
          if (previous !== 0) {
            if (primary > previous) bytes[at++] = 0xff;
            else if (lead > 2) bytes[at++] = 3;
          }
          bytes[at++] = lead;
          previous = isCompressible ? primary : 0;
        }
        const second = (primary >>> 16) & 0xff;
        if (second !== 0) {
          bytes[at++] = second;
          const third = (primary >>> 8) & 0xff;
          if (third !== 0) {
            bytes[at++] = third;
            if ((primary & 0xff) !== 0) bytes[at++] = primary & 0xff;
          }
        }
      }
      const lower = lowers[i]!;
      const secondary = lower >>> 16;
      if (secondary === COMMON) secondaries++;
      else if (secondary !== 0) {
        if (secondaries !== 0) {
          this.writeRun(SECONDARY, secondaries, secondary < COMMON);
          secondaries = 0;
        }
        level.addWeight(secondary);
      }
      hasQuaternary |= lower & 0xc0;
      const weight = lower & 0x3f3f;
      if (weight === COMMON) tertiaries++;
      else if (weight !== 0) {
        if (tertiaries !== 0) {
          this.writeRun(TERTIARY, tertiaries, weight < COMMON, tertiary);
          tertiaries = 0;
        }
        tertiary.addWeight(weight > COMMON ? weight + 0xc000 : weight);
      }
    }
    out.size = at;
    if (deepest >= 2) {
      if (secondaries !== 0) this.writeRun(SECONDARY, secondaries, true);
      this.close();
    }
    if (deepest >= 3) {
      if (tertiaries !== 0) this.writeRun(TERTIARY, tertiaries, true, tertiary);
      this.close(tertiary);
    }
    if (deepest >= 4) {
      level.size = 0;
      if (hasQuaternary !== 0) {
        level.room(size * 2 + 8);
        this.writeQuaternaries({ primaries, lowers, size } as Elements, 0);
      }
      this.close();
    }
  }

  private close(level = this.level): void {
    this.out.room(1);
    this.out.add(1);
    this.out.addAll(level);
  }

  private writePrimaries({ primaries, size }: Elements, variableTop: number): void {
    const { out, compressible } = this;
    const { reorder } = this.settings;
    out.room(size * 6 + 8);
    const { bytes } = out;
    let at = out.size;
    let previous = 0;
    for (let i = 0; i < size; i++) {
      let primary = primaries[i]!;
      if (primary === 0 || (primary < variableTop && primary > SEPARATOR)) continue;
      const isCompressible = compressible[primary >>> 24] === 1;
      if (reorder !== undefined) primary = reordered(reorder, primary);
      const lead = primary >>> 24;
      if (!isCompressible || lead !== previous >>> 24) {
        if (previous !== 0) {
          if (primary > previous) bytes[at++] = 0xff;
          else if (lead > 2) bytes[at++] = 3;
        }
        bytes[at++] = lead;
        previous = isCompressible ? primary : 0;
      }
      const second = (primary >>> 16) & 0xff;
      if (second !== 0) {
        bytes[at++] = second;
        const third = (primary >>> 8) & 0xff;
        if (third !== 0) {
          bytes[at++] = third;
          if ((primary & 0xff) !== 0) bytes[at++] = primary & 0xff;
        }
      }
    }
    out.size = at;
  }

  private writeRun(
    { low, middle, high, most }: Run,
    count: number,
    isBelow: boolean,
    level = this.level,
  ): void {
    let left = count - 1;
    if (left >= most) {
      level.room(Math.floor(left / most) + 8);
      for (; left >= most; left -= most) level.add(middle);
    }
    level.add(isBelow ? low + left : high - left);
  }

  private writeSecondaries({ primaries, lowers, size }: Elements, variableTop: number): void {
    const { level } = this;
    let common = 0;
    for (let i = 0; i < size; i++) {
      if (variableTop !== 0) {
        i = afterVariable(primaries, i, size, variableTop);
        if (i === size) break;
      }
      const weight = lowers[i]! >>> 16;
      if (weight === COMMON) common++;
      else if (weight !== 0) {
        if (common !== 0) {
          this.writeRun(SECONDARY, common, weight < COMMON);
          common = 0;
        }
        level.addWeight(weight);
      }
    }
    // The end is lower than any weight.
    if (common !== 0) this.writeRun(SECONDARY, common, true);
  }

  /** Each part, up to U+FFFE, is written from its end. */
  private writeBackwards({ primaries, lowers, size }: Elements, variableTop: number): void {
    const { level } = this;
    const weights: number[] = [];
    const writePart = (): void => {
      let common = 0;
      for (let weight = weights.pop(); weight !== undefined; weight = weights.pop()) {
        if (weight === COMMON) common++;
        else {
          if (common !== 0) {
            this.writeRun(SECONDARY, common, weight < COMMON);
            common = 0;
          }
          level.addWeight(weight);
        }
      }
      if (common !== 0) this.writeRun(SECONDARY, common, true);
    };
    for (let i = 0; i < size; i++) {
      if (variableTop !== 0) {
        i = afterVariable(primaries, i, size, variableTop);
        if (i === size) break;
      }
      if (primaries[i] === SEPARATOR) {
        writePart();
        level.add(2);
      } else if (lowers[i]! >>> 16 !== 0) weights.push(lowers[i]! >>> 16);
    }
    writePart();
  }

  /** Half a byte each. With upper case first the common weight, of small letters, is the highest. */
  private writeCases({ primaries, lowers, size }: Elements, variableTop: number): void {
    const { level, settings } = this;
    const upperFirst = settings.caseFirst === "upper";
    let half = 0;
    let written = 0;
    const add = (nibble: number): void => {
      written++;
      if (half === 0) half = nibble << 4;
      else {
        level.add(half | nibble);
        half = 0;
      }
    };
    let common = 0;
    const addRun = (isBelow: boolean): void => {
      if (common === 0) return;
      const [low, middle, high, most] = upperFirst ? [3, 3, 15, 13] : [1, 7, 13, 7];
      let left = common - 1;
      for (; left >= most; left -= most) add(upperFirst ? high : middle);
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
    if (upperFirst || written > 0) addRun(true);
    if (half !== 0) level.add(half);
  }

  private writeTertiaries({ primaries, lowers, size }: Elements, variableTop: number): void {
    const { level, settings } = this;
    const mask = tertiaryMask(settings);
    const hasCase = (mask & 0x8000) !== 0;
    const upperFirst = hasCase && settings.caseFirst === "upper";
    const range = !hasCase ? TERTIARY : upperFirst ? TERTIARY_UPPER_FIRST : TERTIARY_LOWER_FIRST;
    const middle = upperFirst ? 0x8500 : COMMON;
    let common = 0;
    for (let i = 0; i < size; i++) {
      if (variableTop !== 0) {
        i = afterVariable(primaries, i, size, variableTop);
        if (i === size) break;
      }
      const lower = lowers[i]!;
      let weight = lower & mask;
      if (weight === COMMON) common++;
      else if (weight !== 0) {
        if (!hasCase) {
          if (weight > COMMON) weight += 0xc000;
        } else if (!upperFirst) {
          if (weight > COMMON) weight += 0x4000;
        } else if (lower > 0xffff) {
          weight ^= 0xc000;
          if (weight < 0xc500) weight -= 0x4000;
        } else weight += 0x4000;
        if (common !== 0) {
          this.writeRun(range, common, weight < middle);
          common = 0;
        }
        level.addWeight(weight);
      }
    }
    if (common !== 0) this.writeRun(range, common, true);
  }

  private writeQuaternaries({ primaries, lowers, size }: Elements, variableTop: number): void {
    const { level } = this;
    const { reorder } = this.settings;
    let common = 0;
    let isAfter = false;
    for (let i = 0; i < size; i++) {
      let primary = primaries[i]!;
      if (primary !== 0) isAfter = primary < variableTop && primary > SEPARATOR;
      if (isAfter) {
        if (primary === 0) continue;
        if (common !== 0) {
          this.writeRun(QUATERNARY, common, true);
          common = 0;
        }
        if (reorder !== undefined) primary = reordered(reorder, primary);
        if (primary >>> 24 >= SHIFTED_LIMIT) level.add(SHIFTED_LIMIT);
        for (let rest = primary; rest !== 0; rest = (rest << 8) >>> 0) level.add(rest >>> 24);
        continue;
      }
      const weight = lowers[i]! & 0xffff;
      if (weight <= END) continue;
      if ((weight & 0xc0) === 0) common++;
      else {
        if (common !== 0) {
          this.writeRun(QUATERNARY, common, false);
          common = 0;
        }
        level.add(0xfc + ((weight >>> 6) & 3));
      }
    }
    // Where nothing is shifted the common weight is the lowest, and there are as many weights as on the third level.
    if (common !== 0 && (variableTop !== 0 || level.size > 0)) this.writeRun(QUATERNARY, common, true);
  }
}

/** The next element that neither is variable nor follows a variable one without a primary weight of its own. */
function afterVariable(primaries: Uint32Array, from: number, size: number, variableTop: number): number {
  let i = from;
  while (i < size && primaries[i]! < variableTop && primaries[i]! > SEPARATOR) {
    do i++;
    while (i < size && primaries[i] === 0);
  }
  return i;
}

/**
 * Adds the code points of a text so that their bytes are in the order of the code points and none is below 2: the bytes
 * of UTF-8, of code points raised by two.
 */
export function writeCodePoints(out: ByteBuffer, text: string): void {
  out.room(text.length * 3 + 8);
  for (let i = 0; i < text.length; i++) {
    const c = text.codePointAt(i)! + 2;
    if (c > 0x10001) i++;
    if (c < 0x80) out.add(c);
    else if (c < 0x800) {
      out.add(0xc0 | (c >> 6));
      out.add(0x80 | (c & 0x3f));
    } else if (c < 0x10000) {
      out.add(0xe0 | (c >> 12));
      out.add(0x80 | ((c >> 6) & 0x3f));
      out.add(0x80 | (c & 0x3f));
    } else {
      out.add(0xf0 | (c >> 18));
      out.add(0x80 | ((c >> 12) & 0x3f));
      out.add(0x80 | ((c >> 6) & 0x3f));
      out.add(0x80 | (c & 0x3f));
    }
  }
}
