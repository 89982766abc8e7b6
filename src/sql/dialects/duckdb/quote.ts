import { nameQuoter } from "../shared/base-dialect.ts";

export const quoteDuckdb = nameQuoter("DuckDB");
