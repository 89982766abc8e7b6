import type { CollationChoice } from "../../functions/definition/port.ts";
import { joinSql, requiring, sql, rawSql, type SqlText } from "../fragments/fragment.ts";

/** Calls one of `DATABASE_FUNCTIONS`, which the statement then requires. */
export function callFunction(name: string, args: readonly SqlText[]): SqlText {
  return requiring("function", name, sql`${rawSql(name)}(${joinSql(args, ", ")})`);
}

/**
 * A literal, not bound: databases match an index on an expression by text.
 *
 * @throws TypeError unless it consists of letters, digits and hyphens.
 */
export function keywordLiteral(word: string): SqlText {
  if (!/^[A-Za-z0-9-]{0,100}$/.test(word))
    throw new TypeError(`expected letters, digits and hyphens, got ${JSON.stringify(word)}`);
  return rawSql(`'${word}'`);
}

export function collationArguments({ comparison, locale }: CollationChoice): readonly SqlText[] {
  return [keywordLiteral(locale ?? "und"), keywordLiteral(comparison)];
}

/** Always written the same way, because indexes are defined on this expression. */
export function sortKeyCall(value: SqlText, choice: CollationChoice): SqlText {
  return callFunction("tamis_key", [value, ...collationArguments(choice)]);
}
