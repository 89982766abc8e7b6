import { isDottedName } from "../ast/spelling.ts";
import { COMPARISONS } from "../collation/order/strength.ts";
import { alternatives } from "../diagnostics/suggest.ts";
import { describeValue } from "../diagnostics/describe-value.ts";
import { show } from "../diagnostics/show.ts";
import { isNumeric, isScalarType, SCALAR_TYPES } from "../values/types.ts";
import { buildCatalog } from "./build-catalog.ts";
import { unknownProperty, unknownType, unknownWord } from "./unknown-words.ts";
import { pointerTo } from "./json-pointer.ts";
import { keyColumnProblems } from "./key-columns.ts";
import { MAXIMUM_DEPTH, MAXIMUM_MEMBERS, MAXIMUM_PROBLEMS } from "./limits.ts";
import { isRecord } from "../values/is-object.ts";
import { ownProperty } from "../values/own-properties.ts";
import { frozenCopy, isStringList } from "./json-data.ts";
import type { Catalog, CatalogDefinition } from "./types.ts";

/** A problem of a catalog document. `pointer` is the JSON Pointer (RFC 6901) to its position. */
export interface CatalogProblem {
  readonly pointer: string;
  readonly message: string;
}

export interface CatalogResult {
  readonly catalog: Catalog | undefined;
  readonly problems: readonly CatalogProblem[];
}

/**
 * Reads a catalog from an untrusted JSON document and keeps a frozen copy of it. Never throws.
 *
 * @example readCatalog(JSON.parse(text)).problems // [{ pointer: "/members/size/type", message: "… 'int' … 'integer'?" }]
 */
export function readCatalog(document: unknown): CatalogResult {
  const reader = new Reader();
  const definition = reader.catalog(document);
  if (definition === undefined) return { catalog: undefined, problems: reader.problems };
  return { catalog: buildCatalog(definition), problems: [] };
}

type Check = (value: unknown, pointer: string) => void;

class Reader {
  readonly problems: CatalogProblem[] = [];
  #members = 0;

  catalog(document: unknown): CatalogDefinition | undefined {
    const checks: Record<string, Check> = {
      name: (v, p) => this.#string(v, p),
      description: (v, p) => this.#string(v, p),
      members: (v, p) => this.#membersOf(v, p, 1),
      key: (v, p) => this.#string(v, p),
      defaultSort: (v, p) => this.#strings(v, p),
      defaultLimit: (v, p) => this.#count(v, p),
      maximumLimit: (v, p) => this.#count(v, p),
      functions: (v, p) => this.#strings(v, p),
      parameters: (v, p) => this.#strings(v, p),
    };
    this.#object(document, "", checks, "A catalog", ["name", "members"]);
    if (this.problems.length > 0) return undefined;
    const definition = frozenCopy(document) as CatalogDefinition;
    this.#references(definition);
    return this.problems.length === 0 ? definition : undefined;
  }

