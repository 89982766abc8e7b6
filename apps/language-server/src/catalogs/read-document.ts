import type { CatalogProblem } from "tamis";
import {
  catalogFromJsonSchema,
  catalogFromOpenApi,
  listOpenApiCollections,
  readCatalog,
  type Catalog,
} from "tamis/catalog";
import { isObject, own } from "../messages/own.ts";
import { MAXIMUM_COLLECTIONS, type Collection, type LoadedSource } from "./collection.ts";

/**
 * Reads the collections of a JSON document: a catalog, a JSON Schema or an OpenAPI description. Undefined for other documents.
 * @param name of the collection of a JSON Schema
 */
export function readDocument(document: unknown, name: string): LoadedSource | undefined {
  if (!isObject(document)) return undefined;
  if (own(document, "openapi") !== undefined) return readOpenApi(document);
  if (isObject(own(document, "members"))) return singleCatalog(readCatalog(document));
  if (isObject(own(document, "properties")) || own(document, "$schema") !== undefined)
    return singleCatalog(catalogFromJsonSchema(document, { name }));
  return undefined;
}

function readOpenApi(document: object): LoadedSource {
  const { collections, schemas } = listOpenApiCollections(document);
  const named: Collection[] = [];
  for (const { path } of collections.slice(0, MAXIMUM_COLLECTIONS)) {
    const { catalog } = catalogFromOpenApi(document, { path });
    if (catalog !== undefined) named.push({ name: catalog.name, catalog });
  }
  // A description without lists can still have the schema of a row.
  for (const schema of named.length > 0 ? [] : schemas.slice(0, MAXIMUM_COLLECTIONS)) {
    const { catalog } = catalogFromOpenApi(document, { schema });
    if (catalog !== undefined) named.push({ name: catalog.name, catalog });
  }
  return named.length > 0
    ? { collections: named }
    : { collections: [], problem: "The OpenAPI description has no list of objects." };
}

function singleCatalog({
  catalog,
  problems,
}: {
  readonly catalog?: Catalog | undefined;
  readonly problems: readonly CatalogProblem[];
}): LoadedSource {
  if (catalog !== undefined) return { collections: [{ name: catalog.name, catalog }] };
  const [first] = problems;
  const at = first === undefined || first.pointer === "" ? "" : `${first.pointer}: `;
  return { collections: [], problem: `It is not a valid catalog. ${at}${first?.message ?? ""}`.trim() };
}
