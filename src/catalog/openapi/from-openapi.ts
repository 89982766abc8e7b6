import { isDottedName } from "../../ast/spelling.ts";
import { show } from "../../diagnostics/show.ts";
import { ImportReport, type CatalogImport } from "../import-report.ts";
import {
  notFoundMessage,
  OpenApiDocument,
  type GetOperation,
  type OpenApiParameter,
} from "./openapi-document.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { isStringList, ownCount, ownString } from "../json-data.ts";
import type { MemberDefinitions } from "../types.ts";
import type { LocatedSchema } from "../json-schema/schema-document.ts";
import { firstStringList } from "../json-schema/schema-keywords.ts";
import { SchemaRowReader, type RowDefinition } from "../json-schema/schema-row.ts";
import { ownProperties } from "../../values/own-properties.ts";

/** Selects the rows by the path or `operationId` of a GET operation, or by the name of the row's schema. */
export type OpenApiOptions = (
  | { readonly path: string; readonly operationId?: never; readonly schema?: never }
  | { readonly operationId: string; readonly path?: never; readonly schema?: never }
  | { readonly schema: string; readonly path?: never; readonly operationId?: never }
) & {
  /** Default: the last segment of the path, or the name of the schema. */
  readonly name?: string;
  /** The member that identifies a row. Default: `x-key` of the row's schema. */
  readonly key?: string;
};

export interface OpenApiCollections {
  readonly collections: readonly OpenApiCollection[];
  /** Names of the schemas that describe objects. */
  readonly schemas: readonly string[];
}

/** A GET operation that returns a list of objects. */
export interface OpenApiCollection {
  readonly path: string;
  readonly operationId: string | undefined;
  readonly summary: string | undefined;
}

/**
 * Reads the catalog of a collection from an OpenAPI document (3.0 or 3.1). The schema of a row is read as by
 * `catalogFromJsonSchema`, and query parameters as follows:
 *
 * - `limit`: `default` and `maximum`
 * - `sortBy`: `default`
 * - `filter`: the allowed functions, `x-functions`
 * - other names that are not members: the endpoint's own parameters
 *
 * @example catalogFromOpenApi(document, { path: "/reports" }).catalog?.maximumLimit // 500
 */
export function catalogFromOpenApi(document: unknown, given: OpenApiOptions): CatalogImport {
  const options = ownProperties(given);
  const report = new ImportReport();
  const reader = new SchemaRowReader(document, report);
  const api = new OpenApiDocument(reader.document, document);
  const problem = api.problem();
  if (problem !== undefined) {
    report.problem("", problem);
    return report.finish(undefined);
  }
  if (options.schema !== undefined) {
    const place = api.schema(options.schema);
    if (place === undefined)
      report.problem("/components/schemas", notFoundMessage("schema", options.schema, api.schemas()));
    return finish(reader, place, "schema", options, options.schema);
  }
  const operation = findOperation(api, reader, options);
  if (operation === undefined) return report.finish(undefined);
  const place = api.responseSchema(operation);
  if (place === undefined) report.problem(operation.place.pointer, "The operation has no JSON response.");
  return finish(reader, place, "response", options, lastSegment(operation.path), operation.parameters);
}

/** Lists the operations that return a list of objects, and the schemas of objects. */
export function listOpenApiCollections(document: unknown): OpenApiCollections {
  const reader = new SchemaRowReader(document, new ImportReport());
  const api = new OpenApiDocument(reader.document, document);
  if (api.problem() !== undefined) return { collections: [], schemas: [] };
  const isRow = (place: LocatedSchema | undefined, source: "schema" | "response") =>
    place !== undefined && reader.find(place, source) !== undefined;
  return {
    collections: api
      .operations()
      .filter((operation) => isRow(api.responseSchema(operation), "response"))
      .map(({ path, operation }) => ({
        path,
        operationId: ownString(operation, "operationId"),
        summary: ownString(operation, "summary"),
      })),
    schemas: api.schemas().filter((name) => isRow(api.schema(name), "schema")),
  };
}

function findOperation(
  api: OpenApiDocument,
  { report }: SchemaRowReader,
  options: OpenApiOptions,
): GetOperation | undefined {
  const operations = api.operations();
  const { path, operationId } = options;
  if (path !== undefined) {
    const match = operations.find((operation) => operation.path === path);
    if (match === undefined)
      report.problem(
        "/paths",
        notFoundMessage(
          "GET",
          path,
          operations.map((operation) => operation.path),
        ),
      );
    return match;
  }
  const identifiers = operations.flatMap(({ operation }) => ownString(operation, "operationId") ?? []);
  const operationMatch = operations.find(
    ({ operation }) => ownString(operation, "operationId") === operationId,
  );
  if (operationMatch === undefined)
    report.problem("/paths", notFoundMessage("GET operation", operationId ?? "", identifiers));
  return operationMatch;
}

