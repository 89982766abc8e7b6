import { jsonResponse } from "../../family/json-response.ts";
import {
  chooseType,
  COLLECTION_TYPE,
  createService,
  defineResource,
  failRequest,
  type HttpRequest,
  type HttpResponse,
  type ItemLink,
  type NestedRequest,
  type OperationRequest,
  type RowStore,
  type ServiceResource,
  type StoredRow,
} from "tamis/http";
import { endpoint, type FamilyNested, type FamilyOperation } from "../../access/guard.ts";
import { restrictTo } from "../../access/permissions.ts";
import { requireCaller } from "../../access/require-caller.ts";
import { usableLinks } from "../../access/usable-links.ts";
import type { Models } from "../../models/models.ts";
import { hasValues, isStorable } from "../../storage/read-rows.ts";
import { STAMPS } from "../../storage/stamps.ts";
import type { Row } from "../../storage/storage.ts";
import { JOB_TYPE, JOBS, storedJobs, TASKS } from "../contract/catalogs.ts";
import { readCode } from "../contract/job-code.ts";
import { kindsOf, REPORT_KINDS } from "../contract/report-kinds.ts";
import type { JobQueue } from "../jobs/job-queue.ts";
import { stateOf, type JobStore } from "../jobs/job-store.ts";
import {
  CODE_TYPE,
  JOB_TYPES,
  RUN_TASK,
  SETTABLE,
  SHOW_CODE,
  SHOW_DEFAULT_JOB,
  SHOW_FAILURE,
  SHOW_JOB,
  SHOW_STATE,
} from "./descriptions.ts";
import { jobOf, queued } from "./new-job.ts";
import { changePage } from "../../family/change-page.ts";
import { acceptedType } from "../../family/media-types.ts";

const JOB = `${JOBS}/{jobId}`;
/** Path of the job that runs a task as it is defined now. */
const DEFAULT_JOB = `${TASKS}/{taskId}/@defaultTask/performanceJobs`;

export interface JobEndpointsParts {
  readonly tasks: RowStore<Row>;
  readonly models: Models;
  readonly store: JobStore;
  readonly queue: JobQueue;
}

/** The jobs of performance tasks: their collections, their states and code, and the request that runs a task. */
export class JobEndpoints {
  readonly nested: readonly FamilyNested[];
  readonly operations: readonly FamilyOperation[];
  readonly #parts: JobEndpointsParts;

