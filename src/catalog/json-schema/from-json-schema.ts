import { show } from "../../diagnostics/show.ts";
import { ImportReport, type CatalogImport } from "../import-report.ts";
import { SchemaRowReader } from "./schema-row.ts";
import { ownProperties } from "../../values/own-properties.ts";

export interface JsonSchemaOptions {
  /** Default: the schema's `x-catalog` or `title`. */
  readonly name?: string;
  /** JSON Pointer (RFC 6901) to the schema: `/$defs/report`. Default: the document. */
  readonly pointer?: string;
  /** The member that identifies a row. Default: the schema's `x-key`. */
  readonly key?: string;
}

/**
 * Reads a catalog from a JSON Schema (2020-12 or draft-07) of a row, a list of rows, or a page with its rows in `items`. A
 * schema that contains itself is read down to the repetition.
 *
 * A member is nullable unless its property is required and its type excludes null. Members with `writeOnly` or `format:
 * "password"` are not filterable. Extension keywords:
 *
 * - of a property: `x-filterable`, `x-sortable`, `x-selectable`, `x-functions`, `x-collation` (a strength), `x-name`
 * - of the row: `x-key`, `x-default-sort`, `x-default-limit`, `x-maximum-limit`, `x-functions`, `x-parameters`
 *
 * @example
 * catalogFromJsonSchema({ type: "object", properties: { "First Name": { type: "string" } } }, { name: "people" })
 *   .catalog?.definition.members // { First_Name: { type: "string", property: "First Name" } }
 */
export function catalogFromJsonSchema(schema: unknown, given: JsonSchemaOptions = {}): CatalogImport {
  const options = ownProperties(given);
  const report = new ImportReport();
  const reader = new SchemaRowReader(schema, report);
  const pointer = options.pointer ?? "";
  const place = reader.document.at(pointer);
  if (place === undefined) {
    report.problem(pointer, `The document has no value at '${show(pointer)}'.`);
    return report.finish(undefined);
  }
  const row = reader.row(place, "schema");
  return report.finish(row && reader.definition(row, { name: options.name, key: options.key }));
}
