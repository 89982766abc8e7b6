import { resolveMember } from "../../catalog/resolve-member.ts";
import type { SqlCollectionOptions } from "../../engine/databases/sql-collection.ts";
import type { SqlSource } from "../../engine/databases/source.ts";
import { sqlTarget } from "../../sql/compile/compile-clauses.ts";
import { fromTable, selectList } from "../../sql/compile/compile-sql.ts";
import type { Dialect } from "../../sql/dialect-types/dialect.ts";
import { bindable, joinSql, rawSql, sql, type SqlText } from "../../sql/fragments/fragment.ts";
import { TABLE_ALIAS } from "../../sql/fragments/table-alias.ts";
import type { RowObject } from "../../sql/rows/row-parts.ts";
import { rowReader, type RowReader } from "../../sql/rows/row-reader.ts";
import { isSafeInteger } from "../../values/types.ts";
import { hasOwn } from "../../values/own-properties.ts";
import type { VersionedChange } from "../contract/change-journal.ts";
import type { StoredRow, StoreKey, VersionCondition } from "../contract/row-store.ts";
import type { IdempotencyTable } from "./idempotency-table.ts";
import { digestOfRow } from "./row-version.ts";
import type { WriteRecord } from "./sql-journal.ts";
import type { ColumnInfo, StoreDatabase, WriteSession } from "./store-database.ts";
import { writtenColumns, type ColumnConversion, type WrittenColumn } from "./written-columns.ts";

/** A prepared table of a store. */
export interface StoreTable {
  readonly database: StoreDatabase;
  readonly source: SqlSource;
  readonly dialect: Dialect;
  readonly idempotency: IdempotencyTable;
  /** Called before each change. Returns a function that writes more in the transaction of the change, such as its record. */
  readonly journal: (() => WriteRecord) | undefined;
  /** Name of the version column; undefined if a digest of the row is its version. */
  readonly versionColumn: string | undefined;
  /** Columns of the table in the database. */
  readonly columns: readonly ColumnInfo[];
  readonly unique: readonly (readonly string[])[];
  /** Returns a number that changes with each change of the table; undefined if none is known. */
  readonly revision: (() => number) | undefined;
  readonly collection: SqlCollectionOptions;
}

/** A column whose values the database converts. */
export interface ConvertedColumn extends WrittenColumn {
  readonly conversion: ColumnConversion;
}

/** Greatest integer key of a table, and whether the database refuses the one after it. */
interface KeyLimit {
  readonly greatest: bigint;
  readonly isChecked: boolean;
}

/** SQL of the rows of a table, and the conversion of rows with their versions. */
export class TableRows {
  /** Columns that store members. */
  readonly columns: readonly WrittenColumn[];
  /** Those of `columns` that statements can set. */
  readonly settable: readonly WrittenColumn[];
  readonly keyColumn: WrittenColumn;
  readonly keyProperty: string;
  readonly isIntegerKey: boolean;
  readonly keyLimit: KeyLimit;
  /** Quoted name of the table, without and with its alias. */
  readonly name: SqlText;
  readonly from: SqlText;
  /** Columns of a row, then its version. */
  readonly selected: SqlText;
  readonly #dialect: Dialect;
  readonly #versionColumn: string | undefined;
  readonly #reader: RowReader;

