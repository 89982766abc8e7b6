import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import type { BodyProblemCode } from "./body-problems.ts";

/** A response that reports an error. */
export interface FailureDetails {
  readonly status: number;
  /** Error code of the resource, such as 10722. */
  readonly code?: number | string | undefined;
  /** Description of the error for users: one sentence. */
  readonly message: string;
  /** Advice for the client: one sentence. */
  readonly remediation?: string | undefined;
  /** Problems of the query, whose spans are offsets into the raw query string, or of the members of a body. */
  readonly diagnostics?: readonly Diagnostic[] | undefined;
  /** The query string after the fixes of `diagnostics`; undefined if it cannot be corrected. */
  readonly corrected?: string | undefined;
  /** Problems of the body, by JSON Pointer. */
  readonly members?: readonly MemberProblem[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Error of the server that is the reason for the response. `onError` receives it, the client does not. */
  readonly cause?: unknown;
}

/** A problem of one member of a request body. */
export interface MemberProblem {
  /** JSON Pointer (RFC 6901) to the member. */
  readonly pointer: string;
  /** Stable code, such as `wrong-type`. */
  readonly code: BodyProblemCode;
  readonly message: string;
  /** Error code of the rule that the value breaks. Default: that of the response. */
  readonly errorCode?: number | string | undefined;
}

/**
 * Ends a request with an error response. Only code of this folder throws it, and the handler catches it: applications
 * never see it.
 */
export class RequestFailure extends Error {
  override readonly name = "RequestFailure";
  readonly details: FailureDetails;

  constructor(details: FailureDetails) {
    super(details.message);
    this.details = details;
  }
}

/** @throws RequestFailure always */
export function fail(status: number, message: string, details: Partial<FailureDetails> = {}): never {
  throw new RequestFailure({ ...details, status, message });
}
