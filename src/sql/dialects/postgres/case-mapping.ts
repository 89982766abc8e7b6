import { union, type CodePointSet } from "../../../pattern/code-point-set.ts";
import { bindable, sql, type SqlText } from "../../fragments/fragment.ts";
import { writeSet } from "./pattern.ts";

/**
 * Corrections that make PostgreSQL 18's full case mapping (`pg_unicode_fast`) equal to JavaScript's.
 *
 * - Unicode versions can differ: letters that only the JavaScript runtime maps are replaced first.
 * - A final capital sigma depends on the letters around it, by different rules in both: a regular expression applies
 *   JavaScript's rule.
 */
export interface CaseRepairs {
  readonly upper: Replacements;
  readonly lower: Replacements;
}

/** Arguments of SQL's `translate`: each character of `from` becomes the character of `to` at the same position. */
interface Replacements {
  readonly from: string;
  readonly to: string;
}

const FULL_MAPPING = '"pg_unicode_fast"';

/** Query for each character whose case the server changes, in the two Unicode planes that contain cased letters. */
export const CASE_PROBE = `SELECT i, upper(c COLLATE ${FULL_MAPPING}), lower(c COLLATE ${FULL_MAPPING}) FROM (SELECT i, chr(i) AS c FROM generate_series(1, 131071) AS g(i) WHERE i NOT BETWEEN 55296 AND 57343) AS s WHERE upper(c COLLATE ${FULL_MAPPING}) <> c OR lower(c COLLATE ${FULL_MAPPING}) <> c`;

/**
 * Compares the server's case mapping with JavaScript's. Returns undefined if no one-to-one replacement makes them
 * equal.
 */
export function caseRepairs(rows: readonly (readonly unknown[])[]): CaseRepairs | undefined {
  const mappings = new Map(
    rows.map(([code, upper, lower]) => [code as number, [upper as string, lower as string]]),
  );
  const upper = replacements((character) => character.toUpperCase(), mappings, 0);
  const lower = replacements((character) => character.toLowerCase(), mappings, 1);
  return upper === undefined || lower === undefined ? undefined : { upper, lower };
}

function replacements(
  convert: (character: string) => string,
  mappings: ReadonlyMap<number, readonly string[]>,
  at: 0 | 1,
): Replacements | undefined {
  const databaseCase = (character: string) => mappings.get(character.codePointAt(0)!)?.[at] ?? character;
  let [from, to] = ["", ""];
  for (let code = 1; code <= 0x1ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const expected = convert(character);
    if (databaseCase(character) === expected) continue;
    if (Array.from(expected).length !== 1 || databaseCase(expected) !== expected) return undefined;
    from += character;
    to += expected;
  }
  return { from, to };
}

/**
 * Returns a string in upper or lower case. The result has the collation "C", because an explicit collation would affect
 * the whole expression.
 */
export function changedCase(to: "upper" | "lower", value: SqlText, repairs: CaseRepairs): SqlText {
  if (to === "upper")
    return sql`upper(${translate(value, repairs.upper)} COLLATE "pg_unicode_fast") COLLATE "C"`;
  const final = sql`CAST(${bindable("text", finalSigma())} AS text)`;
  const settled = sql`CASE WHEN strpos(${value} COLLATE "C", CAST('Σ' AS text)) > 0 THEN replace(regexp_replace(${value} COLLATE "C", ${final}, CAST('ς' AS text), CAST('g' AS text)), CAST('Σ' AS text), CAST('σ' AS text)) ELSE ${value} COLLATE "C" END`;
  return sql`lower(${translate(settled, repairs.lower)} COLLATE "pg_unicode_fast") COLLATE "C"`;
}

function translate(value: SqlText, { from, to }: Replacements): SqlText {
  if (from === "") return value;
  const bind = (characters: string) => sql`CAST(${bindable("text", characters)} AS text)`;
  return sql`translate(${value} COLLATE "C", ${bind(from)}, ${bind(to)})`;
}

let pattern: string | undefined;

/**
 * Returns a regular expression for a capital sigma in final position (Unicode: Final_Sigma), by the Unicode version of
 * the JavaScript runtime.
 */
function finalSigma(): string {
  if (pattern !== undefined) return pattern;
  const ignorable = writeSet(setOf((character) => CASE_IGNORABLE.test(character)));
  const cased = writeSet(setOf((character) => CASED.test(character) && !CASE_IGNORABLE.test(character)));
  return (pattern = `(?<=${cased}${ignorable}*)\\u03a3(?!${ignorable}*${cased})`);
}

const CASED = /^\p{Cased}$/u;
const CASE_IGNORABLE = /^\p{Case_Ignorable}$/u;

function setOf(has: (character: string) => boolean): CodePointSet {
  const ranges: number[] = [];
  for (let code = 1; code <= 0x10ffff; code++) {
    if (has(String.fromCodePoint(code))) ranges.push(code, code);
  }
  return union(ranges);
}
