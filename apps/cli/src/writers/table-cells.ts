/** Texts of table cells, with control characters escaped. */
import { escapeControls } from "tamis/diagnostics";
import { cellText } from "../formats/cell-text.ts";

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

export function isNumber(value: unknown): value is number | bigint {
  return (typeof value === "number" && Number.isFinite(value)) || typeof value === "bigint";
}

/** Returns whether the text of the value must not be cut, because a part of it would look like another value. */
export function isUncut(value: unknown): boolean {
  return isNumber(value) || (typeof value === "string" && NUMERIC.test(value));
}
