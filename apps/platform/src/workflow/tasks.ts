import {
  defineResource,
  failRequest,
  type HttpResponse,
  type NestedRequest,
  type OperationDescription,
  type OperationRequest,
  type RuleViolation,
  type ServiceResource,
  type StoredRow,
  COLLECTION_TYPE,
} from "tamis/http";
import { modelManagement as family } from "tamis/families";
import { itemTypeOf } from "../family/media-types.ts";
import type { FamilyNested, FamilyOperation } from "../access/guard.ts";
import { isCaller, type Caller } from "../access/caller.ts";
import { restrictTo } from "../access/permissions.ts";
import { requireCaller } from "../access/require-caller.ts";
import { requireOperation } from "../access/require-operation.ts";
import { isOneOf, isStorable, readRows } from "../storage/read-rows.ts";
import type { Row } from "../storage/storage.ts";
import { isVisibleTo, visibleTo } from "./contract/task-owners.ts";
import { PROCESSES, PROMPTS, storedPrompts, TASKS } from "./contract/workflow-catalogs.ts";
import type { WorkflowStores } from "./contract/workflow-stores.ts";
import { completedTask, type Processes } from "./process/processes.ts";

const TASK = `${TASKS}/{taskId}`;

/** Longest answer to a prompt, in characters. */
const MAX_ANSWER = 4_000;

/** Members of a prompt that its owner cannot change. */
const FIXED = [...storedPrompts.members.byName.keys()].filter((name) => name !== "actualValue");

const CLAIM: OperationDescription = {
  summary: "Make the caller the owner of a task.",
  responses: [{ status: 204, description: "The caller owns the task." }],
  errors: { 409: [] },
};

const COMPLETE: OperationDescription = {
  summary: "End a task, and start the next one of its process.",
  responses: [{ status: 204, description: "The task has ended." }],
  errors: { 409: [] },
};

/** The active workflow tasks of which the caller is the owner or a potential owner. Requests for other tasks get 404. */
export class WorkflowTasks {
  readonly resource: ServiceResource;
  readonly nested: readonly FamilyNested[];
  readonly operations: readonly FamilyOperation[];
  readonly #stores: WorkflowStores;
  readonly #processes: Processes;

  constructor(stores: WorkflowStores, processes: Processes) {
    this.#stores = stores;
    this.#processes = processes;
    this.resource = this.#taskResource();
    this.nested = [
      {
        path: PROMPTS,
        resolve: (request) => this.#promptsOf(request),
        describe: () => this.#promptResource(TASKS, ""),
      },
    ];
    this.operations = [
      {
        method: "POST",
        path: `${TASK}/claim`,
        description: CLAIM,
        permission: "update",
        answer: (request) => this.#claim(request),
      },
      {
        method: "POST",
        path: `${TASK}/complete`,
        description: COMPLETE,
        permission: "update",
        answer: (request) => this.#complete(request),
      },
    ];
  }

