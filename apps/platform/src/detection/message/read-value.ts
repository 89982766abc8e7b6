import type { IonValue } from "../ion/read-ion.ts";
import type { Variable, VariableType } from "../package/decision-package.ts";

/** A value of a row that rules are evaluated on. */
export type RowValue = null | boolean | bigint | number | string | readonly RowValue[];

/** Range of integers: 64 bits. */
const LEAST = -(2n ** 63n);
const GREATEST = 2n ** 63n - 1n;

/** Returns the value of a variable; undefined if the value in the message has another type. */
export function readValue({ type, list }: Variable, value: IonValue): RowValue | undefined {
  if (value === null) return null;
  if (!list) return readScalar(type, value);
  if (typeof value !== "object" || value.kind !== "list") return undefined;
  const items = value.items.map((item) => (item === null ? null : readScalar(type, item)));
  return items.some((item) => item === undefined) ? undefined : (items as readonly RowValue[]);
}

function readScalar(type: VariableType, value: IonValue): RowValue | undefined {
  switch (type) {
    case "boolean":
      return typeof value === "boolean" ? value : undefined;
    case "integer":
      return typeof value === "bigint" && value >= LEAST && value <= GREATEST ? exact(value) : undefined;
    case "number":
      return readNumber(value);
    case "string":
      return typeof value === "string" && !value.includes("\0") ? value : undefined;
    case "date":
    case "time":
    case "dateTime":
      return readTemporal(type, value);
  }
}

function readNumber(value: IonValue): number | undefined {
  const isDecimal = typeof value === "object" && value?.kind === "decimal";
  if (!isDecimal && typeof value !== "number" && typeof value !== "bigint") return undefined;
  const number = isDecimal ? Number(value.text) : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** Timestamps of Ion are dates or date-times, by their precision. Strings are checked with the row. */
function readTemporal(type: "date" | "time" | "dateTime", value: IonValue): string | undefined {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value?.kind !== "timestamp" || type === "time") return undefined;
  return value.hasTime === (type === "dateTime") ? value.text : undefined;
}

/** Integers are numbers as long as they are exact, so that they can be written as JSON. */
function exact(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
