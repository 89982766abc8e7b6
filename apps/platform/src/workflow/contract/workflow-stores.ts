import type { RowStore } from "tamis/http";
import type { Row, Tables } from "../../storage/storage.ts";
import {
  ASSOCIATIONS,
  PROCESSES,
  PROMPTS,
  TASKS,
  storedAssociations,
  storedProcesses,
  storedPrompts,
  storedTasks,
} from "./workflow-catalogs.ts";

/** The tables of workflows. */
export interface WorkflowStores {
  readonly tasks: RowStore<Row>;
  readonly prompts: RowStore<Row>;
  readonly processes: RowStore<Row>;
  readonly associations: RowStore<Row>;
}

export async function openStores(tables: Tables): Promise<WorkflowStores> {
  return {
    tasks: await tables.open(storedTasks, { resource: `${TASKS}/{id}` }),
    prompts: await tables.open(storedPrompts, { resource: `${PROMPTS}/{id}` }),
    processes: await tables.open(storedProcesses, { resource: `${PROCESSES}/{id}` }),
    associations: await tables.open(storedAssociations, {
      resource: `${ASSOCIATIONS}/{id}`,
      unique: [["activeKey"]],
    }),
  };
}
