import { reports as family } from "tamis/families";
import type { HeaderName, OperationDescription } from "tamis/http";
import { ANY_OBJECT, response } from "../../family/schemas.ts";
import { REPORTS } from "./report-store.ts";
import { CODES, CONTENT_CODES, REPORT_CODES } from "./error-codes.ts";
import { JSON_TYPES, STATE_CONTENT_TYPES, VALIDATION_TYPES, XML_TYPES } from "./media-types.ts";
import { jsonTypes } from "../../family/media-types.ts";

const { report, contentValidation, reportContent } = family.resources;

const CONDITIONS = ["If-Match", "If-None-Match", "If-Unmodified-Since"] as const;
const VALIDATORS: readonly HeaderName[] = ["ETag", "Last-Modified"];
const CONTENT_HEADERS: readonly HeaderName[] = [...VALIDATORS, "Content-Language", "Vary"];

/** Elements of content can be nested to any depth, so only the root of its JSON is described. */
const CONTENT = [
  { types: JSON_TYPES, schema: reportContent.catalog },
  { types: XML_TYPES.map((type) => `${type}; charset=utf-8`), schema: { type: "string" } },
];

const CONTENT_BODY = { types: [...JSON_TYPES, ...XML_TYPES] };

/** Errors of bodies that are not valid content. */
const CONTENT_ERRORS = [CODES.otherMediaType, CODES.notConverted];

export const CREATE: OperationDescription = {
  summary: "Create a report in a folder.",
  query: { parentFolderUri: { description: "Path of the folder.", required: true } },
  headers: ["Idempotency-Key", "Prefer"],
  body: { types: jsonTypes(report.mediaType) },
  codes: REPORT_CODES,
  errors: {
    400: [CODES.noFolderNamed, CODES.notAddedToFolder, CODES.nameTooLong, CODES.nameEmpty],
    403: [CODES.folderForbidden],
    404: [CODES.folder],
    409: [CODES.notAddedToFolder],
    500: [CODES.folderFailure],
  },
  responses: [
    {
      ...response("The report.", [`${report.mediaType}+json`], { kind: "item", of: REPORTS }, [
        "Location",
        ...VALIDATORS,
        "Vary",
      ]),
      status: 201,
    },
  ],
};

export const VALIDATE_NAME: OperationDescription = {
  summary: "Whether a name is free for a new report in a folder.",
  query: {
    value: "The name.",
    parentFolderUri: { description: "Path of the folder.", required: true },
  },
  codes: REPORT_CODES,
  errors: { 400: [CODES.noFolderNamed], 404: [CODES.invalidValidationUri, CODES.folder] },
  responses: [
    response("`valid`, or the error of the creation.", VALIDATION_TYPES.name, {
      type: "object",
      properties: { valid: { type: "boolean" }, error: { type: ["object", "null"] } },
      required: ["valid"],
    }),
  ],
};

export const VALIDATE_CONTENT: OperationDescription = {
  summary: "Validate content against the schema that it names.",
  body: CONTENT_BODY,
  codes: CONTENT_CODES,
  errors: { 400: CONTENT_ERRORS },
  responses: [response("Level and messages.", VALIDATION_TYPES.content, contentValidation.catalog)],
};

export const READ_CONTENT: OperationDescription = {
  summary: "The content of a report, as JSON or XML.",
  headers: ["If-None-Match", "If-Modified-Since"],
  codes: CONTENT_CODES,
  errors: { 400: [CODES.serialization], 404: [CODES.content], 500: [CODES.contentLost] },
  responses: [{ description: "The content.", content: CONTENT, headers: CONTENT_HEADERS }],
};

export const SAVE_CONTENT: OperationDescription = {
  summary: "Save the content of a report. The first save needs no `If-Match`.",
  query: {
    copyDependentFiles: {
      description: "Whether the report gets copies of the files that the content names. Default false.",
      schema: { type: "boolean" },
    },
  },
  headers: CONDITIONS,
  body: CONTENT_BODY,
  codes: CONTENT_CODES,
  errors: { 400: [...CONTENT_ERRORS, CODES.otherReport, CODES.notSaved], 500: [CODES.contentLost] },
  responses: [
    {
      description: "The saved content, if `Accept` prefers a media type of content to those of errors.",
      content: CONTENT,
      headers: CONTENT_HEADERS,
    },
    { status: 204, description: "The content is saved.", headers: [...VALIDATORS, "Vary"] },
  ],
};

export const READ_STATE: OperationDescription = {
  summary: "The content of one of the caller's states of a report.",
  headers: ["If-None-Match", "If-Modified-Since"],
  codes: CONTENT_CODES,
  errors: { 404: [CODES.content] },
  responses: [response("The content.", STATE_CONTENT_TYPES, ANY_OBJECT, VALIDATORS)],
};

export const SAVE_STATE: OperationDescription = {
  summary: "Save the content of one of the caller's states of a report. The first save needs no `If-Match`.",
  headers: CONDITIONS,
  body: { types: STATE_CONTENT_TYPES, schema: ANY_OBJECT },
  codes: CONTENT_CODES,
  responses: [{ status: 204, description: "The content is saved.", headers: VALIDATORS }],
};
