import type { CollationChoice } from "../../functions/definition/port.ts";
import { joinSql, requiring, sql, rawSql, type SqlText } from "../fragments/fragment.ts";

/** Calls of the functions of ours that a database has been given; see database-functions.ts. */

/** A call, which the statement then requires. */
export function callFunction(name: string, args: readonly SqlText[]): SqlText {
  return requiring("function", name, sql`${rawSql(name)}(${joinSql(args, ", ")})`);
}

/**
 * A word of a closed list as a literal: a strength, a language tag. Written out, because an index on an expression is
 * found by its text.
 *
 * @throws TypeError for anything but letters, digits and hyphens.
 */
export function keywordLiteral(word: string): SqlText {
  if (!/^[A-Za-z0-9-]{0,100}$/.test(word)) throw new TypeError(`${JSON.stringify(word)} is no word.`);
  return rawSql(`'${word}'`);
}

/** The locale and the strength of a comparison, as arguments. */
export function collationArguments({ comparison, locale }: CollationChoice): readonly SqlText[] {
  return [keywordLiteral(locale ?? "und"), keywordLiteral(comparison)];
}

/** The sort key of a text: written one way only, since an index stands on it. */
export function sortKeyCall(value: SqlText, choice: CollationChoice): SqlText {
  return callFunction("tamis_key", [value, ...collationArguments(choice)]);
}
