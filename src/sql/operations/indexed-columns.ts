import { isByCodePoints } from "../../functions/in-sql/relations.ts";
import {
  exactCondition,
  isConstant,
  isExactCondition,
  type CollationChoice,
  type Constant,
  type Port,
  type RelationName,
  type SqlCondition,
  type SqlScalar,
} from "../../functions/definition/port.ts";
import { sqlAnd } from "../fragments/conditions.ts";
import { isDouble } from "./readable.ts";
import { ownProperty } from "../../values/own-properties.ts";

/**
 * Adds to each comparison of an expression with constants the same comparison of its column, if the storage names an
 * indexed column. An index of the column can serve the added condition. It is true wherever the comparison of the
 * expression is true, so it changes no result.
 */
export function withIndexedColumns(port: Port): Port {
  return {
    ...port,
    compare: (relation, left, right) => {
      const exact = port.compare(relation, left, right);
      return isConstant(right) && areComparable(left, [right])
        ? alsoOfColumn(left, exact, relation, (column) => port.compare(relation, column, right))
        : exact;
    },
    compareTexts: (relation, left, right, choice) => {
      const exact = port.compareTexts(relation, left, right, choice);
      return isConstant(right) && isByCodePoints(choice) && isInOrder(relation, left, choice)
        ? alsoOfColumn(left, exact, relation, (column) => port.compareTexts(relation, column, right, choice))
        : exact;
    },
    oneOf: (value, constants, choice) => {
      const exact = port.oneOf(value, constants, choice);
      return areComparable(value, constants) && (choice === undefined || isByCodePoints(choice))
        ? alsoOfColumn(value, exact, "eq", (column) => port.oneOf(column, constants, choice))
        : exact;
    },
    search: (kind, text, part, choice) => {
      const exact = port.search(kind, text, part, choice);
      return kind === "startsWith" &&
        isConstant(part) &&
        isByCodePoints(choice) &&
        text.traits.binary === true
        ? alsoOfColumn(text, exact, "ge", (column) => port.search(kind, column, part, choice))
        : exact;
    },
  };
}

function alsoOfColumn(
  value: SqlScalar,
  exact: SqlCondition,
  relation: RelationName,
  compile: (column: SqlScalar) => SqlCondition,
): SqlCondition {
  const indexed = ownProperty(value.traits, "indexed");
  if (indexed === undefined || !isExactCondition(exact)) return exact;
  const column = { ...value, sql: indexed, traits: { ...value.traits, indexed: undefined, finite: true } };
  const { isTrue, isFalse } = compile(column);
  return exactCondition(
    sqlAnd([isTrue.upper, exact.isTrue.upper]),
    // No index serves inequality. The column's own collation may also take unequal strings for equal.
    relation === "eq" ? exact.isFalse.upper : sqlAnd([isFalse.upper, exact.isFalse.upper]),
  );
}

/**
 * Returns whether the column compares with the constants as the expression does. An expression that converts integers to
 * doubles rounds those outside the safe range.
 */
function areComparable(value: SqlScalar, constants: readonly Constant[]): boolean {
  return !isDouble(value) || constants.every((constant) => Math.abs(Number(constant.value)) <= MAX_EXACT);
}

const MAX_EXACT = Number.MAX_SAFE_INTEGER - 1;

/**
 * Returns whether the index of a column serves a comparison by its order. An equality needs no order: strings with
 * equal code points are equal in every collation.
 */
function isInOrder(relation: RelationName, { traits }: SqlScalar, { comparison }: CollationChoice): boolean {
  return relation === "eq" || (comparison === "codePoint" && traits.binary === true);
}
