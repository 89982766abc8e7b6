import type { DiagnosticCode } from "../../src/diagnostics/codes.ts";
import type { Limits } from "../../src/diagnostics/limits.ts";

/** The cases of the conformance suite, as JSON holds them. The format is described in test/conformance/README.md. */

export interface Problem {
  readonly code: DiagnosticCode;
  readonly start: number;
  readonly end: number;
}

export type Expectation =
  /** Indices of the rows that are kept, and of those for which the filter is unknown. */
  | {
      readonly rows: readonly number[];
      readonly unknown: readonly number[];
      readonly warnings?: readonly Problem[];
    }
  /** The value of the expression for each row, encoded; null for null and unknown. */
  | { readonly values: readonly unknown[] }
  /** Indices of the rows, in order. */
  | { readonly order: readonly number[] }
  /** The canonical text of what is read. */
  | { readonly print: string; readonly warnings?: readonly Problem[] }
  /** The first error. */
  | { readonly error: Problem };

/** A text, or its parts with how often each is repeated, for texts too long to be written down. */
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
  /** The name of rows in the file's `tables`, or the rows themselves, encoded. */
  readonly rows?: string | readonly unknown[];
  readonly expect: Expectation;
}

export interface CaseFile {
  readonly about: string;
  /** Rows that several cases share, encoded. */
  readonly tables?: Readonly<Record<string, readonly unknown[]>>;
  readonly cases: readonly Case[];
}

/** What JSON cannot hold becomes `{"$": kind, "value": text}`; an object with a key `$` is wrapped. */
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
      // One that is no date has no text.
      if (value instanceof Date) return { $: "date", value: value.toJSON() };
      if (Array.isArray(value)) return value.map(encode);
      const object = Object.fromEntries(Object.entries(value).map(([key, each]) => [key, encode(each)]));
      return Object.hasOwn(object, "$") ? { $: "object", value: object } : object;
    }
    default:
      return value;
  }
}

/** The way back. Keys are defined, not assigned: `__proto__` is a key like any other. */
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

/** The whole text of a case. */
export function textOf(text: CaseText): string {
  return typeof text === "string" ? text : text.map(([part, times]) => part.repeat(times)).join("");
}
