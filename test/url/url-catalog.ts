import { defineCatalog } from "../../src/catalog/define-catalog.ts";

/** A catalog with members of every type, and some that requests cannot use. */
export const items = defineCatalog({
  name: "items",
  members: {
    id: { type: "string", nullable: false },
    name: { type: "string", strength: "primary" },
    contentType: { type: "string", enum: ["report", "folder", "it's"] },
    size: "integer",
    score: "number",
    enabled: "boolean",
    day: "date",
    at: "time",
    modified: "dateTime",
    tags: { type: "list", items: "string" },
    imageUris: { type: "map", values: "string" },
    owner: { type: "object", members: { name: "string", secret: { type: "string", filterable: false } } },
    secret: { type: "string", filterable: false },
    label: { type: "string", functions: ["contains"] },
    rank: { type: "integer", filterable: false },
  },
  key: "id",
  defaultSort: ["rank:descending", "name"],
  defaultLimit: 20,
  maximumLimit: 100,
  parameters: ["level", "access_token"],
});
