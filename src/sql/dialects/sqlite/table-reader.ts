import { isScalarType, type ScalarType } from "../../../values/types.ts";
import type { ColumnMeaning } from "../../dialect-types/table-reader.ts";
import { sql } from "../../fragments/fragment.ts";
import { TABLE_ALIAS } from "../../fragments/table-alias.ts";
import type { ExpressionStorage, Storage } from "../../tables/table-definition.ts";
import { BYTES, makeTableReader, meaningByRule } from "../shared/table-reader.ts";
import { quoteSqlite as quote } from "./dialect.ts";
import {
  dateTest,
  describeColumns,
  findTableName,
  IS_USER_TABLE,
  SAMPLE_ROWS,
  type Sample,
  type SqliteColumn,
  type StorageClass,
} from "./sampled-columns.ts";
import { declaredTemporal, typeOfStrings } from "./temporal-strings.ts";
import { hasOwn, ownProperties, ownProperty } from "../../../values/own-properties.ts";

/**
 * Reads table definitions. Only STRICT tables enforce declared types, so the type of a column is that of most values in
 * a sample. Values of other types are read as null, by an expression that tests the type of each value. A string
 * column is a date, a time or a date-time if every sampled value is one, and JSON if every sampled value is an object or
 * a list. The strings of a primary key stay strings, so that two of them are never the same instant.
 */
export const sqliteTableReader = makeTableReader<SqliteColumn>({
  quote,
  tables: sql`SELECT NULL, name, 1 FROM pragma_table_list WHERE schema = 'main' AND ${IS_USER_TABLE} ORDER BY name`,
  find: async (table, run) => {
    const tableName = await findTableName(table, run);
    if (tableName === undefined) return undefined;
    return table.length < 2 ? [tableName.name] : [tableName.schema, tableName.name];
  },
  describe: describeColumns,

  meaningOf(column) {
    const meaning = meaningOf(column);
    const unusableKey = "some of its values are null or of different types";
    const notes = [
      ownProperty(meaning, "note"),
      column.isUnusableKey && meaning.type !== undefined
        ? `${unusableKey}, so the table has no key`
        : undefined,
    ];
    return {
      ...meaning,
      ...noteOf(notes),
      ...(column.isUnusableKey ? { unusableKey } : {}),
      nullable: column.nullable || (!column.isKey && canReadNull(meaning)),
      storageAs: (type) =>
        isScalarType(type) && areAlike(type, meaning.type) ? storageOf(column, type) : undefined,
    };
  },

  sampled: (column) => ({ value: sql`json(${column})`, where: sql`json_valid(${column})` }),
});

/** Returns whether values that are not null can be read as null. */
function canReadNull({ storage }: ColumnMeaning): boolean {
  return storage !== undefined && (hasOwn(storage, "expression") || storage.form === "text");
}

function noteOf(notes: readonly (string | undefined)[]): { readonly note?: string } {
  const presentNotes = notes.filter((note) => note !== undefined);
  return presentNotes.length === 0 ? {} : { note: presentNotes.join("; ") };
}

/** Returns whether a column that is inferred to be of one type can be declared to be of the other. */
function areAlike(declared: ScalarType, inferred: ColumnMeaning["type"]): boolean {
  return ALIKE.some((types) => types.includes(declared) && (types as unknown[]).includes(inferred));
}

const ALIKE: readonly (readonly ScalarType[])[] = [
  ["string", "date", "time", "dateTime"],
  ["boolean", "integer", "number"],
];

function meaningOf(column: SqliteColumn): ColumnMeaning {
  const { name, sample } = column;
  const numbers = sample.integers + sample.reals;
  const majority = Math.max(numbers, sample.texts, sample.blobs);
  if (majority === 0) return meaningOfEmpty(column);
  if (majority === sample.blobs) return meaningByRule(BYTES, name, quote);
  const minority = numbers + sample.texts + sample.blobs - majority;
  const meaning = numbers > sample.texts ? meaningOfNumbers(column) : meaningOfTexts(column, minority);
  if (minority === 0) return meaning;
  const note = `${sampledValues(minority, sample)} ${minority === 1 ? "is of another type and counts" : "are of another type and count"} as null`;
  return { ...meaning, ...noteOf([note, ownProperty(meaning, "note")]) };
}

function sampledValues(count: number, { isComplete }: Sample): string {
  const values = isComplete ? "values" : `first ${SAMPLE_ROWS.toLocaleString("en-US")} values`;
  return `${count} of its ${values}`;
}

function meaningOfNumbers(column: SqliteColumn): ColumnMeaning {
  const { declared, sample } = column;
  if (sample.reals > 0) {
    const { wide } = sample;
    const note =
      wide === 0
        ? undefined
        : `${sampledValues(wide, sample)} ${wide === 1 ? "is an integer that is" : "are integers that are"} rounded to ${wide === 1 ? "a double" : "doubles"}`;
    return { ...scalarMeaning(column, "number"), ...noteOf([note]) };
  }
  const isBoolean = declared.startsWith("BOOL") && sample.bits === sample.integers;
  return scalarMeaning(column, isBoolean ? "boolean" : "integer");
}

