import { compilePredicate } from "../../evaluator/predicate.ts";
import type { CheckedFilter } from "../../checker/checked.ts";
import { checkRule } from "../../engine/rules.ts";
import { formatJson } from "../../values/json/exact-json.ts";
import type { ResourceRequest } from "../contract/context.ts";
import type { StoreKey, StoredRow } from "../contract/row-store.ts";
import { representer } from "../representation/represent-row.ts";
import { keyFilter } from "./key-filter.ts";
import { digest } from "./validators.ts";

/** A row that exists for the caller. */
export interface VisibleRow {
  readonly row: object;
  /** Version in the store. Undefined if the collection has no store. */
  readonly version: string | undefined;
  /** Version that entity tags show to the caller: changes of members that are closed to the caller do not change it. */
  readonly shownVersion: string | undefined;
}

/** Returns a row of the store with the version that the caller may see. */
export async function shown(
  { catalog, resource }: ResourceRequest,
  { row, version }: StoredRow<object>,
): Promise<VisibleRow> {
  const isWhole = catalog === resource.catalog;
  const shownVersion = isWhole ? version : await digest(formatJson(representer(catalog)(row)));
  return { row, version, shownVersion };
}

/** Returns the row of a key; undefined if there is none, and if the rule of the caller hides it. */
export async function visibleRow(request: ResourceRequest, key: StoreKey): Promise<VisibleRow | undefined> {
  const { resource, locale, signal, timeout, rule } = request;
  const { store, collection, catalog } = resource;
  if (store !== undefined) {
    const stored: StoredRow<object> | undefined = await store.read(key, { signal });
    return stored !== undefined && isVisible(request, stored.row) ? shown(request, stored) : undefined;
  }
  const query = { filter: keyFilter(catalog, key), limit: 1 };
  const page = await collection.page(query, { locale, signal, timeout, rule, count: false });
  const row = page.ok ? page.items[0] : undefined;
  return row === undefined ? undefined : { row, version: undefined, shownVersion: undefined };
}

/** Returns whether a row exists for the caller. */
export function isVisible({ rule, resource, locale }: ResourceRequest, row: object): boolean {
  if (rule === undefined) return true;
  const checked: CheckedFilter = checkRule(rule, resource.catalog, undefined);
  return compilePredicate(checked, locale === undefined ? {} : { locale })(row);
}
