import { readFileSync } from "node:fs";
import { catalogFromRows } from "tamis/catalog";
import { createService, defineResource } from "tamis/http";
import { createCollection } from "tamis/store";

const rows = readFileSync(new URL("../data/places.ndjson", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Record<string, unknown>);
export const catalog = catalogFromRows(rows, { name: "places" }).catalog!;
export const collection = createCollection(rows, { catalog });

const places = defineResource({
  path: "/api/places",
  collection: collection.asCollection(),
  locales: ["en", "de", "sv", "tr"],
});

/** The places of the example data, in memory, as a service that any server can run. */
export const service = createService({ resources: [places], roots: ["/api"] });
