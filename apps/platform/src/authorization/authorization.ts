import { authorization } from "tamis/families";
import {
  chooseType,
  defineResource,
  failRequest,
  type OperationRequest,
  type ServiceResource,
} from "tamis/http";
import type { AdmittedCaller, Caller } from "../access/caller.ts";
import { endpoint, type FamilyNested, type FamilyOperation, readingEndpoint } from "../access/guard.ts";
import { restrictTo } from "../access/permissions.ts";
import { requireCaller } from "../access/require-caller.ts";
import type { Family } from "../family/family.ts";
import { VERSION, ITEMS } from "../storage/stamps.ts";
import { reported } from "../storage/change-feed.ts";
import type { Tables } from "../storage/storage.ts";
import type { HttpRequest } from "tamis/http";
import { itemTypeOf } from "../family/media-types.ts";
import { answerDecision, DECISIONS, RULES_PATH } from "./decision-endpoint.ts";
import {
  DECIDE,
  JOB_STATE,
  TYPES,
  VALIDATE_CHANGE,
  VALIDATE_CONDITION,
  VALIDATE_DELETION,
  VALIDATE_NEW_RULE,
} from "./descriptions.ts";
import { JobQueue } from "./jobs/job-queue.ts";
import { JOB_TYPE, jobProblems, JOBS, JOBS_PATH, type JobRow } from "./jobs/job-record.ts";
import { stepRunner } from "./jobs/run-step.ts";
import { AccessCache } from "./rights/access-cache.ts";
import { RequestRights, type Authority } from "./rights/request-rights.ts";
import { defaultRules } from "./rules/default-rules.ts";
import { ruleProblems } from "./rules/rule-problems.ts";
import { RULES, type RuleRow } from "./rules/rule-record.ts";
import { reportingTwins, RuleStore } from "./rules/rule-store.ts";
import { ServedCollections } from "./rights/served-collections.ts";
import { CONDITION_VALIDATION, RULE_VALIDATIONS, Validations } from "./validations.ts";

export interface AuthorizationOptions {
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  /** Called with errors of background work. */
  readonly onError: (error: unknown) => void;
}

/** The authorization rules, the decisions by them, and the rights of the callers of the platform. */
export class Authorization implements Family {
  readonly root = `${authorization.prefix}/`;
  readonly resources: readonly ServiceResource[];
  readonly nested: readonly FamilyNested[] = [];
  readonly operations: readonly FamilyOperation[];
  readonly jobs: JobQueue;
  readonly #authority: Authority;

  static async open(tables: Tables, options: AuthorizationOptions): Promise<Authorization> {
    let rules: RuleStore | undefined = undefined;
    const stored = await tables.open(RULES, {
      resource: `${RULES_PATH}/{id}`,
      unique: [["digest"]],
      onChange: reported(
        (id) => (id === undefined ? rules?.reload() : rules?.reloadRule(id)),
        options.onError,
      ),
    });
    rules = await RuleStore.open(stored);
    // A deployment without rules would deny everything, also after an update from a version that had no rules.
    if (rules.index.size === 0) for (const row of defaultRules(options.now())) await rules.rows.create(row);
    const served = new ServedCollections();
    const run = stepRunner(rules, (uri) => served.catalogOf(uri), options.now);
    const jobs = await JobQueue.open(await tables.open(JOBS, { resource: `${JOBS_PATH}/{id}` }), {
      ...options,
      run,
    });
    return new Authorization(rules, jobs, {
      index: rules.index,
      served,
      cache: new AccessCache(rules.index),
      now: options.now,
    });
  }

  private constructor(rules: RuleStore, jobs: JobQueue, authority: Authority) {
    this.#authority = authority;
    this.jobs = jobs;
    const catalogOf = (uri: string) => authority.served.catalogOf(uri);
    const validations = new Validations(rules, catalogOf);
    this.resources = [
      defineResource({
        path: RULES_PATH,
        store: reportingTwins(rules.rows),
        title: "rules",
        itemType: itemTypeOf(authorization.resources.rule),
        ...ITEMS,
        assigned: ["id", "version", "links", "digest"],
        unique: [["digest"]],
        validate: (row) => ruleProblems(row as Partial<RuleRow>, catalogOf),
        access: restrictTo(undefined),
      }),
      defineResource({
        path: JOBS_PATH,
        store: jobs.rows,
        title: "rule jobs",
        itemType: JOB_TYPE,
        operations: ["list", "read", "create", "delete"],
        assigned: [
          "id",
          "state",
          "done",
          "failed",
          "errors",
          "startTimeStamp",
          "stopTimeStamp",
          "version",
          "links",
        ],
        initial: { state: "pending", done: 0, failed: 0, errors: [], version: VERSION },
        stamps: { created: "creationTimeStamp", modified: "modifiedTimeStamp", createdBy: "createdBy" },
        validate: (row) => jobProblems(row as JobRow),
        itemLinks: (path) => [{ method: "GET", rel: "state", path: `${path}/state`, type: "text/plain" }],
        access: restrictTo(undefined),
      }),
    ];
    this.operations = [
      endpoint("GET", `${JOBS_PATH}/{jobId}/state`, JOB_STATE, (request) => this.#jobState(request)),
      readingEndpoint("POST", DECISIONS, DECIDE, (request) => answerDecision(request, authority)),
      readingEndpoint("POST", CONDITION_VALIDATION, VALIDATE_CONDITION, (request) =>
        validations.condition(request),
      ),
      readingEndpoint("POST", RULE_VALIDATIONS, VALIDATE_NEW_RULE, (request) => validations.newRule(request)),
      readingEndpoint("PUT", `${RULE_VALIDATIONS}/{ruleId}`, VALIDATE_CHANGE, (request) =>
        validations.changedRule(request),
      ),
      readingEndpoint("DELETE", `${RULE_VALIDATIONS}/{ruleId}`, VALIDATE_DELETION, (request) =>
        validations.deletedRule(request),
      ),
    ];
  }

  /** Makes the collections of all families known, so that rules can be about their rows. */
  serve(families: readonly Family[]): void {
    for (const { resources = [], nested = [] } of families) this.#authority.served.add(resources, nested);
  }

  /** Returns a caller with the rights of a request. */
  admit(caller: Caller, request: HttpRequest): AdmittedCaller {
    return { ...caller, rights: new RequestRights(this.#authority, caller, request) };
  }

  close(): Promise<void> {
    return this.jobs.close();
  }

  async #jobState({ request, parameters }: OperationRequest) {
    requireCaller(request);
    const { type } = chooseType(request, [{ types: TYPES.jobState, value: undefined }]);
    const stored = await this.jobs.rows.read(parameters["jobId"]!);
    if (stored === undefined) return failRequest(404, "There is no such rule job.");
    return {
      status: 200,
      headers: { "content-type": `${type}; charset=utf-8`, "cache-control": "no-store" },
      body: (stored.row as JobRow).state!,
    };
  }
}
