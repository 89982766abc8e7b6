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
import { writeBackwards } from "./backwards-level.ts";
import { ByteBuffer } from "./byte-buffer.ts";
import { writeCases } from "./case-level.ts";
import {
  afterVariable,
  QUATERNARY,
  SECONDARY,
  TERTIARY,
  TERTIARY_LOWER_FIRST,
  TERTIARY_UPPER_FIRST,
  writeRun,
} from "./level-bytes.ts";
import type { Elements } from "./elements.ts";
import { reordered, tertiaryMask, type Settings } from "./settings.ts";

const SEPARATOR = 0x02000000;
const COMMON = 0x0500;
const END = 0x0100;

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
      if (settings.backwards) writeBackwards(level, settings, elements);
      else this.writeSecondaries(elements, variableTop);
      this.close();
    }
    if (settings.caseLevel) {
      level.size = 0;
      level.room(elements.size * 2 + 8);
      writeCases(level, settings, elements);
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
  private writePlain(elements: Elements): void {
    const { primaries, lowers, size } = elements;
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
          writeRun(level, SECONDARY, secondaries, secondary < COMMON);
          secondaries = 0;
        }
        level.addWeight(secondary);
      }
      hasQuaternary |= lower & 0xc0;
      const weight = lower & 0x3f3f;
      if (weight === COMMON) tertiaries++;
      else if (weight !== 0) {
        if (tertiaries !== 0) {
          writeRun(tertiary, TERTIARY, tertiaries, weight < COMMON);
          tertiaries = 0;
        }
        tertiary.addWeight(weight > COMMON ? weight + 0xc000 : weight);
      }
    }
    out.size = at;
    if (deepest >= 2) {
      if (secondaries !== 0) writeRun(level, SECONDARY, secondaries, true);
      this.close();
    }
    if (deepest >= 3) {
      if (tertiaries !== 0) writeRun(tertiary, TERTIARY, tertiaries, true);
      this.close(tertiary);
    }
    if (deepest >= 4) {
      level.size = 0;
      if (hasQuaternary !== 0) {
        level.room(size * 2 + 8);
        this.writeQuaternaries(elements, 0);
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
          writeRun(level, SECONDARY, common, weight < COMMON);
          common = 0;
        }
        level.addWeight(weight);
      }
    }
    // The end is lower than any weight.
    if (common !== 0) writeRun(level, SECONDARY, common, true);
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
          writeRun(level, range, common, weight < middle);
          common = 0;
        }
        level.addWeight(weight);
      }
    }
    if (common !== 0) writeRun(level, range, common, true);
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
          writeRun(level, QUATERNARY, common, true);
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
          writeRun(level, QUATERNARY, common, false);
          common = 0;
        }
        level.add(0xfc + ((weight >>> 6) & 3));
      }
    }
    // Where nothing is shifted the common weight is the lowest, and there are as many weights as on the third level.
    if (common !== 0 && (variableTop !== 0 || level.size > 0)) writeRun(level, QUATERNARY, common, true);
  }
}
