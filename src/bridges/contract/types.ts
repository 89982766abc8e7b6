import type { Expression, SortBy } from "../../ast/nodes.ts";
import type { Catalog } from "../../catalog/types.ts";
import type { Limits } from "../../diagnostics/limits.ts";
import type { Span } from "../../diagnostics/span.ts";
import type { BridgeCode, BridgeEffect } from "./codes.ts";

/** A span of a text, or a JSON Pointer (RFC 6901) into a JSON value. */
export type BridgePlace = Span | { readonly pointer: string };

/** One difference between a source and its translation. */
export interface BridgeNote {
  readonly code: BridgeCode;
  readonly effect: BridgeEffect;
  /** Description for users. The wording can change between versions. */
  readonly message: string;
  readonly part: "filter" | "sortBy";
  /** Place in the source. For trees of tamis, the span of the node: `0..0` if code built it. */
  readonly source: BridgePlace;
  /** Place in the translation. For trees, the span in `print(tree)`. Undefined if nothing of it is left. */
  readonly result: BridgePlace | undefined;
}

/** A filter and an order in another language: texts, or JSON values. */
export interface ForeignQuery<T> {
  readonly filter?: T | undefined;
  readonly sortBy?: T | undefined;
}

/** A filter and an order as trees. */
export interface BridgeQuery {
  readonly filter?: Expression | undefined;
  readonly sortBy?: SortBy | undefined;
}

export interface BridgeOptions {
  /**
   * Types, nullability and strengths of the members. Without it, a member can be null, and has the type of the values that it
   * is compared with.
   */
  readonly catalog?: Catalog | undefined;
  /** Limits of the source. Default: `DEFAULT_LIMITS`. */
  readonly limits?: Partial<Limits> | undefined;
}

/** Trees, and how they differ from their source. A part is undefined if its source is missing or cannot be read. */
export interface ImportResult {
  readonly filter: Expression | undefined;
  readonly sortBy: SortBy | undefined;
  /** Empty if the trees keep the same rows in the same order as the source. In the order of the source. */
  readonly report: readonly BridgeNote[];
}

/** Texts or JSON values, and how they differ from the trees. */
export interface ExportResult<T> {
  readonly filter: T | undefined;
  readonly sortBy: T | undefined;
  /** Empty if the translation keeps the same rows in the same order as the trees. In the order of the trees. */
  readonly report: readonly BridgeNote[];
}

/** Translates filters and orders between tamis and another language, in linear time. */
export interface Bridge<T = unknown> {
  /** Name in lower case, as in `tamis convert --from sql`. */
  readonly name: string;
  readonly title: string;
  /** Whether filters and orders are texts or JSON values. */
  readonly form: "text" | "json";
  /**
   * Reads a filter and an order of the other language. Any text or JSON value has a result.
   *
   * @throws TypeError for a text that is not a string
   */
  importQuery(source: ForeignQuery<T>, options?: BridgeOptions): ImportResult;
  /**
   * Writes a filter and an order in the other language. Parts that it lacks are left out so that the result keeps all rows of
   * the filter.
   *
   * @throws TypeError for a value that is not a tree
   */
  exportQuery(query: BridgeQuery, options?: BridgeOptions): ExportResult<T>;
}
