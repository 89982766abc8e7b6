import { classifyStoredTemporal } from "../../values/instant.ts";
import type { ScalarType } from "../../values/types.ts";
import type { TypeEvidence } from "../types.ts";

/** What a string looks like. `other` is nothing but a string. */
type StringKind = Exclude<ScalarType, "string"> | "spacedDateTime" | "localDate" | "other";

const INTEGER = /^-?(?:0|[1-9]\d*)$/;
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
/** Date-times with a space that a date-time member cannot read, such as `2024-01-05 9:00` and `2024-01-05 13:00:00,5`. */
const SPACED_DATE_TIME =
  /^\d{4}-\d{2}-\d{2} \d{1,2}:\d{2}(?::\d{2}(?:[.,]\d+)?)?(?: ?(?:Z|[+-]\d{2}:?\d{2}))?$/;
/** `05.01.2024`, `5/1/2024` */
const LOCAL_DATE = /^\d{1,2}([./-])\d{1,2}\1\d{4}$/;
/** Longer strings are neither numbers nor dates. */
const maxTypedLength = 64;

function kindOf(text: string): StringKind {
  if (text.length > maxTypedLength) return "other";
  if (text === "true" || text === "false") return "boolean";
  if (INTEGER.test(text)) return "integer";
  if (NUMBER.test(text)) return "number";
  const temporal = classifyStoredTemporal(text);
  if (temporal !== undefined) return temporal;
  if (SPACED_DATE_TIME.test(text)) return "spacedDateTime";
  return LOCAL_DATE.test(text) ? "localDate" : "other";
}

/** For each type: the kinds whose strings a member of the type reads, and those in another format of the type. */
const TYPES = [
  ["boolean", ["boolean"], []],
  ["integer", ["integer"], []],
  ["number", ["integer", "number"], []],
  ["date", ["date"], ["localDate"]],
  ["time", ["time"], []],
  ["dateTime", ["dateTime"], ["spacedDateTime"]],
] as const satisfies readonly (readonly [ScalarType, readonly StringKind[], readonly StringKind[]])[];

/** A member must have more strings than this share that look like values of a type. */
const MAJORITY_SHARE = 0.5;
/** Maximum number of characters of a string that is kept as evidence. */
const MAXIMUM_QUOTED_LENGTH = 60;

/** Counts the strings of one member by what they look like, and keeps the first of each kind: 10 strings at most. */
export class StringKinds {
  readonly #kinds = new Map<StringKind, { count: number; readonly first: string; readonly row: number }>();
  #count = 0;

  /** @param row number of the row, from 1 */
  add(text: string, row: number): void {
    if (text.trim() === "") return;
    this.#count++;
    const kind = kindOf(text);
    const seen = this.#kinds.get(kind);
    if (seen === undefined)
      this.#kinds.set(kind, { count: 1, first: text.slice(0, MAXIMUM_QUOTED_LENGTH), row });
    else seen.count++;
  }

  /**
   * Returns why the member is a string, if most of its strings look like values of another type.
   *
   * @param rows number of rows that were read
   */
  evidence(rows: number): TypeEvidence | undefined {
    if (this.#count === 0) return undefined;
    for (const [type, kinds, others] of TYPES) {
      // A fraction among integers is a value, not a misfit.
      if (type === "integer" && this.#kinds.has("number")) continue;
      const fitting = this.#sum(kinds);
      if (fitting + this.#sum(others) <= this.#count * MAJORITY_SHARE) continue;
      const misfits = [...this.#kinds].filter(([kind]) => !(kinds as readonly StringKind[]).includes(kind));
      if (misfits.length === 0) return { type, more: 0, rows };
      const [, { first, row }] = misfits.reduce((a, b) => (b[1].row < a[1].row ? b : a));
      return { type, misfit: first.toWellFormed(), row, more: this.#count - fitting - 1, rows };
    }
    return undefined;
  }

  #sum(kinds: readonly StringKind[]): number {
    return kinds.reduce((sum, kind) => sum + (this.#kinds.get(kind)?.count ?? 0), 0);
  }
}
