import type { SortBy } from "../../src/ast/nodes.ts";
import { naiveMember } from "./naive-catalog.ts";
import type { NaiveStrength } from "./naive-collation.ts";
import { naiveOrder, naiveValue, type NaiveScope } from "./naive.ts";
import { readName, type NaiveValue } from "./naive-value.ts";

/** Orders two rows by the definition; computes all values for each pair. */
export function naiveCompareRows(sortBy: SortBy, a: unknown, b: unknown, scope: NaiveScope = {}): number {
  const { catalog, locale } = scope;
  for (const { expression, direction, strength } of sortBy.keys) {
    const declared =
      expression.kind === "name" && catalog !== undefined
        ? naiveMember(catalog, expression.name).strength
        : undefined;
    const order = orderNulls(
      naiveValue(expression, a, scope),
      naiveValue(expression, b, scope),
      strength ?? declared ?? "tertiary",
      locale,
    );
    if (order !== 0) return direction === "ascending" ? order : -order;
  }
  if (catalog?.key === undefined) return 0;
  return orderNulls(
    readName(catalog.key, a, catalog),
    readName(catalog.key, b, catalog),
    "codePoint",
    locale,
  );
}

/** Sorts rows by insertion. Stable. */
export function naiveSort<T>(rows: readonly T[], sortBy: SortBy, scope: NaiveScope = {}): T[] {
  const sorted: T[] = [];
  for (const row of rows) {
    let place = sorted.length;
    while (place > 0 && naiveCompareRows(sortBy, row, sorted[place - 1], scope) < 0) place--;
    sorted.splice(place, 0, row);
  }
  return sorted;
}

const KINDS: readonly NaiveValue["is"][] = ["null", "boolean", "number", "text", "instant"];

function orderNulls(
  a: NaiveValue,
  b: NaiveValue,
  strength: NaiveStrength,
  locale: string | undefined,
): number {
  return Math.sign(rank(a) - rank(b)) || (naiveOrder(a, b, strength, locale) ?? 0);
}

function rank({ is }: NaiveValue): number {
  const place = KINDS.indexOf(is);
  return place < 0 ? KINDS.length : place;
}
