import { modelManagement as family } from "tamis/families";
import type { OperationDescription } from "tamis/http";
import { INTEGER, LINKS, list, object, response, TEXT } from "../../family/schemas.ts";
import { COMPARISON_TYPE, COMPARISONS, mappingRequest, PUBLISHED_MODELS } from "./publishing-catalogs.ts";
import { jsonTypes, PAGE_TYPES } from "../../family/media-types.ts";

const { comparisonRequest, mappedCode, publishRequest } = family.resources;

/** Media types of mapped code, also in requests. */
export const MAPPED_TYPES = jsonTypes(mappedCode.mediaType);

export const COMPARISON_TYPES = jsonTypes(COMPARISON_TYPE);

export const MAP_CODE: OperationDescription = {
  summary: "The score code of a model with columns of a table instead of the model's variables.",
  body: { types: MAPPED_TYPES, schema: mappingRequest, required: false },
  responses: [
    response(
      "The code.",
      MAPPED_TYPES,
      object({
        modelId: TEXT,
        codeType: TEXT,
        code: TEXT,
        variables: list(object({ name: TEXT, column: TEXT })),
        version: INTEGER,
        links: LINKS,
      }),
    ),
  ],
};

export const PUBLISH: OperationDescription = {
  summary: "Publish models at a destination. All of them are published, or none.",
  body: { types: [publishRequest.mediaType], schema: publishRequest.catalog },
  responses: [
    {
      ...response(
        "The published models. Without content if the caller may not read them.",
        PAGE_TYPES,
        { kind: "page", of: PUBLISHED_MODELS },
        [],
      ),
      status: 201,
    },
  ],
  errors: { 409: [] },
};

export const COMPARE: OperationDescription = {
  summary: "Compare models.",
  body: { types: [comparisonRequest.mediaType], schema: comparisonRequest.catalog },
  responses: [
    {
      ...response(
        "The comparison. Without content if the caller may not read it.",
        COMPARISON_TYPES,
        { kind: "item", of: COMPARISONS },
        ["Location", "ETag", "Last-Modified", "Vary"],
      ),
      status: 201,
    },
  ],
};
