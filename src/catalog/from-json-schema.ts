import { show } from "../diagnostics/show.ts";
import { ImportReport, type CatalogImport } from "./import-result.ts";
import { SchemaRowReader } from "./schema-row.ts";

export interface JsonSchemaOptions {
  /** The collection's name. Default: what the schema says, by `x-catalog` or `title`. */
  readonly name?: string;
  /** Where in the document the schema is, as a JSON Pointer: `/$defs/report`. Default: the document itself. */
  readonly pointer?: string;
  /** The member whose value no two rows share. Default: what the schema says, by `x-key`. */
  readonly key?: string;
}

/**
 * The catalog that a JSON Schema describes (2020-12 and draft-07): of a row, of a list of rows, or of a page whose `items` are
 * rows. References within the document are followed; a schema that contains itself is cut where it begins again.
 *
 * A member can be null unless its property is required and its type leaves null out. Beside the standard's keywords these are
 * read: `x-filterable`, `x-sortable`, `x-functions`, `x-collation` (a strength) and `x-name` of a property, and `x-key`,
 * `x-default-sort`, `x-default-limit`, `x-maximum-limit`, `x-functions`, `x-parameters` of the row. What is never shown
 * (`writeOnly`, `format: password`) may not be filtered by.
 *
 * @example
 * catalogFromJsonSchema({ type: "object", properties: { "First Name": { type: "string" } } }, { name: "people" })
 *   .catalog?.definition.members // { First_Name: { type: "string", property: "First Name" } }
 */
export function catalogFromJsonSchema(schema: unknown, options: JsonSchemaOptions = {}): CatalogImport {
  const report = new ImportReport();
  const reader = new SchemaRowReader(schema, report);
  const pointer = options.pointer ?? "";
  const place = reader.document.at(pointer);
  if (place === undefined) {
    report.problem(pointer, `The document has nothing at '${show(pointer)}'.`);
    return report.finish(undefined);
  }
  const row = reader.row(place, "schema");
  return report.finish(row && reader.definition(row, { name: options.name, key: options.key }));
}
