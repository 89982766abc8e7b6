import { defineCatalog } from "../src/catalog/define-catalog.ts";

/** Catalog of the rows that `evaluate/rows.ts` generates. */
export const rowCatalog = defineCatalog({
  name: "reports",
  key: "id",
  members: {
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
  },
});
