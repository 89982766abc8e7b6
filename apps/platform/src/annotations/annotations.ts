import { call } from "tamis/builder";
import type { Catalog } from "tamis/catalog";
import type { Query, RequestOptions } from "tamis/engine";
import { annotations as family } from "tamis/families";
import {
  COLLECTION_TYPE,
  createService,
  defineResource,
  failRequest,
  type HttpRequest,
  type Link,
  type NestedResource,
  type OperationRequest,
  type RowStore,
  type ServiceResource,
} from "tamis/http";
import { type FamilyNested, type FamilyOperation, readingEndpoint } from "../access/guard.ts";
import { bothRules, expressionOf, restrictTo, type RowRule } from "../access/permissions.ts";
import { MAX_NODES, nodesIn } from "../access/rule-size.ts";
import { requireCaller } from "../access/require-caller.ts";
import type { Family } from "../family/family.ts";
import { deleteRows, firstRow, isOneOf, readRows } from "../storage/read-rows.ts";
import { STAMPS, VERSION, ITEMS } from "../storage/stamps.ts";
import type { Row, Tables } from "../storage/storage.ts";
import { LOOK_UP_BY_RESOURCE, LOOK_UP_MEMBERS, SELECTION_TYPES } from "./descriptions.ts";
import { ANNOTATION_CODES, MEMBER_CODES, NO_ANNOTATION } from "./error-codes.ts";
import { annotationLengths, LENGTH_CODES, memberLengths } from "./lengths.ts";
import { sampleRows } from "./sample.ts";
import { pageRequest, selectionPage } from "./selection-page.ts";
import { SELECTION_TYPE, readSelection } from "./selection.ts";
import { requireBodyType } from "../family/media-types.ts";

const { annotations, annotationMembers, members } = family.collections;

/** The annotations of resources of other services. */
export class Annotations implements Family {
  readonly root = "/annotations/";
  readonly resources: readonly ServiceResource[];
  readonly nested: readonly FamilyNested[];
  readonly operations: readonly FamilyOperation[];
  readonly #annotations: RowStore<Row>;
  readonly #members: RowStore<Row>;

  static async open(tables: Tables): Promise<Annotations> {
    const resource = `${annotations.path}/{id}`;
    const stored = await tables.open(annotations.catalog, { resource, unique: [["domain", "name"]] });
    const storedMembers = await tables.open(members.catalog, { resource: `${annotationMembers.path}/{id}` });
    return new Annotations(stored, storedMembers);
  }

