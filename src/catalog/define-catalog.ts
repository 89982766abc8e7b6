import type { Catalog, CatalogDefinition, MemberDefinitions } from "./types.ts";
import { readCatalog } from "./read-catalog.ts";

/**
 * Defines the members of a collection's rows and what requests can do with them.
 *
 * @throws TypeError that lists all problems. Use `readCatalog` for untrusted documents.
 * @example
 * const reports = defineCatalog({
 *   name: "reports",
 *   members: {
 *     id: { type: "string", nullable: false },
 *     name: { type: "string", strength: "tertiary" },
 *     modifiedTimeStamp: "dateTime",
 *   },
 *   key: "id",
 *   defaultSort: ["name"],
 * });
 * type Report = RowOf<typeof reports>;
 */
export function defineCatalog<const M extends MemberDefinitions, const F extends string = string>(
  definition: CatalogDefinition<M, NoInfer<keyof M & string>, F>,
): Catalog<M, F> {
  const { catalog, problems } = readCatalog(definition);
  if (catalog === undefined) {
    throw new TypeError(`Invalid catalog: ${problems.map((p) => `${p.pointer}: ${p.message}`).join("; ")}`);
  }
  return catalog as unknown as Catalog<M, F>;
}
