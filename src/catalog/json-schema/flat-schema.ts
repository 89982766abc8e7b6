import type { ImportReport } from "../import-report.ts";
import { show } from "../../diagnostics/show.ts";
import { isRecord } from "../../values/is-object.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { ownString, type JsonObject } from "../json-data.ts";
import { SchemaDocument, type LocatedSchema } from "./schema-document.ts";

/*
 * Flattens a schema into parts. A value must satisfy all of them: the schema itself, the targets of its references, the
 * branches of `allOf`, and the only non-null branch of an `anyOf`.
 */

/** One schema of a flattened schema. Its `$ref`, `allOf`, `anyOf` and `oneOf` became parts of their own. */
export interface SchemaPart extends TracedSchema {
  readonly schema: JsonObject;
  /**
   * Whether the schema is one branch of an `anyOf` or `oneOf` with a null branch. Null is then allowed, whatever its `type`.
   */
  readonly besideNull: boolean;
}

/** A schema with the schemas that led to it. A schema that is its own ancestor is a cycle. */
export interface TracedSchema extends LocatedSchema {
  readonly ancestors: SchemaAncestors | undefined;
}

/** An `anyOf` or `oneOf` with several non-null branches. */
interface SchemaChoice {
  readonly branches: readonly TracedSchema[];
  readonly pointer: string;
}

export interface FlatSchema {
  readonly parts: SchemaPart[];
  readonly choices: SchemaChoice[];
  hasNullBranch: boolean;
  isFalse: boolean;
  /** Whether a cyclic reference, or one without a target, was left out. */
  isIncomplete: boolean;
}

interface SchemaAncestors {
  readonly schema: JsonObject;
  readonly parent: SchemaAncestors | undefined;
  readonly depth: number;
}

/** Maximum number of schemas visited per document: references can expand a small document exponentially. */
const MAXIMUM_VISITED_SCHEMAS = 100_000;
/** Maximum nesting of schemas. Each reference and each `allOf` counts as one level. */
const MAXIMUM_SCHEMA_DEPTH = 200;

/** Schemas that one flattened schema already contains, each with the resource in which it was found. */
type Gathered = Map<JsonObject, LocatedSchema["resource"]>;

interface Gathering {
  readonly into: FlatSchema;
  /** Schemas next to a null branch: see `SchemaPart.besideNull`. */
  readonly besideNull: Gathered;
  /** All other schemas. */
  readonly others: Gathered;
}

/** Flattens the schemas of one document. Flattens nothing more once it has visited too many schemas. */
export class SchemaFlattener {
  readonly document: SchemaDocument;
  readonly report: ImportReport;
  stopped = false;
  /** Number of schemas visited so far. */
  visited = 0;
  /**
   * Schemas that were left out because they contain themselves, since the caller last replaced this set. It contains undefined if
   * others were left out because they are nested too deep.
   */
  protected repeated = new Set<JsonObject | undefined>();

  constructor(document: unknown, report: ImportReport) {
    this.document = new SchemaDocument(document);
    this.report = report;
  }

  stop(pointer: string, message: string): void {
    if (!this.stopped) this.report.problem(pointer, message);
    this.stopped = true;
  }

  flatten(...origins: readonly TracedSchema[]): FlatSchema {
    const into: FlatSchema = {
      parts: [],
      choices: [],
      hasNullBranch: false,
      isFalse: false,
      isIncomplete: false,
    };
    const gathering = { into, besideNull: new Map(), others: new Map() };
    for (const origin of origins) this.#gather(origin, gathering, false);
    return into;
  }

  below(part: TracedSchema, schema: unknown, ...keys: readonly (string | number)[]): TracedSchema {
    return { ...this.document.below(part, schema, ...keys), ancestors: part.ancestors };
  }

