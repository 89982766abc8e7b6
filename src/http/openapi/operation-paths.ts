import { rowSchema, type JsonSchema } from "../../catalog/json-schema/to-json-schema.ts";
import { typeName } from "../../catalog/type-name.ts";
import type { Catalog } from "../../catalog/types.ts";
import { DEFAULT_CODES, type CodesByStatus, type ServiceResource } from "../contract/resource.ts";
import type {
  BodySchema,
  CollectionSchema,
  DescribedContent,
  DescribedOperation,
  DescribedParameter,
  DescribedResponse,
  OperationDescription,
} from "./described-operation.ts";
import { errorResponses, generalCodes } from "./error-codes.ts";
import { itemSchema } from "./item-schema.ts";
import {
  ACCESS_ERRORS,
  COMMON_ERRORS,
  securityOf,
  type DocumentContext,
  type PathItem,
} from "./operation-writer.ts";
import { headerParameters, queryParameters, type ParameterObject } from "./parameters.ts";
import { parameterNames } from "./path-names.ts";
import { ERROR_CONTENT, responseWith, type ErrorStatus, type ResponseObject } from "./responses.ts";
import { schemaReference } from "./shared-schemas.ts";

/** A document that operations are added to. */
export interface OperationContext extends DocumentContext {
  /** Name of the section of the document. */
  readonly tag: string;
  /** Resources by their paths in the document, each with the prefix of its schemas. */
  readonly resources: ReadonlyMap<string, { readonly name: string; readonly resource: ServiceResource }>;
}

/**
 * Returns the methods of an operation. `GET` answers `HEAD`, too.
 *
 * @throws TypeError if the description names an unknown collection
 */
export function describedMethods(
  { method, path }: DescribedOperation,
  description: OperationDescription,
  context: OperationContext,
): PathItem {
  const write = (as: string) => new DescriptionWriter(as, path, description, context).write();
  const name = method.toLowerCase();
  return name === "get" ? { get: write("get"), head: write("head") } : { [name]: write(name) };
}

class DescriptionWriter {
  readonly #method: string;
  readonly #path: string;
  readonly #description: OperationDescription;
  readonly #context: OperationContext;

  constructor(method: string, path: string, description: OperationDescription, context: OperationContext) {
    this.#method = method;
    this.#path = path;
    this.#description = description;
    this.#context = context;
  }

  write(): PathItem {
    const { summary, description, deprecated, body, responses } = this.#description;
    const schemes = this.#description.security ?? this.#context.schemes;
    const parameters = this.#parameters();
    const failures = this.#failures(schemes.length > 0);
    return {
      operationId: `${this.#method}${typeName(this.#path, "")}`,
      summary: this.#method === "head" ? "Header fields of GET." : summary,
      ...(description === undefined ? {} : { description }),
      tags: [this.#context.tag],
      ...(deprecated === true ? { deprecated } : {}),
      ...(parameters.length === 0 ? {} : { parameters }),
      ...(body === undefined
        ? {}
        : { requestBody: { required: body.required ?? true, content: this.#media([body], rowSchema) } }),
      responses: { ...failures.responses, ...this.#responses(responses, failures.responses) },
      ...failures.codes,
      security: securityOf(schemes),
    };
  }

  #responses(
    responses: readonly DescribedResponse[],
    errors: Readonly<Record<string, object>>,
  ): Readonly<Record<string, ResponseObject>> {
    const { headers = [] } = this.#description;
    const byStatus: Record<string, ResponseObject> = {};
    for (const { status = 200, description, content = [], headers: fields } of responses) {
      // An error can have the same status. The response then has the media types of errors, too.
      const errorContent = Object.hasOwn(errors, String(status)) ? ERROR_CONTENT : {};
      const media = { ...errorContent, ...this.#media(content, itemSchemaOf) };
      const isEmpty = this.#method === "head" || Object.keys(media).length === 0;
      const response = responseWith(description, undefined, fields);
      byStatus[String(status)] = isEmpty ? response : { ...response, content: media };
      if (status === 200 && headers.includes("If-None-Match"))
        byStatus["304"] = responseWith("The client has this version.", undefined, fields);
    }
    return byStatus;
  }

  #parameters(): readonly ParameterObject[] {
    const { query = {}, selects, headers = [] } = this.#description;
    const declared = Object.entries(query).map(([name, parameter]) => queryParameter(name, parameter));
    const target = selects === undefined ? undefined : this.#resource(selects).resource;
    const selection =
      target === undefined
        ? []
        : queryParameters(target, target.catalog, ["start", "limit", "count", "select"]);
    const names = new Set(declared.map(({ name }) => name));
    return [...declared, ...selection.filter(({ name }) => !names.has(name)), ...headerParameters(headers)];
  }

  #failures(isSecured: boolean) {
    const { body, headers = [], responses, errors = {}, codes } = this.#description;
    const further = Object.fromEntries(Object.entries(errors)) as CodesByStatus;
    const sendsContent = responses.some(({ status = 200, content }) => status < 300 && content !== undefined);
    const statuses = [
      ...COMMON_ERRORS,
      ...(isSecured ? ACCESS_ERRORS : []),
      ...(parameterNames(this.#path).length > 0 ? ["404"] : []),
      ...(sendsContent ? ["406"] : []),
      ...(body === undefined ? [] : ["406", "408", "413", "415"]),
      ...(headers.includes("If-Match") ? ["412", "428"] : []),
      ...Object.keys(further),
    ];
    const general = generalCodes({ ...DEFAULT_CODES, ...codes }, { hasBody: body !== undefined });
    return errorResponses(statuses as ErrorStatus[], [general, further], this.#context.meanings);
  }

  #media(
    contents: readonly DescribedContent[],
    schemaOf: (catalog: Catalog) => JsonSchema,
  ): Readonly<Record<string, object>> {
    const media = contents.flatMap(({ types, schema }) =>
      types.map((type) => [type, this.#mediaType(type, schema, schemaOf)] as const),
    );
    return Object.fromEntries(media);
  }

  #mediaType(
    type: string,
    schema: BodySchema | undefined,
    schemaOf: (catalog: Catalog) => JsonSchema,
  ): object {
    if (schema === undefined) return type.startsWith("text/") ? { schema: { type: "string" } } : {};
    if (isCatalog(schema)) return { schema: schemaOf(schema) };
    if (!isOfCollection(schema)) return { schema };
    const { name } = this.#resource(schema.of);
    return { schema: schemaReference(schema.kind === "page" ? `${name}.Page` : `${name}.WholeItem`) };
  }

  #resource(path: string) {
    const resource = this.#context.resources.get(path);
    if (resource !== undefined) return resource;
    throw new TypeError(
      `The description of ${this.#path} names the collection ${path}, which the document does not have.`,
    );
  }
}

/** Returns the schema of items, which requires no member: `select` and summaries leave some out. */
const itemSchemaOf = (catalog: Catalog) => itemSchema(catalog).schema;

function isCatalog(schema: BodySchema): schema is Catalog {
  return schema["kind" as keyof BodySchema] === "catalog";
}

function isOfCollection(schema: BodySchema): schema is CollectionSchema {
  const { kind } = schema as Partial<CollectionSchema>;
  return kind === "page" || kind === "item";
}

function queryParameter(name: string, declared: string | DescribedParameter): ParameterObject {
  const {
    description,
    required,
    schema = { type: "string" },
  } = typeof declared === "string" ? { description: declared } : declared;
  return { name, in: "query", description, ...(required === true ? { required } : {}), schema };
}
