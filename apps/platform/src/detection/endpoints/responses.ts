import {
  failRequest,
  type FailureDetails,
  type HttpRequest,
  type HttpResponse,
  type Link,
  type MemberProblem,
} from "tamis/http";
import type { MessageProblem } from "../message/codes.ts";
import { DetectionFailure } from "../runtime/failure.ts";
import { jsonResponse } from "../../family/json-response.ts";
import { acceptedType } from "../../family/media-types.ts";

/** Codes of failures that a later attempt can avoid. */
const TEMPORARY: ReadonlySet<string> = new Set(["NSCR", "NRED", "NKAF", "IERR", "IODE"]);

/**
 * Returns a response with JSON.
 *
 * @param types media types of the representation
 * @throws a failed request (406, or 400 for an invalid version) if the client accepts none of them
 */
export function acceptedJson(
  request: HttpRequest,
  value: object,
  types: readonly string[] = ["application/json"],
): HttpResponse {
  return jsonResponse(acceptedType(request, types), value);
}

/** Ends the request with the error of a message that was not decided. All have the status 400. */
export function failDetection(failure: DetectionFailure): never {
  const { code, problems, message } = failure;
  const details: Partial<FailureDetails> = {
    code,
    members: problems.map(memberProblem),
    ...(TEMPORARY.has(code)
      ? { remediation: "Send the message again later.", headers: { "retry-after": "1" } }
      : {}),
  };
  return failRequest(400, message, details);
}

/** Runs work, and ends the request with the error of a failure. */
export async function orFail<T>(work: () => Promise<T> | T): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof DetectionFailure) return failDetection(error);
    throw error;
  }
}

function memberProblem({ code, variableSet, variable, message }: MessageProblem): MemberProblem {
  const pointer = variable === undefined ? `/${variableSet}` : `/${variableSet}/${variable}`;
  return { pointer, code: BODY_CODES[code], message, errorCode: code };
}

const BODY_CODES = {
  ECMD: "wrong-type",
  BBLD: "unknown-value",
  NORG: "required",
  BORG: "unknown-value",
  MVST: "required",
  UVST: "broken-rule",
  MFLD: "required",
  BFLD: "wrong-type",
} as const satisfies Record<MessageProblem["code"], MemberProblem["code"]>;

/** Returns a link to an operation of the service. */
export function link(method: string, rel: string, path: string, type?: string): Link {
  return { method, rel, href: path, uri: path, ...(type === undefined ? {} : { type }) };
}
