import { union, type CodePointSet } from "../../../pattern/code-point-set.ts";
import { bindable, sql, type SqlText } from "../../fragments/fragment.ts";
import { writeSet } from "./pattern.ts";

/**
 * Makes PostgreSQL 18's full case mapping (`pg_unicode_fast`) equal to JavaScript's.
 *
 * - Versions of Unicode can differ: letters that only the runtime maps are replaced first.
 * - A final capital sigma depends on the letters around it, by a rule that differs too: a regular expression applies it
 *   instead.
 */
export interface CaseRepairs {
  readonly upper: Replacements;
  readonly lower: Replacements;
}

/** For `translate`: each character of `from` becomes the one at the same position. */
interface Replacements {
  readonly from: string;
  readonly to: string;
}

const FULL_MAPPING = '"pg_unicode_fast"';

/** Each character whose case the server changes, in the two planes with cased letters. */
export const CASE_PROBE = `SELECT i, upper(c COLLATE ${FULL_MAPPING}), lower(c COLLATE ${FULL_MAPPING}) FROM (SELECT i, chr(i) AS c FROM generate_series(1, 131071) AS g(i) WHERE i NOT BETWEEN 55296 AND 57343) AS s WHERE upper(c COLLATE ${FULL_MAPPING}) <> c OR lower(c COLLATE ${FULL_MAPPING}) <> c`;

/** Undefined if no one-to-one replacement makes server and runtime agree. */
export function caseRepairs(rows: readonly (readonly unknown[])[]): CaseRepairs | undefined {
  const known = new Map(
    rows.map(([code, upper, lower]) => [code as number, [upper as string, lower as string]]),
  );
  const upper = replacements((character) => character.toUpperCase(), known, 0);
  const lower = replacements((character) => character.toLowerCase(), known, 1);
  return upper === undefined || lower === undefined ? undefined : { upper, lower };
}

function replacements(
  own: (character: string) => string,
  known: ReadonlyMap<number, readonly string[]>,
  at: 0 | 1,
): Replacements | undefined {
  const of = (character: string) => known.get(character.codePointAt(0)!)?.[at] ?? character;
  let [from, to] = ["", ""];
  for (let code = 1; code <= 0x1ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue;
    const character = String.fromCodePoint(code);
    const wanted = own(character);
    if (of(character) === wanted) continue;
    if (Array.from(wanted).length !== 1 || of(wanted) !== wanted) return undefined;
    from += character;
    to += wanted;
  }
  return { from, to };
}

/** The result has the collation "C": an explicit collation would propagate. */
export function changedCase(to: "upper" | "lower", value: SqlText, repairs: CaseRepairs): SqlText {
  if (to === "upper")
    return sql`upper(${replaced(value, repairs.upper)} COLLATE "pg_unicode_fast") COLLATE "C"`;
  const final = sql`CAST(${bindable("text", finalSigma())} AS text)`;
  const settled = sql`CASE WHEN strpos(${value} COLLATE "C", 'Σ') > 0 THEN replace(regexp_replace(${value} COLLATE "C", ${final}, 'ς', 'g'), 'Σ', 'σ') ELSE ${value} COLLATE "C" END`;
  return sql`lower(${replaced(settled, repairs.lower)} COLLATE "pg_unicode_fast") COLLATE "C"`;
}

function replaced(value: SqlText, { from, to }: Replacements): SqlText {
  if (from === "") return value;
  const bind = (characters: string) => sql`CAST(${bindable("text", characters)} AS text)`;
  return sql`translate(${value} COLLATE "C", ${bind(from)}, ${bind(to)})`;
}

let pattern: string | undefined;

/** A capital sigma in final position (Unicode: Final_Sigma), in the runtime's version of Unicode. */
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
