import type { Sql, SqlScalar, Truth } from "../../functions/definition/port.ts";
import type { KnownField } from "./fields.ts";

/** A `where` object of Prisma. */
export type PrismaWhere = Readonly<Record<string, unknown>>;

/** Test of a row by a `where` object. */
export interface RowTest extends Sql {
  readonly where: PrismaWhere;
  /** Number of tested fields. */
  readonly size: number;
  /** Number of bound values. */
  readonly values: number;
  /** Returns the test of all other rows. */
  readonly negated: () => Truth;
}

/** Test of whether an element of a list is one of some values, or none of them. */
export interface ElementTest extends Sql {
  readonly elements: readonly unknown[];
  readonly isNegated: boolean;
  readonly size: number;
}

/** A single value: a field, an element of a list, or a constant. */
export interface ValueText extends Sql {
  readonly field: KnownField | undefined;
  readonly isElement: boolean;
  readonly size: number;
}

export const fieldOf = ({ sql }: SqlScalar): KnownField | undefined => (sql as ValueText).field;

export function valueText(field: KnownField | undefined, isElement = false): ValueText {
  return { kind: "sql", field, isElement, size: 1 };
}

/** Returns a test and its negation. Each row must match exactly one of `where` and `whereNot`. */
export function testOf(where: PrismaWhere, whereNot: PrismaWhere, values = 0): RowTest {
  const negated: RowTest = { kind: "sql", where: whereNot, size: 1, values, negated: () => test };
  const test: RowTest = { kind: "sql", where, size: 1, values, negated: () => negated };
  return test;
}

/**
 * Returns a test of a field that is never true of null.
 *
 * @param opposite holds for all other values of the field
 */
export function fieldTest(field: KnownField, test: unknown, opposite: PrismaWhere, values = 1): RowTest {
  const isNull = { [field.name]: null };
  return testOf({ [field.name]: test }, field.nullable ? { OR: [opposite, isNull] } : opposite, values);
}

export function fieldIsNull({ name, nullable }: KnownField): Truth {
  return nullable && testOf({ [name]: null }, { [name]: { not: null } });
}

export function fieldIsNotNull(field: KnownField): Truth {
  return complementOf(fieldIsNull(field));
}

export function andTest(parts: readonly Truth[]): Truth {
  return join(parts, true, "AND");
}

export function orTest(parts: readonly Truth[]): Truth {
  return join(parts, false, "OR");
}

function join(parts: readonly Truth[], neutral: boolean, word: "AND" | "OR"): Truth {
  const distinct = new Set<RowTest | ElementTest>();
  for (const part of parts) {
    if (part === !neutral) return part;
    if (typeof part !== "boolean") distinct.add(part as RowTest | ElementTest);
  }
  const tests = [...distinct];
  if (tests.length <= 1) return tests[0] ?? neutral;
  if (!tests.every(isRowTest)) throw new TypeError("internal: tests of elements cannot be joined for Prisma");
  return {
    kind: "sql",
    where: { [word]: tests.map(({ where }) => where) },
    size: sum(tests.map(({ size }) => size)),
    values: sum(tests.map(({ values }) => values)),
    negated: () => (neutral ? orTest : andTest)(tests.map(complementOf)),
  } as RowTest;
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);

const isRowTest = (test: RowTest | ElementTest): test is RowTest => Object.hasOwn(test, "where");

export function complementOf(truth: Truth): Truth {
  if (typeof truth === "boolean") return !truth;
  const test = truth as RowTest | ElementTest;
  return isRowTest(test) ? test.negated() : ({ ...test, isNegated: !test.isNegated } as ElementTest);
}
