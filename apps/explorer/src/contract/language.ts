import type { Catalog, CatalogDefinition } from "tamis";
import type { LanguageService } from "tamis/editor";

/**
 * What the page knows of the language. It is a script of its own, which loads while the first rows are on their way: rows do not
 * need it.
 */
export interface Language {
  readonly defineCatalog: (definition: CatalogDefinition) => Catalog;
  /** @throws Error with a message for the user */
  readonly readSchema: (schema: object) => Catalog;
  readonly createService: (catalog: Catalog, options: ServiceOptions) => LanguageService;
  readonly listMembers: (catalog: Catalog) => readonly ListedMember[];
  /** Adds a condition to a filter. Returns undefined for a text with syntax errors. */
  readonly addCondition: (filter: string, condition: string) => string | undefined;
}

export interface ServiceOptions {
  /** Whether filters can use the present: `now()` and others. Servers do not offer them. */
  readonly hasClock: boolean;
}

/** A member that filters can name, also one inside of an object. */
export interface ListedMember {
  readonly name: string;
  /** Type for people, such as `list of string`. */
  readonly type: string;
  /** Type of its values, or of the elements of a list. */
  readonly valueType: string;
  readonly filterable: boolean;
}

/** Name of the global variable that the script sets. */
export const LANGUAGE = "tamisLanguage";
