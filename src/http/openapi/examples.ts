import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import { check } from "../../checker/check.ts";
import { quote } from "../../ast/print.ts";
import type { FunctionDefinition, FunctionParameter } from "../../functions/definition/types.ts";
import { isOptional } from "../../functions/definition/signature-text.ts";
import { parseFilter } from "../../parser/parse.ts";
import type { ScalarType, ValueType } from "../../values/types.ts";

/** A filter that calls a function on a member. */
export interface LanguageExample {
  readonly function: string;
  readonly expression: string;
}

/**
 * Returns a filter for each function that can be called on a member. Each candidate is parsed and checked, so that the
 * collection accepts all filters that are returned.
 */
export function memberExamples(
  name: string,
  member: ResolvedMember,
  catalog: Catalog,
  functions: readonly FunctionDefinition[],
): readonly LanguageExample[] {
  return functions.flatMap((definition) => {
    for (const expression of candidates(name, member, definition)) {
      if (isAccepted(expression, catalog)) return [{ function: definition.name, expression }];
    }
    return [];
  });
}

/** Returns whether a collection accepts a filter without any correction. */
function isAccepted(text: string, catalog: Catalog): boolean {
  const { expression, diagnostics } = parseFilter(text, { mode: "strict" });
  if (expression === undefined || diagnostics.length > 0) return false;
  const result = check(expression, catalog, { mode: "strict" });
  return result.ok && result.diagnostics.length === 0;
}

function* candidates(
  name: string,
  member: ResolvedMember,
  { name: callee, signatures, result, role }: FunctionDefinition,
): Generator<string> {
  // Conditions are joined by functions such as `and`, which are called on no member.
  if (role?.kind === "logic") return;
  const value = sampleOf(member);
  for (const { parameters } of signatures) {
    const required = parameters.filter((parameter) => !isOptional(parameter));
    for (const at of required.keys()) {
      const args = required.map((parameter, i) => (i === at ? name : argumentOf(parameter, value)));
      const call = `${callee}(${args.join()})`;
      yield* conditionsOf(call, result);
    }
  }
}

/** Returns conditions that use the result of a call. */
function conditionsOf(call: string, result: ScalarType): readonly string[] {
  if (result === "boolean") return [call];
  const sample = SAMPLES[result];
  return [`eq(${call},${sample})`, `ge(${call},${sample})`, `in(${call},${sample})`];
}

function argumentOf({ type, minimum = 0 }: FunctionParameter, value: string): string {
  switch (type) {
    case "pattern":
      return "'v.*'";
    case "text":
    case "string":
      return "'value'";
    case "integer":
    case "number":
      return String(Math.max(minimum, 1));
    case "boolean":
    case "date":
    case "time":
    case "dateTime":
      return SAMPLES[type];
    default:
      return value;
  }
}

const SAMPLES: Readonly<Record<ScalarType, string>> = {
  boolean: "true",
  integer: "10",
  number: "10.5",
  string: "'value'",
  date: "2024-01-31",
  time: "12:30:00",
  dateTime: "2024-01-31T12:30:00Z",
};

/** Returns a literal that compares with a member, or with the elements of a list. */
function sampleOf({ member, type }: ResolvedMember): string {
  const [first] = member.enum ?? [];
  const scalar = elementOf(type);
  if (first !== undefined) return scalar === "string" ? quote(first) : first;
  return scalar === undefined ? SAMPLES.string : SAMPLES[scalar];
}

function elementOf(type: ValueType): ScalarType | undefined {
  if (type.type === "list") return elementOf(type.items);
  return type.type === "map" || type.type === "object" ? undefined : type.type;
}
