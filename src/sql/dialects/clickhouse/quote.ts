import { nameQuoter } from "../shared/base-dialect.ts";

const doubled = nameQuoter("ClickHouse");

/** Quotes a name. ClickHouse reads a backslash within quotation marks as an escape. */
export function quoteClickhouse(name: string): string {
  return doubled(name.replaceAll("\\", "\\\\"));
}
