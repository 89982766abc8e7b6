import { expect, it } from "vitest";
import { defineCatalog } from "tamis";
import { defineResource } from "tamis/http";
import { createCollection } from "tamis/store";
import { itemPrinter } from "../../../src/http/representation/item-json.ts";

const catalog = defineCatalog({
  name: "reports",
  key: "id",
  members: { id: "string", owner: "string", size: "integer" },
});
const resource = defineResource({
  path: "/reports",
  collection: createCollection<Record<string, unknown>>([], { catalog }).asCollection(),
  summary: { members: ["id", "owner"] },
});
const summary = resource.summary!.members;
const { operations } = resource;
const whole = { resource, catalog, operations, names: undefined, links: "self" } as const;

it("printers of whole rows and of summaries are shared", () => {
  expect(itemPrinter(whole)).toBe(itemPrinter({ ...whole }));
  expect(itemPrinter({ ...whole, names: summary })).toBe(itemPrinter({ ...whole, names: summary }));
});

it("a selection of the client has a printer of its own, even with the members of the summary", () => {
  const names = [...summary];
  expect(itemPrinter({ ...whole, names })).not.toBe(itemPrinter({ ...whole, names }));
  expect(itemPrinter({ ...whole, names })).not.toBe(itemPrinter({ ...whole, names: summary }));
});

it("a shared printer prints a row once, and a printer of a selection each time", () => {
  let reads = 0;
  const row = new Proxy<Record<string, unknown>>(
    { id: "b", size: 1 },
    {
      getOwnPropertyDescriptor(target, name) {
        if (name === "size") reads++;
        return Reflect.getOwnPropertyDescriptor(target, name);
      },
    },
  );
  for (let i = 0; i < 3; i++) itemPrinter(whole)(row);
  const shared = reads;
  const print = itemPrinter({ ...whole, names: ["size"] });
  for (let i = 0; i < 3; i++) print(row);
  expect(reads - shared).toBe(3 * shared);
});

it("the media type of items has only characters that media types can have", () => {
  const named = defineCatalog({ name: "Order Lines/é", members: { id: "integer" } });
  const { itemType } = defineResource({
    path: "/lines",
    collection: createCollection([{ id: 1 }], { catalog: named }).asCollection(),
  });
  expect(itemType).toBe("application/vnd.vendor.Order-Lines-");
});
