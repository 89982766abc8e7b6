import type { Capabilities, Dialect } from "../../dialect-types/dialect.ts";
import { bindable, rawSql, sql } from "../../fragments/fragment.ts";
import { TABLE_ALIAS } from "../../fragments/table-alias.ts";
import { callIfInstalled } from "../shared/base-dialect.ts";

/** Name of the function that the adapter installs: it returns 1, or throws after the deadline of the statement. */
export const DEADLINE_FUNCTION = "tamis_in_time";

/** Average size of the SQL that SQLite evaluates between two checks of the deadline, as an exponent of 2. */
const MAX_EXPONENT = 9;

/** Number of rows between two checks, by the exponent of 2 that it is close to. Primes, so that all remainders occur. */
const PRIMES = [1, 3, 5, 7, 17, 31, 61] as const;

/** Conditions below this size count as this size. */
const MIN_SIZE = 8;

/** Feature of a table whose row numbers are available as `_rowid_`. */
export function rowNumberFeature(table: string): string {
  return `rowid:${table.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())}`;
}

/**
 * Calls the function on a share of the rows, because a call takes longer than a short condition. The share is taken by
 * row number. It is random for elements of lists and for tables without row numbers, which takes longer.
 */
export function deadlineCheck(capabilities: Capabilities): NonNullable<Dialect["deadlineCheck"]> {
  return (size, table) => {
    const call = callIfInstalled(capabilities.functions, DEADLINE_FUNCTION, []);
    const exponent = MAX_EXPONENT - Math.ceil(Math.log2(Math.max(MIN_SIZE, size)));
    if (call === undefined || exponent <= 0) return call;
    const name = typeof table === "string" ? table : table?.at(-1);
    return name !== undefined && capabilities.features.has(rowNumberFeature(name))
      ? sql`(${SCATTERED} % ${rawSql(String(PRIMES[exponent]))} OR ${call})`
      : sql`(random() & ${rawSql(String(2 ** exponent - 1))} OR ${call})`;
  };
}

const ROW_NUMBER = rawSql(`${TABLE_ALIAS}._rowid_`);

/** Returns a random prime from 8,193 to about 16,400. */
function randomPrime(): number {
  let candidate = 8_193 + 2 * Math.floor(Math.random() * 4_096);
  while (!isPrime(candidate)) candidate += 2;
  return candidate;
}

function isPrime(odd: number): boolean {
  for (let divisor = 3; divisor * divisor <= odd; divisor += 2) if (odd % divisor === 0) return false;
  return true;
}

/**
 * The divisors are random, so that nobody can choose row numbers that are never checked. They are the same in the whole
 * process, so that equal requests have equal statements.
 *
 * The remainder is squared because row numbers often have a common difference. A remainder of a remainder would then
 * have long gaps: some differences, such as 4,096 with the divisor 8,253, give no multiple of 61 in thousands of rows.
 */
const FIRST_DIVISOR = bindable("integer", randomPrime());
const SECOND_DIVISOR = bindable("integer", randomPrime());
const REMAINDER = sql`(${ROW_NUMBER} % ${FIRST_DIVISOR})`;
const SCATTERED = sql`${REMAINDER} * ${REMAINDER} % ${SECOND_DIVISOR}`;
