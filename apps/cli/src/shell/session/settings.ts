import type { CheckedFilter, CheckedSortBy } from "tamis";
import type { ChosenLocale } from "../../command/locale-option.ts";
import type { OutputFormat } from "../../formats/formats.ts";

/** A sort order with its text. Without text, the default sort of the catalog applies. */
export interface SortSetting {
  readonly text: string;
  readonly sortBy: CheckedSortBy | undefined;
}

/** ShellSettings of a session. */
export interface ShellSettings {
  sort: SortSetting;
  /** Rows per page; undefined for all rows. */
  limit: number | undefined;
  /** Members to show, as given by the user; undefined for all members. */
  select: readonly string[] | undefined;
  locale: ChosenLocale;
  strict: boolean;
  timing: boolean;
  output: OutputFormat;
}

/** A filter with a page of its result. */
export interface PageView {
  readonly filter: CheckedFilter;
  readonly sort: SortSetting;
  readonly start: number;
  readonly limit: number | undefined;
}
