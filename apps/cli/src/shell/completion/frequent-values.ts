import { check, parseFilter, type Catalog, type CheckedFilter } from "tamis";

/** Maximum number of values that complete a string. */
const MAX_VALUES = 50;
const MAX_VALUE_LENGTH = 80;

type CountValues = (
  member: string,
  filter: CheckedFilter,
  limit: number,
) => { readonly values: readonly { readonly value: unknown }[] };

/** Returns the most frequent values of a member that begin with a prefix. Values that are long or contain control characters are left out. */
export function frequentValues(
  member: string,
  prefix: string,
  catalog: Catalog,
  count: CountValues,
): readonly string[] {
  const filter = startsWithFilter(member, prefix, catalog);
  if (filter === undefined) return [];
  return count(member, filter, MAX_VALUES).values.flatMap(({ value }) =>
    isSuggestible(value) ? [value] : [],
  );
}

function isSuggestible(value: unknown): value is string {
  return typeof value === "string" && value.length <= MAX_VALUE_LENGTH && !/\p{C}/u.test(value);
}

function startsWithFilter(member: string, prefix: string, catalog: Catalog): CheckedFilter | undefined {
  const text = `startsWith(${member},'${prefix.replaceAll("'", "''")}')`;
  const tree = parseFilter(text).expression;
  return tree === undefined ? undefined : check(tree, catalog).filter;
}
