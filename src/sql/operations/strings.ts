import { assertSameVersion, keyRange } from "../../collation/uca/key-column.ts";
import { createCollation } from "../../collation/uca/keyed-collation.ts";
import { STRENGTHS } from "../../collation/order/strength.ts";
import type { Strength } from "../../collation/order/strength.ts";
import {
  exactCondition,
  isConstant,
  isRefusal,
  undecided,
  type CollationChoice,
  type Constant,
  type RelationName,
  type SearchKind,
  type SqlCondition,
  type SqlScalar,
  type StoredKey,
  type Truth,
} from "../../functions/definition/port.ts";
import type { Dialect } from "../dialect-types/dialect.ts";
import { joinSql, bindable, sql, type SqlText } from "../fragments/fragment.ts";
import { haveSameRules } from "../database-functions/locale-rules.ts";
import { relationSql } from "./numbers.ts";
import { sqlAnd, sqlOr } from "../fragments/conditions.ts";

/**
 * Compares strings by the first method that is available: a verified collation of the database, stored sort keys, or an installed
 * function. Otherwise, strings are compared in memory.
 */

export function compareStrings(
  name: RelationName,
  left: SqlScalar,
  right: SqlScalar | Constant,
  choice: CollationChoice,
  isNotNull: Truth,
  dialect: Dialect,
): SqlCondition {
  const { comparison } = choice;
  if (comparison === "codePoint" || (comparison === "identical" && name === "eq")) {
    const use = name === "eq" ? "equality" : "order";
    const second = isConstant(right) ? boundString(right, dialect) : right.sql;
    const exact = relationSql(
      name,
      dialect.binaryString(left.sql as SqlText, left.traits, use),
      isConstant(right) ? (second as SqlText) : dialect.binaryString(second as SqlText, right.traits, use),
    );
    const coarse =
      name === "eq" && isConstant(right)
        ? dialect.indexedString?.(left.sql as SqlText, left.traits)
        : undefined;
    return coarse === undefined
      ? exact
      : withIndexableCondition(relationSql("eq", coarse, second as SqlText).isTrue.upper, exact);
  }
  return (
    inNativeOrder(name, left, right, choice, dialect) ??
    // Prefer stored sort keys to a function: they can be indexed, while a function runs for each row.
    byStoredKey(name, left, right, choice, dialect) ??
    byFunction(name, left, right, choice, dialect) ??
    undecided(noCollation(choice), isNotNull)
  );
}

/**
 * Adds a condition that can use an index.
 *
 * @param coarse condition that is true whenever `isTrue` is, and that can use an index.
 */
export function withIndexableCondition(coarse: Truth, { isTrue, isFalse }: SqlCondition): SqlCondition {
  return exactCondition(sqlAnd([coarse, isTrue.upper]), isFalse.upper);
}

export function noCollation({ comparison, locale }: CollationChoice): string {
  return `the database has no verified collation at ${comparison} strength for ${locale ?? "the root locale"}, and no stored sort keys`;
}

function boundString({ value }: Constant, dialect: Dialect): SqlText {
  return dialect.bind(bindable("text", value as string));
}

function inNativeOrder(
  name: RelationName,
  left: SqlScalar,
  right: SqlScalar | Constant,
  choice: CollationChoice,
  dialect: Dialect,
): SqlCondition | undefined {
  const a = dialect.nativeOrder(left.sql as SqlText, left.traits, choice, "comparison");
  const b = isConstant(right)
    ? isAscii(right.value as string)
      ? dialect.nativeOrder(boundString(right, dialect), { repertoire: "ascii" }, choice, "comparison")
      : undefined
    : dialect.nativeOrder(right.sql as SqlText, right.traits, choice, "comparison");
  return a === undefined || b === undefined ? undefined : relationSql(name, a, b);
}

/** Returns whether all characters are printable ASCII, U+0020 to U+007E. */
export function isAscii(value: string): boolean {
  return /^[ -~]*$/.test(value);
}

function byFunction(
  name: RelationName,
  left: SqlScalar,
  right: SqlScalar | Constant,
  choice: CollationChoice,
  dialect: Dialect,
): SqlCondition | undefined {
  const a = dialect.sortKey(left.sql as SqlText, choice);
  const b = dialect.sortKey(isConstant(right) ? boundString(right, dialect) : (right.sql as SqlText), choice);
  return a === undefined || b === undefined ? undefined : relationSql(name, a, b);
}

function byStoredKey(
  name: RelationName,
  left: SqlScalar,
  right: SqlScalar | Constant,
  choice: CollationChoice,
  dialect: Dialect,
): SqlCondition | undefined {
  const strength = choice.comparison as Strength;
  if (!isConstant(right)) {
    const a = storedKey(left, choice, "exact");
    const b = storedKey(right, choice, "exact");
    return a === undefined || b === undefined
      ? undefined
      : relationSql(name, a.sql as SqlText, b.sql as SqlText);
  }
  const stored = storedKey(left, choice, "exact") ?? storedKey(left, choice, "stronger");
  if (stored === undefined) return undefined;
  const collation = createCollation({ locale: stored.locale, strength });
  const key = collation.sortKey(right.value as string);
  const bind = (bytes: Uint8Array) => dialect.bind(bindable("bytes", bytes));
  const column = stored.sql as SqlText;
  if (stored.strength === strength) return relationSql(name, column, bind(key));
  const { from, to } = keyRange(key);
  switch (name) {
    case "eq":
      return exactCondition(
        sqlAnd([sql`${column} >= ${bind(from)}`, sql`${column} < ${bind(to)}`]),
        sqlOr([sql`${column} < ${bind(from)}`, sql`${column} >= ${bind(to)}`]),
      );
    case "lt":
    case "ge":
      return relationSql(name, column, bind(from));
    case "le":
      return relationSql("lt", column, bind(to));
    case "gt":
      return relationSql("ge", column, bind(to));
  }
}