  constructor(parts: JobEndpointsParts) {
    this.#parts = parts;
    this.nested = [
      { path: JOBS, resolve: (request) => this.#jobsOf(request), describe: () => this.#resource("task") },
    ];
    this.operations = [
      endpoint("GET", DEFAULT_JOB, SHOW_DEFAULT_JOB, (request) => this.#template(request)),
      endpoint("POST", DEFAULT_JOB, RUN_TASK, (request) => this.#run(request)),
      {
        method: "GET",
        path: JOB,
        description: SHOW_JOB,
        accepts: (request) => !namesJob(request),
        answer: (request) => this.#asCollection(request),
      },
      endpoint("GET", `${JOB}/state`, SHOW_STATE, (request) =>
        this.#text(request, "text/plain", ({ row }) => stateOf(row)),
      ),
      endpoint("GET", `${JOB}/failure`, SHOW_FAILURE, (request) =>
        this.#text(request, "text/plain", ({ row }) => failureOf(row)),
      ),
      endpoint("GET", `${JOB}/code`, SHOW_CODE, (request) =>
        this.#text(request, CODE_TYPE, ({ row }) => String(row["code"])),
      ),
    ];
  }

  async deleteOf(taskId: string): Promise<void> {
    for (const id of await this.#parts.store.idsOf(taskId)) await this.#store().delete(id, "any");
  }

  /** @throws a failed request: 401 without a token, 404 for an unknown task */
  async #jobsOf({ parameters, identity }: NestedRequest): Promise<ServiceResource> {
    requireCaller({ identity });
    const { row } = await this.requireTask(parameters["taskId"]!);
    return this.#resource(row["id"] as string);
  }

  async requireTask(id: string): Promise<StoredRow<Row>> {
    const stored = isStorable(id) ? await this.#parts.tasks.read(id) : undefined;
    return stored ?? failRequest(404, "There is no such performance task.");
  }

  #resource(taskId: string, jobId?: string, changes?: RowStore<Row>) {
    const rule = hasValues({ taskId, ...(jobId === undefined ? {} : { id: jobId }) });
    return defineResource({
      path: jobsPath(taskId),
      store: changes ?? this.#store(),
      operations: changes === undefined ? ["list", "read", "delete", "facets", "export"] : ["create", "read"],
      itemType: JOB_TYPE,
      assigned: [...storedJobs.members.byName.keys()].filter((name) => !SETTABLE.has(name)),
      initial: { taskId },
      stamps: STAMPS,
      itemLinks: jobLinks,
      access: restrictTo(rule, storedJobs),
    });
  }

  /** The stored jobs. Deleting one stops it, and deletes its report data. */
  #store(): RowStore<Row> {
    const { store, queue } = this.#parts;
    return {
      ...store.jobs,
      async delete(key, condition) {
        const outcome = await store.jobs.delete(key, condition);
        if (outcome.kind === "deleted") {
          queue.cancel(String(key));
          await store.deleteData(String(key));
        }
        return outcome;
      },
    };
  }

  /** Answers `GET …/@defaultTask/performanceJobs`: the job that the link `create` would run. */
  async #template({ request, parameters }: OperationRequest): Promise<HttpResponse> {
    const caller = requireCaller(request);
    const task = await this.requireTask(parameters["taskId"]!);
    const type = acceptedType(request, JOB_TYPES);
    const job = await jobOf(task.row, this.#parts.models, null);
    const { path } = request;
    const target = { href: path, uri: path, type: `${JOB_TYPE}+json` };
    const allLinks = [
      { method: "GET", rel: "self", ...target },
      { method: "POST", rel: "create", ...target, responseType: `${JOB_TYPE}+json` },
    ];
    const links = await usableLinks(caller, allLinks, this.operations);
    return jsonResponse(type, { ...job, links });
  }

  /** Answers `POST …/@defaultTask/performanceJobs`, which runs a task. A request without a body measures the last table. */
  async #run({ request, parameters, readBody }: OperationRequest): Promise<HttpResponse> {
    requireCaller(request);
    const { models, store, queue } = this.#parts;
    const { row: task } = await this.requireTask(parameters["taskId"]!);
    const body = await readBody();
    const isEmpty = body === "" && request.headers["content-type"] === undefined;
    const starting: RowStore<Row> = {
      ...store.jobs,
      async create(row, options) {
        if (queue.isFull)
          failRequest(503, "Too many jobs wait.", {
            remediation: "Send the request again later.",
            headers: { "retry-after": "10" },
          });
        const job = await jobOf(task, models, (row["dataTable"] ?? null) as string | null);
        const outcome = await store.jobs.create({ ...row, ...job, ...queued() }, options);
        if (outcome.kind === "created") queue.add(outcome.stored.row["id"] as string);
        return outcome;
      },
    };
    const handle = createService({ resources: [this.#resource(task["id"] as string, undefined, starting)] });
    return handle({
      ...request,
      path: jobsPath(task["id"] as string),
      body: isEmpty ? "{}" : body,
      headers: isEmpty ? { ...request.headers, "content-type": "application/json" } : request.headers,
    });
  }

  /** Answers `GET` of a job as the reference shows it: a collection with this job. */
  async #asCollection(operation: OperationRequest): Promise<HttpResponse> {
    const { request, parameters } = operation;
    const { row } = await this.#requireJob(operation);
    const resource = this.#resource(parameters["taskId"]!, row["id"] as string);
    const handle = createService({ resources: [resource] });
    const page = await handle({ ...request, method: "GET", path: resource.path });
    // The other links lead to all jobs of the task.
    return changePage(page, ({ links }) => ({
      links: links.flatMap((link) => {
        if (link.rel === "collection") return [link];
        return link.rel === "self" ? [{ ...link, href: request.path, uri: request.path }] : [];
      }),
    }));
  }

  async #text(
    operation: OperationRequest,
    type: string,
    textOf: (stored: StoredRow<Row>) => string | undefined,
  ): Promise<HttpResponse> {
    const stored = await this.#requireJob(operation);
    chooseType(operation.request, [{ types: [type], value: undefined }]);
    const body = textOf(stored);
    if (body === undefined) return { status: 204, headers: HEADERS, body };
    return { status: 200, headers: { ...HEADERS, "content-type": `${type}; charset=utf-8` }, body };
  }

  async #requireJob({ request, parameters }: OperationRequest): Promise<StoredRow<Row>> {
    requireCaller(request);
    const { row } = await this.requireTask(parameters["taskId"]!);
    const stored = await this.#parts.store.find(row["id"] as string, parameters["jobId"]!);
    return stored ?? failRequest(404, "There is no such performance job.");
  }
}

const HEADERS = { vary: "accept", "cache-control": "private, no-cache", "x-content-type-options": "nosniff" };

/** Returns whether the field `Accept` names the media type of a job. */
function namesJob({ headers }: HttpRequest): boolean {
  return [headers["accept"] ?? []].flat().some((field) => field.toLowerCase().includes(JOB_TYPE));
}

/** Returns why a job has failed; undefined if it has not. */
function failureOf(row: Row): string | undefined {
  return stateOf(row) === "failed" ? String(row["failure"]) : undefined;
}

function jobsPath(taskId: string): string {
  return JOBS.replace("{taskId}", () => encodeURIComponent(taskId));
}

function jobLinks(path: string, row: object): readonly ItemLink[] {
  const { taskId, modelId, code } = row as Row;
  const task = `${TASKS}/${encodeURIComponent(String(taskId))}`;
  const links: ItemLink[] = [
    { method: "GET", rel: "task", path: task },
    { method: "GET", rel: "model", path: `/modelManagement/models/${encodeURIComponent(String(modelId))}` },
    { method: "GET", rel: "state", path: `${path}/state`, type: "text/plain" },
    { method: "GET", rel: "code", path: `${path}/code`, type: CODE_TYPE },
  ];
  const state = stateOf(row as Row);
  if (state === "failed")
    links.push({ method: "GET", rel: "failure", path: `${path}/failure`, type: "text/plain" });
  if (state !== "completed") return links;
  const kinds = kindsOf(readCode(String(code)).targetLevel);
  return [
    ...links,
    ...kinds.map((kind) => ({
      method: "GET",
      rel: kind,
      path: `${path}/reportData/${kind}`,
      type: COLLECTION_TYPE,
      itemType: REPORT_KINDS[kind].mediaType,
    })),
  ];
}
