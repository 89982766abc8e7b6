import type { Sql, Truth } from "../../functions/definition/port.ts";
import { joinSql, sql, rawSql, type SqlText } from "./fragment.ts";

/**
 * Returns the AND or OR of conditions. Folds constants, and joins conditions as a balanced tree: databases limit the depth of
 * expressions and parse a chain as a deep tree.
 */

export function sqlAnd(parts: readonly Truth[]): Truth {
  return join(parts, true, " AND ");
}

export function sqlOr(parts: readonly Truth[]): Truth {
  return join(parts, false, " OR ");
}

function join(parts: readonly Truth[], neutral: boolean, word: string): Truth {
  const distinct = new Set<Sql>();
  for (const part of parts) {
    if (part === !neutral) return part;
    if (typeof part !== "boolean") distinct.add(part);
  }
  return distinct.size === 0 ? neutral : balance([...distinct], word);
}

/** Maximum number of conditions joined without nested parentheses. Longer lists are split in half. */
const FLAT_CONDITIONS = 8;

function balance(parts: readonly Sql[], word: string): SqlText {
  if (parts.length === 1) return parts[0] as SqlText;
  if (parts.length <= FLAT_CONDITIONS) return sql`(${joinSql(parts, word)})`;
  const half = Math.ceil(parts.length / 2);
  return sql`(${balance(parts.slice(0, half), word)}${rawSql(word)}${balance(parts.slice(half), word)})`;
}

/** Returns the condition that `truth` is false or unknown. */
export function isNotTrue(truth: Truth): Truth {
  return typeof truth === "boolean" ? !truth : sql`(${truth}) IS NOT TRUE`;
}

export function truthSql(
  truth: Truth,
  dialect: { readonly constants: { readonly true: string; readonly false: string } },
): SqlText {
  if (typeof truth !== "boolean") return truth as SqlText;
  return rawSql(truth ? dialect.constants.true : dialect.constants.false);
}
