import { formatInstant, type Instant, type TemporalType } from "../values/instant.ts";
import { anyElement, readPlace, type ValueTest } from "./lift.ts";
import type { Operand, Test } from "./types.ts";

/*
 * A member that is compared with a literal is what most filters are made of. For these the member is read and tested in
 * one closure each: it saves a call for each row, which is about what the test itself costs. Each gives what the value
 * test `holds` gives; that one is asked where a value is of another kind than is usual.
 */

/** The relations of two numbers, or of two texts that are ordered as instants are. */
export type RelationName = "eq" | "lt" | "le" | "gt" | "ge";

/** Equal to a text, code point by code point. */
export function placeEquals({ place, type }: Operand, text: string, holds: ValueTest): Test | undefined {
  if (place === undefined) return undefined;
  const { key, inner, plain } = place;
  if (type !== undefined) return (row) => readPlace(row, key, inner, plain) === text;
  return (row) => {
    const value = readPlace(row, key, inner, plain);
    return value === text || (typeof value === "object" && Array.isArray(value) && anyElement(value, holds));
  };
}

/** A text that fulfills a test; `holds` takes what is no text. */
export function placeText(
  { place, type }: Operand,
  test: (text: string) => boolean,
  holds: ValueTest,
): Test | undefined {
  if (place === undefined) return undefined;
  const { key, inner, plain } = place;
  const isSingle = type !== undefined;
  return (row) => {
    const value = readPlace(row, key, inner, plain);
    if (typeof value === "string") return test(value);
    return !isSingle && Array.isArray(value) ? anyElement(value, holds) : holds(value);
  };
}

/** In a relation to a number; `holds` takes what is no number. The infinities are null. */
export function placeNumber(
  { place, type }: Operand,
  name: RelationName,
  number: number,
  holds: ValueTest,
): Test | undefined {
  if (place === undefined) return undefined;
  const { key, inner, plain } = place;
  const isSingle = type !== undefined;
  // Fractions are null to a member that is declared an integer.
  const isWhole = type?.type === "integer";
  const other: ValueTest = (value) =>
    typeof value === "object" && Array.isArray(value)
      ? !isSingle && anyElement(value, holds)
      : !(isWhole && typeof value === "number" && !Number.isInteger(value)) && holds(value);
  switch (name) {
    case "eq":
      return (row) => {
        const value = readPlace(row, key, inner, plain);
        return typeof value === "number" && !isWhole ? value === number : value !== undefined && other(value);
      };
    case "lt":
      return (row) => {
        const value = readPlace(row, key, inner, plain);
        return typeof value === "number" && !isWhole
          ? value < number && value !== -Infinity
          : value !== undefined && other(value);
      };
    case "le":
      return (row) => {
        const value = readPlace(row, key, inner, plain);
        return typeof value === "number" && !isWhole
          ? value <= number && value !== -Infinity
          : value !== undefined && other(value);
      };
    case "gt":
      return (row) => {
        const value = readPlace(row, key, inner, plain);
        return typeof value === "number" && !isWhole
          ? value > number && value !== Infinity
          : value !== undefined && other(value);
      };
    case "ge":
      return (row) => {
        const value = readPlace(row, key, inner, plain);
        return typeof value === "number" && !isWhole
          ? value >= number && value !== Infinity
          : value !== undefined && other(value);
      };
  }
}

/**
 * A quick look at an instant's text that can tell that a relation does not hold, without reading the text: of texts
 * of the form `2020-01-31T13:45:10.123Z` the earlier one is also the lesser one, whether it is a right one or not. It
 * says nothing (true) of any other text, nor where the day ends at 24:00.
 */
export function mayHold(
  name: RelationName,
  { milliseconds, nanoseconds }: Instant,
  type: TemporalType | "any-dated",
) {
  if (type !== "dateTime" && type !== "any-dated") return undefined;
  const written = formatInstant({ milliseconds, nanoseconds: 0 }, "dateTime");
  const text = written.length === 20 ? `${written.slice(0, 19)}.000Z` : written;
  if (nanoseconds !== 0 || text.length !== FORM || !text.endsWith("Z")) return undefined;
  const compare = COMPARISONS[name];
  return (value: string): boolean => {
    if (value.length !== FORM || value.charCodeAt(FORM - 1) !== UPPER_Z) return true;
    return compare(value, text) || (value.charCodeAt(11) === TWO && value.charCodeAt(12) === FOUR);
  };
}

const COMPARISONS: Record<RelationName, (a: string, b: string) => boolean> = {
  eq: (a, b) => a === b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

/** Characters of `2020-01-31T13:45:10.123Z`. */
const FORM = 24;
const UPPER_Z = 0x5a;
const TWO = 0x32;
const FOUR = 0x34;
