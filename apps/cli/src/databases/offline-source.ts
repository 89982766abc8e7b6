import { assumedDialect, type DialectName } from "tamis/sql";
import type { SqlSource } from "tamis/databases";

/** Returns a source without a connection. It can plan statements but not run them. */
export function offlineSource(name: DialectName): SqlSource {
  return {
    dialect: name,
    viewOf: undefined,
    prepare: () => Promise.resolve(assumedDialect(name)),
    snapshot: () => Promise.reject(new TypeError("internal: a plan without a database cannot run")),
  };
}
