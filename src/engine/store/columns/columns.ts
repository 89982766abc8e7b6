import type { ResolvedMember } from "../../../catalog/resolve-member.ts";
import type { Checked } from "../../../checker/checked.ts";
import type { Reader } from "../../../functions/definition/types.ts";
import { appendMissing, buildColumn, type Column } from "./build-column.ts";
import type { Kernels } from "../kernels/kernels.ts";
import { memberSource } from "../members/member-batch.ts";
import { columnKey, columnReaderOf, propertyMemberOf, readProperty } from "../members/member-reader.ts";
import { RecentLocales } from "../members/recent-locales.ts";
import { RowBatches, type PropertyReader } from "../members/row-batches.ts";
import { isRanksKeyOf } from "../members/value-order.ts";
import type { RowList } from "../kernels/row-list.ts";
import { RestoredColumns, type RestoredColumn, type UnreadColumn } from "./restored-columns.ts";
import { RowPrefixes } from "../indexes/row-prefixes.ts";
import { CachedMatches } from "../indexes/cached-matches.ts";
import { tryAllocateTask } from "../kernels/try-allocate.ts";
import { SharedTasks } from "../tasks/shared-task.ts";
import { BackgroundTasks } from "../tasks/background.ts";
import { timeToBuild, type LossCounter, type BuildCosts, type BuildTime } from "../tasks/rent-or-buy.ts";
import { asDone, discardResult, pause, runNow, runWhile, type Task } from "../tasks/task.ts";
import { TUNING, type Tuning } from "../tasks/unit-costs.ts";

/** Columns of a collection. Each column is built on first use. */
export class Columns {
  readonly kernels: Kernels;
  readonly rows: RowList;
  readonly tuning: Tuning;
  /** Locales of recent requests. The ranks of values are cached for these locales only. */
  readonly locales: RecentLocales;
  /** Work that prepares later requests. It ends with the columns. */
  readonly background = new BackgroundTasks();
  /** Rows that match recent conditions. */
  readonly matches: CachedMatches;
  readonly rowPrefixes: RowPrefixes;
  readonly #isPlain: boolean;
  readonly #columns = new Map<string, BuiltColumn>();
  /** Columns of a file, or of other threads, that were not used yet. */
  readonly unused: RestoredColumns;
  readonly #building = new SharedTasks();
  /** Number of the request that last used each column of a map key, least recently used first. */
  readonly #mapKeyColumns = new Map<string, number>();
  #request = 0;
  #version = 0;

