import { jsonResponse } from "../family/json-response.ts";
import { authorization } from "tamis/families";
import {
  errorResponse,
  failRequest,
  parseJsonObject,
  readBodyMembers,
  type FailureDetails,
  type HttpRequest,
  type HttpResponse,
  type OperationRequest,
} from "tamis/http";
import { requireCaller } from "../access/require-caller.ts";
import type { Row } from "../storage/storage.ts";
import { TYPES } from "./descriptions.ts";
import { CONTEXT, expressionProblems, LONGEST_EXPRESSION } from "./rules/condition.ts";
import type { RuleRow } from "./rules/rule-record.ts";
import { ruleProblems, type CatalogOf } from "./rules/rule-problems.ts";
import { completed, type RuleStore } from "./rules/rule-store.ts";
import { VERSION } from "../storage/stamps.ts";
import { acceptedType, requireBodyType } from "../family/media-types.ts";

const { prefix, resources } = authorization;
export const CONDITION_VALIDATION = `${prefix}/commons/validations/conditions`;
export const RULE_VALIDATIONS = `${prefix}/commons/validations/rules`;

/** Answers requests that ask whether a condition or a change of a rule would be valid. They change nothing. */
export class Validations {
  readonly #rules: RuleStore;
  readonly #catalogOf: CatalogOf;

  constructor(rules: RuleStore, catalogOf: CatalogOf) {
    this.#rules = rules;
    this.#catalogOf = catalogOf;
  }

  /** Answers `POST /authorization/commons/validations/conditions`. */
  async condition({ request, readBody }: OperationRequest): Promise<HttpResponse> {
    requireCaller(request);
    const type = responseType(request);
    requireBodyType(request, TYPES.condition);
    const text = await readBody();
    if (text.trim() === "")
      return invalid(request, type, { status: 400, message: "The condition is empty." });
    if (text.length > LONGEST_EXPRESSION)
      return invalid(request, type, {
        status: 400,
        message: `A condition has at most ${LONGEST_EXPRESSION} characters.`,
      });
    const diagnostics = expressionProblems(text, CONTEXT);
    if (diagnostics.length === 0) return valid(type);
    return invalid(request, type, { status: 400, message: "The condition is not valid.", diagnostics });
  }

  /** Answers `POST /authorization/commons/validations/rules`. */
  async newRule(operation: OperationRequest): Promise<HttpResponse> {
    requireCaller(operation.request);
    const type = responseType(operation.request);
    return this.#validateRule(operation, type, undefined);
  }

  /** Answers `PUT /authorization/commons/validations/rules/{ruleId}`. */
  async changedRule(operation: OperationRequest): Promise<HttpResponse> {
    const { request, parameters } = operation;
    requireCaller(request);
    const type = responseType(request);
    const match = [request.headers["if-match"] ?? []].flat().join(", ");
    if (match === "")
      failRequest(428, "The validation needs the version of the rule.", {
        code: 10720,
        remediation: "Send If-Match with the ETag of the rule.",
      });
    const stored = await this.#rules.rows.read(parameters["ruleId"]!);
    if (stored === undefined) return missing(request, type);
    if (!names(match, stored.version))
      failRequest(412, "The rule has changed since it was read.", {
        code: 10722,
        remediation: "Read the rule again, and send its new ETag.",
      });
    return this.#validateRule(operation, type, stored.row);
  }

  /** Answers `DELETE /authorization/commons/validations/rules/{ruleId}`. */
  async deletedRule({ request, parameters }: OperationRequest): Promise<HttpResponse> {
    requireCaller(request);
    const type = responseType(request);
    const stored = await this.#rules.rows.read(parameters["ruleId"]!);
    return stored === undefined ? missing(request, type) : valid(type);
  }

  async #validateRule(
    { request, readBody }: OperationRequest,
    type: string,
    stored: Row | undefined,
  ): Promise<HttpResponse> {
    const { catalog } = resources.rule;
    requireBodyType(request, TYPES.rule);
    const rule = readBodyMembers(parseJsonObject(await readBody()), catalog) as Partial<RuleRow>;
    const problems = ruleProblems(rule, this.#catalogOf);
    if (problems.length > 0)
      return invalid(request, type, {
        status: 400,
        message: "The rule is not valid.",
        members: problems.map(({ member, message }) => ({
          pointer: `/${member}`,
          code: "broken-rule",
          message,
        })),
      });
    const { digest } = completed(rule);
    const twin = this.#rules.index.findDigest(digest as string);
    if (twin !== undefined && twin !== stored?.["id"])
      return invalid(request, type, { status: 409, message: "Another rule does the same." });
    return valid(type);
  }
}

function responseType(request: HttpRequest): string {
  return acceptedType(request, TYPES.validation);
}

/** Returns whether `If-Match` names a version. */
function names(match: string, version: string): boolean {
  return match.trim() === "*" || match.split(",").some((tag) => tag.trim() === `"${version}"`);
}

function missing(request: HttpRequest, type: string): HttpResponse {
  return invalid(request, type, { status: 404, message: "There is no such rule." });
}

function valid(type: string): HttpResponse {
  return jsonResponse(type, { version: VERSION, valid: true, error: null, links: [] });
}

/** A validation whose error is the one that the validated request would get. */
function invalid(request: HttpRequest, type: string, details: FailureDetails): HttpResponse {
  const context = { path: request.path, search: "", accept: undefined, traceId: crypto.randomUUID() };
  const error: unknown = JSON.parse(errorResponse(details, context).body as string);
  return jsonResponse(type, { version: VERSION, valid: false, error, links: [] });
}
