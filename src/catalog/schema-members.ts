import { isDottedName } from "../ast/spelling.ts";
import type { ScalarType } from "../values/types.ts";
import { MAXIMUM_DEPTH, MAXIMUM_MEMBERS } from "./limits.ts";
import { isPlainObject, own, ownRecord, ownText } from "./plain-data.ts";
import { sayableNames } from "./sayable-name.ts";
import { allowsNull, extrasOf, strengthOf, textOf, typesOf, valuesOf } from "./schema-keywords.ts";
import { SchemaPartsReader, type Origin, type SchemaParts } from "./schema-parts.ts";
import type { MemberDefinition, MemberDefinitions, ScalarDefinition } from "./types.ts";

/*
 * From the parts of a schema to the definition of a member. What a catalog cannot say (a choice of types, a value that can be
 * anything) is left out, with a note that says where and why.
 */

/** What a member is, before it is known whether it has to be there. */
interface Described {
  readonly definition: Exclude<MemberDefinition, string>;
  readonly orNull: boolean;
}

/** A property with the schemas of all parts that have it, and the name of its member. */
interface Property {
  readonly name: string;
  readonly property: string;
  readonly origins: readonly Origin[];
  /** Another member has the same property: what `required` says of it is of that one. */
  readonly isAlias: boolean;
}

export class SchemaMembersReader extends SchemaPartsReader {
  #members = 0;

  /** The members of an object, in the order of the document. */
  members(object: SchemaParts, depth: number): MemberDefinitions {
    const required = new Set(object.parts.flatMap(({ schema }) => texts(own(schema, "required"))));
    const found: [string, MemberDefinition][] = [];
    for (const { name, property, origins, isAlias } of this.#properties(object)) {
      if (this.stopped) break;
      if (++this.#members > MAXIMUM_MEMBERS) {
        this.stop(origins[0]!.pointer, `More than ${MAXIMUM_MEMBERS} members.`);
        break;
      }
      const described = this.#describe(origins, depth);
      if (described === undefined) continue;
      const definition = property === name ? described.definition : { ...described.definition, property };
      found.push([
        name,
        brief(definition, described.orNull || !(isAlias ? isRequired(origins[0]!) : required.has(property))),
      ]);
    }
    return Object.fromEntries(found);
  }

