import type { CollationChoice } from "../../functions/definition/port.ts";
import { requestLocale } from "../../collation/locale/resolve-locale.ts";
import { joinSql, requiring, sql, rawSql, type SqlText } from "../fragments/fragment.ts";

/** Returns a call of one of `DATABASE_FUNCTIONS`. Statements that contain it require that function to be installed. */
export function callFunction(name: string, args: readonly SqlText[]): SqlText {
  return requiring("function", name, sql`${rawSql(name)}(${joinSql(args, ", ")})`);
}

/**
 * Returns a string literal. The word is not bound as a parameter, because databases match an index on an expression by
 * its text.
 *
 * @throws TypeError unless the word consists of letters, digits and hyphens.
 */
export function keywordLiteral(word: string): SqlText {
  if (!/^[A-Za-z0-9-]{0,100}$/.test(word))
    throw new TypeError(`expected letters, digits and hyphens, got ${JSON.stringify(word)}`);
  return rawSql(`'${word}'`);
}

export function collationArguments({ comparison, locale }: CollationChoice): readonly SqlText[] {
  return [keywordLiteral(requestLocale(locale) ?? "und"), keywordLiteral(comparison)];
}

/**
 * Returns a call of `tamis_key`. Every caller must write the same text, because indexes are defined on this expression.
 */
export function sortKeyCall(value: SqlText, choice: CollationChoice): SqlText {
  return callFunction("tamis_key", [value, ...collationArguments(choice)]);
}
