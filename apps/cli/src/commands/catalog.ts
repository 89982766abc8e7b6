/** `tamis catalog`: makes catalogs from rows, JSON Schema and OpenAPI, and writes them as others want them. */
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
import { escapeControls, show } from "tamis/diagnostics";
import { at, catalogOfFile, chosenCatalog, problemList, readJson } from "../catalogs.ts";
import { CATALOG_OPTIONS, EXIT, INPUT, TEXT, type Command, type Scope } from "../command.ts";
import { collectionName } from "../collection-name.ts";
import { DataError, InputError } from "../io/errors.ts";
import { STDIN_NAME } from "../io/open-input.ts";
import { didYouMean, UsageError } from "../options.ts";
import { note } from "../report.ts";
import { openRows } from "../rows.ts";

const ACTIONS = ["infer", "jsonschema", "openapi", "types", "show"] as const;
type Action = (typeof ACTIONS)[number];

/** Rows that inference looks at, at the most. */
const MOST_ROWS = 100_000;

export const catalogCommand: Command = {
  name: "catalog",
  summary: "Make catalogs from rows, JSON Schema or OpenAPI, and write them as JSON Schema, OpenAPI or types",
  usage: "catalog infer [FILE…] | catalog jsonschema|openapi|types|show [FILE]",
  words: ACTIONS,
  options: [
    { name: "name", value: "NAME", help: "the collection's name (default: the file's)" },
    { name: "path", value: "PATH", help: "openapi: the collection's path, such as /pets" },
    { name: "schema", value: "NAME", help: "openapi: the schema of a row" },
    INPUT,
    TEXT,
    ...CATALOG_OPTIONS,
  ],
  notes: [
    "infer reads rows, at most the first 100,000. jsonschema and openapi make a catalog of a FILE; with --catalog or --family they write that catalog as JSON Schema or OpenAPI. types writes TypeScript, show writes the catalog itself; their FILE is a catalog. Whatever is guessed or left out is told on standard error.",
  ],
  examples: [
    "tamis catalog infer examples/data/places.ndjson > places.catalog.json",
    'tamis query examples/data/places.ndjson --catalog places.catalog.json --filter "gt(pop_max,10000000)"',
    "tamis catalog types places.catalog.json",
    "tamis catalog openapi --catalog places.catalog.json > openapi.json",
    "tamis catalog openapi openapi.json --path /places",
    "tamis catalog jsonschema --family reports",
  ],
  run: async (scope) => {
    const [action, file, ...rest] = scope.args.positionals;
    if (!isAction(action)) {
      const wrong =
        action === undefined ? "" : `There is no 'catalog ${show(action)}'.${didYouMean(action, ACTIONS)} `;
      throw new UsageError(`${wrong}tamis catalog wants one of ${ACTIONS.join(", ")}.`);
    }
    if (rest.length > 0 && action !== "infer") throw new UsageError("One file at a time.");
    if (action !== "openapi") {
      const option = ["path", "schema"].find((name) => scope.args.text(name) !== undefined);
      if (option !== undefined) throw new UsageError(`--${option} is for tamis catalog openapi.`);
    }
    const chosen = await chosenCatalog(scope);
    if (chosen !== undefined && file !== undefined) {
      throw new UsageError("Give a file to read, or --catalog or --family to write, not both.");
    }
    const writes = action === "types" || action === "show";
    const catalog = chosen ?? (writes && file !== undefined ? await catalogOfFile(file, scope) : undefined);
    const text = catalog === undefined ? await importText(action, scope) : exportText(action, catalog, scope);
    await scope.out.write(`${text}\n`);
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
  if (action === "infer")
    return json((await inferred(file === undefined ? [] : [file, ...more], scope)).definition);
  if (file === undefined)
    throw new UsageError(`tamis catalog ${action} needs a FILE, or --catalog or --family.`);
  const document = await readJson(file, scope);
  const given = args.text("name");
  if (action === "jsonschema") {
    return json(
      told(catalogFromJsonSchema(document, { name: given ?? collectionName(file) }), file, scope).definition,
    );
  }
  const named = given === undefined ? {} : { name: given };
  return json(
    told(catalogFromOpenApi(document, { ...rowsOf(document, args), ...named }), file, scope).definition,
  );
}

async function inferred(files: readonly string[], scope: Scope): Promise<Catalog> {
  const { args, io } = scope;
  if (files.length === 0 && io.stdinIsTTY) {
    throw new UsageError("No file is given and nothing is piped in. See tamis catalog --help.");
  }
  const stream = await openRows(scope, files, { rename: false });
  const rows: unknown[] = [];
  let more = false;
  for await (const batch of stream.batches()) {
    rows.push(...batch.slice(0, MOST_ROWS - rows.length));
    more = rows.length >= MOST_ROWS;
    if (more) break;
  }
  if (more) note(scope, `the catalog is inferred from the first ${MOST_ROWS.toLocaleString("en-US")} rows.`);
  const file = files[0] === undefined || files[0] === "-" ? STDIN_NAME : files[0];
  const name = args.text("name") ?? collectionName(files[0]);
  const result = catalogFromRows(rows, { name, sample: Math.max(1, rows.length) });
  if (rows.length === 0) throw new DataError(file, {}, "there is no row to infer members from");
  return told(result, file, scope);
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
  const paths = collections.slice(0, 10).map((each) => show(each.path));
  if (paths.length > 0) throw new UsageError(`Which collection? Choose it with --path: ${paths.join(", ")}.`);
  if (schemas.length === 0)
    throw new InputError("The file is no OpenAPI description: it has neither paths nor schemas.");
  throw new UsageError(
    `Which schema has the rows? Choose it with --schema: ${schemas.slice(0, 10).map(show).join(", ")}.`,
  );
}

function told({ catalog, problems, notes }: CatalogImport, file: string, scope: Scope): Catalog {
  for (const { pointer, message } of notes) note(scope, `${at(pointer)}${message}`);
  if (catalog !== undefined) return catalog;
  throw new InputError(`No catalog can be made of ${escapeControls(file)}:\n${problemList(problems)}`);
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
