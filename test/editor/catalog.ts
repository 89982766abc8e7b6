import { defineCatalog } from "../../src/catalog/define-catalog.ts";

/** Members of each type, for tests of the language service. */
export const REPORTS = defineCatalog({
  name: "reports",
  members: {
    id: "integer",
    name: { type: "string", description: "Title of the report." },
    nameOfOwner: "string",
    state: { type: "string", enum: ["open", "done", "it's over"] },
    enabled: { type: "boolean", nullable: false },
    size: "number",
    created: "dateTime",
    day: "date",
    start: "time",
    tags: { type: "list", items: "string" },
    sizes: { type: "list", items: "number" },
    owner: {
      type: "object",
      members: {
        city: "string",
        age: "integer",
        home: {
          type: "object",
          members: {
            street: { type: "object", members: { side: { type: "object", members: { left: "string" } } } },
          },
        },
      },
    },
    properties: { type: "map", values: "string" },
    secret: { type: "string", filterable: false },
    blob: { type: "string", sortable: false },
    code: { type: "string", functions: ["eq", "in"] },
  },
});

/** Splits a text at its cursor `|`. */
export function atCursor(marked: string): { readonly text: string; readonly offset: number } {
  const offset = marked.indexOf("|");
  return { text: marked.slice(0, offset) + marked.slice(offset + 1), offset };
}
