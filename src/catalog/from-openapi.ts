import { isDottedName } from "../ast/spelling.ts";
import { show } from "../diagnostics/show.ts";
import { ImportReport, type CatalogImport } from "./import-result.ts";
import { noSuch, OpenApiDocument, type Operation, type Parameter } from "./openapi-document.ts";
import { isTexts, own, ownCount, ownText } from "./plain-data.ts";
import type { SchemaPlace } from "./schema-document.ts";
import { listOf } from "./schema-keywords.ts";
import { SchemaRowReader, type RowDefinition } from "./schema-row.ts";

/** Which collection of an API: by the path of its GET, by the identifier of that operation, or by its row's schema. */
export type OpenApiOptions = (
  | { readonly path: string; readonly operationId?: never; readonly schema?: never }
  | { readonly operationId: string; readonly path?: never; readonly schema?: never }
  | { readonly schema: string; readonly path?: never; readonly operationId?: never }
) & {
  /** The collection's name. Default: the last word of the path, or the name of the schema. */
  readonly name?: string;
  /** The member whose value no two rows share. Default: what the row's schema says, by `x-key`. */
  readonly key?: string;
};

/** What can be chosen of an API. */
export interface OpenApiCollections {
  readonly collections: readonly OpenApiCollection[];
  /** The names of the schemas of objects. */
  readonly schemas: readonly string[];
}

/** A GET that answers with a list of objects. */
export interface OpenApiCollection {
  readonly path: string;
  readonly operationId: string | undefined;
  readonly summary: string | undefined;
}

/**
 * The catalog of a collection that an OpenAPI document (3.0 or 3.1) describes. The schema of its rows is read as
 * `catalogFromJsonSchema` reads it. Of a path's parameters, `limit` gives the default limit (`default`) and the maximum limit
 * (`maximum`), `sortBy` the default order, `filter` the functions (`x-functions`); other query parameters that are no members
 * become the endpoint's own parameters.
 *
 * @example catalogFromOpenApi(document, { path: "/reports" }).catalog?.maximumLimit // 500
 */
export function catalogFromOpenApi(document: unknown, options: OpenApiOptions): CatalogImport {
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
      report.problem("/components/schemas", noSuch("schema", options.schema, api.schemas()));
    return finish(reader, place, "schema", options, options.schema);
  }
  const operation = chosen(api, reader, options);
  if (operation === undefined) return report.finish(undefined);
  const place = api.answer(operation);
  if (place === undefined)
    report.problem(operation.place.pointer, "It answers with nothing that is written in JSON.");
  return finish(reader, place, "answer", options, lastWord(operation.path), operation.parameters);
}

/**
 * What of an OpenAPI document can be a catalog: the operations that answer with a list of objects, and the schemas of objects.
 * Of anything else there is nothing.
 */
export function listOpenApiCollections(document: unknown): OpenApiCollections {
  const reader = new SchemaRowReader(document, new ImportReport());
  const api = new OpenApiDocument(reader.document, document);
  if (api.problem() !== undefined) return { collections: [], schemas: [] };
  const isRow = (place: SchemaPlace | undefined, source: "schema" | "answer") =>
    place !== undefined && reader.find(place, source) !== undefined;
  return {
    collections: api
      .operations()
      .filter((operation) => isRow(api.answer(operation), "answer"))
      .map(({ path, operation }) => ({
        path,
        operationId: ownText(operation, "operationId"),
        summary: ownText(operation, "summary"),
      })),
    schemas: api.schemas().filter((name) => isRow(api.schema(name), "schema")),
  };
}

function chosen(
  api: OpenApiDocument,
  { report }: SchemaRowReader,
  options: OpenApiOptions,
): Operation | undefined {
  const operations = api.operations();
  const { path, operationId } = options;
  if (path !== undefined) {
    const found = operations.find((operation) => operation.path === path);
    if (found === undefined)
      report.problem(
        "/paths",
        noSuch(
          "GET",
          path,
          operations.map((one) => one.path),
        ),
      );
    return found;
  }
  const identifiers = operations.flatMap(({ operation }) => ownText(operation, "operationId") ?? []);
  const found = operations.find(({ operation }) => ownText(operation, "operationId") === operationId);
  if (found === undefined) report.problem("/paths", noSuch("GET operation", operationId ?? "", identifiers));
  return found;
}

