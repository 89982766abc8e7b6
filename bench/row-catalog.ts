import { defineCatalog } from "../src/catalog/define-catalog.ts";

/** What the rows of `rows.ts` look like, for those contestants that check a filter against it. */
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
