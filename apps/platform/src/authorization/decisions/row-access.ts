import { call, name, string } from "tamis/builder";
import type { Expression } from "tamis";
import { MAX_NODES, nodesIn } from "../../access/rule-size.ts";
import type { Catalog } from "tamis/catalog";
import { principalKeys, type CompiledRule } from "../rules/compiled-rule.ts";
import type { RuleIndex } from "../rules/rule-index.ts";
import { ancestorsOf, lastSegment } from "../rules/uri-pattern.ts";
import { obstacleOf } from "./applicability.ts";
import type { Question } from "./question.ts";

/** Any key of an item. It is in no rule, because no canonical path contains the character. */
const ANY_ITEM = "\0";

/** Rows for which rules grant a permission. */
export type GrantedRows =
  | { readonly kind: "all" }
  | { readonly kind: "none" }
  | { readonly kind: "some"; readonly rule: Expression }
  /** The condition of the rows would be too large. Without some of the prohibitions, it would show hidden rows. */
  | { readonly kind: "tooMany" };

/**
 * Returns the items of a collection for which the rules grant the permission. An item is in the result if and only if a decision
 * about it grants the permission.
 *
 * @param question about the collection
 * @param catalog members of the rows; undefined if they are unknown
 */
export function itemsOf(index: RuleIndex, question: Question, catalog: Catalog | undefined): GrantedRows {
  const path = question.path === "/" ? `/${ANY_ITEM}` : `${question.path}/${ANY_ITEM}`;
  const containers = [...new Set([...question.containers, ...ancestorsOf(path)])];
  const anyItem: Question = { ...question, path, containers };
  const single = index
    .findItems(question.path, principalKeys(question.principals))
    .filter((rule) => obstacleOf(rule, { ...anyItem, path: rule.object!.path }, "ignored") === undefined);
  return granted(
    [...generalRules(index, anyItem), ...single.map((rule) => ({ rule, isSingle: true }))],
    catalog,
  );
}

/**
 * Returns the rows at a path for which the rules grant the permission: all of them if no rule with a filter applies.
 *
 * @param question about an item, or about a collection to which a row is added
 */
export function rowsAt(index: RuleIndex, question: Question, catalog: Catalog | undefined): GrantedRows {
  return granted(generalRules(index, question), catalog);
}

function generalRules(index: RuleIndex, question: Question): readonly RowRule[] {
  return index
    .find(question.path, question.containers, principalKeys(question.principals))
    .filter((rule) => obstacleOf(rule, question, "ignored") === undefined)
    .map((rule) => ({ rule, isSingle: false }));
}

/** Returns the rows that a grant covers, and no prohibition. */
function granted(rules: readonly RowRule[], catalog: Catalog | undefined): GrantedRows {
  const grants = covered(
    rules.filter(({ rule }) => rule.isGrant),
    catalog,
  );
  const prohibitions = covered(
    rules.filter(({ rule }) => !rule.isGrant),
    catalog,
  );
  if (grants === "none" || prohibitions === "all") return { kind: "none" };
  if (grants === "tooMany" || prohibitions === "tooMany") return { kind: "tooMany" };
  const conditions = [
    ...(grants === "all" ? [] : [grants]),
    ...(prohibitions === "none" ? [] : [call("not", [prohibitions])]),
  ];
  const [first] = conditions;
  if (first === undefined) return { kind: "all" };
  const rule = conditions.length === 1 ? first : call("and", conditions);
  return nodesIn(rule) > MAX_NODES ? { kind: "tooMany" } : { kind: "some", rule };
}

interface RowRule {
  readonly rule: CompiledRule;
  /** Whether the rule is about one item. */
  readonly isSingle: boolean;
}

/** A set of rows. */
type Rows = "all" | "none" | "tooMany" | Expression;

/** Returns the rows that at least one of some rules covers. All rules are grants, or all are prohibitions. */
function covered(rules: readonly RowRule[], catalog: Catalog | undefined): Rows {
  const parts: Expression[] = [];
  const keys: string[] = [];
  for (const { rule, isSingle } of rules) {
    // Unknown rows count against the caller: a grant covers none of them, a prohibition covers all.
    const key = isSingle ? keyOf(rule, catalog) : undefined;
    if (isSingle && key === undefined) {
      if (rule.isGrant) continue;
      return "all";
    }
    const filter = rule.row.filter === null ? "none" : catalog && rule.filterFor(catalog);
    if (filter === undefined && rule.isGrant) continue;
    if (filter === undefined || filter === "none") {
      if (key === undefined) return "all";
      keys.push(key);
    } else {
      const { expression } = filter.filter;
      parts.push(key === undefined ? expression : call("and", [isOneOf(catalog!, [key]), expression]));
    }
  }
  if (keys.length + parts.length > MAX_NODES) return "tooMany";
  if (keys.length > 0) parts.push(isOneOf(catalog!, keys));
  const [first] = parts;
  if (first === undefined) return "none";
  return parts.length === 1 ? first : call("or", parts);
}

/** Returns the key of the item of a rule; undefined if the rows have no key that is a string. */
function keyOf({ object }: CompiledRule, catalog: Catalog | undefined): string | undefined {
  const isString = catalog?.key !== undefined && catalog.members.byName.get(catalog.key)?.type === "string";
  return isString ? lastSegment(object!.path) : undefined;
}

function isOneOf({ key }: Catalog, keys: readonly string[]): Expression {
  return call("in", [name(key!), ...keys.map((itemKey) => string(itemKey))]);
}
