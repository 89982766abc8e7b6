import { defineCatalog, type Catalog } from "tamis";
import { dataQuality as family } from "tamis/families";

const { environments, qkbs } = family.collections;
const { members, functions = [] } = environments.catalog.definition;

/** The reference has no rules for pages of nested collections. They have those of environments. */
const PAGES = { key: "name", defaultSort: ["name:ascending"], defaultLimit: 10, functions } as const;

/** The reference has no fields of contexts, locales and definitions. They have those of environments. */
const like = (name: string, description: string): Catalog =>
  defineCatalog({ name, description, members, ...PAGES });

export const CATALOGS = {
  environments: environments.catalog,
  qkbs: qkbs.catalog,
  contexts: like("contexts", "Execution contexts of an environment."),
  contextQkbs: defineCatalog({
    ...family.resources.qkb.catalog.definition,
    name: "contextQkbs",
    description: "Quality knowledge bases of a context.",
    ...PAGES,
  }),
  locales: like("locales", "Languages and regions that a QKB supports."),
  functions: family.collections.functions.catalog,
  definitions: like("definitions", "Definitions of a function."),
} as const satisfies Readonly<Record<string, Catalog>>;

/** A table of the storage: names of field content locales that were deleted. */
export const deletedLocales = defineCatalog({
  name: "deletedFieldContentLocales",
  key: "name",
  members: { name: { type: "string", nullable: false } },
});
