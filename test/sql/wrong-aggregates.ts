import { makeSortBy } from "../../src/ast/make-node.ts";
import { name, sortKey } from "../../src/ast/constructors.ts";
import type { Catalog } from "../../src/catalog/types.ts";
import { checkSortBy } from "../../src/checker/check.ts";
import { makeCheckedSortBy } from "../../src/checker/checked.ts";
import type { Comparison } from "../../src/collation/order/strength.ts";
import type { AggregateGroup, Aggregation, Measure } from "../../src/engine/aggregate.ts";
import type { Collection } from "../../src/engine/collection.ts";
import { compileSortValues, type SortValue } from "../../src/evaluator/comparator.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { isInstantValue } from "../../src/values/instant.ts";
import { isNumeric, isTemporal, type Value } from "../../src/values/types.ts";
import { Random } from "../bridges/random.ts";
import { optionsOf } from "./against-memory.ts";
import type { AskedPage, StoredRow, Wrong } from "./engines/engine-under-test.ts";

/**
 * Compares the groups and measures of a collection with sums over the rows. Members and functions follow from the numbers of
 * the page.
 */
export async function wrongAggregates(
  collection: Pick<Collection<StoredRow>, "catalog" | "aggregate">,
  { filter, locale, start, limit }: Pick<AskedPage, "filter" | "locale" | "start" | "limit">,
  rows: readonly StoredRow[],
): Promise<Wrong | undefined> {
  const { catalog } = collection;
  const names = groupableNames(catalog);
  // A hand-made table can have no member that a request may name.
  if (names.length === 0) return undefined;
  const aggregation = aggregationOf(names, catalog, start * 10 + limit);
  const options = optionsOf(locale);
  const kept = rows.filter(compilePredicate(filter, options));
  const expected = groupsOf(kept, aggregation, catalog, locale);
  const found = await collection.aggregate({ filter }, aggregation, options);
  const what = `groups by ${aggregation.by!.join()} with ${aggregation.measures!.map((measure) => `${measure.function} ${measure.member}`).join()}`;
  if (!found.ok) return { what, expected: [], actual: found.diagnostics.map(({ message }) => message) };
  const actual = found.groups;
  if (found.groupCount !== expected.length || actual.length !== expected.length)
    return {
      what: `number of ${what}`,
      expected: [expected.length],
      actual: [found.groupCount, actual.length],
    };
  for (const [i, group] of expected.entries()) {
    const wrong = group.differs(actual[i]!);
    if (wrong !== undefined)
      return { what: `${wrong} of ${what}`, expected: [shown(group)], actual: [shown(actual[i]!)] };
  }
  return undefined;
}

const shown = (group: AggregateGroup) =>
  JSON.stringify([group.key, group.count, group.values], (_, value: unknown) =>
    typeof value === "bigint" ? `${value}n` : value,
  );

const FUNCTIONS = ["sum", "avg", "min", "max"] as const;

/**
 * Draws groups and measures. The numbers are independent of each other: otherwise some functions would never meet some
 * members.
 */
function aggregationOf(names: readonly string[], catalog: Catalog, seed: number): Aggregation {
  const random = new Random(seed);
  const numbers = names.filter((member) => isNumeric(typeOf(member, catalog)));
  const by = Array.from({ length: random.below(4) }, () => random.pick(names));
  const measures = [0, 1, 2].map((): Measure => {
    const called = random.pick(FUNCTIONS);
    if (called === "min" || called === "max") return { function: called, member: random.pick(names) };
    return numbers.length === 0
      ? { function: "min", member: random.pick(names) }
      : { function: called, member: random.pick(numbers) };
  });
  return { by, measures, order: random.below(3) === 0 ? "count" : "key" };
}

/** Returns the members with one value that requests may name. */
function groupableNames(catalog: Catalog): string[] {
  const names = [...catalog.members.byName.values()].flatMap((member) =>
    member.type === "object"
      ? [...member.members!.byName.keys()].map((inner) => `${member.name}.${inner}`)
      : member.type === "list" || member.type === "map"
        ? []
        : [member.name],
  );
  return names.filter((member) => checkSortBy(sortByMember(member), catalog).ok);
}

const sortByMember = (member: string) => makeSortBy([sortKey(name(member))], { start: 0, end: 0 });

function typeOf(member: string, catalog: Catalog): string {
  return sortValue(member, catalog, undefined, "codePoint").type!;
}

function sortValue(
  member: string,
  catalog: Catalog,
  locale: string | undefined,
  comparison?: Comparison,
): SortValue {
  const sortBy = checkSortBy(sortByMember(member), catalog).sortBy!;
  const keys = sortBy.keys.map((key) => ({ ...key, comparison: comparison ?? key.comparison }));
  return compileSortValues(makeCheckedSortBy(keys, { ...sortBy, catalog: undefined }), optionsOf(locale))
    .keys[0]!;
}

