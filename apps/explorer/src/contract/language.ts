import type { Catalog, CatalogDefinition } from "tamis";
import type { FilterServiceOptions } from "tamis/element";
import type { MemberChoice, SplitFilter } from "./member-choice.ts";

/** What the page knows of the language. Its script also defines `<tamis-filter>`. It loads after the first rows, which do not need it. */
export interface Language {
  readonly defineCatalog: (definition: CatalogDefinition) => Catalog;
  /** @throws Error with a message for the user */
  readonly readSchema: (schema: object) => Catalog;
  /** Returns the filter of a query string with its conditions of the form `member=value`, or sentences about its errors. */
  readonly joinFilters: (search: string, catalog: Catalog) => JoinedFilters;
  readonly serviceOptions: (options: ServiceOptions) => FilterServiceOptions;
  readonly listMembers: (catalog: Catalog) => readonly ListedMember[];
  readonly splitFilter: (filter: string, member: string) => SplitFilter | undefined;
  readonly chooseMember: (filter: string, member: string, choice: MemberChoice) => string | undefined;
  readonly joinConditions: (conditions: readonly string[]) => string;
  /** Returns the literal for a value of the data; undefined for a value that filters cannot name. */
  readonly literalOf: (value: unknown, type: string) => string | undefined;
}

export type JoinedFilters =
  | { readonly filter: string; readonly problems: readonly [] }
  | { readonly filter: undefined; readonly problems: readonly string[] };

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
