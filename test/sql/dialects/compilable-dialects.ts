import type { Catalog } from "../../../src/catalog/types.ts";
import { loadCollations } from "../../../src/collation/uca/tables/tailoring.ts";
import { DATABASE_FUNCTIONS } from "../../../src/sql/database-functions/list.ts";
import type { Dialect } from "../../../src/sql/dialect-types/dialect.ts";
import { duckdb } from "../../../src/sql/dialects/duckdb/dialect.ts";
import { mariadb } from "../../../src/sql/dialects/mariadb/dialect.ts";
import { postgres } from "../../../src/sql/dialects/postgres/dialect.ts";
import { sqlite } from "../../../src/sql/dialects/sqlite/dialect.ts";
import type { TableDefinition } from "../../../src/sql/tables/table-definition.ts";
import { childMembers, nativeMembers } from "../engines/duckdb.ts";
import { mariadbTable, type MariadbLayout } from "../engines/mariadb.ts";
import { COLUMNS, DOCUMENTS, type Layout as PostgresLayout } from "../engines/postgres-layouts.ts";
import { layOutTable, type Layout } from "../engines/sqlite-layouts.ts";

/** A dialect with tables laid out for it: enough to compile for, whether or not there is a server. */
export interface DialectUnderTest {
  readonly dialect: Dialect;
  readonly tableOf: (catalog: Catalog) => TableDefinition;
}

// Stored keys are described by the rules that made them.
await loadCollations("de", "sv");

const functions = new Set(DATABASE_FUNCTIONS.map(({ name }) => name));
const none: ReadonlySet<string> = new Set();

const sqliteWith = (has: ReadonlySet<string>, layout: Layout): DialectUnderTest => ({
  dialect: sqlite({ version: "3", functions: has, features: none }),
  tableOf: (catalog) => layOutTable(catalog, layout).definition,
});

const postgresWith = (layout: PostgresLayout): DialectUnderTest => ({
  dialect: postgres({ version: "18", functions: none, features: none }),
  tableOf: layout.tableOf,
});

const duckdbWith = (has: ReadonlySet<string>, membersOf?: typeof childMembers): DialectUnderTest => ({
  dialect: duckdb({ version: "1.5", functions: has, features: none }),
  tableOf: (catalog) => ({ table: catalog.name, members: membersOf?.(catalog) ?? {} }),
});

const mariadbWith = (layout: MariadbLayout["layout"]): DialectUnderTest => ({
  dialect: mariadb({ version: "10.11", functions: none, features: none }),
  tableOf: (catalog) =>
    mariadbTable(catalog, layout, (member) =>
      member === undefined ? catalog.name : `${catalog.name} ${member.property}`,
    ),
});

/** The one list of dialects for proofs that need no server. */
export const DIALECTS: readonly (readonly [string, DialectUnderTest])[] = [
  ["sqlite", sqliteWith(functions, "columns")],
  ["sqlite without functions", sqliteWith(none, "columns")],
  ["sqlite apart", sqliteWith(functions, "apart")],
  ["sqlite with keys", sqliteWith(none, "keys")],
  ["postgres documents", postgresWith(DOCUMENTS)],
  ["postgres columns", postgresWith(COLUMNS)],
  ["duckdb", duckdbWith(functions)],
  ["duckdb without functions", duckdbWith(none)],
  ["duckdb with native lists and maps", duckdbWith(functions, nativeMembers)],
  ["duckdb with child tables and stored keys", duckdbWith(none, childMembers)],
  ["mariadb", mariadbWith("columns")],
  ["mariadb with stored keys", mariadbWith("binary")],
  ["mariadb with child tables", mariadbWith("children")],
];
