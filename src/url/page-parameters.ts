import { diagnostic, replace } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { DecodeQueryOptions } from "./collection-query.ts";
import { requireCount } from "./require-count.ts";
import type { QueryParameter } from "./decode-parameters.ts";
import type { DiagnosticCollector } from "./diagnostic-collector.ts";

/** Limits that apply if neither the options nor the catalog define them. */
const DEFAULT_LIMIT = 10;
const MAXIMUM_LIMIT = 1_000;

export interface PageParameters {
  readonly start: number;
  readonly limit: number | undefined;
  readonly pageLimit: number;
}

/**
 * Reads `start` and `limit`. Values must consist of digits, and a start must be at most 2^53-1. A limit above the maximum is
 * lowered to it, with a hint.
 *
 * @throws RangeError if the default or maximum limit is not an integer >= 0.
 */
export function readPageParameters(
  start: QueryParameter | undefined,
  limit: QueryParameter | undefined,
  options: DecodeQueryOptions,
  collector: DiagnosticCollector,
): PageParameters {
  const maximum = options.maximumLimit ?? options.catalog?.maximumLimit ?? MAXIMUM_LIMIT;
  const byDefault = options.defaultLimit ?? options.catalog?.defaultLimit ?? DEFAULT_LIMIT;
  requireCount("maximumLimit", maximum);
  requireCount("defaultLimit", byDefault);
  const requested = limit === undefined ? undefined : readInteger(limit, collector, "lowered");
  if (requested !== undefined && requested > maximum) {
    const { value, valueSpan } = limit!;
    const message = `A page has at most ${maximum} items here; the limit ${show(value)} is lowered to that.`;
    collector.add(
      diagnostic("limit-lowered", valueSpan, message, [
        replace(`Write ${maximum}`, valueSpan, String(maximum)),
      ]),
    );
  }
  return {
    start: (start === undefined ? undefined : readInteger(start, collector, "refused")) ?? 0,
    limit: requested,
    pageLimit: Math.min(requested ?? byDefault, maximum),
  };
}

const DIGITS = /^[0-9]+$/;

/** @param greater whether an integer above 2^53-1 becomes 2^53-1, or is an error */
function readInteger(
  { name, value, valueSpan }: QueryParameter,
  collector: DiagnosticCollector,
  greater: "lowered" | "refused",
): number | undefined {
  if (!DIGITS.test(value)) {
    const bare = value.trim().replace(/^\+/, "");
    const correction = bare.length <= 16 && DIGITS.test(bare) ? bare : undefined;
    const fixes = correction === undefined ? [] : [replace(`Write ${correction}`, valueSpan, correction)];
    const message = `${name} must be a whole number from 0 on, written in digits only, but it is '${show(value)}'.`;
    collector.add(diagnostic("invalid-integer", valueSpan, message, fixes));
    return undefined;
  }
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  if (greater === "lowered") return Number.MAX_SAFE_INTEGER;
  const message = `${name} must be at most ${Number.MAX_SAFE_INTEGER}, but it is '${show(value)}'.`;
  collector.add(diagnostic("invalid-integer", valueSpan, message));
  return undefined;
}
