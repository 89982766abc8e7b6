import type { ScalarType } from "../../values/types.ts";
import { MAXIMUM_DEPTH, MAXIMUM_MEMBERS } from "../limits.ts";
import { isRecord } from "../../values/is-object.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { ownRecord, type JsonObject } from "../json-data.ts";
import { shortestDefinition } from "../shortest-definition.ts";
import {
  allowsNull,
  memberAnnotations,
  declaredStrength,
  firstString,
  hasSafeBounds,
  jsonTypesOf,
  allowedValues,
} from "./schema-keywords.ts";
import { isAncestor, SchemaFlattener, type TracedSchema, type FlatSchema } from "./flat-schema.ts";
import { namedProperties } from "./schema-properties.ts";
import type { MemberDefinition, MemberDefinitions, ScalarDefinition } from "../types.ts";

/* Properties that a catalog cannot describe are left out and reported in a note. */

/** A member read from a schema. `nullable` does not yet consider whether the property is required. */
interface DescribedMember {
  readonly definition: Exclude<MemberDefinition, string>;
  readonly nullable: boolean;
}

/** A described schema, for further references to it. */
interface KnownDescription {
  readonly origin: TracedSchema;
  readonly described: DescribedMember | undefined;
  /** Number of members that the description contains. */
  readonly members: number;
  /** Ancestors that the description leaves out, and undefined if it leaves out schemas that are nested too deep. */
  readonly leftOut: readonly (JsonObject | undefined)[];
}

export class SchemaMembersReader extends SchemaFlattener {
  #members = 0;
  /** The last description of each schema at each depth. */
  readonly #descriptions = new Map<unknown, Map<number, KnownDescription>>();

  members(object: FlatSchema, depth: number): MemberDefinitions {
    const required = new Set(
      object.parts.flatMap(({ schema }) => stringsIn(ownProperty(schema, "required"))),
    );
    const entries: [string, MemberDefinition][] = [];
    for (const { name, property, origins, isAlias } of namedProperties(object, this)) {
      if (this.stopped) break;
      if (this.#exceedsMembers(1, origins[0]!.pointer)) break;
      const described = this.#describe(origins, depth);
      if (described === undefined) continue;
      const definition = property === name ? described.definition : { ...described.definition, property };
      entries.push([
        name,
        shortestDefinition(
          definition,
          described.nullable || !(origins.some(isRequired) || (!isAlias && required.has(property))),
        ),
      ]);
    }
    return Object.fromEntries(entries);
  }

  /** Counts members. Stops with a problem, and returns true, if there are too many. */
  #exceedsMembers(count: number, pointer: string): boolean {
    this.#members += count;
    if (this.#members <= MAXIMUM_MEMBERS) return false;
    this.stop(pointer, `More than ${MAXIMUM_MEMBERS} members.`);
    return true;
  }

  /**
   * Describes a member. Uses the last description of the same schema, because references can name a schema exponentially
   * often.
   */
  #describe(origins: readonly TracedSchema[], depth: number): DescribedMember | undefined {
    const origin = origins[0]!;
    if (origins.length > 1 || !isRecord(origin.schema)) return this.#describeAnew(origins, depth);
    const byDepth = this.#descriptions.get(origin.schema) ?? new Map<number, KnownDescription>();
    const earlier = byDepth.get(depth);
    if (earlier !== undefined && isSameBelow(origin, earlier)) {
      for (const schema of earlier.leftOut) this.repeated.add(schema);
      return this.#exceedsMembers(earlier.members, origin.pointer) ? undefined : earlier.described;
    }
    const { repeated } = this;
    const before = this.#members;
    this.repeated = new Set();
    const described = this.#describeAnew(origins, depth);
    const leftOut = [...this.repeated].filter((schema) => schema === undefined || isAncestor(schema, origin));
    this.repeated = repeated;
    for (const schema of leftOut) repeated.add(schema);
    this.#descriptions.set(origin.schema, byDepth);
    byDepth.set(depth, { origin, described, members: this.#members - before, leftOut });
    return described;
  }

  #describeAnew(origins: readonly TracedSchema[], depth: number): DescribedMember | undefined {
    const flat = this.flatten(...origins);
    const { pointer } = origins[0]!;
    if (flat.isFalse || this.stopped) return undefined;
    if (depth > MAXIMUM_DEPTH) return this.#leaveOut(pointer, `It is nested deeper than ${MAXIMUM_DEPTH}.`);
    const types = jsonTypesOf(flat);
    if (types === undefined) {
      if (flat.choices.length === 1) return this.#choice(flat, depth);
      if (flat.isIncomplete) return undefined;
      const reason = flat.choices.length > 1 ? "It has several lists of alternatives." : "It has no type.";
      return this.#leaveOut(pointer, reason);
    }
    const type = singleType(types);
    if (type === undefined) {
      const reason =
        types.size === 0 ? "It allows no supported type." : `It has several types: ${[...types].join(", ")}.`;
      return this.#leaveOut(pointer, reason);
    }
    if (type === "array") return this.#list(flat, pointer, depth);
    if (type === "object") return this.#object(flat, pointer, depth);
    return this.#scalar(flat, type, pointer);
  }

  #scalar(flat: FlatSchema, type: ScalarType, pointer: string): DescribedMember | undefined {
    const format = type === "string" ? (firstString(flat, "format") ?? "") : "";
    const definition: Mutable<ScalarDefinition> = {
      type: TEMPORAL_FORMATS.get(format) ?? type,
      ...this.#scalarSettings(flat),
    };
    if (type === "integer" && hasSafeBounds(flat)) definition.safe = true;
    const values = allowedValues(flat);
    if (values?.length === 0) return this.#leaveOut(pointer, "It allows only null.");
    if (type === "string" && values !== undefined)
      definition.enum = values.filter((value) => typeof value === "string");
    return { definition, nullable: allowsNull(flat) };
  }

