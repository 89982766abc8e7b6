import { date, dottedName, number, segment, string } from "./tamis.terms.js";

/**
 * Reads the words and literals of the grammar `tamis.grammar`. `lezer-generator tamis.grammar -o tamis.js` writes the terms. Words and
 * literals that are not correct are error nodes.
 */

/** A name without empty segments. */
export function word(text) {
  if (!text.includes(".")) return segment;
  return text.endsWith(".") || text.includes("..") ? -1 : dottedName;
}

/** A string that is closed, and has neither U+0000 nor a lone surrogate. */
export function quoted(text) {
  const quote = text.charAt(0);
  const isClosed = text
    .slice(1)
    .replaceAll(quote + quote, "")
    .includes(quote);
  return isClosed && text.isWellFormed() && !text.includes("\0") ? string : -1;
}

/** A number, date or time. */
export function numeral(text) {
  if (NUMBER.test(text)) return Number.isFinite(Number(text)) ? number : -1;
  const parts = TEMPORAL.exec(text);
  if (parts === null) return -1;
  const [, year, month, day, hour, minute = 0, second = 0, fraction = 0, zoneHours = 0, zoneMinutes = 0] =
    parts;
  const isDay =
    year === undefined ||
    (Number(year) > 0 && Number(day) > 0 && Number(day) <= daysIn(Number(year), Number(month)));
  const isEnd = Number(hour) === 24 && Number(minute) + Number(second) + Number(fraction) === 0;
  const isTime =
    hour === undefined || ((Number(hour) < 24 || isEnd) && Number(minute) < 60 && Number(second) < 60);
  const isZone = Number(zoneMinutes) < 60 && Number(zoneHours) * 60 + Number(zoneMinutes) <= 18 * 60;
  return isDay && isTime && isZone ? date : -1;
}

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const TEMPORAL =
  /^(?=\d{4}-|\d\d:)(?:(\d{4})-(\d\d)-(\d\d)(?:T(?=.)|$))?(?:(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:Z|[+-](\d\d):(\d\d))?)?$/;

function daysIn(year, month) {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return [0, 31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month] ?? 0;
}
