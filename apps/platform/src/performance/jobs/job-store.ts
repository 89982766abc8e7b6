import type { RowStore, StoredRow } from "tamis/http";
import { JOB_STATES, JOBS, storedJobs, storedResults, type JobState } from "../contract/catalogs.ts";
import type { DataPoint, ReportData, ReportKind } from "../contract/report-kinds.ts";
import { deleteRows, isOneOf, isStorable, listRows } from "../../storage/read-rows.ts";
import type { Row, Tables } from "../../storage/storage.ts";

/** The jobs and their report data. */
export class JobStore {
  readonly jobs: RowStore<Row>;
  readonly #results: RowStore<Row>;

  static async open(tables: Tables): Promise<JobStore> {
    const jobs = await tables.open(storedJobs, { resource: `${JOBS}/{id}` });
    // The audit trail records jobs. It leaves out their results, which are computed from the job.
    return new JobStore(jobs, await tables.open(storedResults, { resource: undefined }));
  }

  private constructor(jobs: RowStore<Row>, results: RowStore<Row>) {
    this.jobs = jobs;
    this.#results = results;
  }

  /** Returns a job of a task. Undefined if there is none. */
  async find(taskId: string, jobId: string): Promise<StoredRow<Row> | undefined> {
    const stored = isStorable(jobId) ? await this.jobs.read(jobId) : undefined;
    return stored?.row["taskId"] === taskId ? stored : undefined;
  }

  async idsOf(taskId: string): Promise<readonly string[]> {
    const jobs = await listRows(this.jobs, isOneOf("taskId", [taskId]));
    return jobs.map((row) => row["id"] as string);
  }

  /** Returns the jobs that have not ended, the oldest first. */
  async unfinished(): Promise<readonly Row[]> {
    const rows = await listRows(this.jobs, isOneOf("state", ["queued", "running"]));
    const time = (row: Row) => Date.parse(String(row["creationTimeStamp"]));
    return rows.sort((a, b) => time(a) - time(b));
  }

  /**
   * Changes a job, unless another change came first.
   *
   * @returns the job after the change; undefined if it was changed or deleted meanwhile
   */
  async change(
    { row, version }: StoredRow<Row>,
    state: JobState,
    members: Row,
    now: number,
  ): Promise<StoredRow<Row> | undefined> {
    const modifiedTimeStamp = new Date(now).toISOString();
    const changed = { ...row, modifiedTimeStamp, ...members, state };
    const outcome = await this.jobs.replace(row["id"] as string, changed, [version]);
    return outcome.kind === "replaced" ? outcome.stored : undefined;
  }

  /** Stores the report data of a job, instead of what an earlier run has left. */
  async saveData(jobId: string, data: ReportData): Promise<void> {
    await this.deleteData(jobId);
    for (const [kind, points] of Object.entries(data))
      await this.#results.create({ id: `${jobId} ${kind}`, jobId, points: JSON.stringify(points) });
  }

  async readData(jobId: string, kind: ReportKind): Promise<readonly DataPoint[] | undefined> {
    const stored = await this.#results.read(`${jobId} ${kind}`);
    return stored === undefined ? undefined : (JSON.parse(String(stored.row["points"])) as DataPoint[]);
  }

  async deleteData(jobId: string): Promise<void> {
    await deleteRows(this.#results, isOneOf("jobId", [jobId]));
  }
}

export function stateOf(row: Row): JobState {
  const state = JOB_STATES.find((candidate) => candidate === row["state"]);
  if (state === undefined) throw new Error("internal: a stored job has an unknown state");
  return state;
}
