import type { ImportReport } from "./import-result.ts";
import { show } from "../diagnostics/show.ts";
import { isPlainObject, own, ownText, type PlainObject } from "./plain-data.ts";
import { SchemaDocument, type SchemaPlace } from "./schema-document.ts";

/*
 * One schema is often written as several: a `$ref` beside other keywords, the branches of `allOf`, the one branch of an
 * `anyOf` whose other is null. This takes them apart into a flat list whose parts all hold at once, so that whoever reads a
 * keyword looks through one list and need not know how it was put together.
 */

/** A schema object of which every keyword but the composing ones can be read. */
export interface SchemaPart extends Origin {
  readonly schema: PlainObject;
  /** It stands in a branch beside one that is null, so what it says of null does not count. */
  readonly orNull: boolean;
}

/** A place, and the schemas that it was reached through. */
export interface Origin extends SchemaPlace {
  readonly trail: Trail | undefined;
}

/** Several branches that are not null: only one of them has to hold. */
interface Choice {
  readonly branches: readonly Origin[];
  readonly pointer: string;
}

export interface SchemaParts {
  readonly parts: SchemaPart[];
  readonly choices: Choice[];
  /** A branch allows null. */
  orNull: boolean;
  /** The schema is `false`: nothing is right. */
  never: boolean;
  /** Something was left out, and noted: a cycle, or a reference that leads nowhere. */
  cut: boolean;
}

interface Trail {
  readonly schema: PlainObject;
  readonly up: Trail | undefined;
  readonly length: number;
}

/** Schemas that one reading looks at. References can multiply a small document without end. */
const MOST_SCHEMAS = 100_000;
/** Schemas within each other, references and `allOf` included. */
const MOST_NESTED = 200;

/** The reader of one document: it counts what it looks at, and stops for good when that is too much. */
export class SchemaPartsReader {
  readonly document: SchemaDocument;
  readonly report: ImportReport;
  stopped = false;
  #looks = 0;

  constructor(document: unknown, report: ImportReport) {
    this.document = new SchemaDocument(document);
    this.report = report;
  }

  /** Ends the reading: what was asked for cannot be had. */
  stop(pointer: string, message: string): void {
    if (!this.stopped) this.report.problem(pointer, message);
    this.stopped = true;
  }

  /** The parts of a schema, or of several that hold at once. */
  parts(...origins: readonly Origin[]): SchemaParts {
    const into: SchemaParts = { parts: [], choices: [], orNull: false, never: false, cut: false };
    for (const origin of origins) this.#gather(origin, into, false);
    return into;
  }

  /** A schema below a part. */
  below(part: Origin, schema: unknown, ...keys: readonly (string | number)[]): Origin {
    return { ...this.document.below(part, schema, ...keys), trail: part.trail };
  }

  #gather(origin: Origin, into: SchemaParts, orNull: boolean): void {
    const { schema, pointer } = origin;
    if (this.stopped) return;
    if (++this.#looks > MOST_SCHEMAS) {
      this.stop(pointer, `The references multiply to more than ${MOST_SCHEMAS} schemas.`);
      return;
    }
    if (!isPlainObject(schema)) {
      if (schema === false) into.never = true;
      else if (schema !== true) this.#cut(into, pointer, "A schema is an object, true or false.");
      return;
    }
    const length = (origin.trail?.length ?? 0) + 1;
    if (length > MOST_NESTED) {
      this.#cut(into, pointer, `It is nested deeper than ${MOST_NESTED} schemas.`);
      return;
    }
    for (let trail = origin.trail; trail !== undefined; trail = trail.up) {
      if (trail.schema === schema) {
        this.#cut(into, pointer, "It contains itself. It is left out from here on.");
        return;
      }
    }
    const part: SchemaPart = { ...origin, schema, orNull, trail: { schema, up: origin.trail, length } };
    into.parts.push(part);
    for (const keyword of ["$ref", "$dynamicRef", "$recursiveRef"])
      this.#reference(part, keyword, into, orNull);
    const all = own(schema, "allOf");
    if (Array.isArray(all)) {
      for (const [i, branch] of all.entries())
        this.#gather(this.below(part, branch, "allOf", i), into, orNull);
    }
    for (const keyword of ["anyOf", "oneOf"]) this.#choose(part, keyword, into, orNull);
  }

  #reference(part: SchemaPart, keyword: string, into: SchemaParts, orNull: boolean): void {
    const reference = ownText(part.schema, keyword);
    if (reference === undefined) return;
    const target = this.document.resolve(reference, part);
    if (target !== undefined) {
      this.#gather({ ...target, trail: part.trail }, into, orNull);
      return;
    }
    this.#cut(into, `${part.pointer}/${keyword}`, `'${show(reference)}' leads to nothing in this document.`);
  }

  /** A branch beside null is a part like any other. Where a branch only narrows, the others say nothing of the type. */
  #choose(part: SchemaPart, keyword: string, into: SchemaParts, orNull: boolean): void {
    const branches = own(part.schema, keyword);
    if (!Array.isArray(branches)) return;
    if (branches.some(narrows)) return;
    const said = branches
      .map((branch: unknown, i) => this.below(part, branch, keyword, i))
      .filter(({ schema }) => schema !== false);
    const values = said.filter(({ schema }) => !isNull(schema));
    const hasNull = values.length < said.length;
    into.orNull ||= hasNull;
    if (values.length === 1) this.#gather(values[0]!, into, orNull || hasNull);
    else if (values.length > 1)
      into.choices.push({ branches: values, pointer: `${part.pointer}/${keyword}` });
  }

  #cut(into: SchemaParts, pointer: string, message: string): void {
    into.cut = true;
    this.report.note(pointer, message);
  }
}

function isNull(schema: unknown): boolean {
  if (!isPlainObject(schema)) return false;
  const type = own(schema, "type");
  if (type === "null" || (Array.isArray(type) && type.length === 1 && type[0] === "null")) return true;
  const values = own(schema, "enum");
  if (Array.isArray(values)) return values.length === 1 && values[0] === null;
  return Object.hasOwn(schema, "const") && own(schema, "const") === null;
}

const DESCRIBING = [
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

/** Whether a branch says nothing of what a value is, as `{ "required": ["a"] }` does. */
function narrows(schema: unknown): boolean {
  if (schema === true) return true;
  return isPlainObject(schema) && !DESCRIBING.some((keyword) => Object.hasOwn(schema, keyword));
}
