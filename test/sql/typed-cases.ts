import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { decode, textOf, type Case, type CaseFile } from "../../scripts/conformance/case.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { readCatalog } from "../../src/catalog/read-catalog.ts";
import type { Catalog, CatalogDefinition, MemberDefinition } from "../../src/catalog/types.ts";
import { parseFilter } from "../../src/parser/parse.ts";
import { readTemporal } from "../../src/values/instant.ts";
import type { StoredRow } from "./engines/engine-under-test.ts";

/** The conformance suite for databases, whose columns have one type each. */

const FOLDER = fileURLToPath(new URL("../conformance/", import.meta.url));

export interface TypedCase {
  readonly given: Case;
  readonly rows: readonly StoredRow[];
  /** Catalogs under which the rows fit a table. The first one under which memory returns the expected result is used. */
  readonly catalogs: readonly Catalog[];
}

export interface LeftOut {
  readonly given: Case;
  readonly why: string;
}

export function readCases(): { readonly typed: readonly TypedCase[]; readonly leftOut: readonly LeftOut[] } {
  const names = readdirSync(FOLDER).filter((name) => name.endsWith(".json") && name !== "catalogs.json");
  const definitions = JSON.parse(readFileSync(`${FOLDER}catalogs.json`, "utf8")) as Record<
    string,
    CatalogDefinition
  >;
  const known = new Map(
    Object.entries(definitions).map(([name, definition]) => [name, defineCatalog(definition)]),
  );
  const typed: TypedCase[] = [];
  const leftOut: LeftOut[] = [];
  for (const name of names) {
    const file = JSON.parse(readFileSync(FOLDER + name, "utf8")) as CaseFile;
    for (const given of file.cases) {
      const made = typedCase(given, file, known);
      if (typeof made === "string") leftOut.push({ given, why: made });
      else typed.push(made);
    }
  }
  return { typed, leftOut };
}

function typedCase(
  given: Case,
  { tables = {} }: CaseFile,
  known: ReadonlyMap<string, Catalog>,
): TypedCase | string {
  const { expect, rows: listed = [] } = given;
  if ("error" in expect) return "a text that is refused asks nothing of a database";
  if ("print" in expect) return "a text that is printed asks nothing of a database";
  const rows = (typeof listed === "string" ? tables[listed]! : listed).map(decode);
  if (!rows.every((row): row is StoredRow => typeof row === "object" && row !== null && !Array.isArray(row)))
    return "a row is no object";
  if (given.catalog !== undefined) return { given, rows, catalogs: [known.get(given.catalog)!] };
  const names = namesOf(given);
  if (names.has("id") && rows.some((row) => Object.hasOwn(row, "id")))
    return "its member id would be the table's key";
  const definitions = inferred(rows);
  if (typeof definitions === "string") return definitions;
  const catalogs = definitions.map(catalogOf).filter((catalog) => catalog !== undefined);
  return catalogs.length > 0 ? { given, rows, catalogs } : "a property is no name of a member";
}

/** Returns the first segments of the names in a text, roughly: letters before a dot, a comma or a parenthesis. */
function namesOf(given: Case): ReadonlySet<string> {
  const { expression } = parseFilter(textOf(given.expression));
  const found = new Set<string>();
  const open: Expression[] = expression === undefined ? [] : [expression];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === "name") found.add(node.name.split(".")[0]!);
    else if (node.kind === "call") open.push(...node.args);
  }
  return found;
}

const made = new Map<string, Catalog>();

/** Returns the catalog of some members. Its name is unique, because tables with different columns need different names. */
function catalogOf(members: Members): Catalog | undefined {
  const key = JSON.stringify(members);
  if (made.has(key)) return made.get(key);
  const all = { ...members, id: "integer" } as CatalogDefinition["members"];
  const { catalog } = readCatalog({ name: `case_${made.size}`, members: all, key: "id" });
  if (catalog !== undefined) made.set(key, catalog);
  return catalog;
}

type Members = Readonly<Record<string, MemberDefinition>>;

/** Possible types for the values of each property: strings can be instants, and objects can be maps. */
function inferred(rows: readonly StoredRow[]): readonly Members[] | string {
  const properties = [...new Set(rows.flatMap(Object.keys))].filter((property) => property !== "id");
  for (const property of properties)
    if (!/^[\p{L}_@][\p{L}\d_@-]*$/u.test(property)) return "a property is no name of a member";
  const options: (readonly MemberDefinition[])[] = [];
  for (const property of properties) {
    const types = typesOf(rows.map((row) => (Object.hasOwn(row, property) ? row[property] : undefined)));
    if (typeof types === "string") return types;
    options.push(types);
  }
  const most = Math.max(1, ...options.map(({ length }) => length));
  return Array.from({ length: most }, (_, i) =>
    Object.fromEntries(properties.map((property, k) => [property, options[k]![i % options[k]!.length]!])),
  );
}

const isThere = (value: unknown) => value !== null && value !== undefined && !Number.isNaN(value);

function typesOf(values: readonly unknown[]): readonly MemberDefinition[] | string {
  const there = values.filter(isThere);
  const kinds = new Set(there.map(kindOf));
  if (kinds.size === 0)
    return [
      "string",
      "number",
      "boolean",
      "dateTime",
      { type: "list", items: "string" },
      { type: "map", values: "string" },
    ];
  if (kinds.size > 1) return "values of one member are of several types";
  const [kind] = kinds;
  switch (kind) {
    case "boolean":
      return ["boolean"];
    case "number":
      return there.every((value) => typeof value === "bigint" || Number.isInteger(value))
        ? ["integer", "number"]
        : ["number"];
    case "string":
      return textTypes(there as string[]);
    case "list": {
      const items = typesOf(there.flat());
      return typeof items === "string"
        ? "elements of one list are of several types"
        : items.map((each) => ({ type: "list", items: each }));
    }
    case "object": {
      const objects = there as StoredRow[];
      const members = inferred(objects);
      const entries = typesOf(objects.flatMap((each) => Object.values(each)));
      const maps =
        typeof entries === "string"
          ? []
          : entries
              .filter((each) => typeof each === "string")
              .map((each) => ({ type: "map", values: each }) as const);
      if (typeof members === "string") return maps.length > 0 ? maps : members;
      const filled = members.filter((each) => Object.keys(each).length > 0);
      const all = [...filled.map((each) => ({ type: "object", members: each }) as const), ...maps];
      return all.length > 0 ? all : "an object without members";
    }
    default:
      return "a value that no table holds";
  }
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "list";
  if (value instanceof Date) return "date";
  return typeof value === "bigint" ? "number" : typeof value;
}

function textTypes(texts: readonly string[]): readonly MemberDefinition[] {
  const temporal = (["date", "dateTime", "time"] as const).filter((type) =>
    texts.some((text) => readTemporal(type, text)),
  );
  return ["string", ...temporal];
}
