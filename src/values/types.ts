/** Types of single values. `integer` and `number` are comparable with each other. */
export type ScalarType = "boolean" | "integer" | "number" | "string" | "date" | "time" | "dateTime";

export const SCALAR_TYPES = [
  "boolean",
  "integer",
  "number",
  "string",
  "date",
  "time",
  "dateTime",
] as const satisfies readonly ScalarType[];

export interface ScalarValueType {
  readonly type: ScalarType;
  /** Of an integer: whether only safe integers are readable, numbers within ±(2^53 - 1). Default false. */
  readonly safe?: boolean | undefined;
}

export type ValueType =
  | ScalarValueType
  | { readonly type: "list"; readonly items: ValueType }
  | { readonly type: "map"; readonly values: ValueType }
  | { readonly type: "object" };

/** A value during evaluation. Missing values are `null`. Dates, times and date-times are strings until they are compared. */
export type Value = null | boolean | number | bigint | string | readonly unknown[] | object;

export function isScalarType(text: string): text is ScalarType {
  return (SCALAR_TYPES as readonly string[]).includes(text);
}

export function isNumeric(type: string): boolean {
  return type === "integer" || type === "number";
}

/** Returns whether only safe integers are readable: numbers within ±(2^53 - 1), and no bigints. */
export function isSafeInteger(type: ValueType): boolean {
  return type.type === "integer" && Object.hasOwn(type, "safe") && type.safe === true;
}

export function isTemporal(type: string): type is "date" | "time" | "dateTime" {
  return type === "date" || type === "time" || type === "dateTime";
}

/** Describes a type with an article, for sentences: `a date-time`, `a list of strings`. */
export function describeType(type: ValueType): string {
  if (type.type === "list") return `a list of ${PLURALS[type.items.type]}`;
  if (type.type === "map") return `a map of ${PLURALS[type.values.type]}`;
  return SINGULARS[type.type];
}

const SINGULARS = {
  boolean: "a boolean",
  integer: "an integer",
  number: "a number",
  string: "a string",
  date: "a date",
  time: "a time",
  dateTime: "a date-time",
  object: "an object",
} as const;

const PLURALS = {
  boolean: "booleans",
  integer: "integers",
  number: "numbers",
  string: "strings",
  date: "dates",
  time: "times",
  dateTime: "date-times",
  object: "objects",
  list: "lists",
  map: "maps",
} as const;
