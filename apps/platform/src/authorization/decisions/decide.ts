import { AUDIT } from "../../audit/entry-catalog.ts";
import { ADMINISTRATORS } from "../../access/caller.ts";
import { covers } from "../rules/uri-pattern.ts";
import { principalKeys, type CompiledRule } from "../rules/compiled-rule.ts";
import type { RuleIndex } from "../rules/rule-index.ts";
import { obstacleOf, type Obstacle } from "./applicability.ts";
import type { Question } from "./question.ts";

export interface Decision {
  readonly kind: "prohibited" | "granted" | "denied";
  /** The rule that decided; undefined if none applies, and for access that no rule can take away. */
  readonly rule: CompiledRule | undefined;
  /** The rules that cover the resource and one of the principals, most specific first. */
  readonly considered: readonly ConsideredRule[];
}

export interface ConsideredRule {
  readonly rule: CompiledRule;
  /** Undefined for a rule that applies. */
  readonly obstacle: Obstacle | undefined;
}

/** Path of the resources that administrators can always use, so that they cannot lock themselves out. */
export const PROTECTED = "/authorization";

/**
 * Returns the decision that no rule can change; undefined if the rules decide. Administrators can always use the rules, and only they
 * can read the audit trail.
 */
export function fixedDecision({
  path,
  principals,
}: Pick<Question, "path" | "principals">): "granted" | "denied" | undefined {
  const isAudit = covers({ kind: "subtree", path: AUDIT }, path);
  if (!isAudit && !covers({ kind: "subtree", path: PROTECTED }, path)) return undefined;
  if (principals.some(({ type, name }) => type === "group" && name === ADMINISTRATORS)) return "granted";
  return isAudit ? "denied" : undefined;
}

/** Decides by the rules of an index. Any applicable prohibition wins, then any grant. Without either, access is denied. */
export function decide(index: RuleIndex, question: Question): Decision {
  const fixed = fixedDecision(question);
  if (fixed !== undefined) return { kind: fixed, rule: undefined, considered: [] };
  const rules = index.find(question.path, question.containers, principalKeys(question.principals));
  const considered = rules
    .toSorted(bySpecificity)
    .map((rule) => ({ rule, obstacle: obstacleOf(rule, question) }));
  const applicable = considered.filter(({ obstacle }) => obstacle === undefined).map(({ rule }) => rule);
  const prohibition = applicable.find(({ isGrant }) => !isGrant);
  if (prohibition !== undefined) return { kind: "prohibited", rule: prohibition, considered };
  const [grant] = applicable;
  return { kind: grant === undefined ? "denied" : "granted", rule: grant, considered };
}

/** Most specific first. Specificity chooses the rule that is named as the reason, and never the result. */
function bySpecificity(a: CompiledRule, b: CompiledRule): number {
  return (
    objectRank(a) - objectRank(b) ||
    depthOf(b) - depthOf(a) ||
    PRINCIPALS.indexOf(a.row.principalType!) - PRINCIPALS.indexOf(b.row.principalType!) ||
    narrowings(b) - narrowings(a) ||
    (a.id < b.id ? -1 : 1)
  );
}

/** From the most specific type of a principal to the least. */
const PRINCIPALS: readonly string[] = ["user", "client", "group", "authenticatedUsers", "everyone"];

function objectRank({ object }: CompiledRule): number {
  return object === undefined ? 3 : ["exact", "children", "subtree"].indexOf(object.kind);
}

function depthOf({ object, container }: CompiledRule): number {
  return (object?.path ?? container ?? "/").split("/").filter((segment) => segment !== "").length;
}

/** Number of fields that narrow a rule further. */
function narrowings({ row }: CompiledRule): number {
  const { condition, filter, contentType, acceptType, acceptItemType } = row;
  return [condition, filter, contentType, acceptType, acceptItemType].filter(
    (restriction) => restriction !== null,
  ).length;
}