  /** Each property once, with every schema that a part has for it, and with a name that can be said. */
  #properties(object: SchemaParts): Property[] {
    const byProperty = new Map<string, Origin[]>();
    const aliases: Property[] = [];
    for (const part of object.parts) {
      const properties = ownRecord(part.schema, "properties");
      for (const property of Object.keys(properties)) {
        const origin = this.below(part, properties[property], "properties", property);
        const known = byProperty.get(property);
        if (known === undefined) byProperty.set(property, [origin]);
        else known.push(origin);
      }
      const others = ownRecord(part.schema, "x-aliases");
      for (const name of Object.keys(others)) {
        const origin = this.below(part, others[name], "x-aliases", name);
        const property = isPlainObject(origin.schema) ? own(origin.schema, "x-property") : undefined;
        if (isDottedName(name) && typeof property === "string")
          aliases.push({ name, property, origins: [origin], isAlias: true });
        else
          this.report.note(
            origin.pointer,
            "An alias has a name that can be said and an x-property. It is left out.",
          );
      }
    }
    const taken = new Set(aliases.map(({ name }) => name));
    const named = new Map<string, string>();
    for (const [property, origins] of byProperty) {
      const name = givenName(origins);
      if (name === undefined || taken.has(name)) continue;
      named.set(property, name);
      taken.add(name);
    }
    const rest = sayableNames(
      [...byProperty.keys()].filter((property) => !named.has(property)),
      taken,
    );
    return [
      ...[...byProperty].map(([property, origins]) => ({
        name: named.get(property) ?? rest.get(property)!,
        property,
        origins,
        isAlias: false,
      })),
      ...aliases,
    ];
  }

  #describe(origins: readonly Origin[], depth: number): Described | undefined {
    const parts = this.parts(...origins);
    const { pointer } = origins[0]!;
    if (parts.never || this.stopped) return undefined;
    if (depth > MAXIMUM_DEPTH) {
      this.#leaveOut(pointer, `It is nested deeper than ${MAXIMUM_DEPTH}.`);
      return;
    }
    const types = typesOf(parts);
    if (types === undefined) {
      if (parts.choices.length === 1) return this.#choice(parts, depth);
      if (parts.cut) return undefined;
      const why =
        parts.choices.length > 1 ? "It is one of several, in two ways." : "Its type is not described.";
      this.#leaveOut(pointer, why);
      return;
    }
    const type = single(types);
    if (type === undefined) {
      const why =
        types.size === 0
          ? "No type that is known is allowed."
          : `It has several types: ${[...types].join(", ")}.`;
      this.#leaveOut(pointer, why);
      return;
    }
    if (type === "array") return this.#list(parts, pointer, depth);
    if (type === "object") return this.#object(parts, pointer, depth);
    return this.#scalar(parts, type, pointer);
  }

  #scalar(parts: SchemaParts, type: ScalarType, pointer: string): Described | undefined {
    const format = type === "string" ? (textOf(parts, "format") ?? "") : "";
    const definition: Mutable<ScalarDefinition> = {
      type: TEMPORAL.get(format) ?? type,
      ...this.#extras(parts),
    };
    const values = valuesOf(parts);
    if (values?.length === 0) {
      this.#leaveOut(pointer, "No value but null is allowed.");
      return;
    }
    if (type === "string" && values !== undefined)
      definition.enum = values.filter((value) => typeof value === "string");
    return { definition, orNull: allowsNull(parts) };
  }

  #list(parts: SchemaParts, pointer: string, depth: number): Described | undefined {
    const items = this.#all(parts, "items");
    if (items.length === 0) {
      this.#leaveOut(pointer, "What the items of the list are is not described.");
      return;
    }
    const described = this.#describe(items, depth + 1);
    if (described === undefined) return undefined;
    const definition = { type: "list", items: brief(described.definition, described.orNull) } as const;
    return { definition: { ...definition, ...extrasOf(parts, this.report) }, orNull: allowsNull(parts) };
  }

  #object(parts: SchemaParts, pointer: string, depth: number): Described | undefined {
    const common = extrasOf(parts, this.report);
    const orNull = allowsNull(parts);
    const named = parts.parts.some(({ schema }) => Object.hasOwn(schema, "properties"));
    const values = this.#mapValues(parts);
    if (named && values.length > 0)
      this.report.note(values[0]!.pointer, "Only the properties that are named are members.");
    else if (values.length > 0) {
      const described = this.#mapValue(values, depth + 1);
      if (described === undefined) return undefined;
      return {
        definition: { type: "map", values: brief(described.definition, described.orNull), ...common },
        orNull,
      };
    }
    if (depth === MAXIMUM_DEPTH) {
      this.#leaveOut(pointer, `It is nested deeper than ${MAXIMUM_DEPTH}.`);
      return;
    }
    if (!named) {
      if (parts.cut) return undefined;
      this.report.note(
        pointer,
        "The members of the object are not described: a filter can only ask whether it is null.",
      );
    }
    for (const { pointer: choice } of parts.choices) {
      this.report.note(choice, "Members that only some of the objects have are left out.");
    }
    return { definition: { type: "object", members: this.members(parts, depth + 1), ...common }, orNull };
  }

  /** The schemas of a map's values, each of them enough for an entry. */
  #mapValues(parts: SchemaParts): readonly Origin[] {
    const patterns = parts.parts.flatMap((part) => {
      const byPattern = ownRecord(part.schema, "patternProperties");
      return Object.keys(byPattern).map((key) => this.below(part, byPattern[key], "patternProperties", key));
    });
    return [...patterns, ...this.#all(parts, "additionalProperties")].filter(
      ({ schema }) => isPlainObject(schema) && Object.keys(schema).length > 0,
    );
  }

  #mapValue(values: readonly Origin[], depth: number): Described | undefined {
    const [first, ...others] = values.map((value) => this.#describe([value], depth));
    if (first === undefined) return undefined;
    if (others.length === 0) return first;
    const text = JSON.stringify(first.definition);
    if (!others.every((other) => JSON.stringify(other?.definition) === text)) {
      this.#leaveOut(values[0]!.pointer, "The values of the map are of several types.");
      return;
    }
    return { ...first, orNull: [first, ...others].some((value) => value!.orNull) };
  }

  /** Branches that come to single values of one type are one member; numbers and integers together are numbers. */
  #choice(parts: SchemaParts, depth: number): Described | undefined {
    const { branches, pointer } = parts.choices[0]!;
    if (branches.some((branch) => this.#isComposed(branch))) {
      this.#leaveOut(pointer, "It is one of several types.");
      return;
    }
    const read = branches.map((branch) => this.#describe([branch], depth));
    const definitions = read.map((described) => described?.definition);
    const scalars = definitions.filter((one) => one !== undefined && isScalar(one));
    const type = single(new Set(scalars.map((one) => one.type)));
    if (type === undefined || scalars.length < branches.length) {
      this.#leaveOut(pointer, "It is one of several types.");
      return;
    }
    const definition: Mutable<ScalarDefinition> = { type, ...this.#extras(parts) };
    if (scalars.some((one) => one.filterable === false)) definition.filterable = false;
    const values = scalars.flatMap((one) => one.enum ?? []);
    if (scalars.every((one) => one.enum !== undefined)) definition.enum = [...new Set(values)];
    const anyNull = parts.orNull || read.some((described) => described!.orNull);
    return { definition, orNull: anyNull };
  }

  /** A list, a map or an object. Asked first, since reading the members of what is then left out would be in vain. */
  #isComposed(branch: Origin): boolean {
    const types = typesOf(this.parts(branch));
    return types?.has("array") === true || types?.has("object") === true;
  }

  /** What is said of a single value beside its type. */
  #extras(parts: SchemaParts): Omit<ScalarDefinition, "type"> {
    const strength = strengthOf(parts, this.report);
    return { ...extrasOf(parts, this.report), ...(strength === undefined ? {} : { strength }) };
  }

  /** The schemas that the parts have for a keyword. */
  #all({ parts }: SchemaParts, keyword: string): readonly Origin[] {
    return parts
      .filter(({ schema }) => Object.hasOwn(schema, keyword) && !Array.isArray(schema[keyword]))
      .map((part) => this.below(part, part.schema[keyword], keyword));
  }

  #leaveOut(pointer: string, why: string): undefined {
    this.report.note(pointer, `${why} It is left out.`);
    return undefined;
  }
}

