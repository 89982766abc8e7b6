import { call, name, string } from "tamis/builder";
import type { RowOf } from "tamis/catalog";
import type { RowStore, StoredRow } from "tamis/http";
import { hasValues, isStorable, listRows } from "../../storage/read-rows.ts";
import type { storedAssociations, storedProcesses } from "../contract/workflow-catalogs.ts";
import type { NewRow, Row } from "../../storage/storage.ts";
import { findWorkflow, type Step, type WorkflowDefinition } from "../contract/definitions.ts";
import { PROCESS, TASK } from "../contract/states.ts";
import type { WorkflowStores } from "../contract/workflow-stores.ts";
import { associationInTask, promptRows, taskIdOf, taskRow, timeOf } from "./task-rows.ts";

/**
 * Runs workflow processes: one task after the other, and the end after the last one.
 *
 * Each method can be repeated after a crash. The rows are written in this order: the association, its process, and then for each
 * step the prompts, the task, and the next step of the process.
 */
export class Processes {
  readonly #stores: WorkflowStores;

  constructor(stores: WorkflowStores) {
    this.#stores = stores;
  }

  /** @returns undefined if there is no such process */
  async read(id: string): Promise<StoredRow<Row> | undefined> {
    return isStorable(id) ? this.#stores.processes.read(id) : undefined;
  }

  /** Starts the process of an association with its first task. */
  async start(association: Row, definition: WorkflowDefinition): Promise<void> {
    const id = association["processId"] as string;
    const { createdBy = null, creationTimeStamp = null } = association as RowOf<typeof storedAssociations>;
    const process: NewRow<typeof storedProcesses> = {
      id,
      name: definition.name,
      description: definition.description,
      state: PROCESS.running,
      createdBy,
      createdTimeStamp: creationTimeStamp,
      step: definition.steps[0]!.id,
      links: null,
    };
    await this.#stores.processes.create(process);
    await this.#advance(id);
  }

  /**
   * Adds an association, which is stored already, to the active task of its process.
   *
   * @returns false if the process has ended
   */
  async join(association: Row): Promise<boolean> {
    const id = association["processId"] as string;
    if ((await this.read(id))?.row["state"] !== PROCESS.running) return false;
    await this.#refreshTasks(id);
    return true;
  }

  /** Continues the process of a task that was completed. */
  async continueAfter(task: Row): Promise<void> {
    await this.#advance(task["processId"] as string);
  }

  /** Continues what a crash interrupted. */
  async recover(): Promise<void> {
    const { associations, processes } = this.#stores;
    for (const association of await listRows(associations, IS_ACTIVE)) {
      const id = association["processId"] as string;
      const process = await this.read(id);
      const definition = findWorkflow(association["processName"]);
      if (process === undefined && definition !== undefined) await this.start(association, definition);
      else if (process?.row["state"] === PROCESS.completed) await this.#endAssociations(id);
    }
    for (const { id } of await listRows(processes, hasValues({ state: PROCESS.running })))
      await this.#advance(id as string);
  }

  /** Creates the task of the current step. If it is completed, goes to the next step or to the end. */
  async #advance(id: string): Promise<void> {
    for (;;) {
      const process = await this.read(id);
      const definition = findWorkflow(process?.row["name"]);
      const index = definition?.steps.findIndex((step) => step.id === process!.row["step"]) ?? -1;
      if (process === undefined || definition === undefined || index < 0) return;
      if (process.row["state"] !== PROCESS.running) return this.#endAssociations(id);
      const task = await this.#taskOf(process.row, definition, definition.steps[index]!);
      if (task["state"] !== TASK.completed) return;
      const next = definition.steps[index + 1];
      const row = next === undefined ? { state: PROCESS.completed } : { step: next.id };
      // A process that another request has advanced meanwhile is read again.
      await this.#stores.processes.replace(id, { ...process.row, ...row }, [process.version]);
    }
  }

  /** Returns the task of a step, which is created if it is missing. */
  async #taskOf(process: Row, definition: WorkflowDefinition, step: Step): Promise<Row> {
    const { tasks, prompts } = this.#stores;
    const processId = process["id"] as string;
    const id = taskIdOf(processId, step);
    const stored = await tasks.read(id);
    if (stored !== undefined) return stored.row;
    for (const prompt of promptRows(id, step)) await prompts.create(prompt);
    const associations = await this.#associationsOf(processId);
    const row = taskRow({ process, definition, step, associations, now: Date.now() });
    const outcome = await tasks.create(row);
    // An association that was added meanwhile did not find this task.
    await this.#refreshTasks(processId);
    return outcome.kind === "created" ? row : (await tasks.read(id))!.row;
  }

  async #associationsOf(processId: string): Promise<readonly Row[]> {
    const associations = await listRows(this.#stores.associations, hasValues({ processId }));
    return associations.sort((a, b) => compare(orderOf(a), orderOf(b)));
  }

  async #refreshTasks(processId: string): Promise<void> {
    const { tasks } = this.#stores;
    for (const { id } of await listRows(tasks, hasValues({ processId, state: TASK.active })))
      await update(tasks, id as string, async (row) => {
        const associations = await this.#associationsOf(processId);
        const isComplete = associations.length === (row["associations"] as readonly Row[]).length;
        return isComplete || row["state"] !== TASK.active
          ? undefined
          : { ...row, associations: associations.map(associationInTask) };
      });
  }

  async #endAssociations(processId: string): Promise<void> {
    for (const { id } of await this.#associationsOf(processId))
      await update(this.#stores.associations, id as string, (row) => {
        const activeKey = `ended:${String(row["id"])}`;
        return row["activeKey"] === activeKey ? undefined : { ...row, activeKey };
      });
  }
}

/**
 * Changes a row until no other change comes in between.
 *
 * @param change returns undefined to keep the row
 */
async function update(
  store: RowStore<Row>,
  id: string,
  change: (row: Row) => Promise<Row | undefined> | Row | undefined,
): Promise<void> {
  for (;;) {
    const stored = await store.read(id);
    const changed = stored && (await change(stored.row));
    if (stored === undefined || changed === undefined) return;
    if ((await store.replace(id, changed, [stored.version])).kind !== "mismatch") return;
  }
}

const ACTIVE = "active:";

/** Rule for associations whose process runs. */
const IS_ACTIVE = call("startsWith", [name("activeKey"), string(ACTIVE)]);

/** Returns the key of the active association of an object. */
export function activeKeyOf(objectId: string): string {
  return `${ACTIVE}${objectId}`;
}

/** Returns a task that its owner completes. */
export function completedTask(row: Row, owner: string, now: number): Row {
  return { ...row, actualOwner: owner, state: TASK.completed, stateTimeStamp: timeOf(now) };
}

function orderOf({ creationTimeStamp, id }: Row): string {
  return `${String(creationTimeStamp)} ${String(id)}`;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
