import type { Literal, TemporalLiteral } from "../../ast/nodes.ts";
import { escapeControls } from "../../diagnostics/show.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { parseTemporal } from "../../values/instant.ts";
import { fill, type DescriptionMessages } from "./messages.ts";

export interface LiteralFormat {
  readonly messages: DescriptionMessages;
  /** BCP 47 tag for numbers and dates. */
  readonly locale: string;
  readonly timeZone: string;
}

/** Returns a literal for readers of a language: `'a'`, `1,234.5`, `January 31, 2020`. */
export function literalText(literal: Literal, format: LiteralFormat): string {
  const { messages, locale } = format;
  switch (literal.type) {
    case "boolean":
      return literal.value ? messages.true : messages.false;
    case "number":
      return numberText(literal.value, locale);
    case "string":
      return fill(messages.string, { 0: escapeControls(literal.value) });
    default:
      return temporalText(literal, format);
  }
}

export function numberText(value: number | bigint, locale: string): string {
  const isHuge =
    typeof value === "number" && (Math.abs(value) >= 1e21 || (value !== 0 && Math.abs(value) < 1e-6));
  return new Intl.NumberFormat(
    locale,
    ownProperties({
      notation: isHuge ? "scientific" : "standard",
      // A number of four digits is often a year or an identifier.
      useGrouping: "min2",
      ...(typeof value === "bigint" ? {} : { maximumSignificantDigits: 17 }),
    } as const),
  ).format(value);
}

/**
 * Formats a date or a date-time in a locale. Returns a time, and a date-time with a fraction of a second, as written: no format of
 * a locale shows all digits.
 */
function temporalText(
  { type, value }: TemporalLiteral,
  { messages, locale, timeZone }: LiteralFormat,
): string {
  if (type === "time" || value.includes(".") || value.startsWith("0")) return value;
  const { milliseconds } = parseTemporal(type, value)!;
  const { dateStyle } = messages;
  const options: Intl.DateTimeFormatOptions =
    type === "date" ? { dateStyle, timeZone: "UTC" } : { dateStyle, timeStyle: "long", timeZone };
  return new Intl.DateTimeFormat(locale, ownProperties({ ...options, calendar: "gregory" })).format(
    milliseconds,
  );
}
