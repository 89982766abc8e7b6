import type { CompiledRule } from "../rules/compiled-rule.ts";
import type { Condition } from "../rules/condition.ts";
import { covers } from "../rules/uri-pattern.ts";
import type { Question } from "./question.ts";

/** Why a rule that covers a resource does not apply to a question. */
export type Obstacle =
  | "disabled"
  | "expired"
  | "permission"
  | "container"
  | "parameters"
  | "contentType"
  | "acceptType"
  | "acceptItemType"
  | "condition"
  | "filter";

export const OBSTACLES: Readonly<Record<Obstacle, string>> = {
  disabled: "The rule is disabled.",
  expired: "The rule has expired.",
  permission: "The rule is about other permissions.",
  container: "The resource is not in the container of the rule.",
  parameters: "The request has other parameters.",
  contentType: "The request has another content type.",
  acceptType: "The request accepts other media types.",
  acceptItemType: "The request accepts other media types of items.",
  condition: "The condition does not hold.",
  filter: "The resource does not match the filter.",
};

/**
 * Returns why a rule does not apply; undefined if it applies. An unknown condition or filter counts against the caller: a grant
 * needs a true one, and a prohibition only needs one that is not false.
 *
 * @param rule a rule whose URI covers the resource, for one of the principals
 * @param filter `ignored` if rows are filtered later
 */
export function obstacleOf(
  rule: CompiledRule,
  question: Question,
  filter: "evaluated" | "ignored" = "evaluated",
): Obstacle | undefined {
  const { row, object, container } = rule;
  if (!rule.isEnabled) return "disabled";
  if (question.time >= rule.expires) return "expired";
  if (!rule.permissions.has(question.permission)) return "permission";
  if (container !== undefined && !question.containers.includes(container)) return "container";
  if (object !== undefined && !covers(object, question.path)) return "container";
  if (!parametersMatch(rule, question)) return "parameters";
  if (row.contentType !== null && row.contentType.toLowerCase() !== question.contentType)
    return "contentType";
  if (row.acceptType !== null && !question.acceptTypes.has(row.acceptType.toLowerCase())) return "acceptType";
  if (row.acceptItemType !== null && !question.acceptItemTypes.has(row.acceptItemType.toLowerCase()))
    return "acceptItemType";
  if (rule.condition !== "none" && !holds(rule, rule.condition, question.context)) return "condition";
  if (row.filter !== null && filter === "evaluated" && !filterHolds(rule, question)) return "filter";
  return undefined;
}

function filterHolds(rule: CompiledRule, { item, isCollection }: Question): boolean {
  if (isCollection) return rule.isGrant;
  const compiled = item && rule.filterFor(item.catalog);
  return compiled === undefined ? !rule.isGrant : holds(rule, compiled, item!.row);
}

function holds({ isGrant }: CompiledRule, condition: Condition | "invalid", row: object): boolean {
  if (condition === "invalid") return !isGrant;
  return isGrant ? condition.isTrue(row) : !condition.isFalse(row);
}

/** The request can have more parameters than the rule. */
function parametersMatch({ row, object }: CompiledRule, { parameters, matchParams }: Question): boolean {
  if (!(row.matchParams ?? matchParams)) return true;
  return (object?.parameters ?? []).every(([name, value]) => parameters.get(name)?.includes(value) === true);
}
