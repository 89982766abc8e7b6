/**
 * Writes sort keys in ICU's encoding.
 * The byte 01, lower than all others, separates levels. Therefore the key of a lower strength is a prefix of those of
 * higher ones. Exception: with a case level, the primary key is not. Keys are compressed:
 * - A repeated lead byte of primary weights is omitted. 03 or FF marks the end of such a run.
 * - A run of common weights is one byte, near the low end of the run's byte range if a lower weight follows, else
 * near the high end. The distance to that end is the length of the run minus 1.
 * - Common weights at the end of a level are omitted.
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
import { IGNORABLE_WORD, NEEDS_CONTEXT } from "../elements/context-free-words.ts";
import type { Elements } from "../elements/elements.ts";
import { reordered, tertiaryMask, type Settings } from "../options/settings.ts";
import { EXPANSION, LONG_PRIMARY } from "../tables/collation-table.ts";
import { COMMON_LOWER, COMMON_WEIGHT, MERGE_SEPARATOR } from "../tables/weights.ts";

/** The lower 16 bits of an element up to this value mean that it has no weight on the fourth level. */
const MAX_WEIGHTLESS_LOWER = 0x0100;

/**
 * Escape byte on the fourth level. Precedes primary weights whose lead byte is not below the bytes of common runs.
 */
const SHIFTED_ESCAPE = 0x1b;

export class KeyWriter {
  readonly out = new ByteBuffer(1024);
  private readonly secondary = new KeyLevel(SECONDARY);
  private readonly tertiary: KeyLevel;
  private readonly quaternary = new KeyLevel(QUATERNARY);
  private readonly cases = new ByteBuffer();
  /** True if all options except strength, `reorder` and `numeric` have their default values. */
  private readonly isDefault: boolean;
  private readonly settings: Settings;
  private readonly compressible: Uint8Array;

  /** @param compressible for each lead byte of primary weights: 1 if it may be omitted when it repeats, else 0 */
  constructor(settings: Settings, compressible: Uint8Array) {
    this.settings = settings;
    this.compressible = compressible;
    const { variableTop, backwards, caseLevel, caseFirst } = settings;
    this.isDefault = variableTop === 0 && !backwards && !caseLevel && caseFirst === "off";
    const hasCase = (tertiaryMask(settings) & 0x8000) !== 0;
    this.tertiary = new KeyLevel(
      !hasCase ? TERTIARY : caseFirst === "upper" ? TERTIARY_UPPER_FIRST : TERTIARY_LOWER_FIRST,
    );
  }

