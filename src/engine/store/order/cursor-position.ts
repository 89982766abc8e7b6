import type { Catalog } from "../../../catalog/types.ts";
import type { SortValues } from "../../../evaluator/comparator.ts";
import type { CursorPosition } from "../../request.ts";

/** @throws TypeError if the position does not belong to the order, or the catalog has no key. */
export function requirePosition(
  place: CursorPosition | undefined,
  catalog: Catalog,
  { keys }: SortValues,
): CursorPosition | undefined {
  if (place === undefined) return undefined;
  if (catalog.key === undefined)
    throw new TypeError(`The catalog ${catalog.name} has no key, so a place could not tell rows apart.`);
  if (place.values.length === keys.length) return place;
  throw new TypeError(`A place of this order has ${keys.length} values, not ${place.values.length}.`);
}

/** Returns the cursor position after a row, or undefined if the catalog has no key. */
export function positionAfter(
  row: unknown,
  index: number,
  catalog: Catalog,
  { read }: SortValues,
): CursorPosition | undefined {
  return catalog.key === undefined ? undefined : { values: read(row), index };
}
