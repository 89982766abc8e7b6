import type { ClockScope } from "../../command/time-zone-option.ts";
import type { Catalog, CheckedFilter, CheckedSortBy } from "tamis";
import type { RejectedRequest } from "tamis/engine";
import type { Facets } from "tamis/store";
import type { Scope } from "../../command/command.ts";
import type { ChosenLocale } from "../../command/locale-option.ts";
import type { Row } from "tamis/files";

export interface SourceQuery {
  readonly filter: CheckedFilter;
  /** Sort order. Undefined for the default sort of the catalog. */
  readonly sortBy: CheckedSortBy | undefined;
  readonly start: number;
  /** Maximum number of rows. Undefined for all rows. */
  readonly limit: number | undefined;
}

export interface SourceOptions {
  readonly locale: ChosenLocale;
  readonly signal: AbortSignal;
}

export interface SourcePage {
  readonly ok: true;
  readonly items: readonly Row[];
  /** Number of all matching rows, not only those of the page. */
  readonly count: number;
}

export interface SourceRows {
  readonly ok: true;
  readonly rows: AsyncIterable<Row>;
}

export type ValueRange = { readonly min: unknown; readonly max: unknown };

/** Source of rows for the shell: files in memory, or a table of a database. */
export interface ShellSource {
  readonly catalog: Catalog;
  /** Returns the catalog for the messages about an invalid filter: it can name values of the rows. */
  readonly explainingCatalog: (filter: string, scope: ClockScope, signal: AbortSignal) => Promise<Catalog>;
  /** Column names before renaming. */
  readonly columns: readonly string[];
  /** @param query must have a limit */
  readonly page: (query: SourceQuery, options: SourceOptions) => Promise<SourcePage | RejectedRequest>;
  readonly count: (
    filter: CheckedFilter,
    options: SourceOptions,
  ) => Promise<{ readonly ok: true; readonly count: number } | RejectedRequest>;
  readonly rows: (query: SourceQuery, options: SourceOptions) => Promise<SourceRows | RejectedRequest>;
  /** Counts the values of a member. Undefined if the source does not support it. */
  readonly facets:
    | ((member: string, filter: CheckedFilter | undefined, limit: number, options: SourceOptions) => Facets)
    | undefined;
  /** Finds the minimum and maximum of a member. `minMax` is undefined if no row has a value. */
  readonly minMax: (
    member: string,
    filter: CheckedFilter,
    options: SourceOptions,
  ) => Promise<{ readonly ok: true; readonly minMax: ValueRange | undefined } | RejectedRequest>;
  readonly explain: (query: SourceQuery, options: SourceOptions) => Promise<string>;
  /** Saves the rows in a file and returns a message. Undefined for databases. */
  readonly save: ((path: string, scope: Scope) => Promise<string>) | undefined;
  /** Input files of the rows. Commands must not overwrite them. */
  readonly files: readonly string[];
  /** True if queries block the event loop, so that they cannot be canceled. */
  readonly blocks: boolean;
  /** Converts an error to one whose message is for users. */
  readonly describeError: (error: unknown) => unknown;
}
