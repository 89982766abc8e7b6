import { requireCatalog } from "../../catalog/require-catalog.ts";
import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import { usableMember, usableNames } from "../../checker/member-gate.ts";
import { STRENGTHS, type Comparison } from "../../collation/order/strength.ts";
import type { FunctionDefinition } from "../../functions/definition/types.ts";
import { signatureText } from "../../functions/definition/signature-text.ts";
import { functionTable } from "../../functions/list.ts";
import { describeType, isScalarType } from "../../values/types.ts";
import { memberExamples } from "./examples.ts";
import { getOrInsert } from "../../values/caches/get-or-insert.ts";

/** The part of the language that requests to a collection can use. */
export interface LanguageDescription {
  readonly members: readonly MemberDescription[];
  readonly functions: readonly FunctionDescription[];
}

export interface MemberDescription {
  /** Name in requests; dotted for nested members. */
  readonly name: string;
  readonly description?: string;
  /** Type with its article, such as `a list of strings`. */
  readonly type: string;
  readonly nullable: boolean;
  readonly sortable: boolean;
  /** Values that filters can compare the member with, if they are limited. */
  readonly enum?: readonly string[];
  /** Strengths that comparisons of the member can request. Absent if it has no strings. */
  readonly strengths?: readonly string[];
  /** Comparison of strings without a strength in the request. Absent for the default of the language. */
  readonly defaultStrength?: Comparison;
  /** Names of the functions that filters can call on the member. */
  readonly functions: readonly string[];
  /** One filter for each function, in the same order. */
  readonly examples: readonly string[];
}

export interface FunctionDescription {
  readonly name: string;
  readonly summary: string;
  readonly signatures: readonly string[];
  /** Whether the first argument can be a strength, such as `$primary`. */
  readonly strength: boolean;
}

const descriptions = new WeakMap<Catalog, LanguageDescription>();

/**
 * Describes the members, functions and strengths that requests to a collection can use, each with filters that the
 * collection accepts. Members that requests cannot name are left out.
 *
 * @example describeLanguage(catalog).members[0].examples[0] // "eq(id,'value')"
 */
export function describeLanguage(catalog: Catalog): LanguageDescription {
  requireCatalog(catalog);
  return getOrInsert(descriptions, catalog, () => describe(catalog));
}

function describe(catalog: Catalog): LanguageDescription {
  const functions = [...functionTable().values()].filter(
    ({ name }) => catalog.functions === undefined || catalog.functions.has(name),
  );
  const members = [...usableNames(catalog)].flatMap((name) => {
    const resolved = usableMember(catalog, name);
    return resolved === undefined ? [] : describeMember(name, resolved, catalog, functions);
  });
  return { members, functions: functions.map(describeFunction) };
}

function describeMember(
  name: string,
  resolved: ResolvedMember,
  catalog: Catalog,
  functions: readonly FunctionDefinition[],
): readonly MemberDescription[] {
  const { member, type, nullable, sortable, strength } = resolved;
  // An object has no values of its own. Its members have entries.
  if (type.type === "object") return [];
  const examples = memberExamples(name, resolved, catalog, functions);
  const scalar = type.type === "list" ? type.items : type.type === "map" ? type.values : type;
  const { enum: values, description } = member;
  return [
    {
      name,
      ...(description === undefined ? {} : { description }),
      type: describeType(type),
      nullable,
      sortable: sortable && isScalarType(type.type),
      ...(values === undefined ? {} : { enum: values }),
      ...(scalar.type === "string" ? { strengths: STRENGTHS } : {}),
      ...(strength === undefined ? {} : { defaultStrength: strength }),
      functions: examples.map((example) => example.function),
      examples: examples.map((example) => example.expression),
    },
  ];
}

function describeFunction({ name, summary, signatures, strength }: FunctionDefinition): FunctionDescription {
  return {
    name,
    summary,
    signatures: signatures.map((signature) => signatureText(name, signature)),
    strength,
  };
}
