import { escapeControls } from "../../diagnostics/show.ts";
import { isObject } from "../../values/is-object.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { ClientError } from "./client-error.ts";
import { retryAfter } from "./retry.ts";

/** An error in the query, as the server reported it. */
export interface RemoteDiagnostic {
  /** Code such as `unknown-member`. */
  readonly code: string;
  readonly message: string;
  /** Parameter with the error, such as `filter`; undefined if the server reported no position. */
  readonly parameter: string | undefined;
  /** Decoded value of the parameter. `from` and `to` (exclusive) are offsets in it. */
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** The message, the text with carets under the error, and the fix. */
  readonly frame: string;
}

interface ErrorParts {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
  readonly message: string;
  readonly diagnostics: readonly RemoteDiagnostic[];
}

/** A response with an error status. The message contains the code frame of each diagnostic. */
export class HttpError extends ClientError {
  override readonly name = "HttpError";
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, or the text of another body. */
  readonly body: unknown;
  readonly diagnostics: readonly RemoteDiagnostic[];
  /** Code of the service, such as 1104. */
  readonly errorCode: number | string | undefined;
  /** Identifier of the error in the log of the service. */
  readonly traceId: string | undefined;
  readonly remediation: string | undefined;
  /** Milliseconds to wait according to `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor({ status, body, headers, message, diagnostics }: ErrorParts) {
    super(
      "status",
      [`${status}: ${escapeControls(message)}`, ...diagnostics.map(({ frame }) => frame)].join("\n"),
    );
    this.status = status;
    this.body = body;
    this.headers = headers;
    this.diagnostics = diagnostics;
    const code = field(body, "errorCode");
    this.errorCode = typeof code === "number" || typeof code === "string" ? code : undefined;
    this.traceId = textField(body, "traceId") ?? textField(body, "id");
    this.remediation = textField(body, "remediation");
    this.retryAfter = retryAfter(headers.get("retry-after"));
  }
}

/** Reads an own member of data from a server. */
export function field(value: unknown, name: string): unknown {
  return isObject(value) ? ownProperty(value, name) : undefined;
}

export function textField(value: unknown, name: string): string | undefined {
  const entry = field(value, name);
  return typeof entry === "string" ? entry : undefined;
}
