import {
  chooseType,
  createService,
  defineResource,
  failRequest,
  parseJsonObject,
  readBodyMembers,
  type HttpResponse,
  type OperationRequest,
  type RowStore,
  type ServiceResource,
} from "tamis/http";
import { modelManagement as family } from "tamis/families";
import { changePage } from "../family/change-page.ts";
import { itemTypeOf, PAGE_TYPES } from "../family/media-types.ts";
import type { AdmittedCaller } from "../access/caller.ts";
import type { FamilyOperation } from "../access/guard.ts";
import { restrictTo, type RowRule } from "../access/permissions.ts";
import { requireOperation } from "../access/require-operation.ts";
import type { Model, Models } from "../models/models.ts";
import { isOneOf } from "../storage/read-rows.ts";
import { STAMPS, newItem } from "../storage/stamps.ts";
import type { NewRow, Row } from "../storage/storage.ts";
import { isVerified } from "./code/verify-code.ts";
import { PUBLISH } from "./contract/descriptions.ts";
import { DESTINATION_NAMES, findDestination, type Destination } from "./contract/destinations.ts";
import { PUBLISHED_MODELS, type publishedModels } from "./contract/publishing-catalogs.ts";
import { failMember, limitText, modelUri, requireModel, requireText } from "./contract/request-values.ts";

const { publishedModel, publishRequest } = family.resources;

/** Maximum number of models in a request. */
const MAX_MODELS = 100;

const MAX_NOTES = 4_000;

/** Models at their publishing destinations. A destination has no two models with one name. */
export class PublishedModels {
  readonly resource: ServiceResource;
  readonly operations: readonly FamilyOperation[];
  readonly #models: Models;
  readonly #published: RowStore<Row>;

  constructor(published: RowStore<Row>, models: Models) {
    this.#published = published;
    this.#models = models;
    this.resource = this.#resource();
    this.operations = [
      {
        method: "POST",
        path: PUBLISHED_MODELS,
        bodyType: publishRequest.mediaType,
        description: PUBLISH,
        answer: (request) => this.#publish(request),
      },
    ];
  }

  #resource(rule?: RowRule): ServiceResource {
    return defineResource({
      path: PUBLISHED_MODELS,
      store: this.#published,
      operations: ["list", "read", "delete"],
      itemType: itemTypeOf(publishedModel),
      assigned: ["links"],
      stamps: STAMPS,
      access: restrictTo(rule),
    });
  }

  /** Answers a publish request with the published models. All of them are published, or none. */
  async #publish({ request, readBody }: OperationRequest): Promise<HttpResponse> {
    const caller = await requireOperation(request, "create");
    const { type: accept } = chooseType(request, [{ types: PAGE_TYPES, value: undefined }]);
    const rows = await this.#rowsOf(await readBody(), caller);
    await this.#createAll(rows);
    const ids = rows.map((row) => row["id"]);
    const handle = createService({ resources: [this.#resource(isOneOf("id", ids))] });
    const headers = { ...request.headers, accept, "if-none-match": undefined };
    const search = `limit=${MAX_MODELS}`;
    const page = await handle({ ...request, method: "GET", search, headers, body: undefined });
    // The caller may publish, but not read.
    if (page.status !== 200) return { status: 201, headers: {}, body: undefined };
    // Links between pages lead to all published models.
    const { body } = changePage(page, ({ links }) => ({
      links: links.filter(({ rel }) => rel === "collection"),
    }));
    return { status: 201, headers: { "content-type": page.headers["content-type"]! }, body };
  }

  async #rowsOf(text: string, caller: AdmittedCaller): Promise<readonly NewRow<typeof publishedModels>[]> {
    const bodyMembers = readBodyMembers(parseJsonObject(text), publishRequest.catalog);
    const name = requireText(bodyMembers.name, "/name");
    const note = limitText(bodyMembers.notes, "/notes", MAX_NOTES);
    const destination = findDestination(bodyMembers.destinationName);
    if (destination === undefined)
      return failMember("/destinationName", `The destinations are ${DESTINATION_NAMES.join(" and ")}.`);
    const contents = bodyMembers.modelContents ?? [];
    if (contents.length === 0 || contents.length > MAX_MODELS)
      failMember("/modelContents", `A request has 1 to ${MAX_MODELS} models.`);
    const rows: NewRow<typeof publishedModels>[] = [];
    for (const [index, content] of contents.entries()) {
      const pointer = `/modelContents/${index}`;
      const model = await requireModel(
        this.#models,
        { uri: content?.sourceUri, pointer: `${pointer}/sourceUri` },
        caller,
      );
      const codeType = requireRunnable(model, destination, `${pointer}/sourceUri`);
      const modelName = limitText(content?.modelName, `${pointer}/modelName`, 255);
      const level = limitText(content?.publishLevel, `${pointer}/publishLevel`, 255);
      const publishName = modelName === null || modelName.trim() === "" ? model.name : modelName;
      if (rows.some((row) => row.publishName === publishName))
        failMember(`${pointer}/modelName`, "Another model of the request has this name.");
      rows.push({
        id: crypto.randomUUID(),
        publishName,
        publishType: destination.type,
        destinationName: destination.name,
        codeType,
        sourceUri: modelUri(model.id),
        note,
        verified: isVerified(model),
        analyticStoreUri: [],
        properties: { request: name, ...(level === null ? {} : { publishLevel: level }) },
        ...newItem(caller.name, Date.now()),
      });
    }
    return rows;
  }

  async #createAll(rows: readonly NewRow<typeof publishedModels>[]): Promise<void> {
    const created: string[] = [];
    for (const row of rows) {
      const outcome = await this.#published.create(row);
      if (outcome.kind === "created") {
        created.push(row["id"]);
        continue;
      }
      for (const id of created) await this.#published.delete(id, "any");
      failRequest(
        409,
        `The destination ${String(row["destinationName"])} has a model '${String(row["publishName"])}' already.`,
        { remediation: "Delete the published model, or send another modelName." },
      );
    }
  }
}

/** @throws a failed request (400) if the destination cannot run the model */
function requireRunnable({ scoreCodeType, scoreCode }: Model, to: Destination, pointer: string): string {
  if (typeof scoreCode !== "string" || typeof scoreCodeType !== "string")
    return failMember(pointer, "The model has no score code.");
  if (to.codeTypes.includes(scoreCodeType)) return scoreCodeType;
  return failMember(pointer, `The destination ${to.name} runs score code in ${to.codeTypes.join(" or ")}.`);
}
