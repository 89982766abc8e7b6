import {
  createService,
  defineResource,
  parseJsonObject,
  readBodyMembers,
  type HttpResponse,
  type OperationRequest,
  type RowStore,
  type ServiceResource,
} from "tamis/http";
import { modelManagement as family } from "tamis/families";
import type { AdmittedCaller } from "../access/caller.ts";
import type { FamilyOperation } from "../access/guard.ts";
import { restrictTo } from "../access/permissions.ts";
import { requireOperation } from "../access/require-operation.ts";
import type { Model, Models } from "../models/models.ts";
import { FIGURES, type Figures } from "../performance/jobs/latest-figures.ts";
import type { Performance } from "../performance/performance.ts";
import { STAMPS, newItem } from "../storage/stamps.ts";
import type { NewRow, Row } from "../storage/storage.ts";
import { COMPARE, COMPARISON_TYPES } from "./contract/descriptions.ts";
import { COMPARISON_TYPE, COMPARISONS, type comparisons } from "./contract/publishing-catalogs.ts";
import { failMember, limitText, modelUri, requireModel, requireText } from "./contract/request-values.ts";
import { acceptedType } from "../family/media-types.ts";

const { comparisonRequest } = family.resources;

const MIN_MODELS = 2;
const MAX_MODELS = 20;
const MAX_DESCRIPTION = 4_000;

/** Members of models that a comparison shows. */
const ATTRIBUTES = [
  "algorithm",
  "projectName",
  "projectVersion",
  "targetLevel",
  "targetVariable",
  "targetEvent",
  "predictionVariable",
  "scoreCodeType",
] as const satisfies readonly (keyof Model)[];

/** Comparisons of models: which attributes are equal, and which variables each model uses. */
export class Comparisons {
  readonly resource: ServiceResource;
  readonly operations: readonly FamilyOperation[];
  readonly #models: Models;
  readonly #comparisons: RowStore<Row>;
  readonly #performance: Performance;

  constructor(comparisons: RowStore<Row>, models: Models, performance: Performance) {
    this.#performance = performance;
    this.#comparisons = comparisons;
    this.#models = models;
    this.resource = defineResource({
      path: COMPARISONS,
      store: comparisons,
      operations: ["list", "read", "delete"],
      itemType: COMPARISON_TYPE,
      assigned: ["links"],
      stamps: STAMPS,
      access: restrictTo(undefined),
    });
    this.operations = [
      {
        method: "POST",
        path: COMPARISONS,
        bodyType: comparisonRequest.mediaType,
        description: COMPARE,
        answer: (request) => this.#compare(request),
      },
    ];
  }

  async #compare({ request, readBody }: OperationRequest): Promise<HttpResponse> {
    const caller = await requireOperation(request, "create");
    acceptedType(request, COMPARISON_TYPES);
    const bodyMembers = readBodyMembers(parseJsonObject(await readBody()), comparisonRequest.catalog);
    const name = requireText(bodyMembers.name, "/name");
    const description = limitText(bodyMembers.description, "/description", MAX_DESCRIPTION);
    const models = await this.#modelsOf(bodyMembers.modelUris ?? [], caller);
    const figures = await Promise.all(models.map(({ id }) => this.#performance.latestFigures(id, caller)));
    const row: NewRow<typeof comparisons> = {
      id: crypto.randomUUID(),
      name,
      description,
      ...compare(models),
      performance: comparePerformance(figures),
      ...newItem(caller.name, Date.now()),
    };
    await this.#comparisons.create(row);
    const path = `${COMPARISONS}/${row.id}`;
    const handle = createService({ resources: [this.resource] });
    const response = await handle({ ...request, method: "GET", path, search: "", body: undefined });
    // The caller may compare, but not read.
    if (response.status !== 200) return { status: 201, headers: { location: path }, body: undefined };
    return { ...response, status: 201, headers: { ...response.headers, location: path } };
  }

  async #modelsOf(uris: readonly (string | null)[], caller: AdmittedCaller): Promise<readonly Model[]> {
    if (uris.length < MIN_MODELS || uris.length > MAX_MODELS)
      failMember("/modelUris", `A comparison has ${MIN_MODELS} to ${MAX_MODELS} models.`);
    const models: Model[] = [];
    for (const [index, uri] of uris.entries()) {
      const model = await requireModel(this.#models, { uri, pointer: `/modelUris/${index}` }, caller);
      if (models.some(({ id }) => id === model.id))
        failMember(`/modelUris/${index}`, "The request names this model twice.");
      models.push(model);
    }
    return models;
  }
}

/** Returns the figures that at least one model has. */
function comparePerformance(figures: readonly (Figures | undefined)[]) {
  const jobUris = figures.map((figure) => figure?.jobUri ?? null);
  return FIGURES.map((name) => ({
    name,
    values: figures.map((figure) => figure?.values[name] ?? null),
    jobUris,
  })).filter(({ values }) => values.some((value) => value !== null));
}

function compare(models: readonly Model[]) {
  const uris = models.map(({ id }) => modelUri(id));
  const usedVariables = models.map(({ inputVariables }) => new Set(inputVariables ?? []));
  const names = [...new Set(usedVariables.flatMap((variables) => [...variables]))].filter(
    (name) => name !== null,
  );
  return {
    models: models.map(({ id, name }) => ({ uri: modelUri(id), name })),
    attributes: ATTRIBUTES.map((name) => {
      const values = models.map((model) => model[name] ?? null);
      return { name, isEqual: new Set(values).size === 1, values };
    }),
    variables: names.map((name) => {
      const modelUris = uris.filter((_, index) => usedVariables[index]!.has(name));
      return { name, isShared: modelUris.length === models.length, modelUris };
    }),
  };
}
