import { wrongArgument } from "../diagnostics/require-argument.ts";
import { isRecord } from "../values/is-object.ts";
import { ownProperty } from "../values/own-properties.ts";
import type { Catalog } from "./types.ts";

/** Returns whether a value is a catalog, and not only the definition of one. */
export function isCatalog(value: unknown): value is Catalog {
  if (!isRecord(value) || ownProperty(value, "kind") !== "catalog") return false;
  const members = ownProperty(value, "members");
  return isRecord(members) && ownProperty(members, "byName") instanceof Map;
}

/** @throws TypeError for a value that is not a catalog, such as the definition of one */
export function requireCatalog(value: unknown): asserts value is Catalog {
  if (value === undefined) throw wrongArgument("catalog", CATALOG, value);
  requireOptionalCatalog(value);
}

/** Like `requireCatalog`, but also accepts undefined. */
export function requireOptionalCatalog(value: unknown): asserts value is Catalog | undefined {
  if (value !== undefined && (value as Catalog | null)?.kind !== "catalog")
    throw wrongArgument("catalog", CATALOG, value);
}

const CATALOG = "a catalog from defineCatalog";
