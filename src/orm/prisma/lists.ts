import {
  exactly,
  type Constant,
  type SqlList,
  type SqlScalar,
  type Truth,
} from "../../functions/definition/port.ts";
import type { ScalarType } from "../../values/types.ts";
import { andTest, complementOf, testOf, valueText, type ElementTest } from "./conditions.ts";
import { fieldComparison, type KnownField } from "./fields.ts";

/** Returns the operations on a list. Prisma reads a list that is null in the database as an empty one. */
export function prismaList(field: KnownField, items: ScalarType): SqlList {
  const element: SqlScalar = { sql: valueText(field, true), type: items, nullable: false, traits: {} };
  const { name } = field;
  // Prisma's tests of a list are unknown for null in the database, so null is tested on its own.
  const isNull = { [name]: { equals: null } };
  const isEmpty = testOf({ OR: [{ [name]: { isEmpty: true } }, isNull] }, { [name]: { isEmpty: false } });
  const some = (test: (element: SqlScalar) => Truth): Truth => {
    const condition = test(element);
    // This test does not depend on the element: it holds for a list if the list is not empty.
    if (typeof condition === "boolean" || Object.hasOwn(condition, "where"))
      return andTest([condition, complementOf(isEmpty)]);
    const { elements, isNegated } = condition as ElementTest;
    if (isNegated) throw new TypeError("internal: Prisma cannot search a list for other values");
    const where = { [name]: { hasSome: elements } };
    return testOf(where, { OR: [{ NOT: [where] }, isNull] }, elements.length);
  };
  return {
    nullable: false,
    items,
    isNull: false,
    isNotNull: true,
    length: { refused: "Prisma cannot count the elements of a list" },
    containing: (constants) => exactly(some(() => elementTest(field, constants))),
    some,
    none: (test) => complementOf(some(test)),
  };
}

/** Returns the test of whether an element equals one of the constants. */
export function elementTest(field: KnownField, constants: readonly Constant[]): Truth {
  const elements = constants.flatMap((constant) => {
    const comparison = fieldComparison("eq", field, constant);
    return typeof comparison === "boolean" ? [] : [comparison.value];
  });
  if (elements.length === 0) return false;
  const result: ElementTest = { kind: "sql", elements, isNegated: false, size: 1 };
  return result;
}