  #list(flat: FlatSchema, pointer: string, depth: number): DescribedMember | undefined {
    const items = this.#subschemas(flat, "items");
    if (items.length === 0) return this.#leaveOut(pointer, "The items of the list have no schema.");
    const described = this.#describe(items, depth + 1);
    if (described === undefined) return undefined;
    const definition = {
      type: "list",
      items: shortestDefinition(described.definition, described.nullable),
    } as const;
    return {
      definition: { ...definition, ...memberAnnotations(flat, this.report) },
      nullable: allowsNull(flat),
    };
  }

  #object(flat: FlatSchema, pointer: string, depth: number): DescribedMember | undefined {
    const common = memberAnnotations(flat, this.report);
    const orNull = allowsNull(flat);
    const named = flat.parts.some(({ schema }) => Object.hasOwn(schema, "properties"));
    const values = this.#mapValues(flat);
    if (named && values.length > 0)
      this.report.note(values[0]!.pointer, "Only the named properties become members.");
    else if (values.length > 0) {
      const described = this.#mapValue(values, depth + 1);
      if (described === undefined) return undefined;
      return {
        definition: {
          type: "map",
          values: shortestDefinition(described.definition, described.nullable),
          ...common,
        },
        nullable: orNull,
      };
    }
    if (depth === MAXIMUM_DEPTH) return this.#leaveOut(pointer, `It is nested deeper than ${MAXIMUM_DEPTH}.`);
    if (!named) {
      if (flat.isIncomplete) return undefined;
      this.report.note(
        pointer,
        "The object has no described properties: filters can only test whether it is null.",
      );
    }
    for (const { pointer: choice } of flat.choices) {
      this.report.note(choice, "Members that only some alternatives have are left out.");
    }
    return {
      definition: { type: "object", members: this.members(flat, depth + 1), ...common },
      nullable: orNull,
    };
  }

  /** Returns the schemas of a map's values: each value satisfies one of them. */
  #mapValues(flat: FlatSchema): readonly TracedSchema[] {
    const patterns = flat.parts.flatMap((part) => {
      const byPattern = ownRecord(part.schema, "patternProperties");
      return Object.keys(byPattern).map((key) => this.below(part, byPattern[key], "patternProperties", key));
    });
    return [...patterns, ...this.#subschemas(flat, "additionalProperties")].filter(
      ({ schema }) => isRecord(schema) && Object.keys(schema).length > 0,
    );
  }

  #mapValue(values: readonly TracedSchema[], depth: number): DescribedMember | undefined {
    const [first, ...otherValues] = values.map((value) => this.#describe([value], depth));
    if (first === undefined) return undefined;
    if (otherValues.length === 0) return first;
    const text = JSON.stringify(first.definition);
    if (!otherValues.every((value) => JSON.stringify(value?.definition) === text))
      return this.#leaveOut(values[0]!.pointer, "The values of the map have several types.");
    return { ...first, nullable: [first, ...otherValues].some((value) => value!.nullable) };
  }

  /** Reads an `anyOf` or `oneOf` as one member if all its branches have the same scalar type. */
  #choice(flat: FlatSchema, depth: number): DescribedMember | undefined {
    const { branches, pointer } = flat.choices[0]!;
    if (branches.some((branch) => this.#isComposed(branch)))
      return this.#leaveOut(pointer, "It can have several types.");
    const results = branches.map((branch) => this.#describe([branch], depth));
    const definitions = results.map((described) => described?.definition);
    const scalars = definitions.filter((candidate) => candidate !== undefined && isScalar(candidate));
    const type = singleType(new Set(scalars.map((scalar) => scalar.type)));
    if (type === undefined || scalars.length < branches.length)
      return this.#leaveOut(pointer, "It can have several types.");
    const definition: Mutable<ScalarDefinition> = { type, ...this.#scalarSettings(flat) };
    if (scalars.some((scalar) => scalar.filterable === false)) definition.filterable = false;
    if (scalars.some((scalar) => scalar.selectable === false)) definition.selectable = false;
    const values = scalars.flatMap((scalar) => scalar.enum ?? []);
    if (scalars.every((scalar) => scalar.enum !== undefined)) definition.enum = [...new Set(values)];
    const anyNull = flat.hasNullBranch || results.some((described) => described!.nullable);
    return { definition, nullable: anyNull };
  }

  #isComposed(branch: TracedSchema): boolean {
    const types = jsonTypesOf(this.flatten(branch));
    return types?.has("array") === true || types?.has("object") === true;
  }

  #scalarSettings(flat: FlatSchema): Omit<ScalarDefinition, "type"> {
    const strength = declaredStrength(flat, this.report);
    return { ...memberAnnotations(flat, this.report), ...(strength === undefined ? {} : { strength }) };
  }

  #subschemas({ parts }: FlatSchema, keyword: string): readonly TracedSchema[] {
    return parts
      .filter(({ schema }) => Object.hasOwn(schema, keyword) && !Array.isArray(schema[keyword]))
      .map((part) => this.below(part, part.schema[keyword], keyword));
  }

  #leaveOut(pointer: string, reason: string): undefined {
    this.report.note(pointer, `${reason} It is left out.`);
  }
}

