import type { JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import { ERROR_TYPE, PROBLEM_TYPE } from "../representation/error-body.ts";
import { schemaReference } from "./shared-schemas.ts";

export type ResponseObject = Readonly<Record<string, unknown>>;

const TEXT: JsonSchema = { type: "string" };

/** Header fields of responses, by name. */
const HEADERS = {
  ETag: "Version of the representation, for `If-None-Match`. That of an item is strong, and also for `If-Match`.",
  "Last-Modified": "Time of the last change, if the resource records it.",
  "Content-Language": "Language by which strings were compared.",
  Vary: "Request fields that the representation depends on.",
  Location: "Path of the item.",
  Allow: "Methods of the path.",
  "Retry-After": "Seconds after which the request can be repeated.",
  "WWW-Authenticate": "How to authenticate.",
  Accept: "Media types of the body of PUT.",
  "Accept-Patch": "Media types of the body of PATCH.",
  "Accept-Post": "Media types of the body of POST.",
  "Accept-Query": "Media type of a query in the body.",
  Deprecation: "Time since which the operation is deprecated (RFC 9745).",
  Link: "Links to other resources, such as the successor of a deprecated one (RFC 8288).",
  "Set-Cookie": "Session of the user.",
} as const;

export type HeaderName = keyof typeof HEADERS;

export const HEADER_COMPONENTS: Readonly<Record<string, object>> = Object.fromEntries(
  Object.entries(HEADERS).map(([name, description]) => [name, { description, schema: TEXT }]),
);

export function headerReferences(names: readonly HeaderName[]): Readonly<Record<string, object>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

export function responseWith(
  description: string,
  content: Readonly<Record<string, JsonSchema>> | undefined,
  headers: readonly HeaderName[] = [],
): ResponseObject {
  return {
    description,
    ...(headers.length === 0 ? {} : { headers: headerReferences(headers) }),
    ...(content === undefined ? {} : { content: mediaTypes(content) }),
  };
}

/** Returns the content of a body, by its schemas. */
export function mediaTypes(schemas: Readonly<Record<string, JsonSchema>>): Readonly<Record<string, object>> {
  return Object.fromEntries(Object.entries(schemas).map(([type, schema]) => [type, { schema }]));
}

/** Errors that each operation can return, by status. */
const ERRORS = {
  "400": [
    "The request is not valid. Each entry of `errors` is a problem with its correction.",
    ["WWW-Authenticate"],
  ],
  "401": ["The request needs a valid access token.", ["WWW-Authenticate"]],
  "403": ["The caller may not use the operation.", ["WWW-Authenticate"]],
  "404": ["There is nothing at this path for the caller.", []],
  "405": ["The path does not allow the method.", ["Allow"]],
  "406": ["No media type is acceptable, or the body has none.", []],
  "408": ["The body did not arrive in time.", []],
  "409": ["Another item has the same values of unique members, or depends on the item.", []],
  "410": ["The item that the first request with this idempotency key created no longer exists.", []],
  "412": ["The item has another version.", []],
  "413": ["The body is too long.", []],
  "414": ["The URL is too long. Send the query as a form.", []],
  "415": [
    "The server does not read the media type of the body.",
    ["Accept", "Accept-Patch", "Accept-Post", "Accept-Query"],
  ],
  "422": ["The idempotency key belongs to another request.", []],
  "428": ["The change needs `If-Match` or `If-Unmodified-Since`.", []],
  "500": ["The server failed to answer.", []],
  "503": ["The server is busy, or the request took too long.", ["Retry-After"]],
} as const satisfies Readonly<Record<string, readonly [string, readonly HeaderName[]]>>;

export type ErrorStatus = keyof typeof ERRORS;

const ERROR_SCHEMAS = { [ERROR_TYPE]: schemaReference("Error"), [PROBLEM_TYPE]: schemaReference("Problem") };

/** Representations of each error, by media type. */
export const ERROR_CONTENT = mediaTypes(ERROR_SCHEMAS);

export const ERROR_COMPONENTS: Readonly<Record<string, ResponseObject>> = Object.fromEntries(
  Object.entries(ERRORS).map(([status, [description, headers]]) => [
    errorName(status),
    responseWith(description, ERROR_SCHEMAS, headers),
  ]),
);

/**
 * Returns a reference to an error response.
 *
 * @param codes a line of Markdown for each error code, for a description that replaces the shared one
 */
export function errorReference(status: ErrorStatus, codes: readonly string[] = []): object {
  const [description] = ERRORS[status];
  return {
    $ref: `#/components/responses/${errorName(status)}`,
    ...(codes.length === 0
      ? {}
      : { description: [description, "", "Error codes:", "", ...codes].join("\n") }),
  };
}

/** Returns references to error responses. */
export function errorReferences(statuses: readonly ErrorStatus[]): Readonly<Record<string, object>> {
  return Object.fromEntries(statuses.map((status) => [status, errorReference(status)]));
}

function errorName(status: string): string {
  return `Error${status}`;
}
