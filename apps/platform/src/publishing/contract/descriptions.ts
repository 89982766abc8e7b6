import { modelManagement as family } from "tamis/families";
import { COLLECTION_TYPE, type OperationDescription } from "tamis/http";
import { INTEGER, LINKS, list, object, response, TEXT } from "../../family/schemas.ts";
import { COMPARISON_TYPE, COMPARISONS, mappingRequest, PUBLISHED_MODELS } from "./publishing-catalogs.ts";

const { comparisonRequest, mappedCode, publishRequest } = family.resources;

/** Media types of mapped code, also in requests. */
export const MAPPED_TYPES: readonly string[] = [
  `${mappedCode.mediaType}+json`,
  mappedCode.mediaType,
  "application/json",
];

/** Media types that select the response to a publish request. */
export const PAGE_TYPES: readonly string[] = [
  COLLECTION_TYPE,
  COLLECTION_TYPE.replace("+json", ""),
  "application/json",
];

export const COMPARISON_TYPES: readonly string[] = [
  `${COMPARISON_TYPE}+json`,
  COMPARISON_TYPE,
  "application/json",
];

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
      status: 201,
      description: "The published models. Without content if the caller may not read them.",
      content: [{ types: PAGE_TYPES, schema: { kind: "page", of: PUBLISHED_MODELS } }],
    },
  ],
  errors: { 409: [] },
};

export const COMPARE: OperationDescription = {
  summary: "Compare models.",
  body: { types: [comparisonRequest.mediaType], schema: comparisonRequest.catalog },
  responses: [
    {
      status: 201,
      description: "The comparison. Without content if the caller may not read it.",
      content: [{ types: COMPARISON_TYPES, schema: { kind: "item", of: COMPARISONS } }],
      headers: ["Location", "ETag", "Last-Modified", "Vary"],
    },
  ],
};
