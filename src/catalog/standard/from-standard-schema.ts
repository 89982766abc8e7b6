import { requireObject } from "../../diagnostics/require-argument.ts";
import { isRecord } from "../../values/is-object.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { ImportReport, type CatalogImport } from "../import-report.ts";
import { catalogFromJsonSchema, type JsonSchemaOptions } from "../json-schema/from-json-schema.ts";

/** A schema of a validation library with the JSON Schema part of the Standard Schema specification. */
export interface StandardJsonSchema {
  readonly "~standard": {
    readonly vendor: string;
    readonly jsonSchema: {
      readonly output: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
    };
  };
}

/**
 * Creates a catalog from a schema of a row, of any library that implements Standard JSON Schema, such as Zod, ArkType and Valibot.
 * Uses the type of validated rows. A schema that the library cannot convert is a problem of the result.
 *
 * @example catalogFromStandardSchema(z.object({ id: z.int(), name: z.string().nullable() }), { name: "people", key: "id" }).catalog
 */
export function catalogFromStandardSchema(
  schema: StandardJsonSchema,
  options: JsonSchemaOptions = {},
): CatalogImport {
  requireObject(schema, "schema");
  const report = new ImportReport();
  // Properties of the library's own objects, which are not data: they can be inherited.
  const converter: unknown = (schema as Partial<StandardJsonSchema>)["~standard"]?.jsonSchema;
  if (!isRecord(converter) || typeof converter["output"] !== "function") {
    report.problem("", "The schema does not implement Standard JSON Schema.");
    return report.finish(undefined);
  }
  let converted: unknown;
  try {
    converted = schema["~standard"].jsonSchema.output({ target: "draft-2020-12" });
  } catch (error) {
    report.problem("", `${schema["~standard"].vendor} cannot convert the schema: ${String(error)}`);
    return report.finish(undefined);
  }
  return catalogFromJsonSchema(converted, ownProperties(options));
}
