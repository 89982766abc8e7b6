import { expect, it } from "vitest";
import { check } from "../../../../src/checker/check.ts";
import { parseFilter } from "../../../../src/parser/parse.ts";
import { compileWhere, sqlTarget } from "../../../../src/sql/compile/compile-clauses.ts";
import { selectCountStatement } from "../../../../src/sql/compile/compile-sql.ts";
import { toStatement } from "../../../../src/sql/fragments/fragment.ts";
import type { TableDefinition } from "../../../../src/sql/tables/table-definition.ts";
import { typedCatalog } from "../../../properties/typed-catalog.ts";
import { storableRows } from "../../against-memory.ts";
import { describeEngines } from "../../engines/describe-engines.ts";

const rows = Array.from({ length: 30 }, (_, id) => ({ i: id % 4 }));

/** The column of integers, whose name depends on the engine. */
function columnOf({ members }: TableDefinition): string {
  const storage = members?.["i"] ?? "i";
  if (typeof storage === "string") return storage;
  return "column" in storage ? storage.column : "i";
}

describeEngines((opened) => {
  it("sums the counts per value of the partitioning column", async () => {
    const engine = opened();
    await engine.load(typedCatalog, storableRows(engine, typedCatalog, rows));
    const definition = engine.tableOf(typedCatalog);
    const table = { ...definition, partitionedBy: columnOf(definition) };
    const target = sqlTarget({ catalog: typedCatalog, table, dialect: engine.dialect });
    for (const [filter, count] of [
      ["ge(id,0)", 30],
      ["and(gt(id,10),ne(i,3))", 14],
      ["gt(id,99)", 0],
    ] as const) {
      const checked = check(parseFilter(filter).expression!, typedCatalog).filter!;
      const statement = toStatement(selectCountStatement(compileWhere(checked, target).upper, target));
      expect(statement.segments.join("?")).toMatch(/ GROUP BY /);
      expect((await engine.run(statement)).map((row) => row.map(Number))).toEqual([[count]]);
    }
  });
});