function meaningOfTexts(column: SqliteColumn, minority: number): ColumnMeaning {
  const { name, declared, sample } = column;
  if (column.isKey) return scalarMeaning(column, "string");
  const { type, note } = ownProperties(typeOfStrings(declared, sample.texts, sample.temporals));
  if (type === "string" && minority === 0 && sample.documents === sample.texts)
    return { type: "json", storage: { json: name } };
  const storage = type === "date" ? dateStorage(column) : storageOf(column, type);
  return { ...scalarMeaning(column, type, storage), ...noteOf([note]) };
}

/** Returns the type of a column without values, which only the declared type shows. */
function meaningOfEmpty(column: SqliteColumn): ColumnMeaning {
  const { name, declared } = column;
  if (declared.includes("JSON")) return { type: "json", storage: { json: name } };
  if (declared.includes("BLOB")) return meaningByRule(BYTES, name, quote);
  if (declared.startsWith("BOOL")) return scalarMeaning(column, "boolean");
  if (declared.includes("INT")) return scalarMeaning(column, "integer");
  if (/REAL|FLOA|DOUB|NUMERIC|DECIMAL/.test(declared)) return scalarMeaning(column, "number");
  return scalarMeaning(column, (column.isKey ? undefined : declaredTemporal(declared)) ?? "string");
}

function scalarMeaning(
  column: SqliteColumn,
  type: ScalarType,
  storage = storageOf(column, type),
): ColumnMeaning {
  return typeof storage === "string" ? { type } : { type, storage };
}

/**
 * Returns the storage that reads a column as a type. Values of other storage classes are read as null, unless the column
 * cannot have any.
 */
function storageOf(column: SqliteColumn, type: ScalarType): Storage {
  const { name } = column;
  const columnSql = `${TABLE_ALIAS}.${quote(name)}`;
  switch (type) {
    case "boolean": {
      const guarded = `CASE WHEN typeof(${columnSql}) = 'integer' AND ${columnSql} IN (0, 1) THEN ${columnSql} END`;
      return { expression: guarded, indexedColumn: name };
    }
    case "integer":
      return hasOnly("integer", column) ? name : guardedColumn("integer", column);
    case "number": {
      if (hasOnly("real", column)) return name;
      if (!column.classes.has("integer")) return guardedColumn("real", column);
      const guarded = `CASE WHEN typeof(${columnSql}) IN ('integer', 'real') THEN CAST(${columnSql} AS REAL) END`;
      return { expression: guarded, indexedColumn: name };
    }
    case "string":
      return stringStorage(column);
    default:
      // The function that reads the form `text` returns null for values that are not strings, and ignores collations.
      return { column: name, form: "text" };
  }
}

function stringStorage(column: SqliteColumn): Exclude<Storage, object> | ExpressionStorage {
  const { name, hasCollations, affinity } = column;
  const columnSql = `${TABLE_ALIAS}.${quote(name)}`;
  // A column of another affinity converts the string that it is compared with, if that is a number.
  const converts = affinity !== "TEXT" && affinity !== "BLOB";
  // Use COLLATE BINARY: otherwise the declared collation would decide which strings are equal.
  if (hasOnly("text", column) && !converts)
    return hasCollations ? { expression: `${columnSql} COLLATE BINARY`, convertedColumn: name } : name;
  const isComparable = affinity === "TEXT" && !hasCollations;
  return {
    expression: `CASE typeof(${columnSql}) WHEN 'text' THEN ${columnSql} END COLLATE BINARY`,
    ...(isComparable ? { indexedColumn: name, binary: true } : {}),
    ...(isComparable || converts ? {} : { convertedColumn: name }),
  };
}

/** Returns the storage of a date that is stored as `yyyy-MM-dd`. Values of other forms are read as null. */
function dateStorage(column: SqliteColumn): Storage {
  const columnSql = `${TABLE_ALIAS}.${quote(column.name)}`;
  return {
    expression: `CASE WHEN ${dateTest(columnSql)} THEN ${columnSql} END COLLATE BINARY`,
    ...(column.hasCollations
      ? { convertedColumn: column.name }
      : { indexedColumn: column.name, binary: true }),
  };
}

function guardedColumn(stored: StorageClass, { name }: SqliteColumn): ExpressionStorage {
  const column = `${TABLE_ALIAS}.${quote(name)}`;
  return { expression: `CASE typeof(${column}) WHEN '${stored}' THEN ${column} END`, indexedColumn: name };
}

function hasOnly(stored: StorageClass, { classes }: SqliteColumn): boolean {
  return classes.size === 1 && classes.has(stored);
}
