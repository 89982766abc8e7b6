import {
  check,
  checkSortBy,
  parseFilter,
  parseSortBy,
  type CheckedFilter,
  type CheckedSortBy,
  type Catalog,
} from "tamis";
import type { QueryTexts } from "../contract/protocol.ts";

/** A query without errors. An empty text has no part. */
export interface ReadQuery {
  readonly filter: CheckedFilter | undefined;
  readonly sortBy: CheckedSortBy | undefined;
}

/** Parses and checks the texts. Returns undefined if one of them has errors: the editors show them. */
export function readQuery({ filter, sortBy }: QueryTexts, catalog: Catalog): ReadQuery | undefined {
  const checkedFilter = filter.trim() === "" ? undefined : readFilter(filter, catalog);
  const checkedSortBy = sortBy.trim() === "" ? undefined : readSortBy(sortBy, catalog);
  if (checkedFilter === null || checkedSortBy === null) return undefined;
  return { filter: checkedFilter, sortBy: checkedSortBy };
}

function readFilter(text: string, catalog: Catalog): CheckedFilter | null {
  const { expression } = parseFilter(text, { catalog });
  const checked = expression && check(expression, catalog);
  return checked?.filter ?? null;
}

function readSortBy(text: string, catalog: Catalog): CheckedSortBy | null {
  const { expression } = parseSortBy(text, { catalog });
  const checked = expression && checkSortBy(expression, catalog);
  return checked?.sortBy ?? null;
}