const TEMPORAL_FORMATS: ReadonlyMap<string, ScalarType> = new Map([
  ["date", "date"],
  ["time", "time"],
  ["date-time", "dateTime"],
]);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** Returns the only type of the set. Integer and number together are number. */
function singleType<T extends string>(types: ReadonlySet<T>): T | undefined {
  if (types.size === 1) return [...types][0];
  return types.size === 2 && types.has("integer" as T) && types.has("number" as T)
    ? ("number" as T)
    : undefined;
}

/** Returns whether a known description can be used below another origin: a new one would leave out the same schemas. */
function isSameBelow(origin: TracedSchema, earlier: KnownDescription): boolean {
  const isAsDeep = origin.ancestors?.depth === earlier.origin.ancestors?.depth;
  return (
    origin.resource === earlier.origin.resource &&
    earlier.leftOut.every((schema) => (schema === undefined ? isAsDeep : isAncestor(schema, origin)))
  );
}

function isScalar(definition: Exclude<MemberDefinition, string>): definition is ScalarDefinition {
  return definition.type !== "list" && definition.type !== "map" && definition.type !== "object";
}

/**
 * Returns whether a schema has `x-required`: its member always has a value, although `required` of the object does not name the
 * property. Used for aliases, and for properties that only some representations contain.
 */
function isRequired({ schema }: TracedSchema): boolean {
  return isRecord(schema) && ownProperty(schema, "x-required") === true;
}

function stringsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
