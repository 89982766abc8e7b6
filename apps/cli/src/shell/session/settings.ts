import type { CheckedFilter, CheckedSortBy } from "tamis";
import type { ChosenLocale } from "../../command/locale-option.ts";
import type { OutputFormat } from "../../formats/formats.ts";

/** Sort order of a page. If `text` is empty, the default sort of the catalog applies. */
export interface SortSetting {
  readonly text: string;
  readonly sortBy: CheckedSortBy | undefined;
}

export interface ShellSettings {
  sort: SortSetting;
  /** Rows per page; undefined for all rows. */
  limit: number | undefined;
  /** Members to show. Undefined for all members. */
  select: readonly string[] | undefined;
  locale: ChosenLocale;
  strict: boolean;
  timing: boolean;
  output: OutputFormat;
}

export interface PageView {
  readonly filter: CheckedFilter;
  readonly sort: SortSetting;
  readonly start: number;
  readonly limit: number | undefined;
}
