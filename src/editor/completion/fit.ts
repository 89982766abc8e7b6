import { usableMember } from "../../checker/member-gate.ts";
import { accepts } from "../../functions/definition/accepts.ts";
import type { FunctionDeclaration, FunctionParameterType } from "../../functions/definition/types.ts";
import { comparable } from "../../values/comparable.ts";
import { isScalarType, type ValueType } from "../../values/types.ts";
import { classifyTemporal } from "../../values/instant.ts";
import type { Member } from "../../catalog/types.ts";
import { elementType } from "../syntax/members.ts";
import type { OpenCall } from "../syntax/cursor.ts";
import type { Environment } from "../contract/environment.ts";

/** The kinds of text that can be written at a position. */
export interface Expectation {
  /** Parameter types of all signatures. Empty if the call takes no further argument. */
  readonly types: readonly FunctionParameterType[];
  readonly definition: FunctionDeclaration | undefined;
  /** The argument that this one is compared with. */
  readonly compared: ComparedArgument | undefined;
}

export interface ComparedArgument {
  /** Dotted name, if it is a member. */
  readonly name: string | undefined;
  readonly type: ValueType;
  readonly member: Member | undefined;
  readonly isLiteral: boolean;
}

/** @param call innermost call at the cursor; undefined at the top level of a filter */
export function expectationIn(call: OpenCall | undefined, environment: Environment): Expectation {
  if (call === undefined) return { types: ["condition"], definition: undefined, compared: undefined };
  const definition = call.callee === undefined ? undefined : environment.functions.get(call.callee.text);
  // Parentheses and unknown functions accept anything.
  if (definition === undefined)
    return { types: ["any"], definition: undefined, compared: comparedWith(call, environment) };
  const types = new Set<FunctionParameterType>();
  for (const { parameters, rest } of definition.signatures) {
    const parameter = parameters.at(call.index) ?? rest;
    if (parameter !== undefined) types.add(parameter.type);
  }
  return { types: [...types], definition, compared: comparedWith(call, environment) };
}

/** Returns the first other argument whose type is known. */
function comparedWith({ others }: OpenCall, environment: Environment): ComparedArgument | undefined {
  for (const [, { first, isSingle }] of [...others].toSorted(([a], [b]) => a - b)) {
    if (first.kind === "callee") {
      const result = environment.functions.get(first.text)?.result;
      if (result !== undefined)
        return { name: undefined, type: { type: result }, member: undefined, isLiteral: false };
    }
    if (!isSingle) continue;
    if (first.kind === "name") {
      const member = environment.catalog && usableMember(environment.catalog, first.text);
      if (member !== undefined)
        return { name: first.text, type: member.type, member: member.member, isLiteral: false };
    }
    const type = literalTypeOf(first.kind, first.text);
    if (type !== undefined) return { name: undefined, type, member: undefined, isLiteral: true };
  }
  return undefined;
}

function literalTypeOf(kind: string, text: string): ValueType | undefined {
  if (kind === "string") return { type: "string" };
  if (kind === "numeral") return { type: classifyTemporal(text) ?? "number" };
  return kind === "name" && (text === "true" || text === "false") ? { type: "boolean" } : undefined;
}

/**
 * Rates how well a value fits: 0 for the expected type, 1 for a type that can be compared with it, 2 for the compared member
 * itself. Undefined if the value cannot be correct.
 */
export function fitOf(
  type: ValueType,
  { types, definition, compared }: Expectation,
  name?: string,
): 0 | 1 | 2 | undefined {
  const isAccepted = types.some((expected) =>
    expected === "pattern"
      ? false
      : expected === "condition"
        ? type.type === "boolean"
        : acceptsType(expected, type, definition),
  );
  if (!isAccepted) return undefined;
  if (compared === undefined || !types.some(isCompared)) return 0;
  if (!comparable(type, compared.type)) return undefined;
  if (name !== undefined && name === compared.name) return 2;
  return elementType(type) === elementType(compared.type) ? 0 : 1;
}

export function acceptsType(
  type: FunctionParameterType,
  value: ValueType,
  definition: FunctionDeclaration | undefined,
): boolean {
  if (accepts({ type }, value, definition ?? { someElement: false })) return true;
  // Dates and date-times are comparable. A list fits if one of its elements can.
  if (isScalarType(type)) return comparable({ type }, value);
  return (
    value.type === "list" && definition?.someElement === true && accepts({ type }, value.items, definition)
  );
}

export function isCompared(type: FunctionParameterType): boolean {
  return type === "comparable" || type === "searchString";
}

/** Whether a member of the catalog allows a function. Functions without a member are allowed. */
export function memberAllows(member: Member, { definition }: Pick<Expectation, "definition">): boolean {
  return definition === undefined || member.functions === undefined || member.functions.has(definition.name);
}
