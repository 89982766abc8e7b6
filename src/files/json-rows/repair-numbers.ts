import { MAXIMUM_DIGITS } from "../../values/json/exact-json.ts";

/** A JSON text with numbers that cannot be read. */
export interface RepairedNumbers {
  /** The text with `null` in place of these numbers. */
  readonly text: string;
  /** The text with 0 and spaces in place of these numbers, so that other faults keep their offsets. */
  readonly padded: string;
  readonly count: number;
  /** The first of these numbers as it is written, and its UTF-16 offset. */
  readonly first: string;
  readonly offset: number;
}

/**
 * Matches the words that Python and other languages write, and what every number beyond doubles contains: an exponent of three
 * digits, or 309 digits. Requires text outside of strings.
 */
const NUMBERS =
  /(?<![\w.$+-])(?:(?<word>[-+]?(?:nan|inf(?:inity)?))|-?\d(?:[\d.]*e\+?\d{3,}|\d{308,}[\d.]*(?:e[-+]?\d+)?))(?![\w.$])/gi;
/** Matches a text that may have such a number, also within a string. */
const POSSIBLE = /nan|inf|\de\+?\d{3}|\d{309}/i;
const NUMBER = /^-?\d+(?<rest>(?:\.\d+)?(?:e[-+]?\d+)?)$/i;

/**
 * Replaces numbers that cannot be read, outside of strings: `NaN`, `Infinity`, numbers beyond doubles such as `1e1000`, and
 * integers with more than {@link MAXIMUM_DIGITS} digits. Returns undefined if there is none.
 *
 * @example repairNumbers('{"a":NaN}')?.text // '{"a":null}'
 */
export function repairNumbers(text: string): RepairedNumbers | undefined {
  if (!POSSIBLE.test(text)) return undefined;
  let repaired = "";
  let padded = "";
  let copied = 0;
  let count = 0;
  let first: { readonly first: string; readonly offset: number } | undefined;
  for (let from = 0; from < text.length;) {
    const quote = text.indexOf('"', from);
    const end = quote < 0 ? text.length : quote;
    for (const { 0: number, index, groups } of text.slice(from, end).matchAll(NUMBERS)) {
      if (groups!["word"] === undefined && !isBeyondLimits(number)) continue;
      const offset = from + index;
      const before = text.slice(copied, offset);
      repaired += `${before}null`;
      padded += before + "0".padEnd(number.length);
      copied = offset + number.length;
      count++;
      first ??= { first: number, offset };
    }
    from = quote < 0 ? end : stringEnd(text, quote);
  }
  const rest = text.slice(copied);
  return first && { text: repaired + rest, padded: padded + rest, count, ...first };
}

function isBeyondLimits(number: string): boolean {
  const match = NUMBER.exec(number);
  if (match === null) return false;
  if (match.groups!["rest"] === "") return number.replace("-", "").length > MAXIMUM_DIGITS;
  return !Number.isFinite(Number(number));
}

/** Returns the offset after a string, or the length of the text. */
function stringEnd(text: string, quote: number): number {
  for (let at = quote + 1; ;) {
    const end = text.indexOf('"', at);
    if (end < 0) return text.length;
    let slash = end;
    while (text[slash - 1] === "\\") slash--;
    at = end + 1;
    if ((end - slash) % 2 === 0) return at;
  }
}
