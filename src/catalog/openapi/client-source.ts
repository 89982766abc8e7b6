import { isRecord } from "../../values/is-object.ts";
import { ownProperty } from "../../values/own-properties.ts";
import { ImportReport, type CatalogImport } from "../import-report.ts";
import { ownString } from "../json-data.ts";
import { SchemaRowReader } from "../json-schema/schema-row.ts";
import type { CatalogProblem } from "../read-catalog.ts";
import { catalogFromOpenApi } from "./from-openapi.ts";
import { OpenApiDocument } from "./openapi-document.ts";

/** TypeScript source of a client. */
export interface ClientSource {
  /** Undefined if the document is not OpenAPI 3, or if none of its lists accepts `filter`. */
  readonly source: string | undefined;
  /** Problems of the document. Their JSON Pointers refer to it. */
  readonly problems: readonly CatalogProblem[];
  /** Parts of the document that were left out or needed an interpretation. */
  readonly notes: readonly CatalogProblem[];
}

/**
 * Returns the TypeScript source of a client for all lists of an OpenAPI document (3.0 or 3.1) that accept `filter`: the
 * catalog of each list, the function `api`, which returns the lists, and the type `Row` of their rows. A list whose rows
 * the document does not describe has no catalog, so its rows are untyped.
 *
 * @example clientFromOpenApi(document).source // 'import { defineCatalog, type RowOf } from "tamis/catalog";…'
 */
export function clientFromOpenApi(document: unknown): ClientSource {
  const report = new ImportReport();
  const reader = new SchemaRowReader(document, report);
  const api = new OpenApiDocument(reader.document, document);
  const problem = api.problem();
  if (problem !== undefined) {
    report.problem("", problem);
    return { source: undefined, problems: report.problems, notes: report.notes };
  }
  const prefix = serverPath(document);
  const names = new Map<string, number>();
  const lists: string[] = [];
  for (const { path, parameters, place } of api.operations()) {
    if (!parameters.some(({ name }) => name === "filter")) continue;
    const { catalog, problems, notes } = catalogFromOpenApi(document, { path });
    for (const note of notes) report.note(note.pointer, note.message);
    if (catalog === undefined) {
      const reason = problems.map(({ message }) => ` ${message}`).join("");
      report.note(place.pointer, `Its rows have no type.${reason}`);
    }
    lists.push(`  ${keyOf(uniqueName(path, names))}: ${listSource(prefix + path, catalog)},\n`);
  }
  if (lists.length === 0) report.problem("/paths", "No list in the document has the query parameter filter.");
  const { problems, notes } = report;
  return { source: lists.length === 0 ? undefined : moduleSource(lists), problems, notes };
}

/** The imports of the source, by module. Kept as data, because bundlers would read `import … from` in a string as an import. */
const IMPORTS = { catalog: "defineCatalog, type RowOf", client: "collectionClients, type Client" };

function moduleSource(lists: readonly string[]): string {
  const imports = Object.entries(IMPORTS).map(
    ([entry, names]) => `import { ${names} } from "tamis/${entry}";\n`,
  );
  return `${imports.join("")}
/** The lists of the service, with their paths and catalogs. */
export const lists = {
${lists.join("")}} as const;

/** Returns a client for each list. */
export const api = (client: Client) => collectionClients(client, lists);

/** A row of a list. */
export type Row<L extends keyof typeof lists> = (typeof lists)[L] extends { readonly catalog: infer C }
  ? RowOf<C>
  : Record<string, unknown>;
`;
}

function listSource(path: string, catalog: CatalogImport["catalog"]): string {
  const definition = catalog && `\n    catalog: defineCatalog(${literal(catalog.definition)}),`;
  return `{\n    path: ${JSON.stringify(path)},${definition ?? ""}\n  }`;
}

/** Returns the source of a value from JSON, for the third level of indentation. */
function literal(value: unknown): string {
  const lines = JSON.stringify(value, null, 2).split("\n");
  return lines
    .map((line, i) => (i === 0 ? line : `    ${line}`))
    .map((line) =>
      line.replace(/^( *)"([^"\\]+)":/, (_, indent: string, key: string) => `${indent}${keyOf(key)}:`),
    )
    .map((line, i) => (i < lines.length - 1 && /^ *[\]}]$|[^[{,]$/.test(line) ? `${line},` : line))
    .join("\n");
}

/** Returns the source of a key of an object literal, where only a computed `__proto__` is a property like others. */
function keyOf(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key);
}

/**
 * Names a list by its path, in camel case and without parameters before the last segment.
 *
 * @param names used names, each with the last number that was appended to it
 * @example uniqueName("/reports/{id}/states", names) // "reportsStates"
 */
function uniqueName(path: string, names: Map<string, number>): string {
  const segments = path.split("/").filter((segment) => segment !== "");
  const words = segments
    .filter((segment, i) => !segment.startsWith("{") || i === segments.length - 1)
    .flatMap((segment) => segment.split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word !== "");
  const [first = "root", ...otherWords] = words;
  const camel = first + otherWords.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
  let name = camel;
  let uses = names.get(camel) ?? 0;
  while (names.has(name)) name = `${camel}${++uses}`;
  names.set(camel, Math.max(uses, 1));
  names.set(name, 1);
  return name;
}

/** Returns the path of the first server if it is relative, otherwise "". Paths of a document are appended to it. */
function serverPath(document: unknown): string {
  const servers = isRecord(document) ? ownProperty(document, "servers") : undefined;
  const first: unknown = Array.isArray(servers) ? servers.at(0) : undefined;
  const url = isRecord(first) ? ownString(first, "url") : undefined;
  return url?.startsWith("/") === true && !url.startsWith("//") ? url.replace(/\/+$/, "") : "";
}