  #gather(origin: TracedSchema, gathering: Gathering, orNull: boolean): void {
    const { schema, pointer } = origin;
    const { into } = gathering;
    if (this.stopped) return;
    if (++this.visited > MAXIMUM_VISITED_SCHEMAS) {
      this.stop(pointer, `References expand to more than ${MAXIMUM_VISITED_SCHEMAS} schemas.`);
      return;
    }
    if (!isRecord(schema)) {
      if (schema === false) into.isFalse = true;
      else if (schema !== true) this.#cut(into, pointer, "A schema must be an object, true or false.");
      return;
    }
    const length = (origin.ancestors?.depth ?? 0) + 1;
    if (length > MAXIMUM_SCHEMA_DEPTH) {
      this.repeated.add(undefined);
      this.#cut(into, pointer, `It is nested deeper than ${MAXIMUM_SCHEMA_DEPTH} schemas.`);
      return;
    }
    if (isAncestor(schema, origin)) {
      this.repeated.add(schema);
      this.#cut(into, pointer, "The schema contains itself. It is ignored from here on.");
      return;
    }
    // A second reference to a schema adds no constraint. Without this test, two references at each level would visit
    // exponentially many schemas.
    const gathered = orNull ? gathering.besideNull : gathering.others;
    if (gathered.get(schema) === origin.resource) return;
    gathered.set(schema, origin.resource);
    const part: SchemaPart = {
      ...origin,
      schema,
      besideNull: orNull,
      ancestors: { schema, parent: origin.ancestors, depth: length },
    };
    into.parts.push(part);
    for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"])
      this.#reference(part, keyword, gathering, orNull);
    const branches = ownProperty(schema, "allOf");
    if (Array.isArray(branches)) {
      for (const [i, branch] of branches.entries())
        this.#gather(this.below(part, branch, "allOf", i), gathering, orNull);
    }
    for (const keyword of ["anyOf", "oneOf"]) this.#choose(part, keyword, gathering, orNull);
  }

  #reference(part: SchemaPart, keyword: string, gathering: Gathering, orNull: boolean): void {
    const reference = ownString(part.schema, keyword);
    if (reference === undefined) return;
    const target = this.document.resolve(reference, part);
    if (target !== undefined) {
      this.#gather({ ...target, ancestors: part.ancestors }, gathering, orNull);
      return;
    }
    const message = `'${show(reference)}' refers to nothing in this document.`;
    this.#cut(gathering.into, `${part.pointer}/${keyword}`, message);
  }

  /** Adds the branches of an `anyOf` or `oneOf`. Ignores the keyword if a branch only adds constraints. */
  #choose(part: SchemaPart, keyword: string, gathering: Gathering, orNull: boolean): void {
    const { into } = gathering;
    const branches = ownProperty(part.schema, keyword);
    if (!Array.isArray(branches)) return;
    if (branches.some(isConstraintOnly)) return;
    const alternatives = branches
      .map((branch: unknown, i) => this.below(part, branch, keyword, i))
      .filter(({ schema }) => schema !== false);
    const values = alternatives.filter(({ schema }) => !isNullSchema(schema));
    const hasNull = values.length < alternatives.length;
    into.hasNullBranch ||= hasNull;
    if (values.length === 1) this.#gather(values[0]!, gathering, orNull || hasNull);
    else if (values.length > 1)
      into.choices.push({ branches: values, pointer: `${part.pointer}/${keyword}` });
  }

  #cut(into: FlatSchema, pointer: string, message: string): void {
    into.isIncomplete = true;
    this.report.note(pointer, message);
  }
}

/** Returns whether a schema led to the origin. */
export function isAncestor(schema: JsonObject, origin: TracedSchema): boolean {
  for (let trail = origin.ancestors; trail !== undefined; trail = trail.parent)
    if (trail.schema === schema) return true;
  return false;
}

function isNullSchema(schema: unknown): boolean {
  if (!isRecord(schema)) return false;
  const type = ownProperty(schema, "type");
  if (type === "null" || (Array.isArray(type) && type.length === 1 && type[0] === "null")) return true;
  const values = ownProperty(schema, "enum");
  if (Array.isArray(values)) return values.length === 1 && values[0] === null;
  return Object.hasOwn(schema, "const") && ownProperty(schema, "const") === null;
}

const TYPE_KEYWORDS = [
  "type",
  "$ref",
  "$dynamicRef",
  "$recursiveRef",
  "allOf",
  "anyOf",
  "oneOf",
  "enum",
  "const",
  "format",
  "items",
  "properties",
  "patternProperties",
  "additionalProperties",
];

/** @example isConstraintOnly({ required: ["a"] }) // true */
function isConstraintOnly(schema: unknown): boolean {
  if (schema === true) return true;
  return isRecord(schema) && !TYPE_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword));
}
