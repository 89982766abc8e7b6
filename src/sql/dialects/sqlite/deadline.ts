import type { Capabilities, Dialect } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql } from "../../fragments/fragment.ts";
import { TABLE_ALIAS } from "../../fragments/table-alias.ts";
import { callIfInstalled } from "../shared/base-dialect.ts";

/** Name of the function that the adapter installs: it returns 1, or throws after the deadline of the statement. */
export const DEADLINE_FUNCTION = "tamis_in_time";

/**
 * Parameter of a check. The adapter binds true if the statement ends soon without checks, because the database is small. Reading the
 * parameter takes less than a fifth of the time of a check.
 */
export const ENDS_SOON = bindable("boolean", false);

/** Average size of the SQL that SQLite evaluates between two checks of the deadline, as an exponent of 2. */
const MAX_EXPONENT = 11;

/** Conditions below this size count as this size. */
const MIN_SIZE = 8;

/** Feature of a table whose row numbers are available as `_rowid_`. */
export function rowNumberFeature(table: string): string {
  return `rowid:${table.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())}`;
}

/**
 * Calls the function on a share of the rows, because a call takes longer than a short condition. The share is taken by
 * row number. It is random for elements of lists and for tables without row numbers, which takes longer.
 *
 * For the shortest conditions, the share is one row of each prime. Taking a larger share needs an operation more on each row,
 * which takes a third of the time of such a condition.
 */
export function deadlineCheck(capabilities: Capabilities): NonNullable<Dialect["deadlineCheck"]> {
  return (size, table) => {
    const call = callIfInstalled(capabilities.functions, DEADLINE_FUNCTION, []);
    const exponent = MAX_EXPONENT - Math.ceil(Math.log2(Math.max(MIN_SIZE, size)));
    if (call === undefined || exponent <= 0) return call;
    const name = typeof table === "string" ? table : table?.at(-1);
    const isNumbered = name !== undefined && capabilities.features.has(rowNumberFeature(name));
    const draw = isNumbered ? REMAINDER : RANDOM;
    if (isNumbered && exponent >= PRIME_EXPONENT) return sql`(${ENDS_SOON} OR ${draw} OR ${call})`;
    return sql`(${draw} & ${rawSql(String(2 ** exponent - 1))} OR ${call})`;
  };
}

/** A share of one row in 2 to the power of this is taken by the prime alone. */
const PRIME_EXPONENT = 8;
const MIN_DIVISOR = 2 ** PRIME_EXPONENT;
const MAX_DIVISOR = 2.5 * MIN_DIVISOR;

/** Returns a random prime from `MIN_DIVISOR` to about `MAX_DIVISOR`. */
function randomPrime(): number {
  let candidate = MIN_DIVISOR + 1 + 2 * Math.floor((Math.random() * (MAX_DIVISOR - MIN_DIVISOR)) / 2);
  while (!isPrime(candidate)) candidate += 2;
  return candidate;
}

function isPrime(odd: number): boolean {
  for (let divisor = 3; divisor * divisor <= odd; divisor += 2) if (odd % divisor === 0) return false;
  return true;
}

const RANDOM = rawSql("random()");

/**
 * Row numbers often have a common difference. Modulo a prime that does not divide the difference, the rows then have all
 * remainders in turn, so that the longest gap between two checks is the prime. The prime is random, so that nobody can choose
 * row numbers that are never checked. It is the same in the whole process, so that equal requests have equal statements.
 *
 * The prime is a part of the text: SQLite evaluates this on each row, and reads a bound value more slowly than a constant.
 */
const REMAINDER = rawSql(`${TABLE_ALIAS}._rowid_ % ${randomPrime()}`);
