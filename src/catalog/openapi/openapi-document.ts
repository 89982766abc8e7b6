import { alternatives, suggest } from "../../diagnostics/suggest.ts";
import { show } from "../../diagnostics/show.ts";
import { pointerTo } from "../json-pointer.ts";
import { isRecord } from "../../values/is-object.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { ownRecord, ownString, asRecord, type JsonObject } from "../json-data.ts";
import type { SchemaDocument, LocatedSchema } from "../json-schema/schema-document.ts";

export interface GetOperation {
  readonly path: string;
  readonly place: LocatedSchema;
  readonly operation: JsonObject;
  /** Parameters of the operation and of its path. */
  readonly parameters: readonly OpenApiParameter[];
}

export interface OpenApiParameter {
  readonly name: string;
  readonly place: LocatedSchema;
}

const MAXIMUM_REFERENCE_HOPS = 20;

export class OpenApiDocument {
  readonly #document: SchemaDocument;
  readonly #root: JsonObject;

  constructor(document: SchemaDocument, root: unknown) {
    this.#document = document;
    this.#root = asRecord(root);
  }

  problem(): string | undefined {
    const version = ownString(this.#root, "openapi");
    if (version !== undefined && /^3\.[01](?:\.|$)/.test(version)) return undefined;
    if (version !== undefined) return `Only OpenAPI 3.0 and 3.1 are supported, not ${show(version)}.`;
    if (Object.hasOwn(this.#root, "swagger"))
      return "Only OpenAPI 3.0 and 3.1 are supported. Convert Swagger 2.0 documents first.";
    return 'This is not an OpenAPI document: it has no "openapi" property with a version.';
  }

  schemas(): readonly string[] {
    return Object.keys(ownRecord(ownRecord(this.#root, "components"), "schemas"));
  }

  schema(name: string): LocatedSchema | undefined {
    return this.#document.at(pointerTo("", "components", "schemas", name));
  }

  operations(): GetOperation[] {
    const paths = ownRecord(this.#root, "paths");
    return Object.keys(paths).flatMap((path) => {
      const item = this.#follow(this.#document.at(pointerTo("", "paths", path)));
      const get = item && this.#below(item, "get");
      if (get === undefined || !isRecord(get.schema)) return [];
      // Parameters of the operation override those of the path.
      const parameters = new Map(
        [...this.#parameters(item!), ...this.#parameters(get)].map((declared) => [declared.name, declared]),
      );
      return [{ path, place: get, operation: get.schema, parameters: [...parameters.values()] }];
    });
  }

  /** Returns the JSON schema of the successful response, or undefined if there is none. */
  responseSchema({ place }: GetOperation): LocatedSchema | undefined {
    const responses = this.#below(place, "responses");
    for (const status of ["200", "2XX", "2xx", "default"]) {
      const response = responses && this.#below(responses, status);
      const content = response && this.#below(response, "content");
      const types = Object.keys(asRecord(content?.schema));
      const type =
        types.find(isJson) ?? types.find(isStructuredJson) ?? types.find(isVendor) ?? types.find(isWildcard);
      const media = type === undefined ? undefined : this.#below(content!, type);
      const schema = media && this.#below(media, "schema", false);
      if (schema !== undefined) return schema;
    }
    return undefined;
  }

  #parameters(place: LocatedSchema): OpenApiParameter[] {
    const list = this.#below(place, "parameters");
    if (!Array.isArray(list?.schema)) return [];
    return list.schema.flatMap((_, i) => {
      const location = this.#below(list, i);
      const parameter = asRecord(location?.schema);
      const name = ownString(parameter, "name");
      return name === undefined || ownProperty(parameter, "in") !== "query"
        ? []
        : [{ name, place: location! }];
    });
  }

  /**
   * Returns the value at `key` of an object or list. `follow` replaces a reference by its target; schema readers do that
   * themselves.
   */
  #below(place: LocatedSchema, key: string | number, follow = true): LocatedSchema | undefined {
    const { schema } = place;
    if (typeof schema !== "object" || schema === null || !Object.hasOwn(schema, key)) return undefined;
    const location = this.#document.below(place, (schema as JsonObject)[key], key);
    return follow ? this.#follow(location) : location;
  }

  #follow(place: LocatedSchema | undefined): LocatedSchema | undefined {
    let at = place;
    for (let hops = 0; at !== undefined && hops < MAXIMUM_REFERENCE_HOPS; hops++) {
      const reference = isRecord(at.schema) ? ownString(at.schema, "$ref") : undefined;
      if (reference === undefined) return at;
      at = this.#document.resolve(reference, at);
    }
    return undefined;
  }
}

export function notFoundMessage(what: string, word: string, words: readonly string[]): string {
  const quoted = (list: readonly string[]) => alternatives(list.map((item) => `'${show(item)}'`));
  const near = suggest(word, words);
  const firstWords = words.slice(0, 5);
  const hint =
    near.length > 0
      ? ` Did you mean ${quoted(near)}?`
      : words.length === 0
        ? " There are none."
        : words.length > firstWords.length
          ? ` There are ${words.length}, among them ${quoted(firstWords)}.`
          : ` There is ${quoted(firstWords)}.`;
  return `There is no ${what} '${show(word)}'.${hint}`;
}

function isJson(type: string): boolean {
  return mediaType(type) === "application/json";
}

function isStructuredJson(type: string): boolean {
  return mediaType(type).endsWith("+json");
}

/** Returns whether a media type is a vendor type without a suffix, which counts as JSON. Binary ones have a suffix such as `+zip`. */
function isVendor(type: string): boolean {
  return mediaType(type).startsWith("application/vnd.") && !type.includes("+");
}

function isWildcard(type: string): boolean {
  return type === "*/*" || type === "application/*";
}

function mediaType(type: string): string {
  return type.split(";", 1)[0]!.trim().toLowerCase();
}
