import { defineCatalog } from "../../src/catalog/define-catalog.ts";

/** A catalog with a member of each kind, for the tests of the checker. */
export const CATALOG = defineCatalog({
  name: "documents",
  members: {
    id: { type: "string", nullable: false },
    name: { type: "string", strength: "tertiary" },
    state: { type: "string", enum: ["open", "closed"] },
    size: "integer",
    ratio: "number",
    enabled: "boolean",
    day: "date",
    time: "time",
    created: "dateTime",
    tags: { type: "list", items: "string" },
    sizes: { type: "list", items: "integer" },
    properties: { type: "map", values: "string" },
    owner: { type: "object", members: { name: "string", key: { type: "string", filterable: false } } },
    members: { type: "list", items: { type: "object", members: { name: "string", age: "integer" } } },
    code: { type: "string", functions: ["eq", "ne", "in"], sortable: false },
    payload: "string",
    secret: { type: "string", filterable: false },
    "file.size": "integer",
  },
  key: "id",
});
