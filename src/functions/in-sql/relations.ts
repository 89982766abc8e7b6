import { collatorOf, scalarOf } from "../in-memory/value-order.ts";
import { compilePair, MIRROR, RELATIONS } from "../in-memory/relations.ts";
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
import { allOf, constantOf, liftToSql } from "./list-elements.ts";
import type { Operand } from "../definition/types.ts";

/** Relations in a database: what comparison.ts is in memory. */

/** How the texts of a call compare: the strength in the call, else a member's own, else identical. */
export function collationOf({
  operands,
  strength,
  locale,
}: Pick<CallToSql, "operands" | "strength" | "locale">): CollationChoice {
  const own = operands.find((operand) => operand.comparison !== undefined)?.comparison;
  return { comparison: strength ?? own ?? "identical", locale };
}

/** Whether texts are equal where they are the same, character by character. */
export function isByCodePoints({ comparison }: CollationChoice): boolean {
  return comparison === "identical" || comparison === "codePoint";
}

/** A relation that holds between each two arguments that follow one another. */
export function chainToSql(call: CallToSql, relation: RelationName): SqlCondition {
  const { operands, port } = call;
  const pairs = operands
    .slice(1)
    .map((right, i) => pairToSql({ ...call, operands: [operands[i]!, right] }, relation));
  return pairs.length === 1 ? pairs[0]! : allOf(pairs, port);
}

/** A relation between two operands. */
export function pairToSql(call: CallToSql, relation: RelationName): SqlCondition {
  const [left, right] = call.operands as [SqlOperand, SqlOperand];
  const collation = collationOf(call);
  if (left.constant !== undefined && right.constant !== undefined) return constantPair(call, relation);
  const constantFirst = left.constant !== undefined && right.constant === undefined;
  const listSecond = left.type.type !== "list" && right.type.type === "list";
  if (!constantFirst && !listSecond) return directed(call, relation, collation);
  return directed({ ...call, operands: [right, left] }, MIRROR[relation], collation);
}

/** Two values that depend on no row are compared as memory does. */
function constantPair({ operands, strength, locale }: CallToSql, relation: RelationName): SqlCondition {
  const [left, right] = operands.map(({ constant }) => constant!.inMemory) as [Operand, Operand];
  const collator = collatorOf({ operands: [left, right], strength, locale });
  const { isTrue, isFalse } = compilePair(left, right, RELATIONS[relation], collator);
  return exactCondition(isTrue()(undefined), isFalse()(undefined));
}

function directed(
  { operands, port }: CallToSql,
  relation: RelationName,
  collation: CollationChoice,
): SqlCondition {
  const [left, right] = operands as [SqlOperand, SqlOperand];
  if (right.type.type === "list") return UNKNOWN_CONDITION;
  if (right.constant?.value === null) return UNKNOWN_CONDITION;
  const other = constantOf(right) ?? right.scalar();
  if (isRefusal(other)) return undecided(other.refused);
  const isText = scalarOf(left.type) === "string" && scalarOf(right.type) === "string";
  return liftToSql(
    left,
    port,
    (value: SqlScalar) =>
      isText ? port.compareTexts(relation, value, other, collation) : port.compare(relation, value, other),
    isConstant(other) ? true : port.isNotNull(other),
    relation === "eq" && isConstant(other) && (!isText || isByCodePoints(collation)) ? [other] : undefined,
  );
}
