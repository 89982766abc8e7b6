import type { CollationChoice } from "../../functions/definition/port.ts";
import { joined, requiring, sql, text, type SqlText } from "../fragments/fragment.ts";

/** Calls of the functions of ours that a database has been given; see database-functions.ts. */

/** A call, which the statement then requires. */
export function callFunction(name: string, args: readonly SqlText[]): SqlText {
  return requiring("function", name, sql`${text(name)}(${joined(args, ", ")})`);
}

/**
 * A word of a closed list as a literal: a strength, a language tag. Written out, because an index on an expression is
 * found by its text.
 *
 * @throws TypeError for anything but letters, digits and hyphens.
 */
export function wordLiteral(word: string): SqlText {
  if (!/^[A-Za-z0-9-]{0,100}$/.test(word)) throw new TypeError(`${JSON.stringify(word)} is no word.`);
  return text(`'${word}'`);
}

/** The locale and the strength of a comparison, as arguments. */
export function collationWords({ comparison, locale }: CollationChoice): readonly SqlText[] {
  return [wordLiteral(locale ?? "und"), wordLiteral(comparison)];
}

/** The sort key of a text: written one way only, since an index stands on it. */
export function sortKeyCall(value: SqlText, choice: CollationChoice): SqlText {
  return callFunction("tamis_key", [value, ...collationWords(choice)]);
}
