import type { RowOf } from "tamis/catalog";
import type { Prompt, Step, WorkflowDefinition } from "../contract/definitions.ts";
import { TASK } from "../contract/states.ts";
import { groupOwner, userOwner } from "../contract/task-owners.ts";
import type { storedPrompts, storedTasks } from "../contract/workflow-catalogs.ts";
import { VERSION } from "../../storage/stamps.ts";
import type { NewRow, Row } from "../../storage/storage.ts";

const DAY = 86_400_000;

/** Returns the id of the task of a step. A process has one task for each step, so that a step cannot start twice. */
export function taskIdOf(processId: string, step: Step): string {
  return `${processId}-${step.id}`;
}

export interface NewTask {
  readonly process: Row;
  readonly definition: WorkflowDefinition;
  readonly step: Step;
  /** Associations of the process. */
  readonly associations: readonly Row[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

export function taskRow({
  process,
  definition,
  step,
  associations,
  now,
}: NewTask): NewRow<typeof storedTasks> {
  const processId = process["id"] as string;
  const initiator = process["createdBy"] as string;
  return {
    id: taskIdOf(processId, step),
    processId,
    processTaskId: String(definition.steps.indexOf(step) + 1),
    definitionTaskId: step.id,
    name: step.name,
    definitionName: definition.name,
    actualOwner: null,
    state: TASK.active,
    stateTimeStamp: timeOf(now),
    taskDueTimeStamp: timeOf(now + step.dueDays * DAY),
    createdBy: initiator,
    creationTimeStamp: timeOf(now),
    associations: associations.map(associationInTask),
    resourceCollection: [],
    potentialOwners: [userOwner(initiator), ...step.groups.map(groupOwner)],
    links: null,
  };
}

type AssociationInTask = NonNullable<NonNullable<RowOf<typeof storedTasks>["associations"]>[number]>;

/** Returns an association as tasks show it, with both published names of the object's type. */
export function associationInTask(association: Row): AssociationInTask {
  const shownMembers = Object.entries(association).filter(([member]) => member !== "activeKey");
  const inTask = {
    ...Object.fromEntries(shownMembers),
    solutionObjectType: association["objectType"],
    links: [],
  };
  // It has the members of a stored association.
  return inTask as unknown as AssociationInTask;
}

export function promptRows(taskId: string, { prompts }: Step): readonly NewRow<typeof storedPrompts>[] {
  return prompts.map(({ name, variable, required, choices, defaultChoice }: Prompt) => ({
    id: `${taskId}-${variable}`,
    taskId,
    name,
    variableType: "string",
    variableName: variable,
    defaultValueId: defaultChoice ?? null,
    actualValue: null,
    values: choices.map((choice) => ({ id: choice, name: choice, value: choice })),
    required: String(required),
    version: VERSION,
    links: null,
  }));
}

export function timeOf(now: number): string {
  return new Date(now).toISOString();
}
