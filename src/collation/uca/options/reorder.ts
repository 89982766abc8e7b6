/**
 * Reorders scripts. `["Grek", "Latn"]` puts Greek first, then Latin, then other scripts in root order. Spaces,
 * punctuation, symbols, currency signs and digits stay in front unless listed. `Zzzz` stands for all unlisted
 * scripts.
 * ICU's algorithm: each script's primary weights get new lead bytes, from the lowest up, or after `Zzzz` from the
 * highest down.
 */
import type { Reorder } from "./settings.ts";

/** Script names. The index of each is ICU's script code. Codes of groups start at 0x1000. */
const SCRIPTS = (
  "Zyyy Zinh Arab Armn Beng Bopo Cher Copt Cyrl Dsrt Deva Ethi Geor Goth Grek Gujr Guru Hani Hang Hebr Hira Knda Kana " +
  "Khmr Laoo Latn Mlym Mong Mymr Ogam Ital Orya Runr Sinh Syrc Taml Telu Thaa Thai Tibt Cans Yiii Tglg Hano Buhd Tagb " +
  "Brai Cprt Limb Linb Osma Shaw Tale Ugar Hrkt Bugi Glag Khar Sylo Talu Tfng Xpeo"
).split(" ");
const GROUPS = ["space", "punct", "symbol", "currency", "digit"];
const OTHERS = "Zzzz";
const LATIN = SCRIPTS.indexOf("Latn");

/**
 * Returns the reordering of lead bytes for the listed scripts and groups, or undefined if their order stays the same.
 * @param data script table of the root data: number of scripts, index of each script and group, upper 16 bits of the
 * first primary weight of each index
 * @throws RangeError for an unknown or repeated name, or if the lead bytes do not suffice
 */
export function makeReorder(data: readonly number[], names: readonly string[]): Reorder | undefined {
  const codes = names.map(reorderCode);
  if (codes.length === 0 || (codes.length === 1 && codes[0] === undefined)) return undefined;
  const count = data[0]!;
  const indexOf = (code: number): number =>
    code >= 0x1000 ? data[1 + count + code - 0x1000]! : code < count ? data[1 + code]! : 0;
  const starts = data.slice(1 + count + 16);
  const ranges = makeRanges(codes, indexOf, starts, false) ?? makeRanges(codes, indexOf, starts, true);
  if (ranges === undefined)
    throw new RangeError("These scripts cannot be reordered together: their weights do not fit.");
  return { leads: new Uint8Array(256), ranges };
}

function reorderCode(name: string): number | undefined {
  const lower = name.toLowerCase();
  if (lower === OTHERS.toLowerCase()) return undefined;
  const group = GROUPS.indexOf(lower);
  if (group >= 0) return 0x1000 + group;
  const script = SCRIPTS.findIndex((scriptName) => scriptName.toLowerCase() === lower);
  if (script < 2) {
    throw new RangeError(
      `Unknown script '${name}' in reorder. The scripts are: ${[...GROUPS, ...SCRIPTS.slice(2), OTHERS].join(", ")}.`,
    );
  }
  return script;
}

/** Returns the ranges of moved primary weights, or undefined if the lead bytes suffice only with `latinMustMove`. */
function makeRanges(
  codes: readonly (number | undefined)[],
  indexOf: (code: number) => number,
  starts: readonly number[],
  latinMustMove: boolean,
): number[] | undefined {
  const last = starts.length - 1;
  const leads = new Uint8Array(256);
  for (const reserved of [0x100e, 0x100f]) if (indexOf(reserved) !== 0) leads[indexOf(reserved)] = 0xff;
  let low = starts[1]!;
  let high = starts[last]!;
  const addLow = (index: number): void => {
    const start = starts[index]!;
    const limit = starts[index + 1]!;
    if ((start & 0xff) < (low & 0xff)) low += 0x100;
    leads[index] = low >> 8;
    low = ((low & 0xff00) + ((limit & 0xff00) - (start & 0xff00))) | (limit & 0xff);
  };
  const addHigh = (index: number): void => {
    const start = starts[index]!;
    const limit = starts[index + 1]!;
    if ((limit & 0xff) > (high & 0xff)) high -= 0x100;
    high = ((high & 0xff00) - ((limit & 0xff00) - (start & 0xff00))) | (start & 0xff);
    leads[index] = high >> 8;
  };
  const isFree = (index: number): boolean => {
    if (leads[index] !== 0) throw new RangeError("reorder must not list a script twice.");
    return index !== 0;
  };

  for (let group = 0; group < 8; group++) {
    const index = indexOf(0x1000 + group);
    if (index !== 0 && !codes.includes(0x1000 + group)) addLow(index);
  }
  let skipped = 0;
  if (codes[0] === LATIN && !latinMustMove && !codes.some((code) => code !== undefined && code >= 0x1000)) {
    const start = starts[indexOf(LATIN)]!;
    skipped = start - low;
    low = start;
  }
  const othersIndex = codes.indexOf(undefined);
  for (const code of othersIndex < 0 ? codes : codes.slice(0, othersIndex))
    if (isFree(indexOf(code!))) addLow(indexOf(code!));
  if (othersIndex >= 0)
    for (const code of codes.slice(othersIndex + 1).reverse()) {
      if (code === undefined) throw new RangeError(`reorder must not list ${OTHERS} twice.`);
      if (isFree(indexOf(code))) addHigh(indexOf(code));
    }
  for (let index = 1; index < last; index++) {
    if (leads[index] !== 0) continue;
    if (othersIndex < 0 && starts[index]! > low) low = starts[index]!;
    addLow(index);
  }
  if (low > high) {
    if (low - (skipped & 0xff00) <= high) return undefined;
    throw new RangeError("These scripts cannot be reordered together: their weights do not fit.");
  }
  const ranges: number[] = [];
  let offset = 0;
  for (let index = 1; ; index++) {
    let next = offset;
    for (; index < last; index++) {
      if (leads[index] === 0xff) continue;
      next = leads[index]! - (starts[index]! >> 8);
      if (next !== offset) break;
    }
    if (offset !== 0 || index < last) ranges.push(((starts[index]! << 16) | (offset & 0xffff)) >>> 0);
    if (index === last) return ranges;
    offset = next;
  }
}
