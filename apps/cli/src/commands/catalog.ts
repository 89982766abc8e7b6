import { filterSchema, type Catalog } from "tamis";
import {
  catalogFromJsonSchema,
  catalogFromOpenApi,
  catalogFromRows,
  catalogToJsonSchema,
  catalogToOpenApi,
  catalogToTypes,
  clientFromOpenApi,
  listOpenApiCollections,
  type CatalogImport,
} from "tamis/catalog";
import { escapeControls, show } from "tamis/diagnostics";
import { chosenCatalog, formatProblems, pointerPrefix, readCatalogFile } from "../command/catalog-option.ts";
import { readJsonFile } from "../command/json-file.ts";
import type { Command, Scope } from "../command/command.ts";
import { EXIT } from "../command/exit-codes.ts";
import { cellReader } from "tamis/files";
import {
  cellStyleOf,
  JSON_PATH,
  READ_OPTIONS,
  rejectReadOptions,
  STRICT_ROWS,
} from "../command/read-options.ts";
import { CATALOG_OPTIONS, rejectDatabaseOptions, TABLE, TIMEOUT } from "../command/shared-options.ts";
import { DATABASE_NOTE, findDatabase } from "../databases/database-address.ts";
import { withTable } from "../databases/open-table.ts";
import { collectionName } from "../rows/collection-name.ts";
import { DataError, InputError } from "../io/errors.ts";
import { STDIN_NAME } from "../io/open-input.ts";
import { didYouMean, UsageError } from "../command/arguments.ts";
import { note } from "../command/report.ts";
import { catalogRenamingNote } from "../rows/rename-members.ts";
import { openRows } from "../rows/row-stream.ts";

const ACTIONS = ["infer", "jsonschema", "openapi", "types", "client", "show"] as const;
type Action = (typeof ACTIONS)[number];

/** What `types` writes. */
const TYPE_FORMS = ["typescript", "schema", "filter-schema"] as const;

const MAX_ROWS = 100_000;

