import type { Rule } from "tamis/engine";
import type { RowStore } from "tamis/http";
import type { Row } from "./storage.ts";

/** Returns the rows of a store that fulfill a rule; all rows without one. */
export async function* readRows(store: RowStore<Row>, rule?: Rule): AsyncGenerator<Row> {
  const result = await store.collection.stream({}, rule === undefined ? {} : { rule });
  if (!result.ok) throw new Error(`internal: ${result.diagnostics[0]!.message}`);
  yield* result.rows;
}