const TEMPORAL: ReadonlyMap<string, ScalarType> = new Map([
  ["date", "date"],
  ["time", "time"],
  ["date-time", "dateTime"],
]);

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The one type of a set, numbers including integers. */
function single<T extends string>(types: ReadonlySet<T>): T | undefined {
  if (types.size === 1) return [...types][0];
  return types.size === 2 && types.has("integer" as T) && types.has("number" as T)
    ? ("number" as T)
    : undefined;
}

function isScalar(definition: Exclude<MemberDefinition, string>): definition is ScalarDefinition {
  return definition.type !== "list" && definition.type !== "map" && definition.type !== "object";
}

/** A type's name alone where there is nothing else to say. That a member can be null goes without saying. */
function brief(definition: Exclude<MemberDefinition, string>, nullable: boolean): MemberDefinition {
  if (!nullable) return { ...definition, nullable: false };
  return isScalar(definition) && Object.keys(definition).length === 1 ? definition.type : definition;
}

/** The name that the document itself gives to a member. */
function givenName(origins: readonly Origin[]): string | undefined {
  for (const { schema } of origins) {
    const name = isPlainObject(schema) ? ownText(schema, "x-name") : undefined;
    if (name !== undefined && isDottedName(name)) return name;
  }
  return undefined;
}

function isRequired({ schema }: Origin): boolean {
  return isPlainObject(schema) && own(schema, "x-required") === true;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : [];
}
