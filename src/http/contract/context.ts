import type { Catalog } from "../../catalog/types.ts";
import type { Rule } from "../../engine/rules.ts";
import type { HttpRequest } from "./exchange.ts";
import type { Operation } from "./operations.ts";
import type { ServiceResource } from "./resource.ts";

/** A request to an operation that its caller may use. */
export interface ResourceRequest {
  readonly request: HttpRequest;
  readonly resource: ServiceResource;
  readonly operation: Operation;
  /** All operations that the caller may use. */
  readonly operations: ReadonlySet<Operation>;
  /** Raw query string: that of the URL, or a form body. */
  readonly search: string;
  /** Whether `search` is a form body, whose texts can be longer than those of a URL. */
  readonly isForm: boolean;
  /** Catalog without the members that are closed to the caller. */
  readonly catalog: Catalog;
  /** Filter of the rows that the caller may see. */
  readonly rule: Rule | undefined;
  /** Language of comparisons; undefined for the root collation. */
  readonly locale: string | undefined;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal | undefined;
  /** Maximum milliseconds of the request; undefined for no limit. */
  readonly timeout: number | undefined;
}
