import type { CatalogDefinition } from "tamis";
import type { DialectSql, MemberValues, Translations, TreeNode, Why, Words } from "./answers.ts";

/** Requests that the page sends to the engine, with their answers. Everything is plain data, which can be sent to a worker. */
export interface Requests {
  readonly open: readonly [source: DataSource, answer: Opened];
  readonly rows: readonly [RowsRequest, Answer<RowsPage>];
  readonly complete: readonly [CompletionRequest, readonly string[]];
  readonly words: readonly [QueryTexts, Answer<Words>];
  readonly tree: readonly [RowRequest, Answer<TreeNode | undefined>];
  readonly why: readonly [RowRequest, Answer<Why | undefined>];
  readonly sql: readonly [QueryTexts, Answer<readonly DialectSql[]>];
  readonly translations: readonly [QueryTexts, Answer<Translations>];
  readonly values: readonly [ValuesRequest, Answer<MemberValues>];
}

export type RequestKind = keyof Requests;

/** An example by its name, or the bytes of a file. */
export type DataSource = { readonly example: string } | { readonly file: File };

export interface Opened {
  readonly definition: CatalogDefinition;
  readonly total: number;
  /** Sentences about values that were read differently, such as those that do not have the type of their member. */
  readonly notes: readonly string[];
}

/** A filter and an order, as the user wrote them. */
export interface QueryTexts {
  readonly filter: string;
  readonly sortBy: string;
}

/** `invalid`: the texts have errors, which the editors show. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: "invalid" }
  | { readonly ok: false; readonly reason: "failed"; readonly message: string };

export type RowsShown = "kept" | "excluded";

export interface RowsRequest extends QueryTexts {
  readonly show: RowsShown;
  readonly start: number;
}

export interface RowsPage {
  /** Number of rows that the filter keeps. */
  readonly kept: number;
  readonly total: number;
  readonly start: number;
  readonly rows: readonly ShownRow[];
  /** Time to filter, sort and count. */
  readonly milliseconds: number;
}

export interface ShownRow {
  /** Position of the row in the data, from 0. */
  readonly index: number;
  /** Texts of the members, in the order of the catalog. Null: the row has no value. */
  readonly cells: readonly (string | null)[];
}

export interface CompletionRequest {
  readonly member: string;
  readonly prefix: string;
}

export interface RowRequest extends QueryTexts {
  /** Position of the selected row. */
  readonly index: number | undefined;
}

export interface ValuesRequest extends QueryTexts {
  readonly member: string;
}

/** Number of rows of a page. */
export const PAGE_ROWS = 50;

export interface RequestMessage {
  readonly id: number;
  readonly kind: RequestKind;
  readonly input: unknown;
}

export type ResponseMessage =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };
