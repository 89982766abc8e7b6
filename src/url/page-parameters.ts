import { diagnostic, replace } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { DecodeQueryOptions } from "./collection-query.ts";
import type { Parameter } from "./decode-parameters.ts";
import type { Findings } from "./findings.ts";

/** Rows of a page where neither the request, nor the caller, nor a catalog says how many. */
const DEFAULT_LIMIT = 10;
const MAXIMUM_LIMIT = 1_000;

export interface Page {
  readonly start: number;
  readonly limit: number | undefined;
  readonly pageLimit: number;
}

/**
 * Reads `start` and `limit`: digits alone, at most 2^53-1. A limit above the maximum is lowered to it, with a hint.
 *
 * @throws RangeError for a default or a maximum that is no number of rows.
 */
export function readPage(
  start: Parameter | undefined,
  limit: Parameter | undefined,
  options: DecodeQueryOptions,
  findings: Findings,
): Page {
  const maximum = options.maximumLimit ?? options.catalog?.maximumLimit ?? MAXIMUM_LIMIT;
  const normal = options.defaultLimit ?? options.catalog?.defaultLimit ?? DEFAULT_LIMIT;
  for (const each of [maximum, normal]) {
    if (!Number.isSafeInteger(each) || each < 0) throw new RangeError(`${each} is no number of rows.`);
  }
  const asked = limit === undefined ? undefined : readInteger(limit, findings);
  if (asked !== undefined && asked > maximum) {
    const message = `A page has at most ${maximum} items here; the limit ${asked} is lowered to that.`;
    const { valueSpan } = limit!;
    findings.add(
      diagnostic("limit-lowered", valueSpan, message, [
        replace(`Write ${maximum}`, valueSpan, String(maximum)),
      ]),
    );
  }
  return {
    start: (start === undefined ? undefined : readInteger(start, findings)) ?? 0,
    limit: asked,
    pageLimit: Math.min(asked ?? normal, maximum),
  };
}

const DIGITS = /^[0-9]+$/;

function readInteger({ name, value, valueSpan }: Parameter, findings: Findings): number | undefined {
  if (!DIGITS.test(value)) {
    const bare = value.trim().replace(/^\+/, "");
    const meant = bare.length <= 16 && DIGITS.test(bare) ? bare : undefined;
    const fixes = meant === undefined ? [] : [replace(`Write ${meant}`, valueSpan, meant)];
    const message = `${name} is a whole number from 0 on, written in digits alone; '${show(value)}' is none.`;
    findings.add(diagnostic("invalid-integer", valueSpan, message, fixes));
    return undefined;
  }
  const number = Number(value);
  if (Number.isSafeInteger(number)) return number;
  const message = `${name} is at most ${Number.MAX_SAFE_INTEGER}; '${show(value)}' is more.`;
  findings.add(diagnostic("invalid-integer", valueSpan, message));
  return undefined;
}
