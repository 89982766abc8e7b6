import { assumedDialect, type DialectName } from "tamis/sql";
import type { SqlSource } from "tamis/databases";

/** Allows planning, but no statement can run. */
export function offlineSource(name: DialectName): SqlSource {
  return {
    prepare: () => Promise.resolve(assumedDialect(name)),
    snapshot: () => Promise.reject(new TypeError("internal: a plan without a database cannot run")),
  };
}
