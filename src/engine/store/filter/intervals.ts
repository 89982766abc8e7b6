import { MIRRORED } from "../../../functions/definition/comparisons.ts";
import type { Expression, Literal } from "../../../ast/nodes.ts";
import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Member } from "../../../catalog/types.ts";
import type { RelationName } from "../../../functions/definition/port.ts";
import type { Test } from "../../../functions/definition/types.ts";
import { RELATIONS, type Relation } from "../../../functions/in-memory/relations.ts";
import { functionTable } from "../../../functions/list.ts";
import { nextDouble, previousDouble } from "../../../values/adjacent-doubles.ts";
import {
  FIRST_DATE,
  formatInstant,
  LAST_DATE,
  parseTemporal,
  type Instant,
  type TemporalType,
} from "../../../values/instant.ts";
import { isSafeInteger, isTemporal, type Value } from "../../../values/types.ts";
import { nearestInstants, nearestDoubles, type NearestDoubles } from "../columns/nearest-doubles.ts";
import type { NumberColumn } from "../columns/number-column.ts";
import { cellOperand, type FilterContext } from "./row-test.ts";

/** Interval of numbers. Both ends are inclusive. */
export type Interval = readonly [number, number];

/** Numbers for which a comparison is true, and numbers for which it is false. */
export interface Intervals {
  readonly isTrue: readonly Interval[];
  readonly isFalse: readonly Interval[];
}

/**
 * Returns the intervals of a comparison with a literal. Tests one value below, one equal to and one above the
 * literal, because these decide all other values. Returns undefined if the values are not comparable.
 */
export function comparisonIntervals(
  node: Expression,
  literal: Literal,
  member: ResolvedMember,
  column: NumberColumn,
  context: FilterContext,
): Intervals | undefined {
  const relation = builtInRelation(node, literal, column, context);
  if (relation !== undefined) {
    const nearest = nearestDoubles(literal.value as number | bigint);
    return { isTrue: sidesWhere(nearest, relation.holds), isFalse: sidesWhere(nearest, relation.fails) };
  }
  const place = comparedValue(literal, member, column);
  if (place === undefined) return undefined;
  const operand = cellOperand(node, withoutBounds(member), context);
  return {
    isTrue: intervalsOf(place, operand.isTrue()),
    isFalse: intervalsOf(place, operand.isFalse()),
  };
}

/**
 * Returns the relation of the column to the literal, for a built-in comparison of numbers. Each value of the column is then on one
 * side of the literal, so that no value has to be tested. Service functions can compare numbers in other ways.
 */
function builtInRelation(
  node: Expression,
  literal: Literal,
  { unit }: NumberColumn,
  { checked: { functions } }: FilterContext,
): Relation | undefined {
  if (node.kind !== "call" || literal.type !== "number" || unit !== "number") return undefined;
  const definition = functions.get(node.callee)!;
  if (definition !== functionTable().get(definition.name)) return undefined;
  const { role } = definition;
  if (role?.kind !== "comparison" || !Object.hasOwn(RELATIONS, role.relation)) return undefined;
  const name = role.relation as RelationName;
  return RELATIONS[node.args[1] === literal ? name : MIRRORED[name]];
}

/** Returns the intervals on the sides of the literal (-1, 0, 1) for which `holds` returns true. */
function sidesWhere({ floor, ceiling }: NearestDoubles, holds: (side: number) => boolean): Interval[] {
  return intervalsWhere(floor, ceiling, holds(-1), holds(0), holds(1));
}

/**
 * Returns the member without the bounds of safe integers. Each tested value represents all values on its side of the literal,
 * and can be beyond the bounds itself. Unreadable values of rows are null in the column.
 */
function withoutBounds(member: ResolvedMember): ResolvedMember {
  if (!isSafeInteger(member.type)) return member;
  const type = { ...member.member, type: "integer", safe: false } as Member;
  return { ...member, type, member: type };
}

/** Values to test, of the member's type: one below the literal, one equal to it and one above it. */
interface ComparedValue extends NearestDoubles {
  readonly lower: Value;
  readonly equal: Value;
  readonly higher: Value;
}

