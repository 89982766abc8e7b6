import { resolveMember } from "../../catalog/resolve-member.ts";
import type { Catalog } from "../../catalog/types.ts";
import { collationOfColumn, describeKeyColumn, type KeyColumn } from "../../collation/uca/key-column.ts";
import { haveSameRules, localeWithRules } from "../../sql/database-functions/locale-rules.ts";
import type { Dialect } from "../../sql/dialect-types/dialect.ts";
import { bindable, joinSql, rawSql, sql, type SqlText } from "../../sql/fragments/fragment.ts";
import type { IndexDefinition } from "../../sql/tables/index-definition.ts";
import type { TableDefinition } from "../../sql/tables/table-definition.ts";
import { hasOwn } from "../../values/own-properties.ts";
import type { WriteSession } from "./store-database.ts";

const NULL = rawSql("NULL");

/**
 * Adds a column with sort keys for each string that orders an index. A database without the collations of tamis sorts by these keys.
 * Requires that the collations of the locales are loaded. The names contain the version of the keys, so that a later version
 * writes new columns.
 */
export function withSortKeys(
  table: TableDefinition,
  catalog: Catalog,
  indexes: readonly IndexDefinition[],
  locales: readonly string[],
): TableDefinition {
  const rules: string[] = [];
  for (const locale of (locales.length === 0 ? ["und"] : locales).map(localeWithRules))
    if (!rules.some((rule) => haveSameRules(rule, locale))) rules.push(locale);
  const members = { ...table.members };
  for (const { order } of indexes) {
    const member = order === undefined ? undefined : resolveMember(catalog, order);
    if (member?.type.type !== "string") continue;
    const strength = member.strength ?? "tertiary";
    if (strength === "codePoint") continue;
    const declared = Object.hasOwn(members, order!) ? members[order!]! : member.path[0]!;
    const storage = typeof declared === "string" ? { column: declared } : declared;
    if (!hasOwn(storage, "column") || storage.keys !== undefined) continue;
    const keys = rules.map((locale): KeyColumn => {
      const { version } = describeKeyColumn("", { locale, strength });
      return describeKeyColumn([storage.column, locale, strength, version].join("_"), { locale, strength });
    });
    members[order!] = { ...storage, keys };
  }
  return { ...table, members };
}

/** Returns a function that converts a string to the SQL of its sort key. */
export function sortKeyWriter(column: KeyColumn, dialect: Dialect): (value: unknown) => SqlText {
  const collation = collationOfColumn(column);
  return (value) =>
    typeof value === "string" ? dialect.bind(bindable("bytes", collation.sortKey(value))) : NULL;
}

export interface NewSortKeys {
  readonly keys: readonly KeyColumn[];
  /** Quoted names of the table, of the column with the strings, and of the catalog's key. */
  readonly table: string;
  readonly strings: string;
  readonly key: string;
  readonly keyType: "integer" | "text";
}

/** Number of rows that are read together. */
const BATCH = 1_000;

/** Writes the sort keys of existing rows into new columns. */
export async function fillSortKeys(
  session: WriteSession,
  dialect: Dialect,
  options: NewSortKeys,
): Promise<void> {
  const { keys, table, strings, key, keyType } = options;
  const writers = keys.map(
    (column) => [dialect.quote(column.column), sortKeyWriter(column, dialect)] as const,
  );
  const bindKey = (value: unknown) =>
    dialect.bind(
      keyType === "text" ? bindable("text", String(value)) : bindable("integer", BigInt(value as string)),
    );
  let after = sql``;
  for (;;) {
    const rows = await session.run(
      sql`SELECT ${rawSql(key)}, ${rawSql(strings)} FROM ${rawSql(table)}${after} ORDER BY ${rawSql(key)} LIMIT ${rawSql(String(BATCH))}`,
    );
    for (const [value, text] of rows) {
      if (text === null) continue;
      const assignments = writers.map(([name, write]) => sql`${rawSql(name)} = ${write(text)}`);
      await session.run(
        sql`UPDATE ${rawSql(table)} SET ${joinSql(assignments, ", ")} WHERE ${rawSql(key)} = ${bindKey(value)}`,
      );
    }
    if (rows.length < BATCH) return;
    after = sql` WHERE ${rawSql(key)} > ${bindKey(rows.at(-1)![0])}`;
  }
}
