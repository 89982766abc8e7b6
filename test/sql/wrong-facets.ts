import { makeSortBy } from "../../src/ast/make-node.ts";
import { call, name, sortKey } from "../../src/ast/constructors.ts";
import type { Catalog, Member } from "../../src/catalog/types.ts";
import { check, checkSortBy } from "../../src/checker/check.ts";
import { makeCheckedSortBy, type CheckedSortBy } from "../../src/checker/checked.ts";
import type { MemoryReader } from "../../src/engine/store/queries/memory-reader.ts";
import { compileComparator } from "../../src/evaluator/comparator.ts";
import { compilePredicate } from "../../src/evaluator/predicate.ts";
import { ownDataProperty } from "../../src/values/read-path.ts";
import { isScalarType } from "../../src/values/types.ts";
import type { AskedPage, StoredRow, Wrong } from "./engines/engine-under-test.ts";

/** Compares the facets of a member with its values in the rows: nulls, distinct values, their counts, minimum and maximum. */
export function wrongFacets(
  reader: MemoryReader<StoredRow>,
  asked: AskedPage,
  rows: readonly StoredRow[],
): Wrong | undefined {
  const { filter, locale, start, limit } = asked;
  const options = locale === undefined ? {} : { locale };
  const members = [...reader.catalog.members.byName.values()].filter(({ type }) => isScalarType(type));
  const member = members[(start + limit) % members.length]!;
  const kept = rows.filter(compilePredicate(filter, options));
  const groups = groupsOf(kept, member, reader.catalog);
  const [nulls, values] = groups;
  const counts = values.map(({ length }) => length).sort((a, b) => b - a);
  const facets = reader.facets(member.name, { filter }, { ...options, limit: rows.length });
  const expected = [nulls.length, values.length, ...counts];
  const actual = [facets.nulls, facets.distinct, ...facets.values.map(({ count }) => count)];
  if (expected.join() !== actual.join()) return { what: `facets of ${member.name}`, expected, actual };
  return wrongBounds(reader, asked, member, values.flat());
}

function wrongBounds(
  reader: MemoryReader<StoredRow>,
  { filter, locale }: AskedPage,
  member: Member,
  kept: readonly StoredRow[],
): Wrong | undefined {
  const options = locale === undefined ? {} : { locale };
  const sorted = kept.toSorted(compileComparator(orderOf(member, reader.catalog), options));
  const bounds = reader.minMax(member.name, { filter }, options);
  const what = `bounds of ${member.name}`;
  if (sorted.length === 0)
    return bounds === undefined ? undefined : { what, expected: [], actual: [bounds.min, bounds.max] };
  const expected = [sorted[0]!, sorted.at(-1)!];
  const actual = [bounds?.min, bounds?.max].map((value) => ({ [member.property]: value ?? null }));
  const compare = compileComparator(orderOf(member, reader.catalog), options);
  return expected.every((row, i) => compare(row, actual[i]!) === 0)
    ? undefined
    : {
        what,
        expected: expected.map((row) => ownDataProperty(row, member.property)),
        actual: [bounds?.min, bounds?.max],
      };
}

/** Returns the rows in which a member is null, and a list of rows for each of its other values. */
function groupsOf(
  rows: readonly StoredRow[],
  member: Member,
  catalog: Catalog,
): [StoredRow[], StoredRow[][]] {
  const isNull = check(call("isNull", [name(member.name)]), catalog).filter!;
  const holds = compilePredicate(isNull);
  const compare = compileComparator(orderOf(member, catalog, "codePoint"), {});
  const groups: StoredRow[][] = [];
  for (const row of rows.filter((each) => !holds(each)).sort(compare)) {
    const last = groups.at(-1);
    if (last !== undefined && compare(last[0]!, row) === 0) last.push(row);
    else groups.push([row]);
  }
  return [rows.filter(holds), groups];
}

const EMPTY = { start: 0, end: 0 };

/** Returns the order of a member's values without a tie-break. Default comparison: the strength of the member. */
function orderOf(member: Member, catalog: Catalog, comparison?: "codePoint"): CheckedSortBy {
  const sortBy = checkSortBy(makeSortBy([sortKey(name(member.name))], EMPTY), catalog).sortBy!;
  const keys = sortBy.keys.map((each) => ({ ...each, comparison: comparison ?? each.comparison }));
  // Without a catalog there is no key to break ties.
  return makeCheckedSortBy(keys, { ...sortBy, catalog: undefined });
}
