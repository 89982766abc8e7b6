import { followPointer, pointerTo } from "../json-pointer.ts";
import { isRecord } from "../../values/is-object.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { ownString, type JsonObject } from "../json-data.ts";

/* References to other documents are never fetched. Callers must bundle the documents into one. */

export interface LocatedSchema {
  readonly schema: unknown;
  readonly pointer: string;
  readonly resource: SchemaResource;
}

/** The document, or a schema in it with its own `$id`. References that begin with `#` are relative to its root. */
interface SchemaResource {
  readonly root: unknown;
  readonly pointer: string;
  readonly uri: string;
}

const DEFAULT_BASE_URI = "document:///";

const MAXIMUM_INDEXED_VALUES = 200_000;
const MAXIMUM_INDEXED_DEPTH = 1_000;

export class SchemaDocument {
  readonly #root: SchemaResource;
  #index: Map<string, LocatedSchema> | undefined;

  constructor(document: unknown) {
    const uri = isRecord(document) ? absoluteId(document, DEFAULT_BASE_URI) : undefined;
    this.#root = { root: document, pointer: "", uri: uri ?? DEFAULT_BASE_URI };
  }

  at(pointer: string): LocatedSchema | undefined {
    return schemaAt(this.#root, pointer);
  }

  below(place: LocatedSchema, schema: unknown, ...keys: readonly (string | number)[]): LocatedSchema {
    return locatedSchema(schema, pointerTo(place.pointer, ...keys), place.resource);
  }

  /** Returns the target of a `$ref`, or undefined if it is not in this document. */
  resolve(reference: string, from: LocatedSchema): LocatedSchema | undefined {
    const hash = reference.indexOf("#");
    const fragment = hash < 0 ? "" : decodeFragment(reference.slice(hash + 1));
    if (hash !== 0) {
      const uri = resolveUri(hash < 0 ? reference : reference.slice(0, hash), from.resource.uri);
      const target = uri === undefined ? undefined : this.#lookup(uri);
      return target === undefined ? undefined : this.#inside(target.resource, fragment);
    }
    return this.#inside(from.resource, fragment);
  }

  #inside(resource: SchemaResource, fragment: string): LocatedSchema | undefined {
    if (fragment === "" || fragment.startsWith("/")) return schemaAt(resource, fragment);
    return this.#lookup(`${resource.uri}#${fragment}`);
  }

  #lookup(uri: string): LocatedSchema | undefined {
    this.#index ??= buildUriIndex(this.#root);
    return this.#index.get(uri);
  }
}

function schemaAt(resource: SchemaResource, pointer: string): LocatedSchema | undefined {
  const target = followPointer(resource.root, pointer);
  return target === undefined ? undefined : locatedSchema(target.value, resource.pointer + pointer, resource);
}

function locatedSchema(schema: unknown, pointer: string, around: SchemaResource): LocatedSchema {
  const uri = isRecord(schema) && schema !== around.root ? absoluteId(schema, around.uri) : undefined;
  return { schema, pointer, resource: uri === undefined ? around : { root: schema, pointer, uri } };
}

/** Returns the schemas by their URIs, the first one for each URI. Not recursive, because documents can be deep. */
function buildUriIndex(root: SchemaResource): Map<string, LocatedSchema> {
  const index = new Map<string, LocatedSchema>();
  const add = (uri: string, place: LocatedSchema): void => {
    if (!index.has(uri)) index.set(uri, place);
  };
  const start: LocatedSchema = { schema: root.root, pointer: "", resource: root };
  add(root.uri, start);
  const stack = [{ place: start, depth: 0 }];
  const seen = new Set<object>();
  for (let next = stack.pop(); next !== undefined && seen.size < MAXIMUM_INDEXED_VALUES; next = stack.pop()) {
    const { place, depth } = next;
    const { schema, pointer, resource } = place;
    if (typeof schema !== "object" || schema === null || seen.has(schema) || depth > MAXIMUM_INDEXED_DEPTH)
      continue;
    seen.add(schema);
    if (isRecord(schema)) {
      if (resource.root === schema) add(resource.uri, place);
      for (const keyword of ["$anchor", "$dynamicAnchor"]) {
        const anchor = ownString(schema, keyword);
        if (anchor !== undefined) add(`${resource.uri}#${anchor}`, place);
      }
      // Before draft 2019-09, an anchor was an `$id` that is only a fragment.
      const id = ownString(schema, "$id");
      if (id?.startsWith("#") === true) add(resource.uri + id, place);
    }
    const keys = Object.keys(schema);
    for (let i = keys.length - 1; i >= 0; i--) {
      const value = ownProperty(schema as JsonObject, keys[i]!);
      if (typeof value !== "object" || value === null) continue;
      stack.push({ place: locatedSchema(value, pointerTo(pointer, keys[i]!), resource), depth: depth + 1 });
    }
  }
  return index;
}

/** Returns the URI of a schema with an `$id`, or undefined if the `$id` is only a fragment. */
function absoluteId(schema: JsonObject, base: string): string | undefined {
  const id = ownString(schema, "$id");
  if (id === undefined || id.startsWith("#")) return undefined;
  return resolveUri(id.endsWith("#") ? id.slice(0, -1) : id, base);
}

function resolveUri(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
