import type { CatalogDefinition } from "tamis";
import type {
  DialectSql,
  GroupsAnswer,
  MemberValues,
  Translations,
  TreeNode,
  Why,
  Words,
} from "./answers.ts";

/**
 * Requests that the page sends to a source of rows, with their answers. Everything is plain data, which can be sent to a worker.
 * Two sources answer them: the engine has the rows of the tab, and the other one asks a server.
 */
export interface Requests {
  readonly rows: readonly [RowsRequest, Answer<RowsPage>];
  readonly complete: readonly [CompletionRequest, readonly string[]];
  readonly words: readonly [QueryTexts, Answer<Words>];
  readonly tree: readonly [RowRequest, Answer<TreeNode | undefined>];
  readonly why: readonly [RowRequest, Answer<Why | undefined>];
  readonly sql: readonly [QueryTexts, Answer<readonly DialectSql[]>];
  readonly translations: readonly [QueryTexts, Answer<Translations>];
  readonly values: readonly [ValuesRequest, Answer<MemberValues>];
  readonly groups: readonly [GroupsRequest, Answer<GroupsAnswer>];
}

export type RequestKind = keyof Requests;

/** Requests of the page to the worker. */
export interface EngineRequests extends Requests {
  readonly open: readonly [source: DataSource, answer: Opened];
  readonly export: readonly [ExportRequest, Answer<Blob>];
}

/** An example by its name, the bytes of a file, or the catalog of rows that a server has. */
export type DataSource =
  | { readonly example: string }
  | { readonly file: File; readonly reading?: ReadingSettings }
  | { readonly catalog: CatalogDefinition };

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
  /** Language tag for comparing strings; empty for the language of the browser or, for rows of the tab, no language. */
  readonly locale: string;
}

/** `invalid`: the texts have errors, which the editors show. */
export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: "invalid" }
  | { readonly ok: false; readonly reason: "failed"; readonly message: string };

export interface RowsRequest extends QueryTexts {
  readonly start: number;
  readonly limit: number;
  /** Whether to count the rows that the filter keeps. */
  readonly count: boolean;
}

export type Row = Readonly<Record<string, unknown>>;

export interface RowsPage {
  /** Number of rows that the filter keeps; undefined if it was not requested. */
  readonly count: number | undefined;
  readonly start: number;
  readonly rows: readonly ShownRow[];
  /** Time to filter, sort and count. */
  readonly milliseconds: number;
}

export interface ShownRow {
  /** Identifies the row among those of the data: its number from 1, or its key. */
  readonly name: string;
  readonly row: Row;
}

export interface CompletionRequest {
  readonly member: string;
  readonly prefix: string;
}

export interface RowRequest extends QueryTexts {
  /** The selected row. */
  readonly row: Row | undefined;
}

export interface ValuesRequest extends QueryTexts {
  readonly member: string;
  /** Type of the values, or of the elements of a list. */
  readonly type: string;
  /** Maximum number of facets. */
  readonly limit: number;
}

export interface GroupsRequest extends QueryTexts {
  readonly by: readonly string[];
  readonly measures: readonly GroupMeasure[];
  readonly limit: number;
}

export interface GroupMeasure {
  readonly function: "sum" | "avg" | "min" | "max";
  readonly member: string;
}

export interface ExportRequest extends QueryTexts {
  readonly format: "csv" | "ndjson";
  /** Names of the members, in order. */
  readonly columns: readonly string[];
}

/** How a file of the user is read. Empty settings are detected. */
export interface ReadingSettings {
  readonly encoding: string;
  readonly delimiter: string;
  /** Location of the rows in JSON, such as `data.items`. */
  readonly path: string;
  readonly dates: "" | "day-first" | "month-first";
  /** Types of columns, such as `code=string, size=number`. */
  readonly types: string;
}

export interface RequestMessage {
  readonly id: number;
  readonly kind: keyof EngineRequests;
  readonly input: unknown;
}

export type ResponseMessage =
  | { readonly id: number; readonly ok: true; readonly answer: unknown }
  | { readonly id: number; readonly ok: false; readonly message: string };
