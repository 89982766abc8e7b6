import type { ReadOnlyContent } from "../representation/read-only-response.ts";
import type { Link } from "../representation/links.ts";

/**
 * Content of an HTML page as plain data. It is made of the responses that the caller would receive as JSON, so that a page
 * never shows more than the API.
 */
export type HtmlView = HtmlRoot | HtmlCollection | HtmlItem | HtmlError;

interface HtmlTarget {
  /** Path as sent. */
  readonly path: string;
  /** Raw query string. */
  readonly search: string;
  readonly status: number;
  /** Language tag of the rows; undefined for the root collation. */
  readonly language: string | undefined;
}

/** Links to the collections of a service. */
export interface HtmlRoot extends HtmlTarget {
  readonly kind: "root";
  readonly links: readonly Link[];
}

/** A page of a collection, or the error of an invalid query. Both are undefined if reading the rows takes too long. */
export interface HtmlCollection extends HtmlTarget {
  readonly kind: "collection";
  readonly name: string;
  readonly members: readonly HtmlMember[];
  readonly page: HtmlPage | undefined;
  readonly error: HtmlErrorBody | undefined;
}

export interface HtmlPage {
  readonly start: number;
  readonly limit: number;
  readonly count: number | undefined;
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly links: readonly Link[];
}

export interface HtmlMember {
  readonly name: string;
  /** JSON type, such as `integer`. */
  readonly type: string;
  readonly filterable: boolean;
  readonly sortable: boolean;
}

export interface HtmlItem extends HtmlTarget {
  readonly kind: "item";
  readonly item: Readonly<Record<string, unknown>>;
}

export interface HtmlError extends HtmlTarget {
  readonly kind: "error";
  readonly error: HtmlErrorBody;
}

/** Body of an error response. */
export interface HtmlErrorBody {
  readonly message: string;
  readonly remediation?: string;
  readonly errors: readonly HtmlProblem[];
}

export interface HtmlProblem {
  readonly message: string;
  /** Title of the correction. */
  readonly remediation?: string;
  /** Offsets are in UTF-16 units of the raw query string. */
  readonly diagnostic?: {
    readonly code: string;
    readonly from?: number;
    readonly to?: number;
    readonly edits?: readonly { readonly from: number; readonly to: number; readonly text: string }[];
  };
}

/** A complete HTML document, and the header fields that it needs, such as its content security policy. */
export interface HtmlDocument {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export type HtmlRenderer = (view: HtmlView) => HtmlDocument;

/** Pages that need more than their documents, such as scripts and styles. */
export interface HtmlPages {
  readonly render: HtmlRenderer;
  /** Returns another file of the pages by its path; undefined for paths of the service. */
  readonly file: (path: string) => ReadOnlyContent | undefined;
}
