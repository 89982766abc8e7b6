import type { TablePath } from "../../dialect-types/table-reader.ts";
import { bindable, sql } from "../../fragments/fragment.ts";
import { TABLE_ALIAS } from "../../fragments/table-alias.ts";
import { makeTableReader, queryRows, type DescribedColumn } from "../shared/table-reader.ts";
import { clickhouseReading, isScalarReading } from "./column-types.ts";
import { isScalarType } from "../../../values/types.ts";
import { hasOwn } from "../../../values/own-properties.ts";
import { quoteClickhouse as quote } from "./quote.ts";

/**
 * Reads table definitions from `system.columns`. No table has a key, because neither `ORDER BY` nor `PRIMARY KEY` makes
 * values unique. Ephemeral columns cannot be read; aliases and materialized columns can.
 */
export const clickhouseTableReader = makeTableReader<ClickhouseColumn>({
  quote,
  tables: sql`SELECT database, name, database = currentDatabase() FROM system.tables WHERE NOT is_temporary AND database NOT IN ('system', 'INFORMATION_SCHEMA', 'information_schema') AND NOT startsWith(name, '.inner') ORDER BY 3 DESC, 1, 2`,
  async describe(table, run) {
    const rows = await queryRows(run, describeColumns(table));
    return rows.map(([name, type, isFirst]) => {
      const reading = clickhouseReading(String(type));
      return {
        name: String(name),
        type: String(type),
        nullable: hasOwn(reading, "unreadable") || reading.nullable,
        isKey: false,
        isFirst: String(isFirst) === "1",
      };
    });
  },
  meaningOf({ name, type, isFirst }) {
    const reading = clickhouseReading(type);
    if (hasOwn(reading, "unreadable")) return { type: undefined, note: reading.unreadable };
    if (!isScalarReading(reading)) {
      if (reading.type === "json") return { type: "json", storage: { json: name, as: "jsonb" } };
      const storage = reading.form === undefined ? { array: name } : { array: name, form: reading.form };
      return { type: reading.type, of: reading.of, storage };
    }
    const { form, precision, convert } = reading;
    const traits = {
      ...(form === undefined ? {} : { form }),
      ...(precision === undefined ? {} : { precision }),
    };
    const note = isFirst
      ? { note: "the table is sorted by it, but values can repeat, so it is not used as the key" }
      : {};
    if (convert !== undefined)
      return {
        type: reading.type,
        storage: { expression: convert(`${TABLE_ALIAS}.${quote(name)}`), ...traits },
      };
    const isPlain = form === undefined && precision === undefined;
    const storage = isPlain ? {} : { storage: { column: name, ...traits } };
    if (reading.type !== "string") return { type: reading.type, ...storage, ...note };
    const storageAs = (typeName: string) =>
      isScalarType(typeName) ? undefined : { json: name, as: "text" as const };
    return { type: reading.type, ...storage, ...note, storageAs };
  },
  sampled: (column) => ({ value: sql`toJSONString(${column})` }),
});

interface ClickhouseColumn extends DescribedColumn {
  readonly type: string;
  /** Whether the table is sorted by this column first. */
  readonly isFirst: boolean;
}

function describeColumns(table: TablePath) {
  const [name, database] = [...table].reverse();
  const where = database === undefined ? sql`currentDatabase()` : sql`${bindable("text", database)}`;
  return sql`SELECT c.name, c.type, startsWith(concat(k.sorting_key, ','), concat(c.name, ',')) FROM system.columns AS c JOIN system.tables AS k ON k.database = c.database AND k.name = c.table WHERE c.database = ${where} AND c.table = ${bindable("text", name!)} AND c.default_kind <> 'EPHEMERAL' ORDER BY c.position`;
}
