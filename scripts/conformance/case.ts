import type { DiagnosticCode } from "../../src/diagnostics/codes.ts";
import type { Limits } from "../../src/diagnostics/limits.ts";

/** Types of the JSON files of the conformance suite. See test/conformance/README.md for the format. */

export interface Problem {
  readonly code: DiagnosticCode;
  readonly start: number;
  readonly end: number;
}

export type Expectation =
  /** Indices of the rows for which the filter is true, and of those for which it is unknown. */
  | {
      readonly rows: readonly number[];
      readonly unknown: readonly number[];
      readonly warnings?: readonly Problem[];
    }
  /** The value of the expression for each row, encoded; null for null and unknown. */
  | { readonly values: readonly unknown[] }
  /** Sorted indices of the rows. */
  | { readonly order: readonly number[] }
  /** Canonical text of the parsed expression. */
  | { readonly print: string; readonly warnings?: readonly Problem[] }
  | { readonly error: Problem };

/** A text; or, for long texts, parts with their number of repetitions. */
export type CaseText = string | readonly (readonly [string, number])[];

export interface Case {
  readonly id: string;
  readonly kind: "filter" | "sortBy";
  readonly expression: CaseText;
  readonly mode?: "strict" | "lenient";
  readonly locale?: string;
  /** A name in catalogs.json. */
  readonly catalog?: string;
  readonly limits?: Partial<Limits>;
  /** The encoded rows, or their name in the file's `tables`. */
  readonly rows?: string | readonly unknown[];
  readonly expect: Expectation;
}

export interface CaseFile {
  readonly about: string;
  /** Encoded rows that several cases share. */
  readonly tables?: Readonly<Record<string, readonly unknown[]>>;
  readonly cases: readonly Case[];
}

/** Encodes values that JSON cannot represent as `{"$": kind, "value": text}`, and wraps objects with a key `$`. */
export function encode(value: unknown): unknown {
  switch (typeof value) {
    case "bigint":
      return { $: "bigint", value: String(value) };
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0)
        ? value
        : { $: "number", value: Object.is(value, -0) ? "-0" : String(value) };
    case "undefined":
      return { $: "undefined" };
    case "object": {
      if (value === null) return null;
      // Invalid dates have no ISO string.
      if (value instanceof Date) return { $: "date", value: value.toJSON() };
      if (Array.isArray(value)) return value.map(encode);
      const object = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, encode(each)]));
      return Object.hasOwn(object, "$") ? { $: "object", value: object } : object;
    }
    default:
      return value;
  }
}

/** Inverse of `encode`. Defines keys instead of assigning them, because one can be `__proto__`. */
export function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode);
  if (typeof value !== "object" || value === null) return value;
  const { $: kind, value: inner } = value as { $?: unknown; value?: unknown };
  switch (kind) {
    case undefined:
      return decodeMembers(value);
    case "bigint":
      return BigInt(inner as string);
    case "number":
      return inner === "-0" ? -0 : Number(inner);
    case "undefined":
      return undefined;
    case "date":
      return new Date((inner as string | null) ?? NaN);
    case "object":
      return decodeMembers(inner as object);
    default:
      throw new Error(`unknown encoding ${JSON.stringify(kind)}`);
  }
}

function decodeMembers(object: object): object {
  const decoded = {};
  for (const [key, each] of Object.entries(object)) {
    Object.defineProperty(decoded, key, {
      value: decode(each),
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
  return decoded;
}

export function textOf(text: CaseText): string {
  return typeof text === "string" ? text : text.map(([part, times]) => part.repeat(times)).join("");
}
