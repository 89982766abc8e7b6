import { usableMember } from "../../checker/member-gate.ts";
import type { Member } from "../../catalog/types.ts";
import { isOptional, signatureText } from "../../functions/definition/signature-text.ts";
import { testsOrder } from "../../functions/definition/role.ts";
import type {
  FunctionDeclaration,
  FunctionParameterType,
  Signature,
} from "../../functions/definition/types.ts";
import { isComparable } from "../../values/comparable.ts";
import type { ValueType } from "../../values/types.ts";
import { allowedFunctions, type Environment } from "../contract/environment.ts";
import { isolated } from "../contract/texts.ts";
import type { CompletionItem } from "../contract/types.ts";
import type { Cursor } from "../syntax/cursor.ts";
import { elementType } from "../syntax/members.ts";
import { acceptsType, memberAllows, type Expectation } from "./fit.ts";

/** Whether a condition is written at the cursor, not the name of a function before its parenthesis. */
export function expectsCondition({ quote, next }: Cursor, { types }: Expectation): boolean {
  return quote === undefined && next !== "open" && types.includes("condition");
}

/**
 * Returns the conditions on the member whose name is at the cursor, with a hole for each further argument.
 *
 * @example labels of conditionItems(cursorAt("size", 4), environment) // "eq(size, value)", "gt(size, value)", …
 */
export function conditionItems({ typed }: Cursor, environment: Environment): readonly CompletionItem[] {
  const resolved = environment.catalog && usableMember(environment.catalog, typed);
  return resolved === undefined
    ? []
    : conditionsOn(resolved.member, resolved.type, environment).map(([definition, signature]) =>
        itemOf(typed, definition, signature),
      );
}

/** Whether a filter can test a member. */
export function hasConditions(member: Member, type: ValueType, environment: Environment): boolean {
  return conditionsOn(member, type, environment).length > 0;
}

type Call = readonly [definition: FunctionDeclaration, signature: Signature];

/** Returns the calls that test a member as their first argument. Calls that join conditions come last. */
function conditionsOn(member: Member, type: ValueType, environment: Environment): readonly Call[] {
  return allowedFunctions(environment)
    .flatMap((definition): readonly Call[] => {
      const { result, role, signatures } = definition;
      const isJoin = role?.kind === "logic" && role.operation !== "not";
      if (result !== "boolean" || isJoin || !memberAllows(member, { definition })) return [];
      const signature = signatures.find(
        ({ parameters: [first] }) => first && suits(first.type, type, definition),
      );
      return signature === undefined ? [] : [[definition, signature]];
    })
    .toSorted(([a], [b]) => rankOf(a) - rankOf(b));
}

function rankOf({ role }: FunctionDeclaration): number {
  return role?.kind === "logic" ? 2 : role?.kind === "nullTest" ? 1 : 0;
}

/** Whether people test values of a type in this way. Narrower than the language, which also searches in numbers. */
function suits(parameter: FunctionParameterType, type: ValueType, definition: FunctionDeclaration): boolean {
  switch (parameter) {
    case "any":
      return true;
    case "condition":
      return type.type === "boolean";
    case "comparable":
      return isComparable(type) && !(testsOrder(definition.role) && elementType(type) === "boolean");
    case "searchable":
      return (type.type === "list" && isComparable(type)) || type.type === "string";
    case "text":
      return elementType(type) === "string" && acceptsType(parameter, type, definition);
    case "pattern":
    case "searchString":
      return false;
    default:
      return acceptsType(parameter, type, definition);
  }
}

function itemOf(
  member: string,
  { name, summary, nulls }: FunctionDeclaration,
  signature: Signature,
): CompletionItem {
  const [first, ...others] = signature.parameters;
  const holes = others.filter((parameter) => !isOptional(parameter)).map((_, i) => `,\${${i + 1}}`);
  const named: Signature = { ...signature, parameters: [{ ...first!, name: isolated(member) }, ...others] };
  const hasHoles = holes.length > 0;
  return {
    kind: "function",
    label: signatureText(name, named),
    text: `${name}(${member}${hasHoles ? "," : ")"}`,
    ...(hasHoles && { snippet: `${name}(${member}${holes.join("")})`, continues: true }),
    documentation: `${summary} ${nulls}`,
  };
}
