import type { Catalog } from "../../../src/catalog/types.ts";
import { compileSql, type Verdict } from "../../../src/sql/compile/compile-sql.ts";
import { filterOf } from "../checked-query.ts";
import type { EngineUnderTest } from "./engine-under-test.ts";

export { filterOf as checkFilterText, sortByOf as checkSortText } from "../checked-query.ts";

export function verdictOf({ dialect, tableOf }: EngineUnderTest, text: string, catalog: Catalog): Verdict {
  const filter = filterOf(text, catalog);
  return compileSql({ filter, limit: 10 }, { catalog, table: tableOf(catalog), dialect }).verdict;
}