  #taskResource(): ServiceResource {
    const action = (path: string, rel: string) => ({ method: "POST", rel, path: `${path}/${rel}` }) as const;
    return defineResource({
      path: TASKS,
      store: this.#stores.tasks,
      operations: ["list", "read"],
      itemType: itemTypeOf(family.resources.workflowTask),
      assigned: ["links", "potentialOwners"],
      itemLinks: (path, { processId }: Row) => [
        { method: "GET", rel: "prompts", path: `${path}/prompts`, type: COLLECTION_TYPE },
        {
          method: "GET",
          rel: "process",
          path: `${PROCESSES}/${encodeURIComponent(String(processId))}`,
          type: family.resources.workflowProcess.mediaType,
        },
        action(path, "claim"),
        action(path, "complete"),
      ],
      access: (request) =>
        restrictTo(isCaller(request.identity) ? visibleTo(request.identity) : undefined)(request),
    });
  }

  /** @throws a failed request: 401 without a token, 404 for a task that the caller does not see */
  async #promptsOf({ parameters, path, identity }: NestedRequest): Promise<ServiceResource> {
    const { row } = await this.#requireTask(parameters["taskId"]!, requireCaller({ identity }));
    return this.#promptResource(path, row["id"] as string);
  }

  #promptResource(path: string, taskId: string): ServiceResource {
    return defineResource({
      path,
      store: this.#stores.prompts,
      operations: ["list", "read", "replace"],
      itemType: itemTypeOf(family.resources.taskPrompt),
      assigned: FIXED,
      validate: (prompt) => answerViolations(prompt),
      itemLinks: () => [
        {
          method: "GET",
          rel: "task",
          path: path.slice(0, path.lastIndexOf("/")),
          type: family.resources.workflowTask.mediaType,
        },
      ],
      access: restrictTo(isOneOf("taskId", [taskId])),
    });
  }

  /** Answers `POST /modelManagement/workflowTasks/{taskId}/claim`: the caller becomes the owner. */
  async #claim({ request, parameters }: OperationRequest): Promise<HttpResponse> {
    const caller = await requireOperation(request, "replace");
    const task = await this.#requireTask(parameters["taskId"]!, caller);
    failIfOwned(task.row, caller);
    return this.#change(task, { ...task.row, actualOwner: caller.name });
  }

  /** Answers `POST /modelManagement/workflowTasks/{taskId}/complete`: ends the task, and starts the next one. */
  async #complete({ request, parameters }: OperationRequest): Promise<HttpResponse> {
    const caller = await requireOperation(request, "replace");
    const task = await this.#requireTask(parameters["taskId"]!, caller);
    failIfOwned(task.row, caller);
    const open: string[] = [];
    for await (const prompt of readRows(this.#stores.prompts, isOneOf("taskId", [task.row["id"] as string])))
      if (prompt["required"] === "true" && (prompt["actualValue"] ?? prompt["defaultValueId"]) === null)
        open.push(String(prompt["name"]));
    if (open.length > 0)
      return failRequest(400, `Required prompts have no answer: ${open.sort().join(", ")}`, {
        remediation: "Send the answer as actualValue of the prompt.",
      });
    const response = await this.#change(task, completedTask(task.row, caller.name, Date.now()));
    await this.#processes.continueAfter(task.row);
    return response;
  }

  /** @throws a failed request (409) if somebody else has changed the task meanwhile */
  async #change({ row, version }: StoredRow<Row>, changed: Row): Promise<HttpResponse> {
    const outcome = await this.#stores.tasks.replace(row["id"] as string, changed, [version]);
    if (outcome.kind !== "replaced")
      failRequest(409, "The task has changed meanwhile.", { remediation: "Read the task again." });
    return { status: 204, headers: {}, body: undefined };
  }

  /** @throws a failed request (404) for a task that the caller does not see */
  async #requireTask(id: string, caller: Caller): Promise<StoredRow<Row>> {
    const stored = isStorable(id) ? await this.#stores.tasks.read(id) : undefined;
    if (stored !== undefined && isVisibleTo(caller, stored.row)) return stored;
    return failRequest(404, "There is no such workflow task.");
  }
}

function failIfOwned({ actualOwner }: Row, caller: Caller): void {
  if (actualOwner !== null && actualOwner !== caller.name)
    failRequest(409, "Somebody else has claimed the task.");
}

function answerViolations({ actualValue, values }: Row): readonly RuleViolation[] {
  if (typeof actualValue !== "string") return [];
  const choices = (values as readonly Row[]).map(({ value }) => value as string);
  const member = "actualValue";
  if (choices.length > 0 && !choices.includes(actualValue))
    return [{ member, message: `The answer must be one of the choices: ${choices.join(", ")}.` }];
  return [...actualValue].length > MAX_ANSWER
    ? [{ member, message: `An answer has at most ${MAX_ANSWER} characters.` }]
    : [];
}