interface ExpectedGroup extends AggregateGroup {
  /** Returns the part of a group that differs. */
  readonly differs: (actual: AggregateGroup) => string | undefined;
}

function groupsOf(
  rows: readonly StoredRow[],
  { by = [], measures = [], order }: Aggregation,
  catalog: Catalog,
  locale: string | undefined,
): ExpectedGroup[] {
  const exact = by.map((member) => sortValue(member, catalog, locale, "codePoint"));
  const ordering = by.map((member) => sortValue(member, catalog, locale, "tertiary"));
  const groups: { readonly key: readonly Value[]; readonly rows: StoredRow[] }[] =
    by.length === 0 ? [{ key: [], rows: [] }] : [];
  for (const row of rows) {
    const key = exact.map(({ read }) => read(row));
    const group = groups.find((candidate) =>
      exact.every((part, i) => part.order(candidate.key[i]!, key[i]!) === 0),
    );
    if (group === undefined) groups.push({ key, rows: [row] });
    else group.rows.push(row);
  }
  const compare = (a: readonly Value[], b: readonly Value[]) => {
    for (const [i, part] of ordering.entries()) {
      const compared = part.order(a[i]!, b[i]!) || exact[i]!.order(a[i]!, b[i]!);
      if (compared !== 0) return compared;
    }
    return 0;
  };
  groups.sort((a, b) => (order === "count" ? b.rows.length - a.rows.length : 0) || compare(a.key, b.key));
  return groups.map(({ key, rows: own }) => {
    const results = measures.map((measure) => resultOf(measure, own, catalog, locale));
    return {
      key,
      count: own.length,
      values: results.map(({ value }) => value),
      differs: (actual) => {
        if (actual.count !== own.length) return "count";
        if (!exact.every((part, i) => same(part, key[i]!, actual.key[i]!))) return "key";
        const wrong = results.findIndex(({ isRight }, i) => !isRight(actual.values[i]!));
        return wrong < 0 ? undefined : `${measures[wrong]!.function} ${measures[wrong]!.member}`;
      },
    };
  });
}

interface Result {
  readonly value: Value;
  readonly isRight: (actual: Value) => boolean;
}

function resultOf(
  { function: called, member }: Measure,
  rows: readonly StoredRow[],
  catalog: Catalog,
  locale: string | undefined,
): Result {
  const exact = sortValue(member, catalog, locale, "codePoint");
  const values = rows.map(exact.read).filter((value) => value !== null);
  if (values.length === 0) return { value: null, isRight: (actual) => actual === null };
  if (called === "min" || called === "max") {
    const sortValueOfMember = sortValue(member, catalog, locale);
    const sorted = values.toSorted((a, b) => sortValueOfMember.order(a, b) || exact.order(a, b));
    const value = sorted.at(called === "min" ? 0 : -1)!;
    return { value, isRight: (actual) => same(exact, value, actual) };
  }
  const numbers = values as (number | bigint)[];
  const absolute = numbers.reduce<number>((sum, value) => sum + Math.abs(Number(value)), 0);
  const isInteger = exact.type === "integer";
  const sum = isInteger
    ? numbers.reduce<bigint>((all, value) => all + BigInt(value), 0n)
    : numbers.reduce<number>((all, value) => all + Number(value), 0);
  if (called === "avg" || !isInteger) {
    const divisor = called === "avg" ? numbers.length : 1;
    const value = Number(sum) / divisor;
    const near = (actual: Value) =>
      typeof actual === "number" && Math.abs(actual - value) <= (1e-12 * absolute) / divisor;
    return { value, isRight: (actual) => absolute === Infinity || near(actual) };
  }
  return { value: sum, isRight: (actual) => isCanonicalInteger(actual) && BigInt(actual) === sum };
}

function isCanonicalInteger(value: Value): value is number | bigint {
  return typeof value === "bigint" ? !Number.isSafeInteger(Number(value)) : Number.isSafeInteger(value);
}

/** Returns whether values are equal, and the second is in the form in which all collections return it. */
function same({ order, type }: SortValue, expected: Value, actual: Value): boolean {
  if (expected === null || actual === null) return expected === actual;
  if (order(expected, actual) !== 0) return false;
  if (type === "integer") return isCanonicalInteger(actual);
  // Instants that no date-time in UTC can write keep an offset.
  if (type === "dateTime")
    return typeof actual === "string" && actual.endsWith("Z") === isInstantValue(Date.parse(actual));
  return isTemporal(type ?? "") ? typeof actual === "string" : !Object.is(actual, -0);
}
