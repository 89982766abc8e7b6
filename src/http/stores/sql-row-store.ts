import { sqlCollection } from "../../engine/databases/sql-collection.ts";
import { joinSql, rawSql, sql, toStatement, type SqlText } from "../../sql/fragments/fragment.ts";
import type { RowObject } from "../../sql/rows/row-parts.ts";
import { memberColumnsOfObject } from "../../sql/tables/object-parts.ts";
import { ownDataProperty } from "../../values/read-path.ts";
import type {
  ChangeOptions,
  CreateOptions,
  CreateOutcome,
  DeleteOutcome,
  RefusedRow,
  ReplaceOutcome,
  RowStore,
  StoredRow,
  StoreKey,
  StoreOptions,
  VersionCondition,
} from "../contract/row-store.ts";
import { ChangeListeners } from "./change-listeners.ts";
import { ManyRows } from "./many-rows.ts";
import { newVersion } from "./row-version.ts";
import { JournalError, registerInsertion } from "./sql-journal.ts";
import { ChangedValueError, StoredValues } from "./stored-values.ts";
import type { WriteSession } from "./store-database.ts";
import { TableRows, type StoreTable } from "./table-rows.ts";

/** Maximum number of inserts of one row, if other writers keep taking its key. */
const MAX_KEY_ATTEMPTS = 20;

/** Store over a table. Each change is one transaction. */
export class SqlRowStore {
  readonly #table: StoreTable;
  readonly #rows: TableRows;
  readonly #values: StoredValues;
  readonly #many: ManyRows;
  readonly #listeners = new ChangeListeners();

