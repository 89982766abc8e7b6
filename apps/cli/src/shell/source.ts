/** What a session asks: the rows of files, held in memory, or a table of a database. */
import type { Catalog, CheckedFilter, CheckedSortBy, Diagnostic } from "tamis";
import type { Facets } from "tamis/store";
import type { ChosenLocale } from "../catalogs.ts";
import type { Scope } from "../command.ts";
import type { Row } from "../io/row-reader.ts";

/** What is asked, checked against the catalog of the source. */
export interface SourceQuery {
  readonly filter: CheckedFilter;
  /** The catalog's order where there is none. */
  readonly sortBy: CheckedSortBy | undefined;
  readonly start: number;
  /** No limit: all rows. */
  readonly limit: number | undefined;
}

export interface SourceOptions {
  readonly locale: ChosenLocale;
  readonly signal: AbortSignal;
}

/** What a database does not answer, it says why. */
export interface Refused {
  readonly ok: false;
  readonly diagnostics: readonly Diagnostic[];
}

/** Some rows, and how many there are in all. */
export interface SourcePage {
  readonly ok: true;
  readonly items: readonly Row[];
  readonly count: number;
}

export interface SourceRows {
  readonly ok: true;
  readonly rows: AsyncIterable<Row>;
}

/** The first and the last value of a member; undefined where no row has one. */
export type Bounds = { readonly min: unknown; readonly max: unknown } | undefined;

export interface Source {
  readonly catalog: Catalog;
  /** The members of the rows, as they call them. */
  readonly columns: readonly string[];
  /** @param query has a limit */
  readonly page: (query: SourceQuery, options: SourceOptions) => Promise<SourcePage | Refused>;
  readonly count: (
    filter: CheckedFilter,
    options: SourceOptions,
  ) => Promise<{ readonly ok: true; readonly count: number } | Refused>;
  /** All rows, one after the other, without an end of pages. */
  readonly rows: (query: SourceQuery, options: SourceOptions) => Promise<SourceRows | Refused>;
  /** Undefined where the values of a member cannot be counted. */
  readonly facets:
    | ((member: string, filter: CheckedFilter | undefined, limit: number, options: SourceOptions) => Facets)
    | undefined;
  readonly bounds: (
    member: string,
    filter: CheckedFilter,
    options: SourceOptions,
  ) => Promise<{ readonly ok: true; readonly bounds: Bounds } | Refused>;
  /** How a query would be answered, for people. */
  readonly explain: (query: SourceQuery, options: SourceOptions) => Promise<string>;
  /** Saves the rows with their columns; undefined where they are in a database. */
  readonly save: ((path: string, scope: Scope) => Promise<string>) | undefined;
  /** Files that the rows came from: nothing is written over them. */
  readonly files: readonly string[];
  /** It lets no event in while it works: nothing can be canceled then. */
  readonly blocks: boolean;
  /** What a failure means to people. */
  readonly failureOf: (error: unknown) => unknown;
}