  constructor(rows: RowList, kernels: Kernels, isPlain: boolean, tuning: Tuning = TUNING) {
    this.rows = rows;
    this.kernels = kernels;
    this.tuning = tuning;
    this.locales = new RecentLocales(tuning.cachedLocales, (locale) => this.#dropRanks(locale));
    this.matches = new CachedMatches(kernels, tuning.cachedConditions);
    this.rowPrefixes = new RowPrefixes(kernels);
    this.unused = new RestoredColumns(rows, kernels);
    this.#isPlain = isPlain;
  }

  /**
   * Number that changes when rows are appended or columns are dropped. Tests compiled before are then
   * invalid.
   */
  get version(): number {
    return this.#version;
  }

  /**
   * Starts a task in the background, which stops when rows are appended or columns are dropped.
   *
   * @param key what is prepared, or its name: tasks with the same key run once
   */
  prepareLater(key: string | object, locale: string | undefined, start: () => Task<void>): void {
    const version = this.#version;
    this.background.add(key, () =>
      this.locales.keepDuring(
        locale,
        runWhile(start(), () => this.#version === version),
      ),
    );
  }

  /**
   * Builds a structure if requests have lost enough without it, now or in the background.
   *
   * @param own work that this request loses without it
   */
  *buildIfDue(
    structure: LossCounter & object,
    locale: string | undefined,
    { own, cost }: Omit<BuildCosts, "lost">,
    build: () => Task<unknown>,
  ): Task<void> {
    const time = this.timeToBuild(structure, { own, cost });
    if (time === "now") yield* build();
    else if (time === "later") this.prepareLater(structure, locale, () => discardResult(build()));
  }

  /** Counts the loss of a request without a structure, and says when to build it. */
  timeToBuild(structure: LossCounter, { own, cost }: Omit<BuildCosts, "lost">): BuildTime {
    if (structure.isBuiltElsewhere === true) return "not yet";
    structure.lost += own;
    return timeToBuild({ own, lost: structure.lost, cost }, this.tuning.overdueFactor);
  }

  has(member: ResolvedMember): boolean {
    const key = columnKey(member);
    return this.#columns.has(key) || this.unused.has(key);
  }

  keys(): string[] {
    return [...new Set([...this.#columns.keys(), ...this.unused.keys()])];
  }

  peek(key: string): Column | undefined {
    return this.#columns.get(key)?.column ?? this.unused.readNow(key);
  }

  /** Keeps a column from a file until its first use. It may lack rows that were appended later. If it contradicts the rows, it is built again. */
  restore(key: string, restored: RestoredColumn | UnreadColumn): void {
    this.unused.add(key, restored);
  }

  /**
   * Returns the column of a member, and builds it if needed. Returns undefined if the member must be
   * evaluated row by row.
   */
  get(member: ResolvedMember, checked: Checked): Column | undefined {
    const key = columnKey(member);
    this.#touch(key, member);
    const built = this.#columns.get(key);
    return built === undefined ? runNow(this.build(member, checked)) : built.column;
  }

  /** Like `get`, as a task. Concurrent requests for the same column share the work. */
  *build(member: ResolvedMember, checked: Checked): Task<Column | undefined> {
    const key = columnKey(member);
    for (;;) {
      yield* this.buildAll([{ member, checked }]);
      const entry = this.#columns.get(key);
      if (entry !== undefined) return entry.column;
    }
  }

  /**
   * Builds the missing columns of members. Each batch of row objects is read once for all of them. If there is not enough memory to build
   * the columns together, they are built one after another, which takes less. Columns of texts are always built one after another.
   */
  *buildAll(members: readonly MemberOfChecked[]): Task<void> {
    const missing = new Map<string, MemberOfChecked>();
    for (const target of members) {
      const key = columnKey(target.member);
      this.#touch(key, target.member);
      if (!this.#columns.has(key)) missing.set(key, target);
    }
    const targets = [...missing];
    const together = this.rows.texts === undefined ? MAX_COLUMNS_TOGETHER : 1;
    for (let first = 0; first < targets.length; first += together) {
      const batch = targets.slice(first, first + together);
      if (batch.length > 1 && (yield* tryAllocateTask(asDone(this.#buildTogether(batch)))) !== undefined)
        continue;
      for (const entry of batch) yield* this.#buildTogether([entry]);
    }
  }

  /** Builds columns in turns: the column with the fewest rows continues, so that all of them read the same batch of rows. */
  *#buildTogether(members: readonly (readonly [string, MemberOfChecked])[]): Task<void> {
    const batches = new RowBatches(this.rows, readProperty(this.#isPlain));
    let builds: ColumnBuild[] = [];
    for (const [key, { member, checked }] of members) {
      const objects = batches.reader(member.path[0]!);
      const start = () => this.#build(key, member, checked, objects);
      builds.push({ objects, task: this.#building.run(key, start) });
    }
    try {
      while (builds.length > 0) {
        const next = builds.reduce((first, build) => (build.objects.row < first.objects.row ? build : first));
        const { row } = next.objects;
        const isDone = next.task.next().done === true;
        if (isDone) builds = builds.filter((build) => build !== next);
        // If the column has advanced, its task ends the step only if that is over. Otherwise the task has ended the step itself, or it
        // belongs to another request, whose reader advances.
        if (isDone || next.objects.row !== row) yield* pause();
        else yield;
      }
    } finally {
      for (const { task } of builds) task.return();
    }
  }

  *#build(key: string, member: ResolvedMember, checked: Checked, objects: PropertyReader): Task<void> {
    // Another request may have built the column since this one found it missing.
    if (this.#columns.has(key)) return;
    const { rows, kernels } = this;
    const read = columnReaderOf(member, checked, this.#isPlain);
    const source = memberSource(rows, member, read);
    const property = propertyMemberOf(member, read, this.#isPlain);
    const work = () => ({ ...source, count: rows.length, kernels, property, objects });
    for (;;) {
      let column = yield* this.unused.take(key, member, read);
      column ??= yield* this.unused.build(key, member, objects, () =>
        buildColumn(member, work(), this.tuning),
      );
      const isMade = column !== undefined;
      // Append the rows that were inserted while the column was built.
      while (column !== undefined && column.rows < rows.length) column = yield* appendMissing(column, work());
      if (isMade && column === undefined) continue;
      this.#columns.set(key, { column, read, rows: rows.length });
      return;
    }
  }

  /**
   * Drops the least recently used map key columns if there are too many. Keeps those of the previous request,
   * because it may be repeated.
   */
  beginRequest(): void {
    for (const [key, request] of this.#mapKeyColumns) {
      if (this.#mapKeyColumns.size <= this.tuning.cachedMapKeyColumns || request === this.#request) break;
      this.#changeVersion();
      this.#drop(key);
    }
    this.#request++;
  }

  #touch(key: string, { throughMap }: ResolvedMember): void {
    if (!throughMap) return;
    this.#mapKeyColumns.delete(key);
    this.#mapKeyColumns.set(key, this.#request);
  }

  /** Returns the column of a member that a file has and that was not used yet. Reads it if needed. */
  restored(member: ResolvedMember): Column | undefined {
    return this.unused.readNow(columnKey(member));
  }

  known(member: ResolvedMember): { readonly column: Column | undefined } | undefined {
    return this.#columns.get(columnKey(member));
  }

  /**
   * Appends rows to the collection and to all columns. Drops columns that cannot represent a new value.
   * Appends nothing if memory runs out.
   */
  append(rows: readonly unknown[]): void {
    if (rows.length === 0) return;
    const before = this.rows.length;
    this.#changeVersion();
    try {
      this.rows.add(rows);
      for (const [key, { column, read, rows: builtRows }] of this.#columns) {
        const isUsable = column?.append(rows.map((row) => read(row))) ?? this.rows.length <= 2 * builtRows;
        if (!isUsable) this.#drop(key);
      }
    } catch (error) {
      this.rows.truncate(before);
      // Drop columns that already have the new rows, because columns cannot be truncated.
      for (const [key, { column }] of this.#columns) if (column?.rows !== before) this.#drop(key);
      throw error;
    }
  }

  #changeVersion(): void {
    this.#version++;
    this.matches.clear();
  }

  release(): void {
    this.background.close();
    this.#building.stop();
    for (const key of this.#columns.keys()) this.#drop(key);
    this.unused.release();
    this.rowPrefixes.release();
    this.#changeVersion();
  }

  #drop(key: string): void {
    this.#columns.get(key)?.column?.release();
    this.#columns.delete(key);
    this.#mapKeyColumns.delete(key);
  }

  #dropRanks(locale: string): void {
    for (const { column } of this.#columns.values())
      if (column?.kind === "dictionary") column.dropRanks((key) => isRanksKeyOf(key, locale));
  }
}

/** Maximum number of columns that are built together. Each has lookup tables, and each turn searches all of them. */
const MAX_COLUMNS_TOGETHER = 16;

interface ColumnBuild {
  /** Its `row` is the next one that the column needs. */
  readonly objects: PropertyReader;
  readonly task: Task<void>;
}

/** A member, and the checked expression that names it. */
export interface MemberOfChecked {
  readonly member: ResolvedMember;
  readonly checked: Checked;
}

interface BuiltColumn {
  /** Undefined if the member must be evaluated row by row. */
  readonly column: Column | undefined;
  readonly read: Reader;
  /** Number of rows when the column was built. */
  readonly rows: number;
}
