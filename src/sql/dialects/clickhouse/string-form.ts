import type { Dialect } from "../../dialect-types/dialect.ts";
import { sql } from "../../fragments/fragment.ts";

export const clickhouseString: Dialect["stringForm"] = ({ sql: value, type, traits }) => {
  if (type === "boolean") return sql`CASE WHEN ${value} THEN 'true' WHEN NOT (${value}) THEN 'false' END`;
  if (type === "integer" && traits.form !== "double") return sql`toString(${value})`;
  // ClickHouse writes -0 as "-0", and 1e21 without the plus sign.
  return sql`CASE WHEN ${value} = 0 THEN '0' ELSE replaceRegexpOne(toString(${value}), 'e([0-9])', 'e+\\\\1') END`;
};
