import { fileURLToPath } from "node:url";
import { modelManagement as family } from "tamis/families";
import { COLLECTION_TYPE, defineResource, type RowStore, type ServiceResource } from "tamis/http";
import type { FamilyNested, FamilyOperation } from "../access/guard.ts";
import type { AdmittedCaller } from "../access/caller.ts";
import { restrictTo } from "../access/permissions.ts";
import type { Family } from "../family/family.ts";
import type { Models } from "../models/models.ts";
import { ITEMS, newItem } from "../storage/stamps.ts";
import type { Row, Tables } from "../storage/storage.ts";
import { storedTasks, TASK_TYPE, TASKS } from "./contract/catalogs.ts";
import { definitionViolations } from "./contract/check-definition.ts";
import { CODES } from "./contract/error-codes.ts";
import { checkedTasks } from "./endpoints/checked-tasks.ts";
import { JobEndpoints } from "./endpoints/job-endpoints.ts";
import { reportData } from "./endpoints/report-data.ts";
import { latestFigures, type Figures } from "./jobs/latest-figures.ts";
import { JobQueue } from "./jobs/job-queue.ts";
import { JobStore } from "./jobs/job-store.ts";
import { measure } from "./measures/measure.ts";
import { SAMPLE_TASKS } from "./sample.ts";

/** Tables of the sample. */
const SAMPLE_LIBRARIES = fileURLToPath(new URL("../../libraries", import.meta.url));

export interface PerformanceSettings {
  /** Folder with one folder of CSV files for each data library. Default: the sample. */
  readonly libraries?: string | undefined;
  /** Maximum number of jobs that run at the same time. Default 2. */
  readonly workers?: number | undefined;
  /** Maximum number of jobs that wait. Default 1,000. */
  readonly capacity?: number | undefined;
  /** Greatest number of rows of a table. Default 200,000. */
  readonly maxRows?: number | undefined;
  /** Greatest number of data points of a curve. Default 1,000. */
  readonly maxPoints?: number | undefined;
}

export interface PerformanceOptions extends PerformanceSettings {
  readonly models: Models;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
  readonly onError: (error: unknown) => void;
}

/** Measures the predictions of models: tasks define measurements, and jobs run them. */
export class Performance implements Family {
  readonly root = `${family.prefix}/`;
  readonly resources: readonly ServiceResource[];
  readonly nested: readonly FamilyNested[];
  readonly operations: readonly FamilyOperation[];
  readonly #tasks: RowStore<Row>;
  readonly #store: JobStore;
  readonly #queue: JobQueue;

  static async open(tables: Tables, options: PerformanceOptions): Promise<Performance> {
    const store = await JobStore.open(tables);
    const performance = new Performance(
      await tables.open(storedTasks, { resource: `${TASKS}/{id}` }),
      store,
      options,
    );
    await performance.#queue.load();
    return performance;
  }

  private constructor(stored: RowStore<Row>, store: JobStore, options: PerformanceOptions) {
    const { models, now, onError, libraries, workers, capacity, maxRows, maxPoints } = options;
    const limits = {
      folder: libraries ?? SAMPLE_LIBRARIES,
      maxRows: maxRows ?? 200_000,
      maxPoints: maxPoints ?? 1_000,
    };
    this.#store = store;
    this.#queue = new JobQueue({
      store,
      measure: (settings, signal) => measure(settings, limits, signal),
      workers: workers ?? 2,
      capacity: capacity ?? 1_000,
      now,
      onError,
    });
    const jobs = new JobEndpoints({ tasks: stored, models, store, queue: this.#queue });
    this.#tasks = checkedTasks(stored, models, (taskId) => jobs.deleteOf(taskId));
    this.resources = [
      defineResource({
        path: TASKS,
        store: this.#tasks,
        itemType: TASK_TYPE,
        ...ITEMS,
        assigned: ["id", "projectId", "version", "links"],
        validate: definitionViolations,
        errorCodes: { 400: Object.values(CODES) },
        itemLinks: (path) => [
          { method: "GET", rel: "performanceJobs", path: `${path}/performanceJobs`, type: COLLECTION_TYPE },
          { method: "GET", rel: "defaultJob", path: `${path}/@defaultTask/performanceJobs` },
        ],
        access: restrictTo(undefined),
      }),
    ];
    this.nested = [...reportData(store), ...jobs.nested];
    this.operations = jobs.operations;
  }

  /** Creates tasks for the sample models, which exist already. */
  async addSample(now: number): Promise<void> {
    for (const task of SAMPLE_TASKS) await this.#tasks.create({ ...task, ...newItem("sample", now) });
  }

  /** Returns the figures of the last completed job of a model that the caller may read; undefined without such a job. */
  latestFigures(modelId: string, caller: AdmittedCaller): Promise<Figures | undefined> {
    return latestFigures(this.#store, modelId, caller);
  }

  close(): Promise<void> {
    return this.#queue.close();
  }
}