function finish(
  reader: SchemaRowReader,
  place: LocatedSchema | undefined,
  source: "schema" | "response",
  { name, key }: OpenApiOptions,
  fallback: string | undefined,
  parameters: readonly OpenApiParameter[] = [],
): CatalogImport {
  const row = place && reader.row(place, source);
  if (row === undefined) return reader.report.finish(undefined);
  const definition = reader.definition(row, { name, key, fallback });
  return reader.report.finish({ ...definition, ...parameterSettings(reader, parameters, definition) });
}

function parameterSettings(
  reader: SchemaRowReader,
  parameters: readonly OpenApiParameter[],
  row: RowDefinition,
): object {
  const settings: Record<string, unknown> = {};
  const otherNames: string[] = [];
  for (const { name, place } of parameters) {
    if (name === "limit") Object.assign(settings, limitsOf(reader, place));
    else if (name === "sortBy") Object.assign(settings, defaultSortOf(reader, place, row.members));
    else if (name === "filter") {
      const functions = firstStringList(schemaOf(reader, place), "x-functions", reader.report);
      if (functions !== undefined) settings["functions"] = functions;
    } else if (name !== "start" && !namesMember(name, row.members)) otherNames.push(name);
  }
  if (otherNames.length > 0)
    settings["parameters"] = [...new Set([...(row.parameters ?? []), ...otherNames])];
  return settings;
}

/** Returns whether a parameter is a basic filter: it has the name of a member, dotted for nested members. */
function namesMember(name: string, members: MemberDefinitions): boolean {
  if (Object.hasOwn(members, name)) return true;
  return Object.keys(members).some((first) => {
    if (!name.startsWith(`${first}.`)) return false;
    let member = members[first]!;
    while (typeof member === "object" && member.type === "list") member = member.items;
    if (typeof member === "string") return false;
    return member.type === "object" && namesMember(name.slice(first.length + 1), member.members);
  });
}

function schemaOf(reader: SchemaRowReader, place: LocatedSchema) {
  const parameter = place.schema as Readonly<Record<string, unknown>>;
  const parts = Object.hasOwn(parameter, "schema")
    ? reader.flatten({ ...reader.document.below(place, parameter["schema"], "schema"), ancestors: undefined })
    : reader.flatten();
  parts.parts.push({ ...place, schema: parameter, besideNull: false, ancestors: undefined });
  return parts;
}

function limitsOf(reader: SchemaRowReader, place: LocatedSchema): object {
  let byDefault: number | undefined;
  let maximum: number | undefined;
  for (const { schema } of schemaOf(reader, place).parts) {
    byDefault ??= ownCount(schema, "default");
    const limits = [ownCount(schema, "maximum") ?? Infinity];
    // `exclusiveMaximum` is a number since draft-06 and in OpenAPI 3.1. Earlier, it was a boolean that modified `maximum`.
    const beyond = ownProperty(schema, "exclusiveMaximum");
    if (beyond === true) limits.push(limits[0]! - 1);
    if (typeof beyond === "number") limits.push(Math.ceil(beyond) - 1);
    const lowest = Math.min(...limits, maximum ?? Infinity);
    if (lowest >= 0 && lowest !== Infinity) maximum = lowest;
  }
  if (maximum === undefined && byDefault !== undefined && byDefault > 1000) maximum = byDefault;
  if (maximum !== undefined && (byDefault ?? 10) > maximum) {
    if (byDefault !== undefined)
      reader.report.note(
        place.pointer,
        "The default is greater than the maximum. The maximum is used instead.",
      );
    byDefault = maximum;
  }
  return {
    ...(byDefault === undefined ? {} : { defaultLimit: byDefault }),
    ...(maximum === undefined ? {} : { maximumLimit: maximum }),
  };
}

function defaultSortOf(reader: SchemaRowReader, place: LocatedSchema, members: object): object {
  const { parts } = schemaOf(reader, place);
  const defaultValue = parts
    .map(({ schema }) => ownProperty(schema, "default"))
    .find((value) => value !== undefined);
  if (defaultValue === undefined || defaultValue === "") return {};
  const keys = isStringList(defaultValue)
    ? defaultValue
    : typeof defaultValue === "string"
      ? defaultValue.split(",")
      : [];
  const isKey = (key: string) =>
    isDottedName(key.split(":", 1)[0]!) && Object.hasOwn(members, key.split(":", 1)[0]!);
  if (keys.length > 0 && keys.every(isKey)) return { defaultSort: keys };
  const text = typeof defaultValue === "string" ? defaultValue : JSON.stringify(defaultValue);
  reader.report.note(place.pointer, `Its default is not a list of members: '${show(text)}'. It is left out.`);
  return {};
}

/** @example lastSegment("/owners/{id}/pets") // "pets" */
function lastSegment(path: string): string | undefined {
  return path.split("/").findLast((segment) => segment !== "" && !segment.includes("{"));
}
