import type { Sql } from "../../../functions/definition/port.ts";
import type { ScalarType } from "../../../values/types.ts";
import type {
  ColumnMeaning,
  FoundColumn,
  RunStatement,
  TablePath,
  TableReader,
} from "../../dialect-types/table-reader.ts";
import { bindable, rawSql, sql, toStatement, type SqlText } from "../../fragments/fragment.ts";
import { TABLE_ALIAS } from "../../fragments/table-alias.ts";
import type { JsonColumnType } from "../../tables/table-definition.ts";
import { hasOwn, ownProperties, ownProperty } from "../../../values/own-properties.ts";

export interface TableReaderRules<C extends DescribedColumn> {
  readonly quote: (name: string) => string;
  /** Query of all tables: schema, name, and whether the name alone finds the table. */
  readonly tables: SqlText;
  /** The same for names that are preceded by a schema. Default: `tables`. */
  readonly tablesOfSchemas?: SqlText;
  /** Finds a table by its path. Default: looks it up among `tables`. */
  readonly find?: TableReader["find"];
  /** Returns names in a form that is equal for names of the same table. Default: unchanged, so letter case matters. */
  readonly foldName?: (run: RunStatement) => ((name: string) => string) | Promise<(name: string) => string>;
  /** Reads the columns of a table. Primary key and nullability are read from `of`, the underlying table of a view. */
  readonly describe: (table: TablePath, run: RunStatement, of: TablePath) => Promise<readonly C[]>;
  /** Returns the type and storage of a column. Further properties override those of the description. */
  readonly meaningOf: (
    column: C,
    table: TablePath,
    run: RunStatement,
  ) => OverridingMeaning | Promise<OverridingMeaning>;
  /** Returns the value that `sample` selects. Default: the column itself, where it is not null. */
  readonly sampled?: (column: SqlText) => Sampled;
  readonly sampleSize?: (most: SqlText) => SqlText;
}

interface Sampled {
  readonly value: SqlText;
  readonly where?: SqlText;
}

type OverridingMeaning = ColumnMeaning &
  Partial<Pick<FoundColumn, "storageAs" | "nullable" | "isKey" | "unusableKey">>;

export interface DescribedColumn {
  readonly name: string;
  readonly nullable: boolean;
  readonly isKey: boolean;
  readonly isFinite?: boolean;
}

export function makeTableReader<C extends DescribedColumn>(rules: TableReaderRules<C>): TableReader {
  const { quote } = rules;
  return {
    tables: async (run) => {
      const rows = await queryRows(run, rules.tables);
      return rows.map(([schema, name, isVisible]) =>
        isTrueFlag(isVisible) ? [String(name)] : [String(schema), String(name)],
      );
    },
    find: ownProperty(rules, "find") ?? ((table, run) => findAmongTables(rules, table, run)),
    columns: async (table, run, of = table) => {
      const columns: FoundColumn[] = [];
      for (const column of await rules.describe(table, run, of)) {
        const { name, nullable, isKey, isFinite = false } = ownProperties<DescribedColumn>(column);
        columns.push(
          ownProperties({ name, nullable, isKey, isFinite, ...(await rules.meaningOf(column, table, run)) }),
        );
      }
      return columns;
    },
    sample: (table, { name }, most) => {
      const column = rawSql(quote(name));
      const sampled: Sampled = ownProperty(rules, "sampled")?.(column) ?? { value: column };
      const { value, where = sql`${column} IS NOT NULL` } = ownProperties(sampled);
      const size = sql`${bindable("integer", most)}`;
      const limit = ownProperty(rules, "sampleSize")?.(size) ?? size;
      return toStatement(sql`SELECT ${value} FROM ${quotedPath(table, quote)} WHERE ${where} LIMIT ${limit}`);
    },
  };
}

async function findAmongTables(
  rules: Pick<TableReaderRules<DescribedColumn>, "tables" | "tablesOfSchemas" | "foldName">,
  table: TablePath,
  run: RunStatement,
): Promise<TablePath | undefined> {
  const [tableName, inSchema, ...database] = [...table].reverse();
  if (tableName === undefined || database.length > 0) return undefined;
  const fold = (await ownProperty(rules, "foldName")?.(run)) ?? ((name: string) => name);
  const ofSchemas = inSchema === undefined ? undefined : ownProperty(rules, "tablesOfSchemas");
  for (const row of await queryRows(run, ofSchemas ?? rules.tables)) {
    const [schema, name] = [String(row[0]), String(row[1])];
    if (fold(name) !== fold(tableName)) continue;
    if (inSchema === undefined ? isTrueFlag(row[2]) : fold(schema) === fold(inSchema))
      return inSchema === undefined ? [name] : [schema, name];
  }
  return undefined;
}

/** Converts the letters A to Z to lower case. */
export function foldAscii(name: string): string {
  return name.replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

export async function queryRows(run: RunStatement, piece: Sql): Promise<readonly (readonly unknown[])[]> {
  return run(toStatement(piece));
}

/** Returns whether a value means true, in any of the forms that system catalogs and drivers return. */
export function isTrueFlag(value: unknown): boolean {
  return value === true || value === 1 || value === 1n || value === "1" || value === "YES" || value === "t";
}

export function quotedPath(table: TablePath, quote: (name: string) => string): SqlText {
  return rawSql(table.map(quote).join("."));
}

export type ColumnTypeRule =
  | {
      readonly type: ScalarType;
      readonly form?: string;
      /** SQL type that the column is cast to when read. */
      readonly cast?: string;
      /** Number of fraction digits of a second, if the cast changes it. */
      readonly precision?: number;
    }
  | { readonly json: JsonColumnType | undefined }
  | { readonly unreadable: string };

export const BYTES: ColumnTypeRule = { unreadable: "its values are bytes" };

export function meaningByRule(
  rule: ColumnTypeRule,
  name: string,
  quote: (name: string) => string,
): ColumnMeaning {
  if (hasOwn(rule, "unreadable")) return { type: undefined, note: rule.unreadable };
  if (hasOwn(rule, "json"))
    return {
      type: "json",
      storage: rule.json === undefined ? { json: name } : { json: name, as: rule.json },
    };
  const { type, form, cast, precision } = ownProperties(rule);
  if (cast !== undefined) {
    const expression = `CAST(${TABLE_ALIAS}.${quote(name)} AS ${cast})`;
    return { type, storage: precision === undefined ? { expression } : { expression, precision } };
  }
  return form === undefined ? { type } : { type, storage: { column: name, form } };
}
