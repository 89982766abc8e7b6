import { followPointer, pointerTo } from "./json-pointer.ts";
import { isPlainObject, own, ownText, type PlainObject } from "./plain-data.ts";

/*
 * References within one document of JSON Schema or OpenAPI: by pointer, by anchor, and by the `$id` of a schema that the
 * document carries. What lies outside of the document is the caller's to fetch and to put in.
 */

/** A schema and where it is. */
export interface SchemaPlace {
  readonly schema: unknown;
  readonly pointer: string;
  readonly resource: Resource;
}

/** A schema with an `$id` of its own, or the document: what a reference that begins with `#` begins at. */
interface Resource {
  readonly root: unknown;
  readonly pointer: string;
  readonly uri: string;
}

/** What relative references of a document without an `$id` are resolved against. */
const NO_BASE = "document:///";

/** Values that the search for anchors and identifiers looks at, and how deep it goes. */
const MOST_VALUES = 200_000;
const MOST_DEPTH = 1_000;

/** A document whose schemas refer to each other. */
export class SchemaDocument {
  readonly #root: Resource;
  #index: Map<string, SchemaPlace> | undefined;

  constructor(document: unknown) {
    const uri = isPlainObject(document) ? identifier(document, NO_BASE) : undefined;
    this.#root = { root: document, pointer: "", uri: uri ?? NO_BASE };
  }

  /** The schema at a pointer of the document, or undefined if nothing is there. */
  at(pointer: string): SchemaPlace | undefined {
    return stepTo(this.#root, pointer);
  }

  /** The schema that is found under some keys of another. */
  below(place: SchemaPlace, schema: unknown, ...keys: readonly (string | number)[]): SchemaPlace {
    return placeOf(schema, pointerTo(place.pointer, ...keys), place.resource);
  }

  /** What a `$ref` of a schema refers to, or undefined if this document does not have it. */
  resolve(reference: string, from: SchemaPlace): SchemaPlace | undefined {
    const hash = reference.indexOf("#");
    const fragment = hash < 0 ? "" : decoded(reference.slice(hash + 1));
    if (hash !== 0) {
      const uri = absolute(hash < 0 ? reference : reference.slice(0, hash), from.resource.uri);
      const target = uri === undefined ? undefined : this.#lookup(uri);
      return target === undefined ? undefined : this.#inside(target.resource, fragment);
    }
    return this.#inside(from.resource, fragment);
  }

  #inside(resource: Resource, fragment: string): SchemaPlace | undefined {
    if (fragment === "" || fragment.startsWith("/")) return stepTo(resource, fragment);
    return this.#lookup(`${resource.uri}#${fragment}`);
  }

  #lookup(uri: string): SchemaPlace | undefined {
    this.#index ??= indexOf(this.#root);
    return this.#index.get(uri);
  }
}

function stepTo(resource: Resource, pointer: string): SchemaPlace | undefined {
  const found = followPointer(resource.root, pointer);
  return found === undefined ? undefined : placeOf(found.value, resource.pointer + pointer, resource);
}

/** A schema with an `$id` is a resource of its own. */
function placeOf(schema: unknown, pointer: string, around: Resource): SchemaPlace {
  const uri = isPlainObject(schema) && schema !== around.root ? identifier(schema, around.uri) : undefined;
  return { schema, pointer, resource: uri === undefined ? around : { root: schema, pointer, uri } };
}

/** All that can be referred to by name. The first of a name wins. No recursion: the depth is the document's. */
function indexOf(root: Resource): Map<string, SchemaPlace> {
  const index = new Map<string, SchemaPlace>();
  const add = (uri: string, place: SchemaPlace): void => {
    if (!index.has(uri)) index.set(uri, place);
  };
  const start: SchemaPlace = { schema: root.root, pointer: "", resource: root };
  add(root.uri, start);
  const stack = [{ place: start, depth: 0 }];
  const seen = new Set<object>();
  for (let next = stack.pop(); next !== undefined && seen.size < MOST_VALUES; next = stack.pop()) {
    const { place, depth } = next;
    const { schema, pointer, resource } = place;
    if (typeof schema !== "object" || schema === null || seen.has(schema) || depth > MOST_DEPTH) continue;
    seen.add(schema);
    if (isPlainObject(schema)) {
      if (resource.root === schema) add(resource.uri, place);
      for (const keyword of ["$anchor", "$dynamicAnchor"]) {
        const anchor = ownText(schema, keyword);
        if (anchor !== undefined) add(`${resource.uri}#${anchor}`, place);
      }
      // Before 2019-09 an anchor was an `$id` of a fragment alone.
      const id = ownText(schema, "$id");
      if (id?.startsWith("#") === true) add(resource.uri + id, place);
    }
    const keys = Object.keys(schema);
    for (let i = keys.length - 1; i >= 0; i--) {
      const value = own(schema as PlainObject, keys[i]!);
      if (typeof value !== "object" || value === null) continue;
      stack.push({ place: placeOf(value, pointerTo(pointer, keys[i]!), resource), depth: depth + 1 });
    }
  }
  return index;
}

/** The absolute form of a schema's `$id`, if it names more than a fragment. */
function identifier(schema: PlainObject, base: string): string | undefined {
  const id = ownText(schema, "$id");
  if (id === undefined || id.startsWith("#")) return undefined;
  return absolute(id.endsWith("#") ? id.slice(0, -1) : id, base);
}

function absolute(reference: string, base: string): string | undefined {
  return URL.canParse(reference, base) ? new URL(reference, base).href : undefined;
}

/** A fragment with its percent-encoding taken off, or as it is where that is broken. */
function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
