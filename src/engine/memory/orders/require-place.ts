import type { Catalog } from "../../../catalog/types.ts";
import type { Place } from "../../cursor.ts";

/** @throws TypeError for a place that is none of an order with so many keys. */
export function requirePlace(place: Place, keys: number, { key, name }: Catalog): Place {
  if (key === undefined)
    throw new TypeError(`The catalog ${name} has no key, so a place could not tell rows apart.`);
  if (place.values.length === keys) return place;
  throw new TypeError(`A place of this order has ${keys} values, not ${place.values.length}.`);
}
