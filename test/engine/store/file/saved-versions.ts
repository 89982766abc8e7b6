import { defineCatalog } from "../../../../src/catalog/define-catalog.ts";

/** Rows that the killed processes save. */

export const versionsCatalog = defineCatalog({
  name: "versions",
  key: "id",
  members: { id: "integer", version: "integer", text: "string" },
  maximumLimit: 100_000,
});

export interface VersionRow {
  readonly id: number;
  readonly version: number;
  readonly text: string;
}

/** Returns the rows of a version, which their number and contents identify. Some versions are larger. */
export function rowsOfVersion(version: number): VersionRow[] {
  const length = (version % LARGE_EVERY === 0 ? 2000 : 20) + (version % 50);
  return Array.from({ length }, (_, id) => ({ id, version, text: `${version} ${"x".repeat(id % 200)}` }));
}

const LARGE_EVERY = 12;