  constructor({ collection, dialect, versionColumn, columns, database }: StoreTable) {
    const { catalog, table: definition } = collection;
    const target = sqlTarget({ catalog, table: definition, dialect });
    this.#dialect = dialect;
    this.#versionColumn = versionColumn;
    this.#reader = rowReader(target);
    this.columns = writtenColumns(catalog, definition, dialect, {
      columns,
      assignment: database.schema.assignment,
    });
    this.settable = this.columns.filter(({ info }) => info?.isGenerated !== true);
    const key = resolveMember(catalog, catalog.key!)!.member;
    const keyColumn = this.columns.find(({ member }) => member === key.name);
    if (keyColumn === undefined)
      throw new TypeError(`The key ${key.name} is not stored in a column of its own.`);
    this.keyColumn = keyColumn;
    this.keyProperty = key.property;
    this.isIntegerKey = key.type === "integer";
    const ofType = database.schema.greatestInteger(keyColumn.info?.type ?? "");
    const greatest = isSafeInteger(key) ? BigInt(Number.MAX_SAFE_INTEGER) : ofType;
    this.keyLimit =
      greatest < ofType
        ? { greatest, isChecked: false }
        : { greatest: ofType, isChecked: database.schema.refusesLargeKeys };
    this.from = fromTable(target);
    this.name = rawSql([definition.table].flat().map(dialect.quote).join("."));
    const version = versionColumn === undefined ? [] : [this.own(versionColumn)];
    this.selected = selectList([...this.#reader.columns, ...version], dialect);
  }

  /**
   * Returns whether no integer key is greater than all others.
   *
   * @param isRefused whether the database has refused the next key. Before that, only the limits are checked that it does not check.
   */
  async isExhausted(session: WriteSession, isRefused: boolean): Promise<boolean> {
    const { keyColumn, keyLimit } = this;
    if (!isRefused && keyLimit.isChecked) return false;
    const greatest = this.own(keyColumn.name);
    const limit = this.#dialect.bind(bindable("integer", keyLimit.greatest));
    const statement = sql`SELECT 1 FROM ${this.from} WHERE ${greatest} >= ${limit} LIMIT 1`;
    return (await session.run(statement)).length > 0;
  }

  /** Returns whether an insertion leaves out a column, so that the database sets its value. */
  isOmitted(column: WrittenColumn, row: RowObject): boolean {
    if (column.info?.hasDefault !== true) return false;
    return column.isMissing(row) || (column === this.keyColumn && column.valueOf(row) === undefined);
  }

  /** Returns whether a new row gets the next integer key. */
  isNextKey(column: WrittenColumn, row: RowObject): boolean {
    return column === this.keyColumn && this.isIntegerKey && column.valueOf(row) === undefined;
  }

  async selectIn(
    session: WriteSession,
    where: SqlText,
    key: StoreKey,
    lock = "",
  ): Promise<StoredRow<RowObject> | undefined> {
    const [values] = await session.run(sql`${this.select(where)}${rawSql(lock)}`);
    return this.stored(values, key);
  }

  select(where: SqlText): SqlText {
    return sql`SELECT ${this.selected} FROM ${this.from} WHERE ${where}`;
  }

  /** A column can equate different keys by its collation: only the row with exactly this key counts. */
  async stored(
    values: readonly unknown[] | undefined,
    key: StoreKey | undefined,
  ): Promise<StoredRow<RowObject> | undefined> {
    if (values === undefined) return undefined;
    const row = this.#reader.row(values);
    if (key !== undefined && String(this.keyOf(row)) !== String(key)) return undefined;
    const version =
      this.#versionColumn === undefined
        ? await digestOfRow(row)
        : String(values[this.#reader.columns.length]);
    return { row, version };
  }

  creationOf({ row, version }: StoredRow<RowObject>): VersionedChange {
    const before = { before: undefined, versionBefore: undefined };
    return { key: this.keyOf(row), ...before, after: row, versionAfter: version };
  }

  keyOf(row: RowObject): StoreKey {
    return row[this.keyProperty] as StoreKey;
  }

  /** Returns the SQL that reads a value of a column after its conversion to the type of the column. */
  converted(row: RowObject, columns: readonly ConvertedColumn[]): SqlText {
    const values = columns.map(
      ({ name, conversion }) => sql`${conversion.cast(row)} AS ${rawSql(this.#dialect.quote(name))}`,
    );
    const read = columns.map(({ name, conversion: { type, storage } }) =>
      this.#dialect.selectValue({
        sql: hasOwn(storage, "expression") ? sql`(${rawSql(storage.expression)})` : this.own(name),
        type: type.type,
        nullable: true,
        traits: { form: storage.form, finite: storage.finite },
      }),
    );
    return sql`SELECT ${joinSql(read, ", ")} FROM (SELECT ${joinSql(values, ", ")}) AS ${rawSql(TABLE_ALIAS)}`;
  }

  hasKey(key: StoreKey): SqlText {
    return sql`${this.own(this.keyColumn.name)} = ${this.keyColumn.value({ [this.keyProperty]: key })}`;
  }

  matches(key: StoreKey, condition: VersionCondition): SqlText {
    const versionColumn = this.#versionColumn;
    if (condition === "any" || versionColumn === undefined) return this.hasKey(key);
    const versions = condition.map((version) => this.text(version));
    return sql`${this.hasKey(key)} AND ${this.own(versionColumn)} IN (${joinSql(versions, ", ")})`;
  }

  own(column: string): SqlText {
    return rawSql(`${TABLE_ALIAS}.${this.#dialect.quote(column)}`);
  }

  text(value: string): SqlText {
    return this.#dialect.bind(bindable("text", value));
  }
}
