import { createCollection } from "tamis/store";
import { dataQuality as family } from "tamis/families";
import type { Catalog } from "tamis/catalog";
import {
  defineResource,
  failRequest,
  type ItemLink,
  type Link,
  type NestedRequest,
  type OperationDescription,
  type OperationRequest,
  type RowStore,
  type ServiceResource,
} from "tamis/http";
import type { FamilyNested, FamilyOperation } from "../access/guard.ts";
import { restrictTo } from "../access/permissions.ts";
import { requireCaller } from "../access/require-caller.ts";
import type { Family } from "../family/family.ts";
import type { NewRow, Row, Tables } from "../storage/storage.ts";
import { CATALOGS, deletedLocales } from "./catalogs.ts";
import type { Context, KnowledgeBases, Qkb } from "./knowledge-bases.ts";

const { collections } = family;
const MEDIA = "application/vnd.vendor.data.quality";
const COLLECTION = "application/vnd.vendor.collection+json";
const FIELD_CONTENT_LOCALE = `${family.prefix}/fieldContentLocale/{locale}`;

/** Version of the representations of this family. */
const VERSION = 1;

const DELETE_LOCALE: OperationDescription = {
  summary: "Delete a field content locale that a user defined.",
  responses: [{ status: 204, description: "The locale is deleted." }],
};

interface Named {
  readonly name: string;
}

/** A collection below an item, and the collection of its parent's siblings. */
interface Level {
  readonly path: string;
  readonly catalog: Catalog;
  readonly itemType: string;
  /** Relation and last path segment of the collection below each item. Undefined at the lowest level. */
  readonly child: string | undefined;
  /** Finds the parent of the collection by the parameters of the path, and returns the items. Undefined if it is missing. */
  readonly items: (parameters: NestedRequest["parameters"]) => readonly Named[] | undefined;
  readonly rowOf: (item: Named, parameters: NestedRequest["parameters"]) => Row;
}

/** Quality knowledge bases, which this process reads and never changes, and the deletion of field content locales. */
export class DataQuality implements Family {
  readonly root = `${family.prefix}/`;
  readonly resources: readonly ServiceResource[];
  readonly nested: readonly FamilyNested[];
  readonly operations: readonly FamilyOperation[];
  readonly #bases: KnowledgeBases;
  readonly #deleted: RowStore<Row>;
  /** Collections by path. Their number is that of the items of the knowledge bases. */
  readonly #known = new Map<string, ServiceResource>();

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
    this.nested = this.#levels().map((level) => ({
      path: level.path,
      resolve: (request) => this.#resolve(level, request),
      describe: () => resource(this.root.slice(0, -1), level.catalog, level.itemType, level.child, () => []),
    }));
    this.operations = [
      {
        method: "DELETE",
        path: FIELD_CONTENT_LOCALE,
        description: DELETE_LOCALE,
        answer: (request) => this.#deleteLocale(request),
      },
    ];
  }

  /** The knowledge bases are sample data themselves. */
  addSample(): Promise<void> {
    return Promise.resolve();
  }

  #levels(): readonly Level[] {
    const named = ({ name }: Named) => namedRow(name);
    return [
      {
        path: collections.contexts.path,
        catalog: CATALOGS.contexts,
        itemType: `${MEDIA}.context`,
        child: "qkbs",
        items: ({ environmentName }) => this.#environment(environmentName)?.contexts,
        rowOf: named,
      },
      {
        path: collections.contextQkbs.path,
        catalog: CATALOGS.contextQkbs,
        itemType: `${MEDIA}.qkb`,
        child: "locales",
        items: (parameters) => this.#context(parameters)?.qkbs,
        rowOf: (qkb, { environmentName, contextName }) => qkbRow(qkb as Qkb, environmentName!, contextName!),
      },
      {
        path: collections.locales.path,
        catalog: CATALOGS.locales,
        itemType: `${MEDIA}.locale`,
        child: "functions",
        items: (parameters) => this.#qkb(parameters)?.locales,
        rowOf: named,
      },
      {
        path: collections.functions.path,
        catalog: CATALOGS.functions,
        itemType: `${MEDIA}.function`,
        child: "definitions",
        items: (parameters) => this.#locale(parameters)?.functions,
        rowOf: named,
      },
      {
        path: collections.definitions.path,
        catalog: CATALOGS.definitions,
        itemType: `${MEDIA}.definition`,
        child: undefined,
        items: (parameters) =>
          find(this.#locale(parameters)?.functions, parameters["functionName"])?.definitions,
        rowOf: named,
      },
    ];
  }

  #environment(name: string | undefined) {
    return find(this.#bases.environments, name);
  }

  #context(parameters: NestedRequest["parameters"]): Context | undefined {
    return find(this.#environment(parameters["environmentName"])?.contexts, parameters["contextName"]);
  }

  #qkb(parameters: NestedRequest["parameters"]) {
    return find(this.#context(parameters)?.qkbs, parameters["qkbName"]);
  }

  #locale(parameters: NestedRequest["parameters"]) {
    return find(this.#qkb(parameters)?.locales, parameters["localeName"]);
  }

  /** @throws a failed request (401) without a token */
  #resolve(level: Level, { path, parameters, identity }: NestedRequest): ServiceResource | undefined {
    requireCaller({ identity });
    const known = this.#known.get(path);
    if (known !== undefined) return known;
    const items = level.items(parameters);
    if (items === undefined) return undefined;
    const made = resource(path, level.catalog, level.itemType, level.child, () =>
      items.map((item) => level.rowOf(item, parameters)),
    );
    this.#known.set(path, made);
    return made;
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
    version: VERSION,
    // Rows of all contexts have links to their own paths.
    assigned: catalog.key === undefined ? [] : ["links"],
    access: restrictTo(undefined),
    itemLinks: (item) => (child === undefined ? [] : [childLink(`${item}/${child}`, child)]),
  });
}

function childLink(path: string, rel: string): ItemLink {
  return { method: "GET", rel, path, type: COLLECTION };
}

function namedRow(name: string): NewRow<typeof CATALOGS.environments, "links"> {
  return { name, version: VERSION };
}

function qkbRow(qkb: Qkb, environment: string, context: string): NewRow<typeof CATALOGS.qkbs> {
  const { name, version, product, productVersion, isDefault, creationTimeStamp } = qkb;
  const siblings = collections.contextQkbs.path
    .replace("{environmentName}", encodeURIComponent(environment))
    .replace("{contextName}", encodeURIComponent(context));
  const own = `${siblings}/${encodeURIComponent(name)}`;
  const link = (rel: string, href: string, type = COLLECTION): Link => ({
    method: "GET",
    rel,
    href,
    uri: href,
    type,
  });
  return {
    ...{ name, version, product, productVersion, isDefault, creationTimeStamp, environment, context },
    links: [link("self", own, `${MEDIA}.qkb+json`), link("up", siblings), link("locales", `${own}/locales`)],
  };
}

function find<T extends Named>(items: readonly T[] | undefined, name: string | undefined): T | undefined {
  return items?.find((item) => item.name === name);
}
