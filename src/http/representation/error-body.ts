import { requireObject } from "../../diagnostics/require-argument.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { isTokenName } from "../../url/links.ts";
import { formatJson } from "../../values/json/exact-json.ts";
import type { HttpResponse } from "../contract/exchange.ts";
import type { FailureDetails, MemberProblem } from "../contract/failure.ts";
import { negotiateType, type Offer } from "../negotiation/accept.ts";
import { secured } from "./response-headers.ts";

export const ERROR_TYPE = "application/vnd.vendor.error+json";
export const PROBLEM_TYPE = "application/problem+json";

/** Version of the error format `error2`. */
const ERROR_VERSION = 2;

const OFFERS: readonly Offer<"error" | "problem">[] = [
  { types: [ERROR_TYPE, "application/vnd.vendor.error", "application/json"], value: "error" },
  { types: [PROBLEM_TYPE], value: "problem" },
];

export interface ErrorContext {
  readonly path: string;
  /** Raw query string of the URL. Spans of diagnostics refer to it, or to the body if it is empty. */
  readonly search: string;
  readonly accept: string | undefined;
  /** Identifier of this error in the response and in the log. */
  readonly traceId: string;
}

/**
 * Returns the response for an error, as `application/vnd.vendor.error+json`, or as problem details (RFC 9457) if the client
 * prefers them. Errors have a body whatever the client accepts.
 */
export function errorResponse(details: FailureDetails, context: ErrorContext): HttpResponse {
  requireObject(details, "details");
  requireObject(context, "context");
  const chosen = negotiateType(context.accept, OFFERS);
  const isProblem = chosen.ok && chosen.value === "problem";
  const remediation = details.remediation ?? correctedQuery(details, context);
  const body = isProblem
    ? problemDetails(details, context, remediation)
    : errorBody(details, context, remediation);
  return {
    status: details.status,
    headers: secured({
      "content-type": isProblem ? PROBLEM_TYPE : ERROR_TYPE,
      "cache-control": "no-store",
      vary: "accept",
      ...details.headers,
    }),
    body: formatJson(body),
  };
}

function errorBody(details: FailureDetails, context: ErrorContext, remediation: string | undefined): object {
  const { status, code, message } = details;
  return {
    message,
    id: context.traceId,
    errorCode: code ?? status,
    httpStatusCode: status,
    details: [`traceId: ${context.traceId}`, `path: ${context.path}`],
    remediation,
    errors: nestedErrors(details, (nested) => ({
      message: nested.message,
      errorCode: nested.errorCode ?? code ?? status,
      httpStatusCode: status,
      details: [],
      version: ERROR_VERSION,
      ...nested.extension,
    })),
    links: [],
    version: ERROR_VERSION,
  };
}

function problemDetails(
  details: FailureDetails,
  context: ErrorContext,
  remediation: string | undefined,
): object {
  const { status, code, message } = details;
  return {
    type: "about:blank",
    title: message,
    status,
    instance: context.path,
    traceId: context.traceId,
    errorCode: code,
    remediation,
    errors: nestedErrors(details, (nested) => ({ detail: nested.message, ...nested.extension })),
  };
}

interface NestedError {
  readonly message: string;
  readonly errorCode?: number | string | undefined;
  readonly extension: object;
}

function nestedErrors(
  { diagnostics = [], members = [] }: FailureDetails,
  show: (error: NestedError) => object,
): readonly object[] {
  return [...diagnostics.map(nestedDiagnostic), ...members.map(nestedMember)].map(show);
}

function nestedDiagnostic({ code, message, span, fixes }: Diagnostic): NestedError {
  const [fix] = fixes;
  const edits = fix?.edits.map((edit) => ({ from: edit.span.start, to: edit.span.end, text: edit.text }));
  const extension = {
    ...(fix === undefined ? {} : { remediation: fix.title }),
    diagnostic: { code, from: span.start, to: span.end, edits: edits ?? [] },
  };
  return { message, extension };
}

function nestedMember({ pointer, code, message, errorCode }: MemberProblem): NestedError {
  return { message, errorCode, extension: { pointer, diagnostic: { code, pointer } } };
}

/** Returns a sentence with the corrected query; undefined if there is none. Never repeats an access token. */
function correctedQuery({ corrected }: FailureDetails, { path, search }: ErrorContext): string | undefined {
  if (corrected === undefined) return undefined;
  const query = corrected
    .split("&")
    .filter((pair) => !isTokenName(pair.split("=", 1)[0]!))
    .join("&");
  return search === "" ? `Send the body ${query}` : `Request ${path}?${query}`;
}
