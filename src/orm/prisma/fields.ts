import { nanosecondsOf } from "../../sql/operations/temporals.ts";
import { storableDouble, storableInteger } from "../../sql/operations/numbers.ts";
import type { Constant, RelationName } from "../../functions/definition/port.ts";
import type { ScalarType } from "../../values/types.ts";

/** Databases whose results through Prisma are tested. */
export type PrismaProvider = "sqlite" | "postgresql";

export type PrismaFieldType = "String" | "Int" | "BigInt" | "Float" | "Boolean" | "DateTime";

/** A field of a Prisma model that has the values of a member. */
export interface PrismaField {
  /** Type in the schema. A list has the type of its elements. */
  readonly type: PrismaFieldType;
  /** Name of the field in the model. Default: the name of the member. */
  readonly name?: string | undefined;
  /** Whether the schema has `?` after the type. Default: as in the catalog. */
  readonly nullable?: boolean | undefined;
  /** Whether the database compares the strings byte by byte. Default: true for SQLite, false for PostgreSQL. */
  readonly binary?: boolean | undefined;
}

/** A field whose missing properties have their default values. */
export interface KnownField {
  readonly name: string;
  readonly type: PrismaFieldType;
  readonly nullable: boolean;
  readonly binary: boolean;
}

const SCALARS: Readonly<Record<PrismaFieldType, readonly ScalarType[]>> = {
  String: ["string"],
  Int: ["integer", "number"],
  BigInt: ["integer", "number"],
  Float: ["number"],
  Boolean: ["boolean"],
  DateTime: ["dateTime"],
};

/** Returns whether a field can have the values of a type of the catalog. */
export function holdsType(field: KnownField, type: string): boolean {
  return (SCALARS[field.type] as readonly string[]).includes(type);
}

/** Returns whether Prisma rounds a number: it keeps 16 digits, and turns some of the largest numbers into infinity. */
export function isRounded({ type }: KnownField, { value }: Constant): boolean {
  if (type !== "Float") return false;
  const number = Number(value);
  return Number(number.toPrecision(15)) !== number || Math.abs(number) > 1e300;
}

/** A comparison with a value that Prisma accepts for the field. */
export interface FieldComparison {
  readonly name: RelationName;
  readonly value: unknown;
}

const INT32 = { from: -(2n ** 31n), to: 2n ** 31n - 1n };

/**
 * Returns the same comparison with a value that the field can have: on integers, `lt(n,2.5)` is `n <= 2`. Returns a boolean if
 * all values of the field compare alike.
 */
export function fieldComparison(
  name: RelationName,
  { type }: KnownField,
  constant: Constant,
): FieldComparison | boolean {
  const value = constant.value as number | bigint;
  if (type === "Int") return storableInteger(name, value, INT32);
  if (type === "BigInt") return storableInteger(name, value);
  if (type === "Float") return storableDouble(name, value);
  if (type === "DateTime") return dateTimeComparison(name, nanosecondsOf(constant));
  if (type === "String") return { name, value };
  return booleanComparison(name, constant.value === true);
}

/** Returns a comparison with a boolean as an equality, or its constant result. False is less than true. */
function booleanComparison(name: RelationName, value: boolean): FieldComparison | boolean {
  if (name === "eq") return { name, value };
  const isBelow = name === "lt" || name === "le";
  const includesSame = name === "le" || name === "ge";
  if (includesSame) return value === isBelow ? true : { name: "eq", value };
  return value === isBelow ? { name: "eq", value: !value } : false;
}

const MILLISECOND = 1_000_000n;
/** Milliseconds from 1970 to the first one of the years 0001 and 10000. */
const YEAR_1 = -62_135_596_800_000n;
const YEAR_10000 = 253_402_300_800_000n;

function dateTimeComparison(name: RelationName, instant: bigint): FieldComparison | boolean {
  const down = (instant - (((instant % MILLISECOND) + MILLISECOND) % MILLISECOND)) / MILLISECOND;
  const isWhole = down * MILLISECOND === instant;
  if (!isWhole && name === "eq") return false;
  const [rounded, bound] = isWhole
    ? ([name, down] as const)
    : name === "lt" || name === "le"
      ? (["le", down] as const)
      : (["ge", down + 1n] as const);
  if (bound < YEAR_1) return rounded === "gt" || rounded === "ge";
  if (bound >= YEAR_10000) return rounded === "lt" || rounded === "le";
  return { name: rounded, value: new Date(Number(bound)) };
}
