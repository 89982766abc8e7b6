import { requireArgument, requireText } from "../../diagnostics/require-argument.ts";
import type { Client } from "../reading/create-client.ts";
import type { CollectionClient } from "../reading/collection-client.ts";
import { isRecord } from "../../values/is-object.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { fillPath, type PathParameterNames, type PathParameters } from "../reading/path-template.ts";

/** The part of an OpenAPI document that a client needs. */
export interface OpenApiPaths {
  readonly paths?: unknown;
}

/** Paths of a document whose type the compiler knows; otherwise any string. */
type DocumentPath<D> = D extends { readonly paths: infer P } ? keyof P & string : string;

type Values<P extends string> = string extends P
  ? [values?: Readonly<Record<string, string | number | bigint>>]
  : [PathParameterNames<P>] extends [never]
    ? []
    : [values: PathParameters<P>];

/** Clients of the lists of a service that an OpenAPI document describes. */
export interface OpenApiClient<D> {
  /** Paths of the lists that accept `filter`, in the order of the document. */
  readonly paths: readonly string[];
  /**
   * Returns a list of the document.
   *
   * @throws TypeError for a path that is not in `paths`, and for missing values of its parameters
   */
  readonly collection: <T = Record<string, unknown>, P extends DocumentPath<D> = DocumentPath<D>>(
    path: P,
    ...values: Values<P>
  ) => CollectionClient<T>;
}

/**
 * Creates clients of all lists in an OpenAPI document (3.0 or 3.1) that accept the parameter `filter`.
 *
 * @throws TypeError for a value that is not an OpenAPI document
 * @example openApiClient(client, document).collection<Report>("/reports/{id}/states", { id: "r1" }).items()
 */
export function openApiClient<const D extends OpenApiPaths>(client: Client, document: D): OpenApiClient<D> {
  const described = readMember(document, "paths");
  requireArgument(isRecord(described), "document.paths", "an object", described);
  const prefix = serverPath(document);
  const paths = Object.keys(described).filter((path) => hasFilter(document, readMember(described, path)));
  const collection = (path: string, values: Readonly<Record<string, string | number | bigint>> = {}) => {
    requireText(path, "path");
    if (!paths.includes(path)) throw new TypeError(`The document has no list with a filter at ${path}.`);
    return client.collection(prefix + fillPath(path, values));
  };
  return Object.freeze({ paths, collection: collection as OpenApiClient<D>["collection"] });
}

function hasFilter(document: object, item: unknown): boolean {
  const get = readMember(item, "get");
  const parameters = [readMember(item, "parameters"), readMember(get, "parameters")];
  return (
    isRecord(get) &&
    parameters.some(
      (list) =>
        Array.isArray(list) &&
        list.some((reference) => {
          const parameter = dereference(document, reference);
          return readMember(parameter, "name") === "filter" && readMember(parameter, "in") === "query";
        }),
    )
  );
}

/** Returns the target of a reference within the document, such as `#/components/parameters/filter`. */
function dereference(document: object, value: unknown): unknown {
  const pointer = readMember(value, "$ref");
  if (typeof pointer !== "string" || !pointer.startsWith("#/")) return value;
  const names = pointer.slice(2).split("/");
  return names.reduce<unknown>(
    (at, name) => readMember(at, name.replaceAll("~1", "/").replaceAll("~0", "~")),
    document,
  );
}

/** Returns the path of the first server if it is relative, otherwise "". Paths of a document are appended to it. */
function serverPath(document: object): string {
  const servers = readMember(document, "servers");
  const url = readMember(Array.isArray(servers) ? servers[0] : undefined, "url");
  return typeof url === "string" && url.startsWith("/") && !url.startsWith("//")
    ? url.replace(/\/+$/, "")
    : "";
}

function readMember(value: unknown, name: string): unknown {
  return isRecord(value) ? ownProperty(value, name) : undefined;
}