/**
 * Returns the condition that a string equals one of the constants, by sort keys. Returns undefined for a single
 * constant, if the database has a verified collation, or if it has no sort key of exactly this strength.
 */
export function isOneOfByKey(
  scalar: SqlScalar,
  constants: readonly Constant[],
  choice: CollationChoice,
  dialect: Dialect,
): SqlCondition | undefined {
  const operand = scalar.sql as SqlText;
  if (constants.length < 2 || dialect.nativeOrder(operand, scalar.traits, choice, "comparison") !== undefined)
    return undefined;
  const stored = storedKey(scalar, choice, "exact");
  if (stored === undefined && storedKey(scalar, choice, "stronger") !== undefined) return undefined;
  const key = stored === undefined ? dialect.sortKey(operand, choice) : (stored.sql as SqlText);
  if (key === undefined) return undefined;
  const keys =
    stored === undefined
      ? computedKeys(constants, choice, dialect)
      : precomputedKeys(constants, stored, dialect);
  return negatable(sql`${key} IN (${joinSql(keys, ", ")})`);
}

function computedKeys(
  constants: readonly Constant[],
  choice: CollationChoice,
  dialect: Dialect,
): readonly SqlText[] {
  return constants.map((constant) => dialect.sortKey(boundString(constant, dialect), choice)!);
}

function precomputedKeys(
  constants: readonly Constant[],
  { locale, strength }: StoredKey,
  dialect: Dialect,
): readonly SqlText[] {
  const collation = createCollation({ locale, strength });
  return constants.map(({ value }) => dialect.bind(bindable("bytes", collation.sortKey(value as string))));
}

/** Returns a stored sort key of the locale, either at exactly the requested strength or at a stronger one. */
export function storedKey(
  { traits }: SqlScalar,
  { comparison, locale }: CollationChoice,
  match: "exact" | "stronger",
): StoredKey | undefined {
  const level = STRENGTHS.indexOf(comparison as Strength);
  const suitableKey = traits.keys?.find(
    (key) =>
      haveSameRules(key.locale, locale) &&
      (match === "exact" ? key.strength === comparison : STRENGTHS.indexOf(key.strength) > level),
  );
  if (suitableKey !== undefined) assertSameVersion(suitableKey.version);
  return suitableKey;
}

export function searchString(
  kind: SearchKind,
  value: SqlScalar,
  part: SqlScalar | Constant,
  choice: CollationChoice,
  isNotNull: Truth,
  dialect: Dialect,
): SqlCondition {
  const operand = value.sql as SqlText;
  const constant = isConstant(part) ? (part.value as string) : undefined;
  const searched = isConstant(part) ? boundString(part, dialect) : (part.sql as SqlText);
  if (constant === "") return exactCondition(isNotNull, false);
  if (choice.comparison === "codePoint" || choice.comparison === "identical") {
    if (kind === "startsWith" && constant !== undefined) return byRange(value, constant, dialect);
    return negatable(dialect.search(kind, operand, searched));
  }
  const condition = dialect.collatedSearch(kind, operand, searched, choice);
  return isRefusal(condition) ? undecided(condition.refused, isNotNull) : negatable(condition);
}

function negatable(condition: SqlText): SqlCondition {
  return exactCondition(condition, sql`NOT (${condition})`);
}

/** Compiles a prefix test as a range in code point order, which can use an index. */
function byRange(value: SqlScalar, prefix: string, dialect: Dialect): SqlCondition {
  const operand = dialect.binaryString(value.sql as SqlText, value.traits, "order");
  const bind = (value: string) => dialect.bind(bindable("text", value));
  const next = firstStringAfterPrefix(prefix);
  if (next === undefined) return relationSql("ge", operand, bind(prefix));
  return exactCondition(
    sqlAnd([sql`${operand} >= ${bind(prefix)}`, sql`${operand} < ${bind(next)}`]),
    sqlOr([sql`${operand} < ${bind(prefix)}`, sql`${operand} >= ${bind(next)}`]),
  );
}

/**
 * Returns the first string in code point order that is greater than all strings with the prefix; undefined if there is
 * none.
 */
export function firstStringAfterPrefix(prefix: string): string | undefined {
  const characters = Array.from(prefix);
  while (characters.length > 0) {
    const last = characters.pop()!.codePointAt(0)!;
    if (last === 0x10ffff) continue;
    // Skip the surrogates after U+D7FF: well-formed strings never contain them alone.
    return characters.join("") + String.fromCodePoint(last === 0xd7ff ? 0xe000 : last + 1);
  }
  return undefined;
}
