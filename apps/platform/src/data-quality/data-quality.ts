import { createCollection } from "tamis/store";
import { dataQuality as family } from "tamis/families";
import type { Catalog } from "tamis/catalog";
import {
  defineResource,
  failRequest,
  type Link,
  type NestedRequest,
  type OperationDescription,
  type OperationRequest,
  type RowStore,
  type ServiceResource,
  COLLECTION_TYPE,
} from "tamis/http";
import { endpoint, type FamilyNested, type FamilyOperation } from "../access/guard.ts";
import { restrictTo } from "../access/permissions.ts";
import { requireCaller } from "../access/require-caller.ts";
import type { Family } from "../family/family.ts";
import type { NewRow, Row, Tables } from "../storage/storage.ts";
import { CATALOGS, deletedLocales } from "./catalogs.ts";
import type { KnowledgeBases, Qkb } from "./knowledge-bases.ts";
import { VERSION } from "../storage/stamps.ts";

const { collections } = family;
const MEDIA = "application/vnd.vendor.data.quality";
const FIELD_CONTENT_LOCALE = `${family.prefix}/fieldContentLocale/{locale}`;

const DELETE_LOCALE: OperationDescription = {
  summary: "Delete a field content locale that a user defined.",
  responses: [{ status: 204, description: "The locale is deleted." }],
};

/** An item of a knowledge base, with the items below it. */
type Named = { readonly name: string } & { readonly [L in Level["name"]]?: readonly Named[] };

/** Collections from the contexts down. The items of each are below those of the one before. */
const LEVELS = [
  { name: "contexts", parent: "environmentName", type: "context", path: collections.contexts.path },
  { name: "qkbs", parent: "contextName", type: "qkb", path: collections.contextQkbs.path },
  { name: "locales", parent: "qkbName", type: "locale", path: collections.locales.path },
  { name: "functions", parent: "localeName", type: "function", path: collections.functions.path },
  { name: "definitions", parent: "functionName", type: "definition", path: collections.definitions.path },
] as const;

type Level = (typeof LEVELS)[number];

/** Quality knowledge bases, which this process reads and never changes, and the deletion of field content locales. */
export class DataQuality implements Family {
  readonly root = `${family.prefix}/`;
  readonly resources: readonly ServiceResource[];
  readonly nested: readonly FamilyNested[];
  readonly operations: readonly FamilyOperation[];
  readonly #bases: KnowledgeBases;
  readonly #deleted: RowStore<Row>;
  /** Collections by path. Their number is that of the items of the knowledge bases. */
  readonly #resources = new Map<string, ServiceResource>();

  static async open(tables: Tables, bases: KnowledgeBases): Promise<DataQuality> {
    // Each row records that a locale was deleted, so a new row is a deletion in the audit trail.
    const resource = `${family.prefix}/fieldContentLocale/{name}`;
    return new DataQuality(bases, await tables.open(deletedLocales, { resource, creation: "delete" }));
  }

  private constructor(bases: KnowledgeBases, deleted: RowStore<Row>) {
    this.#bases = bases;
    this.#deleted = deleted;
    this.resources = [
      resource(collections.environments.path, CATALOGS.environments, `${MEDIA}.environment`, "contexts", () =>
        bases.environments.map(({ name }) => namedRow(name)),
      ),
      resource(collections.qkbs.path, CATALOGS.qkbs, `${MEDIA}.qkb`, undefined, () =>
        bases.environments.flatMap((environment) =>
          environment.contexts.flatMap((context) =>
            context.qkbs.map((qkb) => qkbRow(qkb, environment.name, context.name)),
          ),
        ),
      ),
    ];
    this.nested = LEVELS.map((level) => ({
      path: level.path,
      resolve: (request) => this.#resolve(level, request),
      describe: () => levelResource(this.root.slice(0, -1), level, () => []),
    }));
    this.operations = [
      endpoint("DELETE", FIELD_CONTENT_LOCALE, DELETE_LOCALE, (request) => this.#deleteLocale(request)),
    ];
  }

  /** Returns the items of a collection. Undefined if an item above it is missing. */
  #itemsOf(level: Level, parameters: NestedRequest["parameters"]): readonly Named[] | undefined {
    let items: readonly Named[] | undefined = this.#bases.environments;
    for (const { name, parent } of LEVELS.slice(0, LEVELS.indexOf(level) + 1))
      items = find(items, parameters[parent])?.[name];
    return items;
  }

