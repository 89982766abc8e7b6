import { MIRRORED } from "../definition/comparisons.ts";
import {
  exactCondition,
  isConstant,
  isRefusal,
  undecided,
  UNKNOWN_CONDITION,
  type CallToSql,
  type CollationChoice,
  type RelationName,
  type SqlCondition,
  type SqlOperand,
  type SqlScalar,
} from "../definition/port.ts";
import type { Operand } from "../definition/types.ts";
import { compilePair, RELATIONS } from "../in-memory/relations.ts";
import { collatorOf, scalarTypeOf } from "../in-memory/compare-values.ts";
import { constantOf, liftToSql } from "./list-elements.ts";
import { sqlConjunction } from "./logic.ts";

/** Returns the collation of a call: at the strength of the call, otherwise that of a member, otherwise `identical`. */
export function collationOf({
  operands,
  strength,
  locale,
}: Pick<CallToSql, "operands" | "strength" | "locale">): CollationChoice {
  const ofMember = operands.find((operand) => operand.comparison !== undefined)?.comparison;
  return { comparison: strength ?? ofMember ?? "identical", locale };
}

/** Returns whether strings are equal only if they have the same code points. */
export function isByCodePoints({ comparison }: CollationChoice): boolean {
  return comparison === "identical" || comparison === "codePoint";
}

/** Compiles a call that tests a relation between each two consecutive arguments. */
export function relationChainToSql(call: CallToSql, relation: RelationName): SqlCondition {
  const { operands, port } = call;
  const pairs = operands
    .slice(1)
    .map((right, i) => pairToSql({ ...call, operands: [operands[i]!, right] }, relation));
  return pairs.length === 1 ? pairs[0]! : sqlConjunction(pairs, port);
}

export function pairToSql(call: CallToSql, relation: RelationName): SqlCondition {
  const [left, right] = call.operands as [SqlOperand, SqlOperand];
  const collation = collationOf(call);
  if (left.constant !== undefined && right.constant !== undefined) return constantPair(call, relation);
  const constantFirst = left.constant !== undefined && right.constant === undefined;
  const listSecond = left.type.type !== "list" && right.type.type === "list";
  if (!constantFirst && !listSecond) return orientedPair(call, relation, collation);
  return orientedPair({ ...call, operands: [right, left] }, MIRRORED[relation], collation);
}

function constantPair({ operands, strength, locale }: CallToSql, relation: RelationName): SqlCondition {
  const [left, right] = operands.map(({ constant }) => constant!.inMemory) as [Operand, Operand];
  const collator = collatorOf({ operands: [left, right], strength, locale });
  const { isTrue, isFalse } = compilePair(left, right, RELATIONS[relation], collator);
  return exactCondition(isTrue()(undefined), isFalse()(undefined));
}

/**
 * Compiles a comparison. Exchanges the operands if needed: the left one must depend on the row, and must be the list if
 * there is one.
 */
function orientedPair(
  { operands, port }: CallToSql,
  relation: RelationName,
  collation: CollationChoice,
): SqlCondition {
  const [left, right] = operands as [SqlOperand, SqlOperand];
  if (right.type.type === "list") return UNKNOWN_CONDITION;
  if (right.constant?.value === null) return liftToSql(left, port, () => UNKNOWN_CONDITION);
  const compared = constantOf(right) ?? right.scalar();
  if (isRefusal(compared)) return undecided(compared.refused);
  const areStrings = scalarTypeOf(left.type) === "string" && scalarTypeOf(right.type) === "string";
  return liftToSql(
    left,
    port,
    (value: SqlScalar) =>
      areStrings
        ? port.compareTexts(relation, value, compared, collation)
        : port.compare(relation, value, compared),
    relation === "eq" && isConstant(compared) && (!areStrings || isByCodePoints(collation))
      ? [compared]
      : undefined,
  );
}
