import type { CollationChoice } from "../../functions/definition/port.ts";
import { joinSql, requiring, sql, rawSql, type SqlText } from "../fragments/fragment.ts";

/** A call of one of `DATABASE_FUNCTIONS`; the statement then requires that function. */
export function callFunction(name: string, args: readonly SqlText[]): SqlText {
  return requiring("function", name, sql`${rawSql(name)}(${joinSql(args, ", ")})`);
}

/**
 * A strength or a language tag as a literal. It is not bound, because databases match an index on an expression by text.
 *
 * @throws TypeError unless it consists of letters, digits and hyphens.
 */
export function keywordLiteral(word: string): SqlText {
  if (!/^[A-Za-z0-9-]{0,100}$/.test(word))
    throw new TypeError(`expected letters, digits and hyphens, got ${JSON.stringify(word)}`);
  return rawSql(`'${word}'`);
}

/** Arguments for the locale and the strength of a comparison. */
export function collationArguments({ comparison, locale }: CollationChoice): readonly SqlText[] {
  return [keywordLiteral(locale ?? "und"), keywordLiteral(comparison)];
}

/** The sort key of a string. Always written the same way, because indexes are defined on this expression. */
export function sortKeyCall(value: SqlText, choice: CollationChoice): SqlText {
  return callFunction("tamis_key", [value, ...collationArguments(choice)]);
}