function comparedValue(
  literal: Literal,
  { type }: ResolvedMember,
  { unit }: NumberColumn,
): ComparedValue | undefined {
  if (literal.type === "number" && unit === "number") {
    const { value } = literal;
    const [lower, higher] =
      typeof value === "bigint" ? [value, value] : [BigInt(Math.floor(value)), BigInt(Math.ceil(value))];
    return { ...nearestDoubles(value), lower: lower - 1n, equal: value, higher: higher + 1n };
  }
  if (!isTemporal(literal.type) || !isTemporal(type.type)) return undefined;
  const instant = parseTemporal(literal.type, literal.value as string);
  if (instant === undefined) return undefined;
  return {
    ...nearestInstants(unit, instant),
    lower: valueNextTo(instant, -1, type.type),
    equal: valueAt(instant, type.type),
    higher: valueNextTo(instant, 1, type.type),
  };
}

const DAY = 86_400_000;

/**
 * Formats an instant as a value of the type. Returns null if the type has no such value, such as a date at
 * noon.
 */
function valueAt(instant: Instant, type: TemporalType): string | null {
  if (type !== "date") return formatInstant(instant, type);
  return instant.milliseconds % DAY === 0 && instant.nanoseconds === 0 ? formatInstant(instant, type) : null;
}

/**
 * Returns a value of the type before (`side` -1) or after (`side` 1) the instant, as close to it as possible.
 */
function valueNextTo({ milliseconds, nanoseconds }: Instant, side: -1 | 1, type: TemporalType): string {
  if (type === "date") {
    const day = Math.floor(milliseconds / DAY) * DAY;
    const isMidnight = day === milliseconds && nanoseconds === 0;
    const before = isMidnight ? day - DAY : day;
    // The UTC date of an instant with a zone can be before 0001-01-01 or after 9999-12-31. The closest date is then the
    // first or the last one.
    const closest = side < 0 ? Math.min(before, LAST_DATE) : Math.max(day + DAY, FIRST_DATE);
    return formatInstant({ milliseconds: closest, nanoseconds: 0 }, type);
  }
  const moved = nanoseconds + side;
  if (moved >= 0 && moved < 1_000_000) return formatInstant({ milliseconds, nanoseconds: moved }, type);
  return formatInstant({ milliseconds: milliseconds + side, nanoseconds: side < 0 ? 999_999 : 0 }, type);
}

function intervalsOf({ floor, ceiling, lower, equal, higher }: ComparedValue, test: Test): Interval[] {
  const holds = (v: Value) => v !== null && test({ v });
  return intervalsWhere(floor, ceiling, holds(lower), holds(equal), holds(higher));
}

function intervalsWhere(
  floor: number,
  ceiling: number,
  isLower: boolean,
  isEqual: boolean,
  isHigher: boolean,
): Interval[] {
  const isExact = floor === ceiling;
  const intervals: Interval[] = [];
  if (isLower) intervals.push([-Number.MAX_VALUE, isExact ? previousDouble(floor) : floor]);
  if (isExact && isEqual) intervals.push([floor, floor]);
  if (isHigher) intervals.push([isExact ? nextDouble(ceiling) : ceiling, Number.MAX_VALUE]);
  return mergeAdjacent(intervals);
}

function mergeAdjacent(intervals: readonly Interval[]): Interval[] {
  const result: Interval[] = [];
  for (const interval of intervals) {
    const last = result.at(-1);
    if (last !== undefined && nextDouble(last[1]) >= interval[0])
      result[result.length - 1] = [last[0], interval[1]];
    else result.push(interval);
  }
  return result;
}

/** Returns the intersection of two lists of intervals. Requires that both lists are ascending. */
export function intersection(a: readonly Interval[], b: readonly Interval[]): Interval[] {
  const intervals: Interval[] = [];
  for (const [low, high] of a)
    for (const [from, to] of b) {
      const first = Math.max(low, from);
      const last = Math.min(high, to);
      if (first <= last) intervals.push([first, last]);
    }
  return intervals;
}