export const catalogCommand: Command = {
  name: "catalog",
  summary: "Convert rows, JSON Schema or OpenAPI to catalogs, and catalogs to JSON Schema, OpenAPI or types",
  usage: "catalog infer [FILE…|DATABASE] | catalog jsonschema|openapi|types|client|show [FILE]",
  words: ACTIONS,
  options: [
    { name: "name", value: "NAME", help: "name of the collection (default: name of the file or table)" },
    {
      ...JSON_PATH,
      help: "infer: location of the rows inside JSON, such as data.items; openapi: path of the collection, such as /pets",
    },
    { name: "schema", value: "NAME", help: "openapi only: name of the schema of a row" },
    {
      name: "as",
      value: "WHAT",
      choices: TYPE_FORMS,
      help: "types only: TypeScript types of a row (typescript, the default), JSON Schema of a row (schema), or JSON Schema of the filters in their JSON form (filter-schema)",
    },
    { ...TABLE, help: "infer from databases only: the table or view" },
    { ...TIMEOUT, help: "infer from databases only: maximum duration of a statement" },
    ...READ_OPTIONS.filter((option) => option !== JSON_PATH),
    STRICT_ROWS,
    ...CATALOG_OPTIONS,
  ],
  notes: [
    "infer creates a catalog from rows, at most the first 100,000. jsonschema and openapi create a catalog from a FILE; with --catalog or --family they convert that catalog to JSON Schema or OpenAPI instead. types prints TypeScript types, or with --as a JSON Schema of the rows or of the filters, and show prints the catalog itself; their FILE is a catalog. client prints a TypeScript module with a typed client for each list of an OpenAPI FILE that accepts filter. Notes on standard error list guesses and omissions.",
    `${DATABASE_NOTE} infer reads the types of the columns of one table. Notes on standard error list the columns that are omitted, and the columns that have values that are read as null, such as the date infinity. These values are counted in the first 10,000 rows.`,
  ],
  examples: [
    "tamis catalog infer examples/data/places.ndjson > places.catalog.json",
    'tamis query examples/data/places.ndjson --catalog places.catalog.json --filter "gt(pop_max,10000000)"',
    "tamis catalog types places.catalog.json",
    "tamis catalog types places.catalog.json --as filter-schema",
    "tamis catalog openapi --catalog places.catalog.json > openapi.json",
    "tamis catalog openapi openapi.json --path /places",
    "tamis catalog client openapi.json > api.ts",
    "tamis catalog jsonschema --family reports",
  ],
  run: async (scope) => {
    const [action, file, ...otherFiles] = scope.args.positionals;
    if (!isAction(action)) {
      const unknown =
        action === undefined ? "" : `There is no 'catalog ${show(action)}'.${didYouMean(action, ACTIONS)} `;
      throw new UsageError(`${unknown}tamis catalog needs one of ${ACTIONS.join(", ")}.`);
    }
    if (otherFiles.length > 0 && action !== "infer") throw new UsageError("Only one file can be given.");
    if (action !== "openapi") {
      const names = action === "infer" ? ["schema"] : ["path", "schema"];
      const option = names.find((name) => scope.args.text(name) !== undefined);
      if (option !== undefined) throw new UsageError(`--${option} is only for tamis catalog openapi.`);
    }
    const as = scope.args.text("as") ?? "typescript";
    if (action !== "types" && scope.args.text("as") !== undefined)
      throw new UsageError("--as is only for tamis catalog types.");
    if (action !== "infer") rejectDatabaseOptions(scope.args);
    const chosen = await chosenCatalog(scope);
    if (action === "client") {
      if (file === undefined || chosen !== undefined)
        throw new UsageError("tamis catalog client needs an OpenAPI FILE.");
      await scope.out.write(await clientSource(file, scope), "text");
      return EXIT.ran;
    }
    if (chosen !== undefined && file !== undefined) {
      throw new UsageError("Give either a file to convert to a catalog, or --catalog or --family, not both.");
    }
    const writes = action === "types" || action === "show";
    const catalog = chosen ?? (writes && file !== undefined ? await readCatalogFile(file, scope) : undefined);
    const text = catalog === undefined ? await importText(action, scope) : exportText(action, catalog, scope);
    await scope.out.write(`${text}\n`, action === "types" && as === "typescript" ? "text" : "json");
    return EXIT.ran;
  },
};

function isAction(text: string | undefined): text is Action {
  return (ACTIONS as readonly (string | undefined)[]).includes(text);
}

function exportText(action: Action, catalog: Catalog, { args }: Scope): string {
  switch (action) {
    case "jsonschema":
      return json(catalogToJsonSchema(catalog));
    case "openapi":
      return json(catalogToOpenApi(catalog, { path: args.text("path") ?? `/${catalog.name}` }));
    case "types":
      switch (args.text("as")) {
        case "schema":
          return json(catalogToJsonSchema(catalog));
        case "filter-schema":
          return json(filterSchema(catalog));
        default:
          return catalogToTypes(catalog).trimEnd();
      }
    case "show":
      return json(catalog.definition);
    case "client":
    case "infer":
      throw new UsageError("tamis catalog infer needs rows, not a catalog.");
  }
}

async function clientSource(file: string, scope: Scope): Promise<string> {
  const { source, problems, notes } = clientFromOpenApi(await readJsonFile(file, scope));
  for (const { pointer, message } of notes) note(scope, `${pointerPrefix(pointer)}${message}`);
  if (source !== undefined) return source;
  throw new InputError(`No client can be created from ${escapeControls(file)}:\n${formatProblems(problems)}`);
}

