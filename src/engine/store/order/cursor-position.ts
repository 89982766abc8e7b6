import type { Catalog } from "../../../catalog/types.ts";
import type { SortValues } from "../../../evaluator/comparator.ts";
import type { CursorPosition } from "../../request.ts";

/**
 * Returns the position after checking that it belongs to the order.
 *
 * @throws TypeError if the position does not belong to the order, or the catalog has no key
 */
export function requirePosition(
  position: CursorPosition | undefined,
  catalog: Catalog,
  { keys }: SortValues,
): CursorPosition | undefined {
  if (position === undefined) return undefined;
  if (catalog.key === undefined)
    throw new TypeError(`Pages after a cursor position need a key: the catalog ${catalog.name} has none.`);
  if (position.values.length === keys.length) return position;
  throw new TypeError(
    `The cursor position must have ${keys.length} values for this order, got ${position.values.length}`,
  );
}

/** Returns the cursor position of a row; undefined if the catalog has no key. */
export function positionAfter(
  row: unknown,
  index: number,
  catalog: Catalog,
  { read }: SortValues,
): CursorPosition | undefined {
  return catalog.key === undefined ? undefined : { values: read(row), index };
}