  /** @throws a failed request (401) without a token */
  #resolve(level: Level, { path, parameters, identity }: NestedRequest): ServiceResource | undefined {
    requireCaller({ identity });
    const knownResource = this.#resources.get(path);
    if (knownResource !== undefined) return knownResource;
    const items = this.#itemsOf(level, parameters);
    if (items === undefined) return undefined;
    const { environmentName, contextName } = parameters;
    const newResource = levelResource(path, level, () =>
      items.map((item) =>
        level.name === "qkbs" ? qkbRow(item as Qkb, environmentName!, contextName!) : namedRow(item.name),
      ),
    );
    this.#resources.set(path, newResource);
    return newResource;
  }

  async #deleteLocale({ request, parameters }: OperationRequest) {
    requireCaller(request);
    const locale = find(this.#bases.fieldContentLocales, parameters["locale"]);
    if (locale === undefined) return failRequest(404, "There is no such field content locale.");
    if (!locale.userDefined)
      return failRequest(
        404,
        `No user defined the field content locale ${locale.name}, so nobody can delete it.`,
      );
    const created = await this.#deleted.create({ name: locale.name });
    if (created.kind !== "created") return failRequest(404, "There is no such field content locale.");
    return { status: 204, headers: {}, body: undefined };
  }
}

function levelResource(path: string, level: Level, makeRows: () => readonly Row[]): ServiceResource {
  const child = LEVELS[LEVELS.indexOf(level) + 1]?.name;
  const catalog = CATALOGS[level.name === "qkbs" ? "contextQkbs" : level.name];
  return resource(path, catalog, `${MEDIA}.${level.type}`, child, makeRows);
}

/** @param child relation and last path segment of the collection below each item, if there is one */
function resource(
  path: string,
  catalog: Catalog,
  itemType: string,
  child: string | undefined,
  makeRows: () => readonly Row[],
): ServiceResource {
  const collection = createCollection<Row>([...makeRows()], { catalog }).asCollection();
  return defineResource({
    path,
    collection,
    itemType,
    // Rows of all contexts have links to their own paths.
    assigned: catalog.key === undefined ? [] : ["links"],
    access: restrictTo(undefined),
    itemLinks: (item) =>
      child === undefined
        ? []
        : [{ method: "GET", rel: child, path: `${item}/${child}`, type: COLLECTION_TYPE }],
  });
}

function namedRow(name: string): NewRow<typeof CATALOGS.environments, "links"> {
  return { name, version: VERSION };
}

function qkbRow(qkb: Qkb, environment: string, context: string): NewRow<typeof CATALOGS.qkbs> {
  const { name, version, product, productVersion, isDefault, creationTimeStamp } = qkb;
  const siblings = collections.contextQkbs.path
    .replace("{environmentName}", encodeURIComponent(environment))
    .replace("{contextName}", encodeURIComponent(context));
  const selfPath = `${siblings}/${encodeURIComponent(name)}`;
  const link = (rel: string, href: string, type = COLLECTION_TYPE): Link => ({
    method: "GET",
    rel,
    href,
    uri: href,
    type,
  });
  return {
    ...{ name, version, product, productVersion, isDefault, creationTimeStamp, environment, context },
    links: [
      link("self", selfPath, `${MEDIA}.qkb+json`),
      link("up", siblings),
      link("locales", `${selfPath}/locales`),
    ],
  };
}

function find<T extends Named>(items: readonly T[] | undefined, name: string | undefined): T | undefined {
  return items?.find((item) => item.name === name);
}
