import type { Catalog } from "../../../src/catalog/types.ts";
import { loadCollations } from "../../../src/collation/uca/tables/tailoring.ts";
import { DATABASE_FUNCTIONS } from "../../../src/sql/database-functions/list.ts";
import type { Dialect } from "../../../src/sql/dialect-types/dialect.ts";
import { assumedDialect, DIALECTS, findDialect, type DialectName } from "../../../src/sql/dialects/list.ts";
import type { TableDefinition } from "../../../src/sql/tables/table-definition.ts";
import { childMembers, nativeMembers } from "../engines/duckdb.ts";
import { mariadbTable, type MariadbLayout } from "../engines/mariadb.ts";
import { COLUMNS, DOCUMENTS } from "../engines/postgres-layouts.ts";
import { layOutTable, type Layout } from "../engines/sqlite-layouts.ts";

/** A dialect with a table layout: enough to compile for, without a server. */
export interface DialectUnderTest {
  readonly dialect: Dialect;
  readonly tableOf: (catalog: Catalog) => TableDefinition;
}

// Stored sort keys depend on the collation rules of their locale.
await loadCollations("de", "sv");

const ALL_FUNCTIONS = new Set(DATABASE_FUNCTIONS.map(({ name }) => name));
const NO_FUNCTIONS: ReadonlySet<string> = new Set();

function dialectWith(name: DialectName, functions: ReadonlySet<string>): Dialect {
  const { createDialect, assumedVersion } = findDialect(name);
  return createDialect({ version: assumedVersion, functions, features: new Set() });
}

function sqliteWith(functions: ReadonlySet<string>, layout: Layout): DialectUnderTest {
  return {
    dialect: dialectWith("sqlite", functions),
    tableOf: (catalog) => layOutTable(catalog, layout).definition,
  };
}

function tableWith(
  name: DialectName,
  functions: ReadonlySet<string>,
  membersOf?: typeof childMembers,
): DialectUnderTest {
  return {
    dialect: dialectWith(name, functions),
    tableOf: (catalog) => ({ table: catalog.name, members: membersOf?.(catalog) ?? {} }),
  };
}

function mariadbWith(layout: MariadbLayout["layout"]): DialectUnderTest {
  return {
    dialect: dialectWith("mariadb", NO_FUNCTIONS),
    tableOf: (catalog) =>
      mariadbTable(catalog, layout, (member) =>
        member === undefined ? catalog.name : `${catalog.name} ${member.property}`,
      ),
  };
}

const postgres = dialectWith("postgres", NO_FUNCTIONS);

/** Layouts of the dialects that have several; each name starts with that of its dialect. */
const LAYOUTS: readonly (readonly [string, DialectUnderTest])[] = [
  ["sqlite", sqliteWith(ALL_FUNCTIONS, "columns")],
  ["sqlite without functions", sqliteWith(NO_FUNCTIONS, "columns")],
  ["sqlite apart", sqliteWith(ALL_FUNCTIONS, "apart")],
  ["sqlite with keys", sqliteWith(NO_FUNCTIONS, "keys")],
  ["postgres documents", { dialect: postgres, tableOf: DOCUMENTS.tableOf }],
  ["postgres columns", { dialect: postgres, tableOf: COLUMNS.tableOf }],
  ["duckdb", tableWith("duckdb", ALL_FUNCTIONS)],
  ["duckdb without functions", tableWith("duckdb", NO_FUNCTIONS)],
  ["duckdb with native lists and maps", tableWith("duckdb", ALL_FUNCTIONS, nativeMembers)],
  ["duckdb with child tables and stored keys", tableWith("duckdb", NO_FUNCTIONS, childMembers)],
  ["clickhouse", tableWith("clickhouse", NO_FUNCTIONS)],
  ["clickhouse with native lists and maps", tableWith("clickhouse", NO_FUNCTIONS, nativeMembers)],
  ["mariadb", mariadbWith("columns")],
  ["mariadb with stored keys", mariadbWith("binary")],
  ["mariadb with child tables", mariadbWith("children")],
];

const withLayouts = new Set(LAYOUTS.map(([name]) => name.split(" ")[0]));

/** The one list of dialects for tests without a server. A dialect without layouts above gets the default one. */
export const COMPILABLE_DIALECTS: readonly (readonly [string, DialectUnderTest])[] = [
  ...LAYOUTS,
  ...DIALECTS.filter(({ name }) => !withLayouts.has(name)).map(
    ({ name }) =>
      [
        name,
        { dialect: assumedDialect(name), tableOf: (catalog: Catalog) => ({ table: catalog.name }) },
      ] as const,
  ),
];
