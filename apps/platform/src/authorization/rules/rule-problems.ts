import type { Catalog } from "tamis/catalog";
import type { RuleViolation } from "tamis/http";
import { PERMISSIONS } from "../../access/rights.ts";
import { CONTEXT, expressionProblems, LONGEST_EXPRESSION } from "./condition.ts";
import { NAMED_PRINCIPALS, PRINCIPAL_TYPES, RULE_TYPES, type RuleRow } from "./rule-record.ts";
import { parsePattern } from "./uri-pattern.ts";
import { tooLong } from "../../family/lengths.ts";

/** Maximum lengths in characters. */
const LENGTHS = {
  principal: 256,
  contentType: 255,
  acceptType: 255,
  acceptItemType: 255,
  reason: 4_000,
  description: 4_000,
  condition: LONGEST_EXPRESSION,
  filter: LONGEST_EXPRESSION,
} as const satisfies Partial<Record<keyof RuleRow, number>>;

const MEDIA_TYPE = /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+$/;

/** Returns the members of the rows that a pattern covers; undefined if the platform does not serve them. */
export type CatalogOf = (objectUri: string) => Catalog | undefined;

/** Returns why a rule is incomplete or wrong. Empty for a valid rule. */
export function ruleProblems(rule: Partial<RuleRow>, catalogOf: CatalogOf): readonly RuleViolation[] {
  const problems: RuleViolation[] = [];
  const require = (isRight: boolean, member: keyof RuleRow, message: string) => {
    if (!isRight) problems.push({ member, message });
  };
  const { type, principalType, principal, permissions, objectUri, containerUri } = rule;
  require(isOneOf(RULE_TYPES, type), "type", `The type is ${listed(RULE_TYPES)}.`);
  require(isOneOf(
    PRINCIPAL_TYPES,
    principalType,
  ), "principalType", `The principalType is ${listed(PRINCIPAL_TYPES)}.`);
  if (isOneOf(NAMED_PRINCIPALS, principalType))
    require(principal !== null &&
      principal !== undefined &&
      principal !== "", "principal", `A rule for a ${principalType!} names it as its principal.`);
  else if (isOneOf(PRINCIPAL_TYPES, principalType))
    require(principal === null ||
      principal === undefined, "principal", `A rule for ${principalType!} has no principal.`);
  require((permissions?.length ?? 0) > 0 &&
    permissions!.every((permission) =>
      isOneOf(PERMISSIONS, permission),
    ), "permissions", `A rule has at least one permission of ${listed(PERMISSIONS)}.`);
  require(isPresent(objectUri) ||
    isPresent(containerUri), "objectUri", "A rule has an objectUri, a containerUri, or both.");
  problems.push(...uriProblems(rule), ...tooLong(rule, LENGTHS), ...mediaTypeProblems(rule));
  const { condition, filter } = rule;
  if (isPresent(condition) && condition.length <= LENGTHS.condition)
    problems.push(...expressionViolations("condition", condition, CONTEXT));
  if (isPresent(filter) && filter.length <= LENGTHS.filter)
    problems.push(
      ...expressionViolations("filter", filter, isPresent(objectUri) ? catalogOf(objectUri) : undefined),
    );
  return problems;
}

function uriProblems({ objectUri, containerUri }: Partial<RuleRow>): readonly RuleViolation[] {
  const problems: RuleViolation[] = [];
  const object = isPresent(objectUri) ? parsePattern(objectUri) : undefined;
  if (object?.ok === false)
    problems.push({ member: "objectUri", message: `The objectUri ${object.problem}.` });
  const container = isPresent(containerUri) ? parsePattern(containerUri) : undefined;
  if (container?.ok === false)
    problems.push({ member: "containerUri", message: `The containerUri ${container.problem}.` });
  else if (container?.ok === true && (container.pattern.kind !== "exact" || containerUri!.includes("?")))
    problems.push({
      member: "containerUri",
      message:
        "The containerUri is a path without a wildcard and parameters. The rule covers all that the container contains.",
    });
  return problems;
}

function mediaTypeProblems(rule: Partial<RuleRow>): readonly RuleViolation[] {
  return (["contentType", "acceptType", "acceptItemType"] as const).flatMap((member) => {
    const value = rule[member];
    return !isPresent(value) || MEDIA_TYPE.test(value)
      ? []
      : [{ member, message: `The ${member} is a media type without parameters, such as application/json.` }];
  });
}

function expressionViolations(
  member: "condition" | "filter",
  text: string,
  catalog: Catalog | undefined,
): readonly RuleViolation[] {
  if (text.trim() === "") return [{ member, message: `The ${member} is empty. Leave it out.` }];
  return expressionProblems(text, catalog).map(({ message, span: { start, end } }) => ({
    member,
    message: `The ${member} is wrong from character ${start} to ${end}: ${message}`,
  }));
}

function isOneOf(values: readonly string[], value: unknown): boolean {
  return typeof value === "string" && values.includes(value);
}

function isPresent(value: string | null | undefined): value is string {
  return value !== null && value !== undefined;
}

function listed(values: readonly string[]): string {
  return `${values.slice(0, -1).join(", ")} or ${values.at(-1)!}`;
}
