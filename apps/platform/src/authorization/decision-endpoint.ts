import { authorization } from "tamis/families";
import { failRequest, type HttpResponse, type OperationRequest } from "tamis/http";
import { AUDIT } from "../audit/entry-catalog.ts";
import { requireCaller } from "../access/require-caller.ts";
import { TYPES } from "./descriptions.ts";
import { decideWithRow, principalsOf, type Authority } from "./rights/request-rights.ts";
import { principalKeys } from "./rules/compiled-rule.ts";
import type { CompiledRule } from "./rules/compiled-rule.ts";
import { covers } from "./rules/uri-pattern.ts";
import { OBSTACLES } from "./decisions/applicability.ts";
import type { Decision } from "./decisions/decide.ts";
import type { Question } from "./decisions/question.ts";
import { readContext } from "./decisions/read-context.ts";
import { VERSION } from "../storage/stamps.ts";
import { jsonResponse } from "../family/json-response.ts";
import { acceptedType, requireBodyType } from "../family/media-types.ts";

export const DECISIONS = `${authorization.prefix}/decisions`;

/** Maximum number of rules that an explanation lists. */
const MAX_EXPLAINED = 100;

/**
 * Answers `POST /authorization/decisions`. Callers can ask about themselves. Questions about others, and the rules in the answer, are
 * for callers who may read rules.
 */
export async function answerDecision(
  { request, readBody }: OperationRequest,
  authority: Authority,
): Promise<HttpResponse> {
  const caller = requireCaller(request);
  const type = acceptedType(request, TYPES.decision);
  requireBodyType(request, TYPES.context);
  const principals = principalsOf(caller);
  const { question, named } = readContext(await readBody(), {
    principals: principals,
    time: authority.now(),
    isCollection: (path) => authority.served.isCollection(path),
  });
  const callerKeys = new Set(principalKeys(principals));
  const isAboutOthers = principalKeys(question.principals).some((key) => !callerKeys.has(key));
  const seesRules = await caller.rights.has("read", RULES_PATH);
  if (isAboutOthers && !seesRules)
    failRequest(403, "Only callers who may read the rules can ask about other principals.");
  const answer = async (singleQuestion: Question) =>
    represent(await decideWithRow(authority, singleQuestion), singleQuestion, seesRules);
  const answers: [string, object][] = [];
  for (const [name, namedQuestion] of named) answers.push([name, await answer(namedQuestion)]);
  return jsonResponse(type, {
    version: VERSION,
    ...(await answer(question)),
    eachNamed: named.size === 0 ? null : Object.fromEntries(answers),
  });
}

export const RULES_PATH = `${authorization.prefix}/rules`;

function represent(decision: Decision, { path, permission }: Question, seesRules: boolean): object {
  const { kind, rule, considered } = decision;
  return {
    uri: path,
    permission,
    decision: kind,
    permitted: kind === "granted",
    reason: reasonOf(decision, path),
    rule: rule !== undefined && seesRules ? representRule(rule) : null,
    explanation: seesRules
      ? considered.slice(0, MAX_EXPLAINED).map(({ rule: compiledRule, obstacle }) => ({
          ruleId: compiledRule.id,
          type: compiledRule.row.type,
          applies: obstacle === undefined,
          reason: obstacle === undefined ? "The rule applies." : OBSTACLES[obstacle],
        }))
      : null,
    rulesRead: seesRules ? considered.length : null,
    links: rule !== undefined && seesRules ? [ruleLink(rule)] : [],
  };
}

function reasonOf({ kind, rule }: Decision, path: string): string {
  if (rule !== undefined) {
    const { reason } = rule.row;
    const general = kind === "granted" ? "A rule grants the permission." : "A rule prohibits the permission.";
    return reason ?? general;
  }
  if (covers({ kind: "subtree", path: AUDIT }, path)) return "Only administrators can read the audit trail.";
  return kind === "granted"
    ? "Administrators can always use the authorization service."
    : "No rule grants the permission.";
}

function representRule({ row }: CompiledRule): object {
  const members = Object.keys(authorization.resources.rule.catalog.definition.members);
  const entries = members
    .filter((name) => name !== "links")
    .map((name): [string, unknown] => [name, row[name as keyof typeof row]]);
  return { id: row.id, ...(Object.fromEntries(entries) as object) };
}

function ruleLink({ id }: CompiledRule): object {
  const path = `${RULES_PATH}/${encodeURIComponent(id)}`;
  const type = authorization.resources.rule.mediaType;
  return { method: "GET", rel: "rule", href: path, uri: path, type };
}
