/** `tamis catalog`: makes catalogs from rows, JSON Schema and OpenAPI, and writes them as others want them. */
import { basename } from "node:path";
import type { Catalog } from "tamis";
import {
  catalogFromJsonSchema,
  catalogFromOpenApi,
  catalogFromRows,
  catalogToJsonSchema,
  catalogToOpenApi,
  catalogToTypes,
  listOpenApiCollections,
  type CatalogImport,
} from "tamis/catalog";
import { chosenCatalog, readJson } from "../catalogs.ts";
import { CATALOG_OPTIONS, EXIT, type Command, type Scope } from "../command.ts";
import { InputError } from "../io/errors.ts";
import { INPUT_FORMATS } from "../io/formats.ts";
import { UsageError } from "../options.ts";
import { note } from "../report.ts";
import { openRows } from "../rows.ts";

const ACTIONS = ["infer", "jsonschema", "openapi", "types", "show"] as const;
type Action = (typeof ACTIONS)[number];

export const catalogCommand: Command = {
  name: "catalog",
  summary: "Make catalogs from rows, JSON Schema or OpenAPI, and write them as JSON Schema, OpenAPI or types",
  usage: "catalog infer|jsonschema|openapi|types|show [FILE]",
  options: [
    { name: "name", value: "NAME", help: "the collection's name (default: the file's)" },
    { name: "path", value: "PATH", help: "openapi: the collection's path, such as /pets" },
    { name: "schema", value: "NAME", help: "openapi: the schema of a row" },
    { name: "input", short: "i", value: "FMT", help: "infer: json, ndjson, csv or tsv", choices: INPUT_FORMATS },
    { name: "text", help: "infer: read all cells of CSV and TSV as text" },
    ...CATALOG_OPTIONS,
  ],
  examples: [
    "tamis catalog infer people.csv > people.catalog.json",
    "tamis catalog openapi openapi.json --path /pets > pets.catalog.json",
    "tamis catalog openapi --catalog people.catalog.json > openapi.json",
    "tamis catalog jsonschema --family reports",
    "tamis catalog types --catalog people.catalog.json > people.ts",
  ],
  run: async (scope) => {
    const [action, file, ...rest] = scope.args.positionals;
    if (!isAction(action)) throw new UsageError(`tamis catalog takes one of ${ACTIONS.join(", ")}.`);
    if (rest.length > 0 && action !== "infer") throw new UsageError("One file at a time.");
    const catalog = await chosenCatalog(scope);
    if (catalog !== undefined && file !== undefined) throw new UsageError("Give a file to read, or a catalog to write, not both.");
    const text = catalog === undefined ? await importText(action, scope) : exportText(action, catalog, scope);
    scope.io.stdout.write(`${text}\n`);
    return EXIT.ran;
  },
};

function isAction(text: string | undefined): text is Action {
  return (ACTIONS as readonly (string | undefined)[]).includes(text);
}

/** With a catalog given: the catalog in another form. */
function exportText(action: Action, catalog: Catalog, { args }: Scope): string {
  switch (action) {
    case "jsonschema":
      return json(catalogToJsonSchema(catalog));
    case "openapi":
      return json(catalogToOpenApi(catalog, { path: args.text("path") ?? `/${catalog.name}` }));
    case "types":
      return catalogToTypes(catalog).trimEnd();
    case "show":
      return json(catalog.definition);
    case "infer":
      throw new UsageError("tamis catalog infer reads rows, not a catalog.");
  }
}

/** With a file given: a catalog made of it. */
async function importText(action: Action, scope: Scope): Promise<string> {
  const { args } = scope;
  const [, file, ...more] = args.positionals;
  const name = args.text("name") ?? nameOf(file);
  if (action === "infer") {
    const stream = await openRows(scope, file === undefined ? [] : [file, ...more]);
    const rows: unknown[] = [];
    for await (const batch of stream.batches()) {
      rows.push(...batch);
      if (rows.length > MOST_ROWS) break;
    }
    return json(told(catalogFromRows(rows, { name, sample: rows.length }), file ?? "-", scope).definition);
  }
  if (file === undefined) throw new UsageError(`tamis catalog ${action} needs a file, or --catalog or --family.`);
  const document = await readJson(file);
  switch (action) {
    case "jsonschema":
      return json(told(catalogFromJsonSchema(document, { name }), file, scope).definition);
    case "openapi": {
      const named = args.text("name") === undefined ? {} : { name };
      const result = catalogFromOpenApi(document, { ...rowsOf(document, args), ...named });
      return json(told(result, file, scope).definition);
    }
    case "types":
    case "show":
      throw new UsageError(`tamis catalog ${action} writes a catalog: give it with --catalog or --family.`);
  }
}

/** Which part of an API the rows are: the options say, or there is but one collection. */
function rowsOf(document: unknown, args: Scope["args"]): { path: string } | { schema: string } {
  const path = args.text("path");
  const schema = args.text("schema");
  if (path !== undefined && schema !== undefined) throw new UsageError("Give --path or --schema, not both.");
  if (path !== undefined) return { path };
  if (schema !== undefined) return { schema };
  const { collections, schemas } = listOpenApiCollections(document);
  const [only, other] = collections;
  if (only !== undefined && other === undefined) return { path: only.path };
  const paths = collections.slice(0, 10).map((each) => each.path);
  const choices = paths.length > 0 ? `--path ${paths.join(", ")}` : `--schema ${schemas.slice(0, 10).join(", ")}`;
  throw new UsageError(`Which collection? Choose one by ${choices}.`);
}

/** Rows that inference looks at, at the most. */
const MOST_ROWS = 100_000;

function told({ catalog, problems, notes }: CatalogImport, file: string, scope: Scope): Catalog {
  for (const { pointer, message } of notes) note(scope, `${pointer === "" ? "/" : pointer}: ${message}`);
  if (catalog !== undefined) return catalog;
  const list = problems.slice(0, 20).map(({ pointer, message }) => `  ${pointer === "" ? "/" : pointer}: ${message}`);
  throw new InputError(`no catalog can be made of ${file}:\n${list.join("\n")}`);
}

function nameOf(file: string | undefined): string {
  const name = file === undefined || file === "-" ? "" : basename(file).replace(/\..*$/, "");
  return name === "" ? "rows" : name;
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