  private constructor(stored: RowStore<Row>, storedMembers: RowStore<Row>) {
    this.#members = storedMembers;
    this.#annotations = this.#limitedByResource(deletingMembers(stored, storedMembers));
    this.resources = [this.#annotationResource()];
    this.nested = [
      {
        path: annotationMembers.path,
        resolve: (request) => this.#membersOf(request),
        describe: () => this.#memberResource(members.path, isOneOf("annotationId", [])),
      },
    ];
    this.operations = [
      {
        method: "POST",
        path: annotations.path,
        bodyType: SELECTION_TYPE,
        description: LOOK_UP_BY_RESOURCE,
        permission: "read",
        answer: (request) => this.#lookUpByResource(request),
      },
      readingEndpoint("POST", members.path, LOOK_UP_MEMBERS, (request) => this.#lookUpMembers(request)),
    ];
  }

  /** Creates the annotations that a new deployment begins with. */
  async addSample(now: number): Promise<void> {
    const { annotations: rows, members: memberRows } = sampleRows(now);
    for (const row of rows) await this.#annotations.create(row);
    for (const row of memberRows) await this.#members.create(row);
  }

  /** Adds the parameter `resourceUri`, which limits pages, exports and groups to the annotations of one resource. */
  #limitedByResource(store: RowStore<Row>): RowStore<Row> {
    const { collection } = store;
    const { revision } = collection;
    const memberRevision = this.#members.collection.revision;
    const limit = async <O extends RequestOptions>(query: Query, options?: O): Promise<O | undefined> => {
      const uri = "parameters" in query ? query.parameters.get("resourceUri") : undefined;
      if (uri === undefined) return options;
      return { ...(options as O), rule: bothRules(await this.#annotationsOf([uri]), options?.rule) };
    };
    return {
      ...store,
      collection: {
        ...collection,
        // A new or deleted member changes which annotations the pages have.
        revision: revision && memberRevision && (() => revision() + memberRevision()),
        page: async (query, options) => collection.page(query, await limit(query, options)),
        stream: async (query, options) => collection.stream(query, await limit(query, options)),
        aggregate: async (query, aggregation, options) =>
          collection.aggregate(query, aggregation, await limit(query, options)),
      },
    };
  }

  #annotationResource(rule?: RowRule): ServiceResource {
    return defineResource({
      path: annotations.path,
      store: this.#annotations,
      itemType: family.resources.annotation.mediaType,
      ...ITEMS,
      unique: [["domain", "name"]],
      conflictStatus: 400,
      codes: ANNOTATION_CODES,
      validate: annotationLengths,
      errorCodes: { 400: LENGTH_CODES.annotation },
      itemLinks: (path) => [
        { method: "GET", rel: "members", path: `${path}/members`, type: COLLECTION_TYPE },
      ],
      access: restrictTo(rule, annotations.catalog),
    });
  }

  #memberResource(path: string, rule: RowRule, initial: Readonly<Row> = {}): ServiceResource {
    return defineResource({
      path,
      store: this.#members,
      itemType: family.resources.member.mediaType,
      assigned: ["id", "annotationId", "version", "links"],
      initial: { version: VERSION, ...initial },
      stamps: STAMPS,
      codes: MEMBER_CODES,
      validate: memberLengths,
      errorCodes: { 400: LENGTH_CODES.member, 404: [NO_ANNOTATION] },
      access: restrictTo(rule, members.catalog),
    });
  }

  /** @throws a failed request: 401 without a token, 404 for an unknown annotation */
  async #membersOf({ parameters, path, identity }: Parameters<NestedResource["resolve"]>[0]) {
    requireCaller({ identity });
    const annotationId = parameters["annotationId"]!;
    const isKnown =
      !annotationId.includes("\0") && (await this.#annotations.read(annotationId)) !== undefined;
    if (!isKnown) failRequest(404, "There is no such annotation.", { code: NO_ANNOTATION });
    return this.#memberResource(path, isOneOf("annotationId", [annotationId]), { annotationId });
  }

  async #lookUpByResource({ request, readBody }: OperationRequest) {
    requireCaller(request);
    const rule = await this.#annotationsOf(readSelection(await readBody()));
    const handle = createService({ resources: [this.#annotationResource(rule)] });
    return selectionPage(await handle(pageRequest(request, ANNOTATION_CODES)));
  }

  async #lookUpMembers({ request, readBody }: OperationRequest) {
    requireCaller(request);
    requireBodyType(request, SELECTION_TYPES, MEMBER_CODES);
    const rule = await this.#visibleMembers(request, readSelection(await readBody()));
    if ((await firstRow(this.#members, rule)) === undefined)
      failRequest(400, "No annotation of the selection has members.", { code: 16307 });
    const handle = createService({ resources: [this.#memberResource(members.path, rule)] });
    const page = await handle(pageRequest(request, MEMBER_CODES));
    return selectionPage(page, ({ annotationId, id }) => [
      memberLink(
        `${annotations.path}/${encodeURIComponent(String(annotationId))}/members/${encodeURIComponent(String(id))}`,
      ),
    ]);
  }

  /** Returns the rule of the members that a caller may read below some annotations. */
  async #visibleMembers(request: HttpRequest, ids: readonly string[]): Promise<RowRule> {
    const { rights } = requireCaller(request);
    const reading = (path: string, catalog: Catalog) =>
      rights.onCollection({ path, operation: "list", catalog });
    const collectionAccess = reading(annotations.path, annotations.catalog);
    if (collectionAccess.kind === "forbidden") return isOneOf("annotationId", []);
    const visible: string[] = [];
    const restricted: RowRule[] = [];
    for await (const row of readRows(
      this.#annotations,
      bothRules(isOneOf("id", ids), collectionAccess.rule),
    )) {
      const id = row["id"] as string;
      const access = reading(`${annotations.path}/${encodeURIComponent(id)}/members`, members.catalog);
      if (access.kind === "forbidden") continue;
      if (access.rule === undefined) visible.push(id);
      else restricted.push(bothRules(isOneOf("annotationId", [id]), access.rule)!);
    }
    const visibleCondition = isOneOf("annotationId", visible);
    if (restricted.length === 0) return visibleCondition;
    const parts = restricted.map(expressionOf);
    if (parts.reduce((sum, part) => sum + nodesIn(part), 0) > MAX_NODES)
      failRequest(400, "Too many authorization rules apply to the selection. Select fewer annotations.");
    return call("or", [expressionOf(visibleCondition), ...parts]);
  }

  /**
   * Returns the rule of the annotations that have a member for one of the resources.
   *
   * @throws a failed request (400) for more annotations than a rule can name
   */
  async #annotationsOf(uris: readonly string[]): Promise<RowRule> {
    const ids = new Set<string>();
    for await (const row of readRows(this.#members, isOneOf("resourceUri", uris)))
      if (ids.add(row["annotationId"] as string).size > MAX_FOUND)
        failRequest(400, `The resources have more than ${MAX_FOUND} annotations. Select fewer resources.`);
    return isOneOf("id", [...ids]);
  }
}

/** Maximum number of annotations that a lookup by resources finds. */
const MAX_FOUND = 900;

function memberLink(path: string): Link {
  const type = `${family.resources.member.mediaType}+json`;
  return { method: "GET", rel: "self", href: path, uri: path, type };
}

/** Deletes the members of an annotation with it. */
function deletingMembers(store: RowStore<Row>, members: RowStore<Row>): RowStore<Row> {
  return {
    ...store,
    async delete(key, condition) {
      const outcome = await store.delete(key, condition);
      if (outcome.kind !== "deleted") return outcome;
      await deleteRows(members, isOneOf("annotationId", [String(key)]));
      return outcome;
    },
  };
}