  constructor(table: StoreTable) {
    this.#table = table;
    this.#rows = new TableRows(table);
    this.#values = new StoredValues(this.#rows, table.database);
    this.#many = new ManyRows(table, this.#rows, this.#values, (session, row) =>
      this.#insert(session, row, false),
    );
  }

  port(): RowStore<RowObject> {
    const { collection, unique, revision } = this.#table;
    const { table, catalog } = collection;
    const columns = new Map(this.#rows.columns.map((column) => [column.member, column]));
    const isComputed = (name: string) =>
      !columns.has(name) &&
      memberColumnsOfObject(name, catalog.members.byName.get(name)!, table.members ?? {}) === undefined;
    const port: RowStore<RowObject> = {
      collection: { ...sqlCollection(collection), revision },
      fractionDigits: (member) => columns.get(member)?.fractionDigits ?? 9,
      isReadOnly: (member) => isComputed(member) || columns.get(member)?.info?.isGenerated === true,
      hasDefault: (member) => columns.get(member)?.info?.hasDefault === true,
      unique,
      read: (key, options) => this.#read(key, options),
      create: (row, options) => this.#create(row, options),
      createAll: (rows, options) => this.#many.create(rows, options),
      replace: (key, row, condition, options) => this.#replace(key, row, condition, options),
      delete: (key, condition) => this.#delete(key, condition),
      watch: (onChange) => this.#listeners.add(onChange),
    };
    registerInsertion(port, (row) => this.#many.insertion([row]));
    return port;
  }

  #read(key: StoreKey, { signal }: StoreOptions = {}): Promise<StoredRow<RowObject> | undefined> {
    const statement = toStatement(this.#rows.select(this.#rows.hasKey(key)));
    return this.#table.source
      .snapshot(async (session) => this.#rows.stored((await session.all(statement))[0], key), { signal })
      .catch((error: unknown) => {
        // The text is not a value of the type of the key column, such as a UUID.
        if (this.#table.database.isRefusedValue(error)) return undefined;
        throw error;
      });
  }

  async #create(
    newRow: RowObject,
    { idempotency, check }: CreateOptions = {},
  ): Promise<CreateOutcome<RowObject>> {
    const isAssigned =
      this.#rows.isIntegerKey && (ownDataProperty(newRow, this.#rows.keyProperty) ?? null) === null;
    const record = this.#table.journal?.();
    for (let attempt = 1; ; attempt++) {
      const outcome = await this.#unlessRefused<CreateOutcome<RowObject>>(newRow, undefined, () =>
        this.#table.database.write(async (session) => {
          const reserved = idempotency && (await this.#table.idempotency.reserve(session, idempotency));
          if (reserved?.kind === "reused") return reserved;
          if (reserved?.kind === "repeated") {
            const { kind, key, isDeleted } = reserved;
            const stored = isDeleted
              ? undefined
              : await this.#rows.selectIn(session, this.#rows.hasKey(key), key);
            return { kind, key, stored };
          }
          if (isAssigned && (await this.#rows.isExhausted(session, false)))
            return { kind: "exhausted" as const };
          const stored = await this.#insert(session, newRow, isAssigned);
          check?.(stored.row);
          const key = this.#rows.keyOf(stored.row);
          // A row that had this key was deleted.
          await this.#table.idempotency.forget(session, key);
          if (idempotency !== undefined) await this.#table.idempotency.complete(session, idempotency, key);
          await record?.(session, this.#rows.creationOf(stored));
          return { kind: "created" as const, stored };
        }),
      );
      if (outcome.kind === "created")
        this.#listeners.notify({
          key: this.#rows.keyOf(outcome.stored.row),
          before: undefined,
          after: outcome.stored.row,
        });
      // Another writer has taken the next key at the same time.
      const isTaken = outcome.kind === "conflict" && isAssigned && outcome.members.length === 0;
      if (!isTaken || attempt >= MAX_KEY_ATTEMPTS) return outcome;
      if (await this.#table.database.write((session) => this.#rows.isExhausted(session, true)))
        return { kind: "exhausted" };
    }
  }

  async #insert(session: WriteSession, row: RowObject, isAssigned: boolean): Promise<StoredRow<RowObject>> {
    const { versionColumn, dialect } = this.#table;
    await this.#values.assertExact(session, row);
    const columns = this.#rows.settable.filter((column) => !this.#rows.isOmitted(column, row));
    const names = columns.map(({ name }) => dialect.quote(name));
    const next = sql`(SELECT coalesce(max(${this.#rows.own(this.#rows.keyColumn.name)}), 0) + 1 FROM ${this.#rows.from})`;
    const values = columns.map((column) =>
      isAssigned && column === this.#rows.keyColumn ? next : column.value(row),
    );
    if (versionColumn !== undefined) {
      names.push(dialect.quote(versionColumn));
      values.push(this.#rows.text(newVersion()));
    }
    const alias = this.#table.database.returnsRows ? this.#rows.from : this.#rows.name;
    // The table has only a key, and the database assigns it.
    const inserted =
      names.length === 0
        ? sql`DEFAULT VALUES`
        : sql`(${rawSql(names.join(", "))}) VALUES (${joinSql(values, ", ")})`;
    const insert = sql`INSERT INTO ${alias} ${inserted}`;
    return this.#changed(session, insert, undefined);
  }

  async #replace(
    key: StoreKey,
    row: RowObject,
    condition: VersionCondition,
    { check }: ChangeOptions = {},
  ): Promise<ReplaceOutcome<RowObject>> {
    let before: StoredRow<RowObject> | undefined;
    const record = this.#table.journal?.();
    const outcome = await this.#unlessRefused(row, key, () =>
      this.#table.database.write<ReplaceOutcome<RowObject>>(async (session) => {
        const refused = await this.#checked(session, key, condition, (saved) => (before = saved));
        if (refused !== undefined) return refused;
        const stored = await this.#update(session, key, row, condition);
        if (stored !== undefined) {
          check?.(stored.row);
          const [after, versionAfter] = [stored.row, stored.version];
          await record?.(session, {
            key,
            before: before?.row,
            versionBefore: before?.version,
            after,
            versionAfter,
          });
          return { kind: "replaced", stored };
        }
        return this.#unchanged(session, key);
      }),
    );
    if (outcome.kind === "replaced")
      this.#listeners.notify({ key, before: before?.row, after: outcome.stored.row });
    return outcome;
  }

  async #update(
    session: WriteSession,
    key: StoreKey,
    row: RowObject,
    condition: VersionCondition,
  ): Promise<StoredRow<RowObject> | undefined> {
    const { versionColumn, dialect } = this.#table;
    const set = (name: string, value: SqlText) => sql`${rawSql(dialect.quote(name))} = ${value}`;
    await this.#values.assertExact(session, row);
    const assignments = this.#rows.settable
      .filter((column) => column !== this.#rows.keyColumn)
      .map(({ name, value }) => set(name, value(row)));
    if (versionColumn !== undefined) assignments.push(set(versionColumn, this.#rows.text(newVersion())));
    // No column can change.
    if (assignments.length === 0)
      return this.#rows.selectIn(session, this.#rows.hasKey(key), key, this.#table.database.lock);
    const update = sql`UPDATE ${this.#rows.from} SET ${joinSql(assignments, ", ")} WHERE ${this.#rows.matches(key, condition)}`;
    return this.#changed(session, update, key);
  }

  async #delete(key: StoreKey, condition: VersionCondition): Promise<DeleteOutcome> {
    let before: StoredRow<RowObject> | undefined;
    const record = this.#table.journal?.();
    const deletion = this.#table.database.write<DeleteOutcome>(async (session) => {
      const refused = await this.#checked(session, key, condition, (saved) => (before = saved));
      if (refused !== undefined) return refused;
      const statement = sql`DELETE FROM ${this.#rows.from} WHERE ${this.#rows.matches(key, condition)} RETURNING 1`;
      if ((await session.run(statement)).length > 0) {
        await this.#table.idempotency.forget(session, key);
        const noRow = { after: undefined, versionAfter: undefined };
        await record?.(session, { key, before: before?.row, versionBefore: before?.version, ...noRow });
        return { kind: "deleted" };
      }
      return this.#unchanged(session, key);
    });
    const outcome = await deletion.catch((error: unknown): DeleteOutcome => {
      if (error instanceof JournalError || !this.#table.database.isRefusedValue(error)) throw error;
      return { kind: "conflict" };
    });
    if (outcome.kind === "deleted") this.#listeners.notify({ key, before: before?.row, after: undefined });
    return outcome;
  }

  /**
   * Locks and reads a row before its change if the change itself cannot check the condition, or if a listener or the
   * journal needs the row.
   *
   * @returns the outcome if the row cannot be changed
   */
  async #checked(
    session: WriteSession,
    key: StoreKey,
    condition: VersionCondition,
    onFound: (stored: StoredRow<RowObject>) => void,
  ): Promise<{ readonly kind: "missing" | "mismatch" } | undefined> {
    const { versionColumn, journal } = this.#table;
    if (versionColumn !== undefined && journal === undefined && this.#listeners.isEmpty) return undefined;
    const saved = await this.#rows.selectIn(session, this.#rows.hasKey(key), key, this.#table.database.lock);
    if (saved === undefined) return { kind: "missing" };
    if (condition !== "any" && !condition.includes(saved.version)) return { kind: "mismatch" };
    onFound(saved);
    return undefined;
  }

  /** Returns the reason why a statement has changed no row. */
  async #unchanged(session: WriteSession, key: StoreKey): Promise<{ readonly kind: "missing" | "mismatch" }> {
    const stored = await this.#rows.selectIn(session, this.#rows.hasKey(key), key);
    return { kind: stored === undefined ? "missing" : "mismatch" };
  }

  /** Runs a statement that changes one row, and returns the row; undefined if it changes none. */
  async #changed(
    session: WriteSession,
    change: SqlText,
    key: StoreKey,
  ): Promise<StoredRow<RowObject> | undefined>;
  async #changed(session: WriteSession, change: SqlText, key: undefined): Promise<StoredRow<RowObject>>;
  async #changed(
    session: WriteSession,
    change: SqlText,
    key: StoreKey | undefined,
  ): Promise<StoredRow<RowObject> | undefined> {
    if (this.#table.database.returnsRows) {
      const [values] = await session.run(sql`${change} RETURNING ${this.#rows.selected}`);
      return this.#rows.stored(values, key);
    }
    const quoted = this.#table.dialect.quote(this.#rows.keyColumn.name);
    const [values] = await session.run(sql`${change} RETURNING ${rawSql(quoted)}`);
    if (values === undefined) return undefined;
    const rowKey = key ?? (values[0] as StoreKey);
    return this.#rows.selectIn(session, this.#rows.hasKey(rowKey), rowKey);
  }

  /** Names the values that the database cannot store, or the members whose values another row has, if it refuses a change. */
  async #unlessRefused<R>(
    row: RowObject,
    key: StoreKey | undefined,
    change: () => Promise<R>,
  ): Promise<R | RefusedRow | { readonly kind: "conflict"; readonly members: readonly string[] }> {
    const { database } = this.#table;
    try {
      return await change();
    } catch (error) {
      const isChanged = error instanceof ChangedValueError;
      if (error instanceof JournalError || !(isChanged || database.isRefusedValue(error))) throw error;
      const problems = database.isDuplicate(error)
        ? []
        : await this.#values.problems(row, (column) =>
            key === undefined
              ? this.#rows.isOmitted(column, row) || this.#rows.isNextKey(column, row)
              : column === this.#rows.keyColumn,
          );
      if (problems.length > 0) return { kind: "invalid", problems };
      return { kind: "conflict", members: await this.#sharedMembers(row, key) };
    }
  }

  async #sharedMembers(row: RowObject, key: StoreKey | undefined): Promise<readonly string[]> {
    const { catalog } = this.#table.collection;
    const newKey = ownDataProperty(row, this.#rows.keyProperty) as StoreKey | null | undefined;
    const sets = key === undefined && newKey !== undefined && newKey !== null ? [[catalog.key!]] : [];
    const exceptOwn = key === undefined ? sql`` : sql` AND NOT (${this.#rows.hasKey(key)})`;
    for (const members of [...sets, ...this.#table.unique]) {
      const columns = members.map((name) => this.#rows.columns.find(({ member }) => member === name)!);
      const equal = columns.map(({ name, value }) => sql`${this.#rows.own(name)} = ${value(row)}`);
      const statement = sql`SELECT 1 FROM ${this.#rows.from} WHERE ${joinSql(equal, " AND ")}${exceptOwn}`;
      const duplicates = await this.#table.source.snapshot((session) => session.all(toStatement(statement)));
      if (duplicates.length > 0) return members;
    }
    return [];
  }
}