function finish(
  reader: SchemaRowReader,
  place: SchemaPlace | undefined,
  source: "schema" | "answer",
  { name, key }: OpenApiOptions,
  fallback: string | undefined,
  parameters: readonly Parameter[] = [],
): CatalogImport {
  const row = place && reader.row(place, source);
  if (row === undefined) return reader.report.finish(undefined);
  const definition = reader.definition(row, { name, key, fallback });
  return reader.report.finish({ ...definition, ...fromParameters(reader, parameters, definition) });
}

/** What the parameters of a collection say of it. */
function fromParameters(
  reader: SchemaRowReader,
  parameters: readonly Parameter[],
  row: RowDefinition,
): object {
  const found: Record<string, unknown> = {};
  const others: string[] = [];
  for (const { name, place } of parameters) {
    if (name === "limit") Object.assign(found, limits(reader, place));
    else if (name === "sortBy") Object.assign(found, order(reader, place, row.members));
    else if (name === "filter") {
      const functions = listOf(schemaOf(reader, place), "x-functions", reader.report);
      if (functions !== undefined) found["functions"] = functions;
    } else if (name !== "start" && !Object.hasOwn(row.members, name)) others.push(name);
  }
  if (others.length > 0) found["parameters"] = [...new Set([...(row.parameters ?? []), ...others])];
  return found;
}

/** The parts of a parameter's schema, and the parameter itself, which can carry an extension. */
function schemaOf(reader: SchemaRowReader, place: SchemaPlace) {
  const parameter = place.schema as Readonly<Record<string, unknown>>;
  const parts = Object.hasOwn(parameter, "schema")
    ? reader.parts({ ...reader.document.below(place, parameter["schema"], "schema"), trail: undefined })
    : reader.parts();
  parts.parts.push({ ...place, schema: parameter, orNull: false, trail: undefined });
  return parts;
}

function limits(reader: SchemaRowReader, place: SchemaPlace): object {
  let byDefault: number | undefined;
  let maximum: number | undefined;
  for (const { schema } of schemaOf(reader, place).parts) {
    byDefault ??= ownCount(schema, "default");
    const most = [ownCount(schema, "maximum") ?? Infinity];
    // A number since draft-06, and so in OpenAPI 3.1; before that, true or false beside the maximum.
    const beyond = own(schema, "exclusiveMaximum");
    if (beyond === true) most.push(most[0]! - 1);
    if (typeof beyond === "number") most.push(Math.ceil(beyond) - 1);
    const least = Math.min(...most, maximum ?? Infinity);
    if (least >= 0 && least !== Infinity) maximum = least;
  }
  if (maximum === undefined && byDefault !== undefined && byDefault > 1000) maximum = byDefault;
  if (maximum !== undefined && (byDefault ?? 10) > maximum) {
    if (byDefault !== undefined)
      reader.report.note(place.pointer, "Its default is above its maximum, and is lowered to it.");
    byDefault = maximum;
  }
  return {
    ...(byDefault === undefined ? {} : { defaultLimit: byDefault }),
    ...(maximum === undefined ? {} : { maximumLimit: maximum }),
  };
}

/** The default order. Keys that are expressions cannot be the order of a catalog. */
function order(reader: SchemaRowReader, place: SchemaPlace, members: object): object {
  const { parts } = schemaOf(reader, place);
  const given = parts.map(({ schema }) => own(schema, "default")).find((value) => value !== undefined);
  if (given === undefined || given === "") return {};
  const keys = isTexts(given) ? given : typeof given === "string" ? given.split(",") : [];
  const isKey = (key: string) =>
    isDottedName(key.split(":", 1)[0]!) && Object.hasOwn(members, key.split(":", 1)[0]!);
  if (keys.length > 0 && keys.every(isKey)) return { defaultSort: keys };
  const text = typeof given === "string" ? given : JSON.stringify(given);
  reader.report.note(place.pointer, `Its default is no list of members: '${show(text)}'. It is left out.`);
  return {};
}

/** The last word of a path that is no parameter: `pets` of `/owners/{id}/pets`. */
function lastWord(path: string): string | undefined {
  return path.split("/").findLast((segment) => segment !== "" && !segment.includes("{"));
}
