import {
  defineResource,
  failRequest,
  type CreateOptions,
  type CreateOutcome,
  type RowStore,
  type RuleViolation,
  type ServiceResource,
} from "tamis/http";
import { modelManagement as family } from "tamis/families";
import { itemTypeOf } from "../family/media-types.ts";
import { restrictTo } from "../access/permissions.ts";
import { STAMPS, VERSION } from "../storage/stamps.ts";
import type { Row } from "../storage/storage.ts";
import { CODES } from "./contract/error-codes.ts";
import { findWorkflow, type WorkflowDefinition } from "./contract/definitions.ts";
import { PROCESS } from "./contract/states.ts";
import { ASSOCIATIONS, PROCESSES } from "./contract/workflow-catalogs.ts";
import { activeKeyOf, type Processes } from "./process/processes.ts";
import { tooLong } from "../family/lengths.ts";

/** The reference has no lengths. These fit into the columns of common databases. */
const MAX_LENGTHS: Readonly<Record<string, number>> = {
  processName: 255,
  parentProcessId: 255,
  objectType: 255,
  solutionObjectId: 255,
  solutionObjectName: 255,
  solutionObjectMediaType: 255,
  solutionObjectUri: 2_000,
};

/** The associations of models with workflow processes. A new one starts its process. */
export function associationResource(store: RowStore<Row>, processes: Processes): ServiceResource {
  return defineResource<Row>({
    path: ASSOCIATIONS,
    store: startingProcesses(store, processes),
    operations: ["list", "read", "create"],
    itemType: itemTypeOf(family.resources.workflowAssociation),
    assigned: ["id", "version", "links", "activeKey"],
    initial: { version: VERSION },
    stamps: { created: STAMPS.created, createdBy: STAMPS.createdBy },
    unique: [],
    validate: violations,
    errorCodes: { 400: [CODES.noProcess, CODES.notStarted] },
    codes: { conflict: CODES.alreadyActive },
    itemLinks: (_, { processId }) => [
      {
        method: "GET",
        rel: "process",
        path: `${PROCESSES}/${encodeURIComponent(String(processId))}`,
        type: family.resources.workflowProcess.mediaType,
      },
    ],
    access: restrictTo(undefined),
  });
}

/** Returns the store with associations that start a process, or join a running one. */
function startingProcesses(store: RowStore<Row>, processes: Processes): RowStore<Row> {
  const create = async (row: Row, options?: CreateOptions): Promise<CreateOutcome<Row>> => {
    const outcome = await store.create(
      { ...row, activeKey: activeKeyOf(row["solutionObjectId"] as string) },
      options,
    );
    return outcome.kind === "conflict"
      ? failRequest(409, "The object has an active workflow process already.", { code: CODES.alreadyActive })
      : outcome;
  };
  return {
    ...store,
    async create(row, options) {
      if (row["processId"] !== null) {
        const name = await requireRunning(processes, row["processId"] as string);
        const outcome = await create({ ...row, processName: name }, options);
        if (outcome.kind !== "created" || (await processes.join(outcome.stored.row))) return outcome;
        await store.delete(outcome.stored.row["id"] as string, "any");
        return failEnded();
      }
      const definition = requireWorkflow(row["processName"]);
      const outcome = await create({ ...row, processId: crypto.randomUUID() }, options);
      if (outcome.kind === "created") await processes.start(outcome.stored.row, definition);
      return outcome;
    },
  };
}

/**
 * Returns the name of a running process.
 *
 * @throws a failed request (400) for a missing process, and for one that has ended
 */
async function requireRunning(processes: Processes, id: string): Promise<string> {
  const process = await processes.read(id);
  if (process === undefined)
    return failRequest(400, "There is no such workflow process.", { code: CODES.noProcess });
  return process.row["state"] === PROCESS.running ? (process.row["name"] as string) : failEnded();
}

/** @throws a failed request (400) for an unknown or a retired workflow */
function requireWorkflow(name: unknown): WorkflowDefinition {
  const definition = findWorkflow(name);
  if (definition === undefined)
    return failRequest(400, "There is no workflow with this name.", {
      code: CODES.noProcess,
      remediation: "Send processName with the name of a workflow, or processId with a running process.",
    });
  if (!definition.retired) return definition;
  return failRequest(400, `The workflow ${definition.name} is retired: it cannot be started.`, {
    code: CODES.notStarted,
  });
}

function failEnded(): never {
  return failRequest(400, "The workflow process has ended: it cannot be started again.", {
    code: CODES.notStarted,
  });
}

function violations(row: Row): readonly RuleViolation[] {
  const { solutionObjectId } = row;
  const missing =
    typeof solutionObjectId !== "string" || solutionObjectId.trim() === ""
      ? [{ member: "solutionObjectId", message: "An association needs the id of its object." }]
      : [];
  return [...missing, ...tooLong(row, MAX_LENGTHS)];
}
