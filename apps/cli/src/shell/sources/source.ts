import type { Catalog, CheckedFilter, CheckedSortBy } from "tamis";
import type { RejectedRequest } from "tamis/engine";
import type { Facets } from "tamis/store";
import type { Scope } from "../../command/command.ts";
import type { ChosenLocale } from "../../command/locale-option.ts";
import type { Row } from "../../formats/row.ts";

export interface SourceQuery {
  readonly filter: CheckedFilter;
  /** Default: the sort of the catalog. */
  readonly sortBy: CheckedSortBy | undefined;
  readonly start: number;
  /** Default: all rows. */
  readonly limit: number | undefined;
}

export interface SourceOptions {
  readonly locale: ChosenLocale;
  readonly signal: AbortSignal;
}

export interface SourcePage {
  readonly ok: true;
  readonly items: readonly Row[];
  /** All matches, not only the page. */
  readonly count: number;
}

export interface SourceRows {
  readonly ok: true;
  readonly rows: AsyncIterable<Row>;
}

export type ValueRange = { readonly min: unknown; readonly max: unknown };

/** Files in memory, or a table of a database. */
export interface ShellSource {
  readonly catalog: Catalog;
  /** Original names. */
  readonly columns: readonly string[];
  /** @param query has a limit */
  readonly page: (query: SourceQuery, options: SourceOptions) => Promise<SourcePage | RejectedRequest>;
  readonly count: (
    filter: CheckedFilter,
    options: SourceOptions,
  ) => Promise<{ readonly ok: true; readonly count: number } | RejectedRequest>;
  readonly rows: (query: SourceQuery, options: SourceOptions) => Promise<SourceRows | RejectedRequest>;
  /** Undefined if the source does not support it. */
  readonly facets:
    | ((member: string, filter: CheckedFilter | undefined, limit: number, options: SourceOptions) => Facets)
    | undefined;
  /** Undefined if no row has a value. */
  readonly minMax: (
    member: string,
    filter: CheckedFilter,
    options: SourceOptions,
  ) => Promise<{ readonly ok: true; readonly minMax: ValueRange | undefined } | RejectedRequest>;
  readonly explain: (query: SourceQuery, options: SourceOptions) => Promise<string>;
  /** Undefined for databases. */
  readonly save: ((path: string, scope: Scope) => Promise<string>) | undefined;
  /** Must not be overwritten: the rows come from them. */
  readonly files: readonly string[];
  /** Blocking queries cannot be canceled. */
  readonly blocks: boolean;
  /** Returns an error whose message is for users. */
  readonly describeError: (error: unknown) => unknown;
}