async function importText(action: Action, scope: Scope): Promise<string> {
  const { args } = scope;
  const [, file, ...otherFiles] = args.positionals;
  if (action === "infer")
    return json(await inferDefinition(file === undefined ? [] : [file, ...otherFiles], scope));
  if (file === undefined)
    throw new UsageError(`tamis catalog ${action} needs a FILE, or --catalog or --family.`);
  const document = await readJsonFile(file, scope);
  const name = args.text("name");
  if (action === "jsonschema") {
    return json(
      requireCatalog(catalogFromJsonSchema(document, { name: name ?? collectionName(file) }), file, scope)
        .definition,
    );
  }
  const nameOption = name === undefined ? {} : { name };
  return json(
    requireCatalog(
      catalogFromOpenApi(document, { ...openApiSource(document, args), ...nameOption }),
      file,
      scope,
    ).definition,
  );
}

/** Infers a catalog from rows or from a table of a database. Returns its definition. */
async function inferDefinition(sources: readonly string[], scope: Scope): Promise<Catalog["definition"]> {
  const database = findDatabase(sources);
  if (database === undefined) {
    rejectDatabaseOptions(scope.args);
    return (await inferCatalog(sources, scope)).definition;
  }
  rejectReadOptions(scope.args, "a database");
  return withTable(scope, database, ({ catalog: { name, definition } }) =>
    Promise.resolve({ ...definition, name: scope.args.text("name") ?? name }),
  );
}

async function inferCatalog(files: readonly string[], scope: Scope): Promise<Catalog> {
  const { args, io } = scope;
  if (files.length === 0 && io.stdinIsTTY)
    throw new UsageError("No file is given and nothing is piped in. See tamis catalog --help.");
  const stream = await openRows(scope, files, { rename: false });
  const rows: unknown[] = [];
  let isTruncated = false;
  for await (const batch of stream.batches()) {
    rows.push(...batch.slice(0, MAX_ROWS - rows.length));
    isTruncated = rows.length >= MAX_ROWS;
    if (isTruncated) break;
  }
  if (isTruncated)
    note(scope, `the catalog is inferred from the first ${MAX_ROWS.toLocaleString("en-US")} rows.`);
  const file = files[0] === undefined || files[0] === "-" ? STDIN_NAME : files[0];
  const name = args.text("name") ?? collectionName(files[0]);
  const result = catalogFromRows(rows, {
    name,
    sample: Math.max(1, rows.length),
    readString: cellReader(cellStyleOf(args)),
  });
  if (rows.length === 0) throw new DataError(file, {}, "there are no rows to infer members from");
  const catalog = requireCatalog(result, file, scope);
  const renaming = catalogRenamingNote(catalog);
  if (renaming !== undefined) note(scope, renaming);
  return catalog;
}

function openApiSource(document: unknown, args: Scope["args"]): { path: string } | { schema: string } {
  const path = args.text("path");
  const schema = args.text("schema");
  if (path !== undefined && schema !== undefined)
    throw new UsageError("Give either --path or --schema, not both.");
  if (path !== undefined) return { path };
  if (schema !== undefined) return { schema };
  const { collections, schemas } = listOpenApiCollections(document);
  const [first, second] = collections;
  if (first !== undefined && second === undefined) return { path: first.path };
  const paths = collections.slice(0, 10).map((collection) => show(collection.path));
  if (paths.length > 0) throw new UsageError(`Choose a collection with --path: ${paths.join(", ")}.`);
  if (schemas.length === 0)
    throw new InputError("The file is not an OpenAPI description: it has neither paths nor schemas.");
  throw new UsageError(
    `Choose the schema of a row with --schema: ${schemas.slice(0, 10).map(show).join(", ")}.`,
  );
}

function requireCatalog({ catalog, problems, notes }: CatalogImport, file: string, scope: Scope): Catalog {
  for (const { pointer, message } of notes) note(scope, `${pointerPrefix(pointer)}${message}`);
  if (catalog !== undefined) return catalog;
  throw new InputError(
    `No catalog can be created from ${escapeControls(file)}:\n${formatProblems(problems)}`,
  );
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
