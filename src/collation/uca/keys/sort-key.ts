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
  KeyLevel,
  QUATERNARY,
  SECONDARY,
  TERTIARY,
  TERTIARY_LOWER_FIRST,
  TERTIARY_UPPER_FIRST,
} from "./key-level.ts";
import type { Elements } from "../elements/elements.ts";
import { IGNORABLE_WORD, NEEDS_CONTEXT } from "../elements/context-free-words.ts";
import { reordered, tertiaryMask, type Settings } from "../options/settings.ts";
import { EXPANSION, LONG_PRIMARY } from "../tables/collation-table.ts";

const SEPARATOR = 0x02000000;
const COMMON = 0x0500;
const BOTH_COMMON = 0x05000500;
const END = 0x0100;

/** Primary weights on the fourth level stay below the runs of the common weight. */
const SHIFTED_LIMIT = 0x1b;

export class KeyWriter {
  readonly out = new ByteBuffer(1024);
  private readonly secondary = new KeyLevel(SECONDARY);
  private readonly tertiary: KeyLevel;
  private readonly quaternary = new KeyLevel(QUATERNARY);
  private readonly cases = new ByteBuffer();
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
    const hasCase = (tertiaryMask(settings) & 0x8000) !== 0;
    this.tertiary = new KeyLevel(
      !hasCase ? TERTIARY : caseFirst === "upper" ? TERTIARY_UPPER_FIRST : TERTIARY_LOWER_FIRST,
    );
  }

  /** Writes the key of a text up to the fourth level, at the end of `out`. The elements are made on the way. */
  write(text: string, elements: Elements): void {
    const { settings, secondary, tertiary, quaternary, cases } = this;
    const { level } = settings;
    let hasQuaternary = true;
    if (this.isPlain) {
      hasQuaternary = this.writeAtOnce(text, elements, 0);
      if (hasQuaternary && level >= 4) elements.fill(text);
    } else {
      elements.fill(text);
      this.writeAtOnce(elements.text, elements, elements.size);
    }
    if (level >= 2) {
      if (!this.isPlain) {
        secondary.start();
        if (settings.backwards) writeBackwards(secondary, settings, elements);
        else this.addSecondaries(elements);
      }
      this.close(secondary);
    }
    if (settings.caseLevel) {
      cases.size = 0;
      cases.reserve(elements.size * 2 + 8);
      writeCases(cases, settings, elements);
      this.out.addLevel(cases);
    }
    if (level >= 3) {
      if (!this.isPlain) {
        tertiary.start();
        this.addTertiaries(elements);
      }
      this.close(tertiary);
    }
    if (level >= 4) {
      quaternary.start();
      if (hasQuaternary) this.addQuaternaries(elements);
      this.close(quaternary);
    }
  }

  /**
   * Writes the primary weights, and in plain settings collects the second and third level on the way, character by
   * character. Nothing is kept of a character whose weights are its own; the elements are those of one that is not.
   *
   * @param given how many elements there are already. If there are some, they are all.
   * @returns whether some element has a weight on the fourth level.
   */
  private writeAtOnce(whole: string, elements: Elements, given: number): boolean {
    const { out, compressible, secondary, tertiary } = this;
    const { reorder, variableTop } = this.settings;
    const { words } = elements.words;
    const isPlain = given === 0 && this.isPlain;
    let text = whole;
    let length = text.length;
    if (isPlain) {
      elements.start(text);
      secondary.start();
      tertiary.start();
    }
    out.reserve((isPlain ? length : given) * 6 + 8);
    let { bytes } = out;
    let primaries: Uint32Array = elements.primaries;
    let lowers: Uint32Array = elements.lowers;
    let at = out.size;
    let previous = 0;
    let common = 0;
    let hasQuaternary = 0;
    let size = given;
    for (let place = isPlain ? 0 : length, next = 0; ;) {
      let primary: number;
      let lower: number;
      if (next < size) {
        primary = primaries[next]! | 0;
        lower = lowers[next++]! | 0;
      } else if (place === length) break;
      else {
        const word = words[text.charCodeAt(place)]!;
        const kind = word & 0xff;
        if (kind !== 0 && kind < IGNORABLE_WORD) {
          place++;
          primary = word & 0xffff0000;
          lower = ((word & 0xff00) << 16) | (kind << 8);
        } else if (kind === LONG_PRIMARY) {
          place++;
          primary = word & 0xffffff00;
          lower = BOTH_COMMON;
        } else {
          const after = words[text.charCodeAt(place + 1)];
          if (
            kind === EXPANSION &&
            after !== 0 &&
            (after === undefined || (after & 0xff) !== NEEDS_CONTEXT)
          ) {
            place++;
            ({ primaries, lowers } = elements.table);
            next = word >>> 13;
            size = next + ((word >>> 8) & 31);
          } else {
            elements.size = next = 0;
            place = elements.step(place);
            ({ text, size, primaries, lowers } = elements);
            length = text.length;
          }
          const needed = (size - next + length - place) * 6 + 8;
          if (at + needed > bytes.length) {
            out.size = at;
            out.reserve(needed);
            ({ bytes } = out);
          }
          continue;
        }
      }
      if (primary !== 0 && (primary >>> 0 >= variableTop || primary === SEPARATOR)) {
        const isCompressible = compressible[primary >>> 24] === 1;
        if (reorder !== undefined) primary = reordered(reorder, primary >>> 0) | 0;
        const lead = primary >>> 24;
        if (!isCompressible || lead !== previous >>> 24) {
          if (previous !== 0) {
            if (primary >>> 0 > previous >>> 0) bytes[at++] = 0xff;
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
      if ((lower & 0xffff3fff) === BOTH_COMMON) common++;
      else if (isPlain) {
        secondary.common += common;
        tertiary.common += common;
        common = 0;
        const accent = lower >>> 16;
        if (accent === COMMON) secondary.common++;
        else if (accent !== 0) secondary.add(accent, accent < COMMON);
        const variant = lower & 0x3f3f;
        if (variant === COMMON) tertiary.common++;
        else if (variant > COMMON) tertiary.add(variant + 0xc000, false);
        else if (variant !== 0) tertiary.add(variant, true);
        hasQuaternary |= lower & 0xc0;
      }
    }
    out.size = at;
    secondary.common += common;
    tertiary.common += common;
    return hasQuaternary !== 0;
  }

  /** Adds a level to the key. */
  private close(level: KeyLevel): void {
    level.endRun();
    this.out.addLevel(level.bytes);
  }

  private addSecondaries({ primaries, lowers, size }: Elements): void {
    const { secondary } = this;
    const { variableTop } = this.settings;
    for (let i = 0; i < size; i++) {
      if (variableTop !== 0) {
        i = afterVariable(primaries, i, size, variableTop);
        if (i === size) break;
      }
      const weight = lowers[i]! >>> 16;
      if (weight === COMMON) secondary.common++;
      else if (weight !== 0) secondary.add(weight, weight < COMMON);
    }
  }

  private addTertiaries({ primaries, lowers, size }: Elements): void {
    const { tertiary, settings } = this;
    const { variableTop } = settings;
    const mask = tertiaryMask(settings);
    const hasCase = (mask & 0x8000) !== 0;
    const upperFirst = hasCase && settings.caseFirst === "upper";
    const middle = upperFirst ? 0x8500 : COMMON;
    for (let i = 0; i < size; i++) {
      if (variableTop !== 0) {
        i = afterVariable(primaries, i, size, variableTop);
        if (i === size) break;
      }
      const lower = lowers[i]!;
      let weight = lower & mask;
      if (weight === COMMON) tertiary.common++;
      else if (weight !== 0) {
        if (!hasCase) {
          if (weight > COMMON) weight += 0xc000;
        } else if (!upperFirst) {
          if (weight > COMMON) weight += 0x4000;
        } else if (lower > 0xffff) {
          weight ^= 0xc000;
          if (weight < 0xc500) weight -= 0x4000;
        } else weight += 0x4000;
        tertiary.add(weight, weight < middle);
      }
    }
  }

  private addQuaternaries({ primaries, lowers, size }: Elements): void {
    const { quaternary } = this;
    const { bytes } = quaternary;
    bytes.reserve(size * 6 + 8);
    const { reorder, variableTop } = this.settings;
    let isAfter = false;
    for (let i = 0; i < size; i++) {
      let primary = primaries[i]!;
      if (primary !== 0) isAfter = primary < variableTop && primary > SEPARATOR;
      if (isAfter) {
        if (primary === 0) continue;
        quaternary.endRun();
        if (reorder !== undefined) primary = reordered(reorder, primary);
        if (primary >>> 24 >= SHIFTED_LIMIT) bytes.add(SHIFTED_LIMIT);
        for (let rest = primary; rest !== 0; rest = (rest << 8) >>> 0) bytes.add(rest >>> 24);
        continue;
      }
      const weight = lowers[i]! & 0xffff;
      if (weight <= END) continue;
      if ((weight & 0xc0) === 0) quaternary.common++;
      else {
        quaternary.endRun(false);
        bytes.add(0xfc + ((weight >>> 6) & 3));
      }
    }
    // Where nothing is shifted the common weight is the lowest, and there are as many weights as on the third level.
    if (variableTop === 0 && bytes.size === 0) quaternary.common = 0;
  }
}
