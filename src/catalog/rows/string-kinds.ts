import { classifyStoredTemporal } from "../../values/instant.ts";
import type { ScalarType } from "../../values/types.ts";
import type { TypeEvidence } from "../types.ts";

/** The notation that a string has, such as that of a number. `other` is any other string. */
type StringKind =
  Exclude<ScalarType, "string"> | "spacedDateTime" | "localDate" | "commaNumber" | "shownNumber" | "other";

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Date-times with a space that a date-time member cannot read, such as `2024-01-05 9:00` and `2024-01-05 13:00:00,5`. */
const SPACED_DATE_TIME =
  /^\d{4}-\d{2}-\d{2} \d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?$/;
/** `05.01.2024`, `5/1/2024` */
const LOCAL_DATE = /^\d{1,2}([./-])\d{1,2}\1\d{4}$/;
/** Amounts as spreadsheets show them, after their signs and units were removed: `1,234.50`, `1.234,00`, `12`. */
const SHOWN_NUMBER = /^\d+(?:[.,'’\s]\d{3})*(?:[.,]\d+)?$/;
/** Signs and units before and after an amount: `-$`, ` €`, `%`, `EUR `. */
const SIGNS = /^[-+(]?\s?(?:\p{Sc}|[A-Z]{3}\b)?\s?[-+]?|\s?(?:[\p{Sc}%‰]|\b[A-Z]{3})?[)-]?$/gu;
/** `1.234,50`, `12,5`. Not `1,500`, whose comma can separate thousands. */
const COMMA_NUMBER = /^-?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:\.\d{3})+),(?:\d{1,2}|\d{4,})$/;
const GROUPED_NUMBER = /^[-+]?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/;
/** Longer strings are neither numbers nor dates. */
const maxTypedLength = 64;

/** Returns the type as which the source of the rows would read a string. Undefined: the type of its JSON or ISO 8601 notation. */
export type ReadString = (text: string) => ScalarType | undefined;

function kindOf(text: string, readString: ReadString | undefined): StringKind {
  if (text.length > maxTypedLength) return "other";
  const type = readString?.(text);
  if (type !== undefined) return type === "string" ? "other" : type;
  if (text === "true" || text === "false") return "boolean";
  if (INTEGER.test(text)) return "integer";
  if (NUMBER.test(text)) return "number";
  const temporal = classifyStoredTemporal(text);
  if (temporal !== undefined) return temporal;
  if (SPACED_DATE_TIME.test(text)) return "spacedDateTime";
  if (LOCAL_DATE.test(text)) return "localDate";
  if (COMMA_NUMBER.test(text)) return "commaNumber";
  return isShownNumber(text) ? "shownNumber" : "other";
}

/**
 * Returns whether a string is a formatted number, such as `$1,234.50`, `12,00 €`, `12%` or `1,234`. It must have a unit or groups
 * of digits: identifiers such as 007 and `12-34` are not numbers.
 */
function isShownNumber(text: string): boolean {
  if (GROUPED_NUMBER.test(text)) return true;
  return /[\p{Sc}%‰]|^[A-Z]{3} |[\d\s][A-Z]{3}$/u.test(text) && SHOWN_NUMBER.test(text.replaceAll(SIGNS, ""));
}

/** For each type, the notations that a member of the type can read, and other notations of such values. */
const TYPES = [
  ["boolean", ["boolean"], []],
  ["integer", ["integer"], []],
  ["number", ["integer", "number"], ["commaNumber", "shownNumber"]],
  ["date", ["date"], ["localDate"]],
  ["time", ["time"], []],
  ["dateTime", ["dateTime"], ["spacedDateTime"]],
] as const satisfies readonly (readonly [ScalarType, readonly StringKind[], readonly StringKind[]])[];

/** More than this share of a member's strings must have a notation of a type. */
const MAJORITY_SHARE = 0.5;
/** Maximum number of characters of a string that is kept as evidence. */
const MAXIMUM_QUOTED_LENGTH = 60;

/** Counts the strings of one member by their notation, and keeps the first string of each notation: 10 strings at most. */
export class StringKinds {
  readonly #kinds = new Map<StringKind, { count: number; readonly first: string; readonly row: number }>();
  readonly #readString: ReadString | undefined;
  #count = 0;

  constructor(readString?: ReadString) {
    this.#readString = readString;
  }

  /**
   * Returns the notation of the string.
   *
   * @param row number of the row, from 1
   */
  add(text: string, row: number): StringKind {
    if (text.trim() === "") return "other";
    this.#count++;
    const kind = kindOf(text, this.#readString);
    const entry = this.#kinds.get(kind);
    if (entry === undefined)
      this.#kinds.set(kind, { count: 1, first: text.slice(0, MAXIMUM_QUOTED_LENGTH), row });
    else entry.count++;
    return kind;
  }

  /**
   * Returns why the member is a string, if most of its strings look like values of another type.
   *
   * @param rows number of rows that were read
   */
  evidence(rows: number): TypeEvidence | undefined {
    if (this.#count === 0) return undefined;
    for (const [type, kinds, others] of TYPES) {
      // If there are fractions among integers, the type is number: they are not strings that fail to be integers.
      if (type === "integer" && (this.#kinds.has("number") || this.#kinds.has("commaNumber"))) continue;
      const fitting = this.#sum(kinds);
      if (fitting + this.#sum(others) <= this.#count * MAJORITY_SHARE) continue;
      const misfits = [...this.#kinds].filter(([kind]) => !(kinds as readonly StringKind[]).includes(kind));
      if (misfits.length === 0) return { type, more: 0, rows };
      const isReadable = fitting > this.#count * MAJORITY_SHARE;
      const [, { first, row }] = misfits.reduce((a, b) => (b[1].row < a[1].row ? b : a));
      const evidence = { type, misfit: first.toWellFormed(), row, more: this.#count - fitting - 1, rows };
      const decimalComma = type === "number" && this.#kinds.has("commaNumber");
      return {
        ...evidence,
        ...(!isReadable && { otherFormat: true }),
        ...(decimalComma && { decimalComma }),
      };
    }
    return undefined;
  }

  #sum(kinds: readonly StringKind[]): number {
    return kinds.reduce((sum, kind) => sum + (this.#kinds.get(kind)?.count ?? 0), 0);
  }
}
