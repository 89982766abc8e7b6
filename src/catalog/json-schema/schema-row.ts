import type { LocatedSchema } from "./schema-document.ts";
import { ownCount, ownRecord, withoutUndefined } from "../json-data.ts";
import { firstStringList, firstString, jsonTypesOf, firstValue } from "./schema-keywords.ts";
import { SchemaMembersReader } from "./schema-members.ts";
import type { MemberDefinitions } from "../types.ts";
import type { TracedSchema, FlatSchema } from "./flat-schema.ts";

/** Property names of a page's representation, in the platform's services and in common REST APIs. */
const PAGE_PROPERTIES = new Set([
  "name",
  "accept",
  "start",
  "limit",
  "count",
  "total",
  "links",
  "version",
  "items",
]);

/**
 * A schema that the caller chose counts as a page only if all its properties are those of a page: an order with `items`
 * remains a row. A response counts as a page if it has `items`.
 */
export type SchemaRole = "schema" | "response";

export interface RowDefinition {
  readonly name?: string;
  readonly members: MemberDefinitions;
  readonly parameters?: readonly string[];
}

interface CollectionInfo {
  readonly name: string | undefined;
  readonly key: string | undefined;
  /** Name of the catalog if neither `name` nor the schema's `x-catalog` exists. */
  readonly fallback?: string | undefined;
}

export class SchemaRowReader extends SchemaMembersReader {
  /** Returns the schema of a row. Reports a problem and returns undefined if `place` does not describe rows. */
  row(place: LocatedSchema, source: SchemaRole): FlatSchema | undefined {
    const parts = this.find(place, source);
    if (parts !== undefined || this.stopped) return parts;
    const message =
      source === "response"
        ? "The response is not a list of objects."
        : "The schema does not describe an object, so it cannot describe a row.";
    this.report.problem(place.pointer, message);
    return undefined;
  }

  /** Returns the schema of a row, or undefined if `place` does not describe rows. Reports no problem. */
  find(place: LocatedSchema, source: SchemaRole): FlatSchema | undefined {
    const flat = this.flatten({ ...place, ancestors: undefined });
    if (describesList(flat)) return this.#items(flat);
    if (!describesObject(flat) || firstValue(flat, "x-catalog") !== undefined)
      return source === "schema" ? objectOrUndefined(flat) : undefined;
    const lists = this.#lists(flat);
    const items = lists.get("items");
    const properties = flat.parts.flatMap(({ schema }) => Object.keys(ownRecord(schema, "properties")));
    if (source === "schema") {
      const isPage = items !== undefined && properties.every((property) => PAGE_PROPERTIES.has(property));
      return isPage ? this.#page(place, items) : objectOrUndefined(flat);
    }
    if (items !== undefined) return items;
    if (lists.size !== 1) return undefined;
    const [[property, rows]] = lists as unknown as [[string, FlatSchema]];
    this.report.note(place.pointer, `The rows are taken from '${property}', its only list of objects.`);
    return rows;
  }

  definition(row: FlatSchema, info: CollectionInfo): RowDefinition {
    const root = row.parts[0]!;
    const name = info.name ?? firstString(row, "x-catalog") ?? info.fallback ?? firstString(row, "title");
    if (name === undefined) this.report.problem(root.pointer, "The schema has no title. Pass a name.");
    const title = firstString(row, "title");
    const members = this.members(row, 1);
    if (Object.keys(members).length === 0 && !this.stopped && firstString(row, "x-catalog") === undefined) {
      // Only a schema that tamis wrote may have no members.
      this.report.problem(root.pointer, "The schema describes no members.");
    }
    const definition = {
      name,
      description: firstString(row, "description") ?? (title === name ? undefined : title),
      members,
      key: info.key ?? firstString(row, "x-key"),
      defaultSort: firstStringList(row, "x-default-sort", this.report),
      defaultLimit: countOf(row, "x-default-limit"),
      maximumLimit: countOf(row, "x-maximum-limit"),
      functions: firstStringList(row, "x-functions", this.report),
      parameters: firstStringList(row, "x-parameters", this.report),
    };
    return withoutUndefined(definition) as unknown as RowDefinition;
  }

  #page(place: LocatedSchema, items: FlatSchema): FlatSchema {
    this.report.note(place.pointer, "The schema is read as a page of a collection: its items are the rows.");
    return items;
  }

  #lists({ parts }: FlatSchema): Map<string, FlatSchema> {
    const lists = new Map<string, FlatSchema>();
    for (const part of parts) {
      const properties = ownRecord(part.schema, "properties");
      for (const property of Object.keys(properties)) {
        const origin = this.below(part, properties[property], "properties", property);
        const inner = this.#quietly(() => this.flatten(origin));
        const items = describesList(inner) ? this.#quietly(() => this.#items(inner)) : undefined;
        if (items !== undefined) lists.set(property, items);
      }
    }
    return lists;
  }

  #items(list: FlatSchema): FlatSchema | undefined {
    const origins: TracedSchema[] = [];
    for (const part of list.parts) {
      if (Object.hasOwn(part.schema, "items")) origins.push(this.below(part, part.schema["items"], "items"));
    }
    return origins.length === 0 ? undefined : objectOrUndefined(this.flatten(...origins));
  }

  /** Runs `look` and discards its notes, because it inspects properties that may not become part of the catalog. */
  #quietly<T>(look: () => T): T {
    const notes = this.report.notes.length;
    const result = look();
    this.report.notes.length = notes;
    return result;
  }
}

function objectOrUndefined(flat: FlatSchema): FlatSchema | undefined {
  return describesObject(flat) ? flat : undefined;
}

function describesList(flat: FlatSchema): boolean {
  return jsonTypesOf(flat)?.has("array") === true;
}

function describesObject(flat: FlatSchema): boolean {
  return flat.parts.length > 0 && jsonTypesOf(flat)?.has("object") === true;
}

function countOf({ parts }: FlatSchema, keyword: string): number | undefined {
  return parts.map(({ schema }) => ownCount(schema, keyword)).find((count) => count !== undefined);
}
