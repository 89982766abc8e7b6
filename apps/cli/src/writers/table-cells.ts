/** Texts of table cells, with control characters escaped. */
import { cellText } from "tamis/catalog";
import { escapeControls } from "tamis/diagnostics";

/** Maximum characters of a string that are printed. Numbers are always printed completely. */
const MAX_STRING_LENGTH = 2_000;

/** Matches strings that need no escaping, which most cells are. */
const PLAIN = /^[\x20-\x7e]*$/;

/** Matches the texts of numbers, dates, times and similar codes: a part of them would look like another value. */
const NUMERIC = /^[-+]?\d[\d.,:/+\- TZe]{0,39}$/;

export function shownText(value: unknown): string {
  return isNumber(value) ? String(value) : safeText(cellText(value));
}

export function safeText(text: string): string {
  if (text.length <= MAX_STRING_LENGTH && PLAIN.test(text)) return text;
  return escapeControls(text.length > MAX_STRING_LENGTH ? `${text.slice(0, MAX_STRING_LENGTH)}…` : text);
}

/** Matches a character of a script that is written from right to left, such as Hebrew and Arabic. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/**
 * Isolates text from right to left between FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE (UAX #9). Otherwise a terminal could
 * show neighboring cells in reverse order, because the spaces between them belong to the same run of text.
 */
export function isolated(text: string): string {
  return RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : text;
}

export function isNumber(value: unknown): value is number | bigint {
  return (typeof value === "number" && Number.isFinite(value)) || typeof value === "bigint";
}

/** Returns whether the text of the value must not be cut, because a part of it would look like another value. */
export function isUncut(value: unknown): boolean {
  return isNumber(value) || (typeof value === "string" && NUMERIC.test(value));
}
