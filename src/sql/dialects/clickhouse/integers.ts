import type { WideIntegers } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql } from "../../fragments/fragment.ts";

/** Storage forms of integers that can exceed 64 bits with a sign, by the type of the column. */
const WIDE: ReadonlyMap<string, WideIntegers> = new Map(
  ([64, 128, 256] as const).flatMap((bits) => [
    [`UInt${bits}`, wideIntegers(`UInt${bits}`, 0n, 2n ** BigInt(bits) - 1n)],
    [`Int${bits}`, wideIntegers(`Int${bits}`, -(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n)],
  ]),
);

/** Returns the properties of wide integers, whose storage form is the type of the column. They are bound as strings. */
export function clickhouseWideIntegers(form: string | undefined): WideIntegers | undefined {
  return form === undefined ? undefined : WIDE.get(form);
}

function wideIntegers(type: string, from: bigint, to: bigint): WideIntegers {
  const as = rawSql(`to${type}`);
  return {
    from,
    to,
    bind: (value) => sql`${as}(${bindable("text", String(value))})`,
    isOneOf: (value, list) =>
      sql`${value} IN arrayMap(tamis_n -> ${as}(tamis_n), ${bindable("texts", list.map(String))})`,
  };
}
