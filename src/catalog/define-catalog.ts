import type { Catalog, CatalogDefinition, MemberDefinitions } from "./types.ts";
import { readCatalog } from "./read-catalog.ts";

/**
 * Makes a catalog: what a collection's rows have, and what may be done with it. The row type is computed from it.
 *
 * @throws TypeError that lists everything wrong: a catalog in code is a program's, not a user's.
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
export function defineCatalog<const M extends MemberDefinitions>(
  definition: CatalogDefinition<M, NoInfer<keyof M & string>>,
): Catalog<M> {
  const { catalog, problems } = readCatalog(definition);
  if (catalog === undefined) {
    throw new TypeError(
      `The catalog is wrong: ${problems.map((p) => `${p.pointer}: ${p.message}`).join("; ")}`,
    );
  }
  return catalog as unknown as Catalog<M>;
}
