import { classifyTemporal, type TemporalType } from "../values/instant.ts";

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;
const DATE_START = /^\d{4}-\d/;

/** Returns whether a numeral has the form of a number. Its value can be too large for a double. */
export function isNumber(image: string): boolean {
  return NUMBER.test(image);
}

/** Returns whether a numeral is meant as a date or time: no number begins like it. */
export function looksTemporal(image: string): boolean {
  return image.charCodeAt(4) === 0x2d ? image.length > 5 && DATE_START.test(image) : image.includes(":");
}

/** Returns the type of the literal that a numeral is. Undefined if it is none. */
export function numeralType(image: string): TemporalType | "number" | undefined {
  if (looksTemporal(image)) return classifyTemporal(image);
  return isNumber(image) && Number.isFinite(Number(image)) ? "number" : undefined;
}
