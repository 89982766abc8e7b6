import fc from "fast-check";
import ts from "typescript";
import { describe, expect, expectTypeOf, it } from "vitest";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { readCatalog } from "../../src/catalog/read-catalog.ts";
import type { RowOf } from "../../src/catalog/row-type.ts";
import { catalogToTypes } from "../../src/catalog/to-types.ts";
import type { ReportsRow } from "./fixtures/reports-row.ts";
import { randomCatalog } from "./random-catalog.ts";

const reports = defineCatalog({
  name: "reports",
  description: "What was written.",
  members: {
    id: { type: "string", nullable: false, description: "Who assigns it: the system." },
    name: "string",
    state: { type: "string", enum: ["draft", "in review"] },
    size: { type: "integer", nullable: false },
    day: { type: "date", description: "First line,\nsecond line. */ still a comment" },
    first: { type: "string", nullable: false, property: "First Name" },
    "x-1": "boolean",
    owner: {
      type: "object",
      nullable: false,
      members: { id: { type: "integer", nullable: false }, name: "string" },
    },
    tags: { type: "list", nullable: false, items: "string" },
    states: { type: "list", items: { type: "string", enum: ["a", "b"], nullable: false } },
    matrix: {
      type: "list",
      items: { type: "list", nullable: false, items: { type: "number", nullable: false } },
    },
    labels: { type: "map", values: "number" },
    links: {
      type: "list",
      nullable: false,
      items: { type: "object", nullable: false, members: { href: { type: "string", nullable: false } } },
    },
  },
});

function problemsOf(source: string): string[] {
  const { diagnostics } = ts.transpileModule(source, { reportDiagnostics: true, fileName: "row.ts" });
  return (diagnostics ?? []).map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"));
}

describe("catalogToTypes", () => {
  it("returns the source in the fixture", async () => {
    await expect(catalogToTypes(reports)).toMatchFileSnapshot("./fixtures/reports-row.ts");
  });

  it("describes the same type as RowOf", () => {
    expectTypeOf<ReportsRow>().toEqualTypeOf<RowOf<typeof reports>>();
    const row: ReportsRow = {
      id: "1",
      size: 2n,
      "First Name": "Ada",
      owner: { id: 1 },
      tags: ["a", null],
      links: [{ href: "/" }],
    };
    expectTypeOf(row).toExtend<RowOf<typeof reports>>();
    expect(row.size).toBe(2n);
  });

  it("returns valid TypeScript for random catalogs", () => {
    fc.assert(
      fc.property(randomCatalog, (definition) => {
        const source = catalogToTypes(readCatalog(definition).catalog!);
        expect(problemsOf(source)).toEqual([]);
        const file = ts.createSourceFile("row.ts", source, ts.ScriptTarget.Latest);
        // A single statement shows that no description ends its comment and no name its quotes.
        expect(file.statements.map((statement) => ts.SyntaxKind[statement.kind])).toEqual([
          "InterfaceDeclaration",
        ]);
        expect(properties(file)).toEqual(propertiesOf(definition.members));
      }),
      { numRuns: 200 },
    );
  });

  it("returns an empty type for an object without members", () => {
    const { catalog } = readCatalog({ name: "a", members: { b: { type: "object", members: {} } } });
    expect(catalogToTypes(catalog!)).toContain("readonly b?: {} | null | undefined;");
  });

  it("names the interface after the collection or as requested", () => {
    const named = (name: string) =>
      /interface (\S+)/.exec(catalogToTypes(readCatalog({ name, members: {} }).catalog!))![1];
    expect(named("performance-jobs")).toBe("PerformanceJobsRow");
    expect(named("2nd tries")).toBe("_2ndTriesRow");
    expect(named("名前")).toBe("Row");
    expect(catalogToTypes(reports, { typeName: "Report" })).toContain("export interface Report {");
    expect(() => catalogToTypes(reports, { typeName: "a b" })).toThrow(RangeError);
    expect(() => catalogToTypes(reports, { typeName: "A {} evil" })).toThrow(RangeError);
  });
});

/** Names of the properties of the first interface. */
function properties(file: ts.SourceFile): string[] {
  const [declaration] = file.statements as unknown as readonly [ts.InterfaceDeclaration];
  return declaration.members.map(({ name }) => (name as ts.Identifier | ts.StringLiteral).text);
}

function propertiesOf(members: Readonly<Record<string, unknown>>): string[] {
  const all = Object.entries(members).map(
    ([name, member]) => (member as { property?: string }).property ?? name,
  );
  return [...new Set(all)];
}
