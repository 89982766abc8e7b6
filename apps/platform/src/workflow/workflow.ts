import { defineResource, type RowStore, type ServiceResource } from "tamis/http";
import { modelManagement as family } from "tamis/families";
import { itemTypeOf } from "../family/media-types.ts";
import type { FamilyNested, FamilyOperation } from "../access/guard.ts";
import { restrictTo } from "../access/permissions.ts";
import type { Family } from "../family/family.ts";
import type { Row, Tables } from "../storage/storage.ts";
import { associationResource } from "./associations.ts";
import { PROCESSES } from "./contract/workflow-catalogs.ts";
import { openStores, type WorkflowStores } from "./contract/workflow-stores.ts";
import { Processes } from "./process/processes.ts";
import { sampleAssociations } from "./sample.ts";
import { WorkflowTasks } from "./tasks.ts";

/** The workflow part of model management: associations of models with processes, and the tasks of callers. */
export class Workflow implements Family {
  readonly root = `${family.prefix}/`;
  readonly resources: readonly ServiceResource[];
  readonly nested: readonly FamilyNested[];
  readonly operations: readonly FamilyOperation[];
  readonly #associations: ServiceResource;

  static async open(tables: Tables): Promise<Workflow> {
    const stores = await openStores(tables);
    const processes = new Processes(stores);
    await processes.recover();
    return new Workflow(stores, processes);
  }

  private constructor(stores: WorkflowStores, processes: Processes) {
    const tasks = new WorkflowTasks(stores, processes);
    this.#associations = associationResource(stores.associations, processes);
    this.resources = [tasks.resource, this.#associations, processResource(stores.processes)];
    this.nested = tasks.nested;
    this.operations = tasks.operations;
  }

  /** Starts a process for each model of the sample. */
  async addSample(now: number): Promise<void> {
    for (const row of sampleAssociations(now)) await this.#associations.store!.create(row);
  }
}

function processResource(store: RowStore<Row>): ServiceResource {
  const type = itemTypeOf(family.resources.workflowProcess);
  return defineResource({
    path: PROCESSES,
    store,
    operations: ["read"],
    itemType: type,
    assigned: ["links", "step"],
    itemLinks: (path) => [{ method: "GET", rel: "alternate", path, type: "application/json" }],
    access: restrictTo(undefined),
  });
}
