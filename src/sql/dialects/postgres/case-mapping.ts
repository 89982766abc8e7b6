import { union, type CodePointSet } from "../../../pattern/code-point-set.ts";
import { bindable, sql, type SqlText } from "../../fragments/fragment.ts";
import { writeSet } from "./pattern.ts";

/**
 * Upper and lower case as JavaScript has them, by the full mapping that PostgreSQL 18 has as "pg_unicode_fast". Server
 * and runtime may know different versions of Unicode: a letter that only the latter knows is replaced before. Which
 * letters a capital sigma stands behind, and so whether it is a final one, hangs on the version too, and the two read
 * the rule otherwise where a letter is one to be passed over: so that is decided by a pattern.
 */
export interface CaseRepairs {
  readonly upper: Replacements;
  readonly lower: Replacements;
}

/** Characters, and for each in its place what it becomes. */
interface Replacements {
  readonly from: string;
  readonly to: string;
}

const FULL_MAPPING = '"pg_unicode_fast"';

/** Asks the server for each character whose case it changes, up to the last plane that has letters with case. */
export const CASE_PROBE = `SELECT i, upper(c COLLATE ${FULL_MAPPING}), lower(c COLLATE ${FULL_MAPPING}) FROM (SELECT i, chr(i) AS c FROM generate_series(1, 131071) AS g(i) WHERE i NOT BETWEEN 55296 AND 57343) AS s WHERE upper(c COLLATE ${FULL_MAPPING}) <> c OR lower(c COLLATE ${FULL_MAPPING}) <> c`;

/** What is to be replaced so that server and runtime agree; undefined where no replacement brings that about. */
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

/** The value in upper or lower case, with the collation "C": a collation that is said goes on with the value. */
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

/** A capital sigma behind a letter with case and before none, characters that are passed over left aside. */
function finalSigma(): string {
  if (pattern !== undefined) return pattern;
  const passed = writeSet(setOf((character) => PASSED_OVER.test(character)));
  const cased = writeSet(setOf((character) => CASED.test(character) && !PASSED_OVER.test(character)));
  return (pattern = `(?<=${cased}${passed}*)\\u03a3(?!${passed}*${cased})`);
}

const CASED = /^\p{Cased}$/u;
const PASSED_OVER = /^\p{Case_Ignorable}$/u;

function setOf(has: (character: string) => boolean): CodePointSet {
  const ranges: number[] = [];
  for (let code = 1; code <= 0x10ffff; code++) {
    if (has(String.fromCodePoint(code))) ranges.push(code, code);
  }
  return union(ranges);
}
