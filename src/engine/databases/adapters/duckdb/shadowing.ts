import { StatementError } from "../../source.ts";

/** Runs a statement and returns its rows. */
type Run = (sql: string) => Promise<readonly (readonly unknown[])[]>;

/**
 * Rejects a connection whose search path contains macros with the names of DuckDB's own functions. DuckDB would call
 * them instead, also for operators: a macro `||` replaces the operator.
 *
 * @throws StatementError that names the macros.
 */
export async function rejectShadowedFunctions(run: Run): Promise<void> {
  const defined = await run(
    `SELECT DISTINCT schema_name, function_name ${FUNCTIONS} WHERE database_name <> 'system' AND system.main.list_contains(current_schemas(true), schema_name)`,
  );
  if (defined.length === 0) return;
  const builtIns = await run(`SELECT DISTINCT function_name ${FUNCTIONS} WHERE database_name = 'system'`);
  const names = new Set(builtIns.map(([name]) => String(name).toLowerCase()));
  const shadowing = defined.filter(([, name]) => names.has(String(name).toLowerCase()));
  if (shadowing.length === 0) return;
  const list = shadowing.map(([schema, name]) => `${String(schema)}.${String(name)}`).sort();
  throw new StatementError(
    "other",
    `Functions of DuckDB are replaced by macros of the same name: ${list.join(", ")}. Rename the macros, or remove their schema from the search path.`,
  );
}

const FUNCTIONS = "FROM system.main.duckdb_functions()";
