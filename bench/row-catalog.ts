import { defineCatalog } from "../src/catalog/define-catalog.ts";

export const ROW_MEMBERS = {
  id: "integer",
  name: "string",
  createdBy: "string",
  state: "string",
  description: "string",
  modifiedTimeStamp: "dateTime",
  score: "number",
  size: "integer",
  owner: { type: "object", members: { city: "string", country: "string" } },
  tags: { type: "list", items: "string" },
} as const;

/** Catalog of the rows that `evaluate/rows.ts` generates. */
export const rowCatalog = defineCatalog({ name: "reports", key: "id", members: ROW_MEMBERS });

/** The same rows with a string as the key. */
export const keyedRowCatalog = defineCatalog({
  name: "reports",
  key: "key",
  members: { ...ROW_MEMBERS, key: "string" },
});

/** Scalar members of the rows at the top level. */
export const SCALAR_MEMBERS = [
  "id",
  "name",
  "createdBy",
  "state",
  "description",
  "modifiedTimeStamp",
  "score",
  "size",
] as const;
