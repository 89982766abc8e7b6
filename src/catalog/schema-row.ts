import type { SchemaPlace } from "./schema-document.ts";
import { ownCount, ownRecord } from "./plain-data.ts";
import { listOf, textOf, typesOf, valueOf } from "./schema-keywords.ts";
import { SchemaMembersReader } from "./schema-members.ts";
import type { MemberDefinitions } from "./types.ts";
import type { Origin, SchemaParts } from "./schema-parts.ts";

/*
 * From the schema of a row, of a list of rows or of a page of a collection to what a catalog is made of.
 */

/** Properties of a page beside its items. Platform document, 2.1, and what others call the same. */
const ENVELOPE = new Set(["name", "accept", "start", "limit", "count", "total", "links", "version", "items"]);

/**
 * Where a schema comes from: one that was chosen is a page only if it has nothing that a page has not, so that an order with
 * items stays an order; the answer of a collection is a page as soon as it has items.
 */
export type RowSource = "schema" | "answer";

/** A catalog's definition, as yet unchecked. */
export interface RowDefinition {
  readonly name?: string;
  readonly members: MemberDefinitions;
  readonly parameters?: readonly string[];
}

/** What is known of a collection beside its schema. */
interface Given {
  readonly name: string | undefined;
  readonly key: string | undefined;
  /** The name where neither is given nor the schema says one as a catalog's. */
  readonly fallback?: string | undefined;
}

export class SchemaRowReader extends SchemaMembersReader {
  /** The schema of one row. Undefined, with a problem, if there is none. */
  row(place: SchemaPlace, source: RowSource): SchemaParts | undefined {
    const parts = this.find(place, source);
    if (parts !== undefined || this.stopped) return parts;
    const what =
      source === "answer" ? "The answer is no list of objects." : "It describes no object, so no row.";
    this.report.problem(place.pointer, what);
    return undefined;
  }

  /** The same, silently. */
  find(place: SchemaPlace, source: RowSource): SchemaParts | undefined {
    const parts = this.parts({ ...place, trail: undefined });
    if (isList(parts)) return this.#items(parts);
    if (!isObject(parts) || valueOf(parts, "x-catalog") !== undefined)
      return source === "schema" ? whole(parts) : undefined;
    const lists = this.#lists(parts);
    const items = lists.get("items");
    const properties = parts.parts.flatMap(({ schema }) => Object.keys(ownRecord(schema, "properties")));
    if (source === "schema") {
      const isPage = items !== undefined && properties.every((property) => ENVELOPE.has(property));
      return isPage ? this.#page(place, items) : whole(parts);
    }
    if (items !== undefined) return items;
    if (lists.size !== 1) return undefined;
    const [[property, rows]] = lists as unknown as [[string, SchemaParts]];
    this.report.note(place.pointer, `The rows are taken from '${property}', its only list of objects.`);
    return rows;
  }

  /** What a catalog is made of: the members of a row, and what its schema says of the collection. */
  definition(row: SchemaParts, given: Given): RowDefinition {
    const root = row.parts[0]!;
    const name = given.name ?? textOf(row, "x-catalog") ?? given.fallback ?? textOf(row, "title");
    if (name === undefined)
      this.report.problem(root.pointer, "The schema has no title, so a name has to be given.");
    const title = textOf(row, "title");
    const members = this.members(row, 1);
    if (Object.keys(members).length === 0 && !this.stopped && !this.#isOurs(row)) {
      this.report.problem(root.pointer, "It describes no member.");
    }
    const definition = {
      name,
      description: textOf(row, "description") ?? (title === name ? undefined : title),
      members,
      key: given.key ?? textOf(row, "x-key"),
      defaultSort: listOf(row, "x-default-sort", this.report),
      defaultLimit: countOf(row, "x-default-limit"),
      maximumLimit: countOf(row, "x-maximum-limit"),
      functions: listOf(row, "x-functions", this.report),
      parameters: listOf(row, "x-parameters", this.report),
    };
    return withoutUndefined(definition) as unknown as RowDefinition;
  }

  /** A catalog that was written as a schema may have no members: then that is what it says. */
  #isOurs(row: SchemaParts): boolean {
    return textOf(row, "x-catalog") !== undefined;
  }

  #page(place: SchemaPlace, items: SchemaParts): SchemaParts {
    this.report.note(place.pointer, "It is taken as a page of a collection: the rows are its items.");
    return items;
  }

  /** The properties of an object that are lists of objects, each with its row. */
  #lists({ parts }: SchemaParts): Map<string, SchemaParts> {
    const lists = new Map<string, SchemaParts>();
    for (const part of parts) {
      const properties = ownRecord(part.schema, "properties");
      for (const property of Object.keys(properties)) {
        const origin = this.below(part, properties[property], "properties", property);
        const inner = this.#quietly(() => this.parts(origin));
        const items = isList(inner) ? this.#quietly(() => this.#items(inner)) : undefined;
        if (items !== undefined) lists.set(property, items);
      }
    }
    return lists;
  }

  #items(list: SchemaParts): SchemaParts | undefined {
    const origins: Origin[] = [];
    for (const part of list.parts) {
      if (Object.hasOwn(part.schema, "items")) origins.push(this.below(part, part.schema["items"], "items"));
    }
    return origins.length === 0 ? undefined : whole(this.parts(...origins));
  }

  /** Looking at properties that may turn out to be none of ours: what is wrong with them is no matter yet. */
  #quietly<T>(look: () => T): T {
    const notes = this.report.notes.length;
    const result = look();
    this.report.notes.length = notes;
    return result;
  }
}

function whole(parts: SchemaParts): SchemaParts | undefined {
  return isObject(parts) ? parts : undefined;
}

function isList(parts: SchemaParts): boolean {
  return typesOf(parts)?.has("array") === true;
}

function isObject(parts: SchemaParts): boolean {
  return parts.parts.length > 0 && typesOf(parts)?.has("object") === true;
}

function countOf({ parts }: SchemaParts, keyword: string): number | undefined {
  return parts.map(({ schema }) => ownCount(schema, keyword)).find((count) => count !== undefined);
}

function withoutUndefined(definition: Readonly<Record<string, unknown>>): object {
  return Object.fromEntries(Object.entries(definition).filter(([, value]) => value !== undefined));
}