  #references({
    members,
    key,
    defaultSort,
    defaultLimit = 10,
    maximumLimit = 1000,
  }: CatalogDefinition): void {
    const names = Object.keys(members);
    const scalar = (name: string) => {
      const member = members[name];
      if (member === undefined) return unknownWord(name, names, "member");
      const type = typeof member === "string" ? member : member.type;
      return isScalarType(type) ? undefined : `'${show(name)}' is not a single value, but of type ${type}.`;
    };
    if (key !== undefined) this.#when(scalar(key), "/key");
    const sorted = new Set<string>();
    for (const [i, text] of (defaultSort ?? []).entries()) {
      const [name, ...options] = text.split(":");
      if (sorted.has(name!)) this.#wrong(`/defaultSort/${i}`, `'${show(name!)}' is listed twice.`);
      sorted.add(name!);
      this.#when(scalar(name!), `/defaultSort/${i}`);
      for (const option of options) {
        const sortOptions = ["ascending", "descending", ...COMPARISONS.filter((c) => c !== "codePoint")];
        if (!sortOptions.includes(option))
          this.#when(unknownWord(option, sortOptions, "sort option"), `/defaultSort/${i}`);
      }
    }
    if (defaultLimit > maximumLimit)
      this.#wrong(
        "/defaultLimit",
        `The default limit ${defaultLimit} is greater than the maximum limit ${maximumLimit}.`,
      );
  }

  #membersOf(value: unknown, pointer: string, depth: number): void {
    if (!isRecord(value))
      return this.#expected("an object that maps member names to definitions", value, pointer);
    if (depth > MAXIMUM_DEPTH)
      return this.#wrong(pointer, `Members are nested deeper than ${MAXIMUM_DEPTH}.`);
    for (const name of Object.keys(value)) {
      const at = pointerTo(pointer, name);
      if (++this.#members > MAXIMUM_MEMBERS)
        return this.#wrong(pointer, `More than ${MAXIMUM_MEMBERS} members.`);
      if (!isDottedName(name)) {
        this.#wrong(
          at,
          `'${show(name)}' is not a valid name: a name consists of letters, digits, _, @, - and dots, and does not ` +
            'begin with a digit. Use another name, and put the name in the row into "property".',
        );
      }
      this.#member(value[name], at, depth);
    }
  }

  #member(value: unknown, pointer: string, depth: number): void {
    if (typeof value === "string") return this.#type(value, pointer, SCALAR_TYPES);
    if (!isRecord(value))
      return this.#expected('the name of a type, or an object with a "type"', value, pointer);
    if (depth > MAXIMUM_DEPTH)
      return this.#wrong(pointer, `Members are nested deeper than ${MAXIMUM_DEPTH}.`);
    const type = ownProperty(value, "type");
    if (typeof type !== "string") {
      const actual = type === undefined ? "" : `, the name of a type, got ${describeValue(type)}`;
      return this.#wrong(
        pointer,
        `A member must have a "type"${actual}. Types are ${alternatives(ALL_TYPES)}.`,
      );
    }
    if (!ALL_TYPES.includes(type)) return this.#type(type, pointerTo(pointer, "type"), ALL_TYPES);
    const common: Record<string, Check> = {
      type: () => undefined,
      description: (v, p) => this.#string(v, p),
      nullable: (v, p) => this.#boolean(v, p),
      filterable: (v, p) => this.#boolean(v, p),
      sortable: (v, p) => this.#boolean(v, p),
      selectable: (v, p) => this.#boolean(v, p),
      functions: (v, p) => this.#strings(v, p),
      // Any string is valid, even the empty one.
      property: (v, p) => {
        if (typeof v !== "string") this.#expected("a string", v, p);
      },
    };
    const inner: Readonly<Record<string, Record<string, Check>>> = {
      list: { items: (v, p) => this.#member(v, p, depth + 1) },
      map: { values: (v, p) => this.#member(v, p, depth + 1) },
      object: { members: (v, p) => this.#membersOf(v, p, depth + 1) },
    };
    const nested = ownProperty(inner, type);
    const scalar: Record<string, Check> = {
      strength: (v, p) =>
        this.#when(
          COMPARISONS.includes(v as never)
            ? undefined
            : `Expected a strength, got ${describeValue(v)}. Strengths are ${alternatives(COMPARISONS)}.`,
          p,
        ),
      safe: (v, p) => {
        this.#boolean(v, p);
        if (type !== "integer") this.#wrong(p, `A member of type ${show(type)} cannot be safe.`);
      },
      enum: (v, p) => {
        this.#strings(v, p);
        if (Array.isArray(v) && v.length === 0) this.#wrong(p, "An enum must have at least one value.");
        if (!isHeldAsString(type))
          this.#wrong(p, `A member of type ${type} cannot have an enum. An enum is a list of strings.`);
      },
      evidence: (v, p) => {
        if (type !== "string") this.#wrong(p, `A member of type ${show(type)} cannot have evidence.`);
        const checks: Record<string, Check> = {
          type: (fact, at) => this.#type(String(fact), at, SCALAR_TYPES),
          misfit: (fact, at) => this.#string(fact, at),
          row: (fact, at) => this.#count(fact, at),
          more: (fact, at) => this.#count(fact, at),
          rows: (fact, at) => this.#count(fact, at),
          otherFormat: (fact, at) => this.#boolean(fact, at),
          decimalComma: (fact, at) => this.#boolean(fact, at),
        };
        this.#object(v, p, checks, "Evidence", ["type", "more", "rows"]);
      },
      keyColumns: (v, p) => {
        if (type !== "string") this.#wrong(p, `A member of type ${show(type)} cannot have key columns.`);
        for (const { path, message } of keyColumnProblems(v)) this.#wrong(pointerTo(p, ...path), message);
      },
    };
    const required = nested === undefined ? [] : Object.keys(nested);
    this.#object(value, pointer, { ...common, ...(nested ?? scalar) }, `A member of type ${type}`, required);
  }

  #object(
    value: unknown,
    pointer: string,
    checks: Record<string, Check>,
    what = "An object",
    required: readonly string[] = [],
  ): void {
    if (!isRecord(value)) return this.#expected("an object", value, pointer);
    for (const key of Object.keys(value)) {
      const check = Object.hasOwn(checks, key) ? checks[key] : undefined;
      if (value[key] === undefined) continue;
      if (check !== undefined) check(value[key], pointerTo(pointer, key));
      else this.#wrong(pointerTo(pointer, key), unknownProperty(key, what, Object.keys(checks)));
    }
    for (const key of required) {
      if (ownProperty(value, key) === undefined) this.#wrong(pointer, `${what} must have "${key}".`);
    }
  }

  #type(value: string, pointer: string, types: readonly string[]): void {
    if (types.includes(value)) return;
    if (ALL_TYPES.includes(value))
      this.#wrong(
        pointer,
        `The type ${value} needs further settings: write an object with "type": "${value}".`,
      );
    else this.#wrong(pointer, unknownType(value, types));
  }

  #expected(what: string, value: unknown, pointer: string): void {
    this.#wrong(pointer, `Expected ${what}, got ${describeValue(value)}.`);
  }

  #string(value: unknown, pointer: string): void {
    if (typeof value !== "string" || value === "") this.#expected("a non-empty string", value, pointer);
  }

  #strings(value: unknown, pointer: string): void {
    if (isStringList(value)) return;
    if (!Array.isArray(value)) return this.#expected("a list of strings", value, pointer);
    const index = value.findIndex((item) => typeof item !== "string");
    this.#wrong(pointer, `Expected a list of strings, got ${describeValue(value[index])} at index ${index}.`);
  }

  #boolean(value: unknown, pointer: string): void {
    if (typeof value !== "boolean") this.#expected("true or false", value, pointer);
  }

  #count(value: unknown, pointer: string): void {
    if (!Number.isSafeInteger(value) || (value as number) < 0)
      this.#expected("an integer >= 0", value, pointer);
  }

  #when(message: string | undefined, pointer: string): void {
    if (message !== undefined) this.#wrong(pointer, message);
  }

  #wrong(pointer: string, message: string): void {
    if (this.problems.length < MAXIMUM_PROBLEMS) this.problems.push({ pointer, message });
  }
}

const ALL_TYPES: readonly string[] = [...SCALAR_TYPES, "list", "map", "object"];

/** Returns whether JSON values of the type are strings. True for unknown types, which are reported elsewhere. */
function isHeldAsString(type: string): boolean {
  return type !== "boolean" && !isNumeric(type);
}
