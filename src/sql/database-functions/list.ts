import { getCollator } from "../../collation/collator.ts";
import type { Comparison, Strength } from "../../collation/order/strength.ts";
import { createCollation, type KeyedCollation } from "../../collation/uca/keyed-collation.ts";
import { compilePattern } from "../../pattern/pattern.ts";
import { lastReadInstant, readStoredTemporal, type TemporalType } from "../../values/instant.ts";
import { LruMap } from "../../values/lru-map.ts";
import { localeWithRules } from "./locale-rules.ts";

/**
 * SQL function implemented in JavaScript. It must be deterministic, so that it can be indexed, return null for null,
 * and never throw.
 */
export interface DatabaseFunction {
  readonly name: string;
  readonly parameters: readonly ("text" | "number")[];
  readonly result: "text" | "boolean" | "bytes";
  /** Implementation. It is never called with null. */
  readonly run: (...args: never[]) => string | boolean | Uint8Array | null;
}

/** Functions that connections of SQLite and DuckDB can install. */
export const DATABASE_FUNCTIONS: readonly DatabaseFunction[] = [
  {
    name: "tamis_key",
    parameters: ["text", "text", "text"],
    result: "bytes",
    run: (value: string, locale: string, strength: string) => sortKeyOf(value, locale, strength as Strength),
  },
  {
    name: "tamis_contains",
    parameters: ["text", "text", "text", "text"],
    result: "boolean",
    run: (value: string, part: string, locale: string, comparison: string) =>
      collatorFor(locale, comparison).contains(value, part),
  },
  {
    name: "tamis_starts_with",
    parameters: ["text", "text", "text", "text"],
    result: "boolean",
    run: (value: string, part: string, locale: string, comparison: string) =>
      collatorFor(locale, comparison).startsWith(value, part),
  },
  {
    name: "tamis_ends_with",
    parameters: ["text", "text", "text", "text"],
    result: "boolean",
    run: (value: string, part: string, locale: string, comparison: string) =>
      collatorFor(locale, comparison).endsWith(value, part),
  },
  {
    name: "tamis_match",
    parameters: ["text", "text"],
    result: "boolean",
    run: (value: string, pattern: string) => {
      const compiled = compilePattern(pattern);
      return compiled.ok ? compiled.pattern.matches(value) : null;
    },
  },
  {
    name: "tamis_upper",
    parameters: ["text", "text"],
    result: "text",
    run: (value: string, locale: string) =>
      locale === "" ? value.toUpperCase() : value.toLocaleUpperCase(locale),
  },
  {
    name: "tamis_lower",
    parameters: ["text", "text"],
    result: "text",
    run: (value: string, locale: string) =>
      locale === "" ? value.toLowerCase() : value.toLocaleLowerCase(locale),
  },
  {
    name: "tamis_text",
    parameters: ["number"],
    result: "text",
    run: (value: number) => String(value),
  },
  {
    name: "tamis_instant",
    parameters: ["text", "text"],
    result: "text",
    run: (value: string, type: string) =>
      readStoredTemporal(type as TemporalType, value)
        ? sortableInstant(lastReadInstant.milliseconds, lastReadInstant.nanoseconds)
        : null,
  },
];

const SEARCHES = {
  contains: "tamis_contains",
  startsWith: "tamis_starts_with",
  endsWith: "tamis_ends_with",
} as const;

export function searchFunctionName(kind: keyof typeof SEARCHES): string {
  return SEARCHES[kind];
}

/** Number of digits of the milliseconds. `ORIGIN` is added to make them positive. */
const WIDTH = 15;
const ORIGIN = 100_000_000_000_000;

/** Converts an instant to a string. Byte order of these strings is chronological order. */
export function sortableInstant(milliseconds: number, nanoseconds: number): string {
  return String(milliseconds + ORIGIN).padStart(WIDTH, "0") + String(nanoseconds).padStart(6, "0");
}

function collatorFor(locale: string, comparison: string) {
  return getCollator(comparison as Comparison, locale === "und" ? undefined : locale);
}

/** Collations by locale and strength. An insertion mixes those of all indexes of a table. */
const collations = /* @__PURE__ */ new LruMap<string, KeyedCollation>(32);
/** The last one: a search calls this function for each row with the same collation. */
let recent:
  { readonly locale: string; readonly strength: Strength; readonly collation: KeyedCollation } | undefined;

function sortKeyOf(value: string, locale: string, strength: Strength): Uint8Array {
  if (recent?.locale !== locale || recent.strength !== strength) {
    const collation = collations.getOrCreate(`${locale} ${strength}`, () =>
      createCollation({ locale: localeWithRules(locale), strength }),
    );
    recent = { locale, strength, collation };
  }
  return recent.collation.sortKey(value);
}
