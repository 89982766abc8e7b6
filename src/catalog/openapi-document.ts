import { alternatives, suggest } from "../diagnostics/suggest.ts";
import { show } from "../diagnostics/show.ts";
import { pointerTo } from "./json-pointer.ts";
import { isPlainObject, own, ownRecord, ownText, record, type PlainObject } from "./plain-data.ts";
import type { SchemaDocument, SchemaPlace } from "./schema-document.ts";

/*
 * Finding one's way in a description of an API, OpenAPI 3.0 or 3.1: operations, their parameters and their answers.
 */

/** A GET operation. */
export interface Operation {
  readonly path: string;
  readonly place: SchemaPlace;
  readonly operation: PlainObject;
  /** Those of the path, too. */
  readonly parameters: readonly Parameter[];
}

/** A query parameter. */
export interface Parameter {
  readonly name: string;
  readonly place: SchemaPlace;
  readonly parameter: PlainObject;
}

/** References that lead to a reference, one after the other. */
const MOST_HOPS = 20;

export class OpenApiDocument {
  readonly #document: SchemaDocument;
  readonly #root: PlainObject;

  constructor(document: SchemaDocument, root: unknown) {
    this.#document = document;
    this.#root = record(root);
  }

  /** Why it cannot be read, or undefined if it can. */
  problem(): string | undefined {
    const version = ownText(this.#root, "openapi");
    if (version !== undefined && /^3\.[01](?:\.|$)/.test(version)) return undefined;
    if (version !== undefined) return `OpenAPI 3.0 and 3.1 can be read, not ${show(version)}.`;
    if (Object.hasOwn(this.#root, "swagger"))
      return "OpenAPI 3.0 and 3.1 can be read, not Swagger 2.0: convert it first.";
    return 'It is no OpenAPI document: it has no "openapi" with its version.';
  }

  /** The names of all schemas. */
  schemas(): readonly string[] {
    return Object.keys(ownRecord(ownRecord(this.#root, "components"), "schemas"));
  }

  schema(name: string): SchemaPlace | undefined {
    return this.#document.at(pointerTo("", "components", "schemas", name));
  }

  /** All GET operations, in the order of the document. */
  operations(): Operation[] {
    const paths = ownRecord(this.#root, "paths");
    return Object.keys(paths).flatMap((path) => {
      const item = this.#follow(this.#document.at(pointerTo("", "paths", path)));
      const get = item && this.#below(item, "get");
      if (get === undefined || !isPlainObject(get.schema)) return [];
      // A parameter of the operation comes after that of the path, and so replaces it.
      const parameters = new Map(
        [...this.#parameters(item!), ...this.#parameters(get)].map((one) => [one.name, one]),
      );
      return [{ path, place: get, operation: get.schema, parameters: [...parameters.values()] }];
    });
  }

  /** The schema of what a GET answers, or undefined if it answers with nothing that is written in JSON. */
  answer({ place }: Operation): SchemaPlace | undefined {
    const responses = this.#below(place, "responses");
    for (const status of ["200", "2XX", "2xx", "default"]) {
      const response = responses && this.#below(responses, status);
      const content = response && this.#below(response, "content");
      const types = Object.keys(record(content?.schema));
      const type = types.find(isJson) ?? types.find(isJsonKin) ?? types.find(isVendor) ?? types.find(isAny);
      const media = type === undefined ? undefined : this.#below(content!, type);
      const schema = media && this.#below(media, "schema", false);
      if (schema !== undefined) return schema;
    }
    return undefined;
  }

  #parameters(place: SchemaPlace): Parameter[] {
    const list = this.#below(place, "parameters");
    if (!Array.isArray(list?.schema)) return [];
    return list.schema.flatMap((_, i) => {
      const found = this.#below(list, i);
      const parameter = record(found?.schema);
      const name = ownText(parameter, "name");
      return name === undefined || own(parameter, "in") !== "query"
        ? []
        : [{ name, place: found!, parameter }];
    });
  }

  /** What is found under a key; a reference is followed, but for schemas, which know how themselves. */
  #below(place: SchemaPlace, key: string | number, follow = true): SchemaPlace | undefined {
    const { schema } = place;
    if (typeof schema !== "object" || schema === null || !Object.hasOwn(schema, key)) return undefined;
    const found = this.#document.below(place, (schema as PlainObject)[key], key);
    return follow ? this.#follow(found) : found;
  }

  #follow(place: SchemaPlace | undefined): SchemaPlace | undefined {
    let at = place;
    for (let hops = 0; at !== undefined && hops < MOST_HOPS; hops++) {
      const reference = isPlainObject(at.schema) ? ownText(at.schema, "$ref") : undefined;
      if (reference === undefined) return at;
      at = this.#document.resolve(reference, at);
    }
    return undefined;
  }
}

/** That there is no such thing, and what there is. */
export function noSuch(what: string, word: string, words: readonly string[]): string {
  const quoted = (some: readonly string[]) => alternatives(some.map((one) => `'${show(one)}'`));
  const near = suggest(word, words);
  const some = words.slice(0, 5);
  const rest =
    near.length > 0
      ? ` Did you mean ${quoted(near)}?`
      : words.length === 0
        ? " There is none."
        : words.length > some.length
          ? ` There are ${words.length}, among them ${quoted(some)}.`
          : ` There is ${quoted(some)}.`;
  return `There is no ${what} '${show(word)}'.${rest}`;
}

function isJson(type: string): boolean {
  return mediaType(type) === "application/json";
}

function isJsonKin(type: string): boolean {
  return mediaType(type).endsWith("+json");
}

/** A type of a vendor's own without a suffix, as `application/vnd.vendor.collection`. Binary ones have another suffix. */
function isVendor(type: string): boolean {
  return mediaType(type).startsWith("application/vnd.") && !type.includes("+");
}

function isAny(type: string): boolean {
  return type === "*/*" || type === "application/*";
}

function mediaType(type: string): string {
  return type.split(";", 1)[0]!.trim().toLowerCase();
}
