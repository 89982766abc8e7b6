/** What a session remembers from one question to the next. */
import type { CheckedFilter, CheckedSortBy } from "tamis";
import type { ChosenLocale } from "../catalogs.ts";
import type { OutputFormat } from "../io/formats.ts";

/** An order with the text that it was read from; the catalog's order where there is no text. */
export interface Order {
  readonly text: string;
  readonly sortBy: CheckedSortBy | undefined;
}

export interface Settings {
  order: Order;
  /** Rows of a page; undefined for all. */
  limit: number | undefined;
  /** The members that are shown, as they were asked for; undefined for all. */
  select: readonly string[] | undefined;
  locale: ChosenLocale;
  strict: boolean;
  timing: boolean;
  output: OutputFormat;
}

/** The page that was asked for last. */
export interface View {
  readonly filter: CheckedFilter;
  readonly order: Order;
  readonly start: number;
  readonly limit: number | undefined;
}
