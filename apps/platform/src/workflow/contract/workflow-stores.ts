import type { RowStore } from "tamis/http";
import type { Row, Storage } from "../../storage/storage.ts";
import { storedAssociations, storedProcesses, storedPrompts, storedTasks } from "./workflow-catalogs.ts";

/** The tables of workflows. */
export interface WorkflowStores {
  readonly tasks: RowStore<Row>;
  readonly prompts: RowStore<Row>;
  readonly processes: RowStore<Row>;
  readonly associations: RowStore<Row>;
}

export async function openStores(storage: Storage): Promise<WorkflowStores> {
  return {
    tasks: await storage.open(storedTasks),
    prompts: await storage.open(storedPrompts),
    processes: await storage.open(storedProcesses),
    associations: await storage.open(storedAssociations, [["activeKey"]]),
  };
}
