import { defineCatalog, type Catalog } from "tamis";
import { defineResource, type ResourceOptions } from "tamis/http";
import { createCollection } from "tamis/store";

/** A catalog with a member of each type, and with settings at every level. */
export const books: Catalog = defineCatalog({
  name: "books",
  description: "Books of a library.",
  key: "id",
  defaultSort: ["title:ascending:primary", "id"],
  defaultLimit: 3,
  maximumLimit: 50,
  parameters: ["expand"],
  members: {
    id: { type: "string", nullable: false, description: "Shelf mark." },
    title: { type: "string", strength: "primary", property: "book_title" },
    kind: { type: "string", enum: ["novel", "it's a play"] },
    folios: { type: "integer", safe: true },
    rating: "number",
    lent: { type: "boolean", nullable: false },
    published: "date",
    opens: "time",
    changed: "dateTime",
    tags: { type: "list", items: "string" },
    labels: { type: "map", values: "string" },
    author: {
      type: "object",
      members: { name: "string", email: { type: "string", filterable: false }, "born.in": "integer" },
    },
    notes: { type: "string", functions: ["contains", "isNull"], sortable: false },
    cover: { type: "string", filterable: false, selectable: true },
    secret: { type: "string", filterable: false },
    rank: { type: "integer", selectable: false, nullable: false },
  },
});

export const bookRows: Record<string, unknown>[] = Array.from({ length: 7 }, (_, i) => ({
  id: `b${i}`,
  book_title: ["value", "Value", "Emma", "Ulysses", null, "Zadig", "emma"][i],
  kind: i % 2 === 0 ? "novel" : "it's a play",
  folios: i * 10,
  rating: i + 0.5,
  lent: i % 3 === 0,
  published: "2024-01-31",
  opens: "12:30:00",
  changed: "2024-01-31T12:30:00Z",
  tags: ["value", `t${i}`],
  labels: { value: "value" },
  author: { name: "value", email: "hidden@example.org", "born.in": 1 },
  notes: i === 0 ? null : "value",
  cover: "cover.png",
  secret: "never shown",
  rank: i,
}));

export function bookResource(options: Partial<ResourceOptions<object>> = {}) {
  return defineResource({
    path: "/library/books",
    collection: createCollection(bookRows, { catalog: books }).asCollection({
      cursorKey: new Uint8Array(16).fill(7),
    }),
    summary: { members: ["id", "title"] },
    ...options,
  });
}
