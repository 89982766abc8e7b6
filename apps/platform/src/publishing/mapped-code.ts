import {
  failRequest,
  parseJsonObject,
  readBodyMembers,
  type HttpResponse,
  type OperationRequest,
} from "tamis/http";
import { type FamilyOperation, readingEndpoint } from "../access/guard.ts";
import { requireCaller } from "../access/require-caller.ts";
import { MODEL_TYPE, MODELS } from "../models/model-catalog.ts";
import type { Models } from "../models/models.ts";
import { mapCode, variablesOf } from "./code/map-code.ts";
import { findLanguage, MAPPED_TYPES as MAPPED_LANGUAGES } from "./code/score-code.ts";
import { MAP_CODE, MAPPED_TYPES } from "./contract/descriptions.ts";
import { mappingRequest } from "./contract/publishing-catalogs.ts";
import { modelUri } from "./contract/request-values.ts";
import { VERSION } from "../storage/stamps.ts";
import { jsonResponse } from "../family/json-response.ts";
import { acceptedType, requireBodyType } from "../family/media-types.ts";

/** Returns the operation that creates the score code of a model with the columns of a table instead of the model's variables. */
export function mappedCode(models: Models): FamilyOperation {
  return readingEndpoint("POST", `${MODELS}/{modelId}/mappedCode`, MAP_CODE, (request) =>
    answer(request, models),
  );
}

async function answer(
  { request, parameters, readBody }: OperationRequest,
  models: Models,
): Promise<HttpResponse> {
  requireCaller(request);
  const type = acceptedType(request, MAPPED_TYPES);
  const model = await models.find(parameters["modelId"]!);
  if (model === undefined) return failRequest(404, "There is no such model.");
  const text = await readBody();
  const columns = new Map<string, string>();
  if (text !== "") {
    requireBodyType(request, MAPPED_TYPES);
    const { variables } = readBodyMembers(parseJsonObject(text), mappingRequest);
    for (const [variable, column] of Object.entries(variables ?? {}))
      if (typeof column === "string") columns.set(variable, column);
  }
  const { scoreCode } = model;
  const language = findLanguage(model.scoreCodeType);
  if (language === undefined || typeof scoreCode !== "string")
    return failRequest(400, `Score code can be mapped in ${MAPPED_LANGUAGES.join(" and ")}.`);
  const variables = variablesOf(model);
  const uri = modelUri(model.id);
  return jsonResponse(type, {
    modelId: model.id,
    codeType: model.scoreCodeType,
    code: mapCode(scoreCode, { language, variables }, columns),
    variables: variables.map((name) => ({ name, column: columns.get(name) ?? name })),
    version: VERSION,
    links: [{ method: "GET", rel: "up", href: uri, uri, type: `${MODEL_TYPE}+json` }],
  });
}
