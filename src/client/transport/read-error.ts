import { codeFrame } from "../../diagnostics/code-frame.ts";
import type { Diagnostic } from "../../diagnostics/diagnostic.ts";
import { escapeControls } from "../../diagnostics/show.ts";
import { field, HttpError, textField, type RemoteDiagnostic } from "./http-error.ts";

/**
 * Reads an error from a response. Understands `application/vnd.vendor.error+json` and `application/problem+json`, and accepts
 * any other body.
 *
 * @param search the query that was sent, percent-encoded. Positions in the response refer to it.
 */
export function httpError(status: number, headers: Headers, text: string, search: string): HttpError {
  let body: unknown = text;
  try {
    body = JSON.parse(text);
  } catch {
    // Proxies answer with HTML or plain text.
  }
  const message = ["message", "detail", "title"]
    .map((name) => textField(body, name))
    .find((value) => value !== undefined);
  const errors = field(body, "errors");
  const diagnostics = Array.isArray(errors) ? errors.map((error) => readDiagnostic(error, search)) : [];
  return new HttpError({
    status,
    headers,
    body,
    message: message ?? "The server responded with an error.",
    diagnostics,
  });
}

function readDiagnostic(error: unknown, search: string): RemoteDiagnostic {
  const details = field(error, "diagnostic");
  const message = textField(error, "message") ?? textField(error, "detail") ?? "Error without a message.";
  const code = textField(details, "code") ?? "error";
  const [from, to] = [field(details, "from"), field(details, "to")];
  const place = typeof from === "number" && typeof to === "number" ? locate(search, from, to) : undefined;
  const { parameter, text = "", decode = () => 0 } = place ?? {};
  const span = { start: decode(Number(from)), end: decode(Number(to)) };
  const title = textField(error, "remediation");
  const edits = readEdits(field(details, "edits"), decode);
  const diagnostic = {
    code,
    severity: "error",
    message: escapeControls(message),
    span,
    fixes: title === undefined || place === undefined ? [] : [{ title: escapeControls(title), edits }],
  };
  // Codes of other versions of the server are not in the list of codes.
  const frame = codeFrame(text, diagnostic as unknown as Diagnostic);
  return { code, message, parameter, text, from: span.start, to: span.end, frame };
}

function readEdits(edits: unknown, decode: (offset: number) => number) {
  if (!Array.isArray(edits)) return [];
  return edits.map((edit: unknown) => ({
    span: { start: decode(Number(field(edit, "from"))), end: decode(Number(field(edit, "to"))) },
    text: decodeValue(textField(edit, "text") ?? ""),
  }));
}

/** Finds the parameter that contains a range of the query string, and maps offsets to its decoded value. */
function locate(search: string, from: number, to: number) {
  const start = search.lastIndexOf("&", from - 1) + 1;
  const next = search.indexOf("&", start);
  const end = next < 0 ? search.length : next;
  const equals = search.indexOf("=", start);
  if (from < 0 || to < from || to > end || equals < 0 || equals > end) return undefined;
  const decode = (offset: number) =>
    decodeValue(search.slice(equals + 1, Math.max(equals + 1, offset))).length;
  return { parameter: search.slice(start, equals), text: decodeValue(search.slice(equals + 1, end)), decode };
}

function decodeValue(raw: string): string {
  const spaced = raw.replaceAll("+", " ");
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
