import { requireArgument } from "../../diagnostics/require-argument.ts";
import { DATABASE_FUNCTIONS } from "../database-functions/list.ts";
import type { DialectDefinition } from "../dialect-types/dialect-definition.ts";
import type { Capabilities, Dialect } from "../dialect-types/dialect.ts";
import { CLICKHOUSE } from "./clickhouse/definition.ts";
import { DUCKDB } from "./duckdb/definition.ts";
import { MARIADB } from "./mariadb/definition.ts";
import { POSTGRES } from "./postgres/definition.ts";
import { SQLITE } from "./sqlite/definition.ts";

/** Definitions of all supported dialects. Options, documentation and tests derive from this list. */
export const DIALECTS = [
  SQLITE,
  POSTGRES,
  MARIADB,
  DUCKDB,
  CLICKHOUSE,
] as const satisfies readonly DialectDefinition[];

export type DialectName = (typeof DIALECTS)[number]["name"];

export function isDialectName(name: string): name is DialectName {
  return DIALECTS.some((dialect) => dialect.name === name);
}

export function findDialect(name: DialectName): DialectDefinition {
  return DIALECTS.find((dialect) => dialect.name === name)!;
}

/**
 * Returns a dialect for compiling without a connection. It assumes all `DATABASE_FUNCTIONS` if connections can install
 * them, and no feature that requires a probe.
 */
export function assumedDialect(name: DialectName): Dialect {
  requireArgument(isDialectName(name), "name", "the name of a dialect", name);
  const { createDialect, takesFunctions, assumedVersion } = findDialect(name);
  return createDialect(assumedCapabilities(assumedVersion, takesFunctions));
}

function assumedCapabilities(version: string, takesFunctions: boolean): Capabilities {
  const functions = new Set(takesFunctions ? DATABASE_FUNCTIONS.map(({ name }) => name) : []);
  return { version, functions, features: new Set() };
}