  /** Appends the sort key up to the fourth level to `out`. Overwrites `elements`. */
  write(text: string, elements: Elements): void {
    const { settings, secondary, tertiary, quaternary, cases } = this;
    const { level } = settings;
    let hasQuaternary = true;
    if (this.isDefault) {
      hasQuaternary = this.writeAtOnce(text, elements, 0);
      if (hasQuaternary && level >= 4) elements.fill(text);
    } else {
      elements.fill(text);
      this.writeAtOnce(elements.text, elements, elements.size);
    }
    if (level >= 2) {
      if (!this.isDefault) {
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
      if (!this.isDefault) {
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
   * Writes the primary weights. With default options, it also computes the second and third level. Equivalent to
   * `elements.fill(text)` and a loop per level. A single pass is faster, because most characters have one element
   * that does not depend on neighbors.
   * @param elementCount number of elements in `elements` if it is already filled, else 0
   * @returns whether an element has a weight on the fourth level
   */
  private writeAtOnce(fullText: string, elements: Elements, elementCount: number): boolean {
    const { out, compressible, secondary, tertiary } = this;
    const { reorder, variableTop } = this.settings;
    const { words } = elements.words;
    const isDefault = elementCount === 0 && this.isDefault;
    let text = fullText;
    let length = text.length;
    if (isDefault) {
      elements.start(text);
      secondary.start();
      tertiary.start();
    }
    out.reserve((isDefault ? length : elementCount) * 6 + 8);
    let { bytes } = out;
    let primaries: Uint32Array = elements.primaries;
    let lowers: Uint32Array = elements.lowers;
    let outSize = out.size;
    let previous = 0;
    let common = 0;
    let hasQuaternary = 0;
    let size = elementCount;
    for (let offset = isDefault ? 0 : length, next = 0; ;) {
      let primary: number;
      let lower: number;
      if (next < size) {
        primary = primaries[next]! | 0;
        lower = lowers[next++]! | 0;
      } else if (offset === length) break;
      else {
        const word = words[text.charCodeAt(offset)]!;
        const kind = word & 0xff;
        if (kind !== 0 && kind < IGNORABLE_WORD) {
          offset++;
          primary = word & 0xffff0000;
          lower = ((word & 0xff00) << 16) | (kind << 8);
        } else if (kind === LONG_PRIMARY) {
          offset++;
          primary = word & 0xffffff00;
          lower = COMMON_LOWER;
        } else {
          const after = words[text.charCodeAt(offset + 1)];
          if (
            kind === EXPANSION &&
            after !== 0 &&
            (after === undefined || (after & 0xff) !== NEEDS_CONTEXT)
          ) {
            offset++;
            ({ primaries, lowers } = elements.table);
            next = word >>> 13;
            size = next + ((word >>> 8) & 31);
          } else {
            elements.size = next = 0;
            offset = elements.step(offset);
            ({ text, size, primaries, lowers } = elements);
            length = text.length;
          }
          const required = (size - next + length - offset) * 6 + 8;
          if (outSize + required > bytes.length) {
            out.size = outSize;
            out.reserve(required);
            ({ bytes } = out);
          }
          continue;
        }
      }
      if (primary !== 0 && (primary >>> 0 >= variableTop || primary === MERGE_SEPARATOR)) {
        const isCompressible = compressible[primary >>> 24] === 1;
        if (reorder !== undefined) primary = reordered(reorder, primary >>> 0) | 0;
        const lead = primary >>> 24;
        if (!isCompressible || lead !== previous >>> 24) {
          if (previous !== 0) {
            if (primary >>> 0 > previous >>> 0) bytes[outSize++] = 0xff;
            else if (lead > 2) bytes[outSize++] = 3;
          }
          bytes[outSize++] = lead;
          previous = isCompressible ? primary : 0;
        }
        const second = (primary >>> 16) & 0xff;
        if (second !== 0) {
          bytes[outSize++] = second;
          const third = (primary >>> 8) & 0xff;
          if (third !== 0) {
            bytes[outSize++] = third;
            if ((primary & 0xff) !== 0) bytes[outSize++] = primary & 0xff;
          }
        }
      }
      if ((lower & 0xffff3fff) === COMMON_LOWER) common++;
      else if (isDefault) {
        secondary.common += common;
        tertiary.common += common;
        common = 0;
        const accent = lower >>> 16;
        if (accent === COMMON_WEIGHT) secondary.common++;
        else if (accent !== 0) secondary.add(accent, accent < COMMON_WEIGHT);
        const variant = lower & 0x3f3f;
        if (variant === COMMON_WEIGHT) tertiary.common++;
        else if (variant > COMMON_WEIGHT) tertiary.add(variant + 0xc000, false);
        else if (variant !== 0) tertiary.add(variant, true);
        hasQuaternary |= lower & 0xc0;
      }
    }
    out.size = outSize;
    secondary.common += common;
    tertiary.common += common;
    return hasQuaternary !== 0;
  }

  /** Completes the bytes of a level and appends them to the key. */
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
      if (weight === COMMON_WEIGHT) secondary.common++;
      else if (weight !== 0) secondary.add(weight, weight < COMMON_WEIGHT);
    }
  }

  private addTertiaries({ primaries, lowers, size }: Elements): void {
    const { tertiary, settings } = this;
    const { variableTop } = settings;
    const mask = tertiaryMask(settings);
    const hasCase = (mask & 0x8000) !== 0;
    const upperFirst = hasCase && settings.caseFirst === "upper";
    const middle = upperFirst ? 0x8500 : COMMON_WEIGHT;
    for (let i = 0; i < size; i++) {
      if (variableTop !== 0) {
        i = afterVariable(primaries, i, size, variableTop);
        if (i === size) break;
      }
      const lower = lowers[i]!;
      let weight = lower & mask;
      if (weight === COMMON_WEIGHT) tertiary.common++;
      else if (weight !== 0) {
        if (!hasCase) {
          if (weight > COMMON_WEIGHT) weight += 0xc000;
        } else if (!upperFirst) {
          if (weight > COMMON_WEIGHT) weight += 0x4000;
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
      if (primary !== 0) isAfter = primary < variableTop && primary > MERGE_SEPARATOR;
      if (isAfter) {
        if (primary === 0) continue;
        quaternary.endRun();
        if (reorder !== undefined) primary = reordered(reorder, primary);
        if (primary >>> 24 >= SHIFTED_ESCAPE) bytes.add(SHIFTED_ESCAPE);
        for (let rest = primary; rest !== 0; rest = (rest << 8) >>> 0) bytes.add(rest >>> 24);
        continue;
      }
      const weight = lowers[i]! & 0xffff;
      if (weight <= MAX_WEIGHTLESS_LOWER) continue;
      if ((weight & 0xc0) === 0) quaternary.common++;
      else {
        quaternary.endRun(false);
        bytes.add(0xfc + ((weight >>> 6) & 3));
      }
    }
    // If no primary weight is shifted to this level, common weights are the lowest ones and can be omitted.
    if (variableTop === 0 && bytes.size === 0) quaternary.common = 0;
  }
}
