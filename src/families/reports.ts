import { defineCatalog } from "../catalog/define-catalog.ts";
import type { MemberDefinitions } from "../catalog/types.ts";
import { defineFamily, type EndpointParameter } from "./define-family.ts";
import { restrict } from "./restrict.ts";
import { COLLECTION_PARAMETERS, ID, LINKS, STAMPS, VERSION } from "./shared-resources.ts";

const REPORT = "application/vnd.vendor.report";
const CONTENT = "application/vnd.vendor.report.content";
const ROOT = "/reports";
const ONE = "/reports/reports/{reportId}";

const reportMembers = {
  id: ID,
  name: { type: "string", description: "The name that users see." },
  description: "string",
  ...STAMPS,
  imageUris: { type: "map", values: "string", description: "Images of it, by kind: `icon` and others." },
  links: LINKS,
  version: VERSION,
} as const satisfies MemberDefinitions;

const stateMembers = {
  id: ID,
  label: { type: "string", description: "The name that its owner gave it." },
  userId: { type: "string", description: "The owner of the state." },
  primary: {
    type: "boolean",
    description: "Whether it is the initial state. Collections can contain it as a string.",
  },
  reportModifiedTimeStamp: {
    type: "dateTime",
    description: "Time of the report's last change when the state was saved.",
  },
  ...STAMPS,
  links: LINKS,
} as const satisfies MemberDefinitions;

const report = defineCatalog({ name: "report", members: reportMembers, key: "id" });
const reportState = defineCatalog({ name: "reportState", members: stateMembers, key: "id" });

const reportContent = defineCatalog({
  name: "reportContent",
  members: { "@element": { type: "string", description: "The name of the document's root element." } },
});

const contentValidation = defineCatalog({
  name: "contentValidation",
  members: {
    level: "string",
    schema: { type: "string", description: "The schema that the content was validated against." },
    messages: { type: "list", items: { type: "object", members: { type: "string", message: "string" } } },
    version: VERSION,
  },
});

const createState = defineCatalog({
  name: "createState",
  members: {
    label: stateMembers.label,
    primary: stateMembers.primary,
    reportModifiedTimeStamp: stateMembers.reportModifiedTimeStamp,
  },
});

const REPORT_USABLE = [
  "id",
  "name",
  "description",
  "createdBy",
  "creationTimeStamp",
  "modifiedBy",
  "modifiedTimeStamp",
] as const;

const reportsCatalog = defineCatalog({
  name: "reports",
  description: "The reports that the caller can see.",
  members: restrict(reportMembers, { filter: REPORT_USABLE }),
  key: "id",
});

const statesCatalog = defineCatalog({
  name: "states",
  description: "The caller's own states of one report.",
  members: restrict(stateMembers, {
    filter: ["id", "label", "primary", "createdBy", "creationTimeStamp", "modifiedBy", "modifiedTimeStamp"],
  }),
  key: "id",
});

const LANGUAGE: EndpointParameter = {
  name: "Accept-Language",
  type: "string",
  description: "The caller's languages.",
};

const SAVE_HEADERS: readonly EndpointParameter[] = [
  { name: "If-Match", type: "string", description: "The entity tag that the caller last saw." },
  {
    name: "If-Unmodified-Since",
    type: "string",
    description: "The report's modifiedTimeStamp that the caller last saw.",
  },
];

const SAVE_QUERY: readonly EndpointParameter[] = [
  { name: "copyDependentFiles", type: "boolean", description: "Copy the files that the content depends on." },
];

export const reports = defineFamily({
  name: "reports",
  prefix: ROOT,
  purpose: "Stores reports, their content and the states that each user saved, and validates content.",
  roots: ["reports", "createReport", "validateName", "validateContent"],
  resources: {
    report: {
      mediaType: REPORT,
      description: "A report with at most one content and any number of states.",
      relations: ["update", "delete", "content"],
      fields: "all",
      catalog: report,
    },
    reportSummary: {
      mediaType: "application/vnd.vendor.summary+json",
      description: "A summary of a report.",
      fields: "unknown",
    },
    reportContent: {
      mediaType: CONTENT,
      description: "The content of a report, as JSON or XML. It names its schema.",
      fields: "some",
      catalog: reportContent,
    },
    contentValidation: {
      mediaType: "application/vnd.vendor.report.content.validation+json",
      description: "The problems of a content.",
      fields: "all",
      catalog: contentValidation,
    },
    reportState: {
      mediaType: "application/vnd.vendor.report.state.info",
      description: "The state in which a user left a report.",
      relations: ["self", "update", "delete", "content", "updateContent"],
      fields: "all",
      catalog: reportState,
    },
    createState: {
      mediaType: "application/vnd.vendor.report.state.info+json",
      description: "The fields of a new state.",
      fields: "all",
      catalog: createState,
    },
    reportStateContent: {
      mediaType: "application/vnd.vendor.report.state",
      description: "The content of a state.",
      fields: "unknown",
    },
  },
  collections: {
    reports: {
      path: `${ROOT}/reports`,
      items: "report",
      alternatives: ["reportSummary"],
      catalog: reportsCatalog,
    },
    states: { path: `${ONE}/states`, items: "reportState", catalog: statesCatalog },
  },
  primary: "reports",
  endpoints: [
    {
      method: "HEAD",
      path: `${ROOT}/`,
      does: "Returns whether the service is running.",
      responses: [
        { status: 200, meaning: "The service is running." },
        { status: 404, meaning: "The service is not reachable." },
      ],
    },
    {
      method: "GET",
      path: `${ROOT}/`,
      does: "Returns links to the collections of the family.",
      accept: ["application/vnd.vendor.api+json"],
      responses: [{ status: 200, resource: "api" }, { status: 404 }],
    },
    {
      method: "GET",
      path: `${ROOT}/reports`,
      does: "Lists reports or their summaries.",
      accept: ["application/vnd.vendor.collection"],
      query: COLLECTION_PARAMETERS,
      headers: [
        {
          name: "Accept-Item",
          type: "string",
          description:
            "Media type of the items: `application/vnd.vendor.summary+json` or `application/vnd.vendor.report+json`.",
        },
        LANGUAGE,
      ],
      responses: [{ status: 200, collection: "reports" }],
    },
    {
      method: "GET",
      path: `${ONE}/content`,
      does: "Reads a report's content, as XML or JSON.",
      responses: [
        {
          status: 200,
          resource: "reportContent",
          headers: ["ETag", "Last-Modified", "Content-Language"],
          meaning: "Content-Language is missing if the content is not available in the caller's language.",
        },
        { status: 304, meaning: "The caller already has the current content." },
        { status: 404, resource: "error" },
      ],
    },
    {
      method: "PUT",
      path: `${ONE}/content`,
      does: "Replaces a report's content.",
      query: SAVE_QUERY,
      headers: SAVE_HEADERS,
      accept: ["application/vnd.vendor.error+json", "*/*"],
      body: { resource: "reportContent", mediaType: `${CONTENT}+json` },
      responses: [
        { status: 204, headers: ["ETag", "Last-Modified"], meaning: "Saved. The content is not returned." },
        { status: 400, meaning: "The content is not valid." },
        { status: 404 },
        { status: 412, meaning: "Neither header matches the stored content." },
        { status: 428, meaning: "Content exists already, and neither header was sent." },
      ],
    },
    {
      method: "PUT",
      path: `${ONE}/content`,
      does: "Saves a report's content and returns it.",
      query: SAVE_QUERY,
      headers: SAVE_HEADERS,
      accept: [`${CONTENT}+json`],
      body: { resource: "reportContent", mediaType: `${CONTENT}+json` },
      responses: "unknown",
    },
    {
      method: "POST",
      path: `${ROOT}/content/validation`,
      does: "Validates a content against the schema that it names.",
      accept: ["application/vnd.vendor.report.content.validation+json"],
      body: { resource: "reportContent", mediaType: `${CONTENT}+json` },
      responses: [{ status: 200, resource: "contentValidation" }],
    },
    {
      method: "GET",
      path: `${ONE}/states`,
      does: "Lists the caller's states of a report.",
      query: COLLECTION_PARAMETERS,
      headers: [LANGUAGE],
      responses: [
        { status: 200, collection: "states" },
        { status: 400, resource: "error" },
      ],
    },
    {
      method: "POST",
      path: `${ONE}/states`,
      does: "Adds a state of the caller.",
      accept: ["application/vnd.vendor.report.state.info+json"],
      body: { resource: "createState", mediaType: "application/vnd.vendor.report.state.info+json" },
      responses: "unknown",
    },
  ],
  paths: [
    { path: ONE, description: "One report.", methods: ["PUT", "DELETE"], resource: "report" },
    {
      path: `${ROOT}/validations/name`,
      description: "Returns whether a name is valid for a report.",
      methods: ["POST"],
    },
    {
      path: `${ONE}/states/{stateId}`,
      description: "One state.",
      methods: ["GET", "PUT", "DELETE"],
      resource: "reportState",
    },
    {
      path: `${ONE}/states/{stateId}/content`,
      description: "The content of a state.",
      methods: ["GET", "PUT"],
      resource: "reportStateContent",
    },
  ],
  errors: [
    { status: [400], code: 10701, meaning: "The report that was sent cannot be read." },
    { status: [400], code: 10702, meaning: "The report cannot be written in the requested format." },
    { status: [400, 409], code: 10708, meaning: "The folder does not accept the report." },
    { status: [400], code: 10709, meaning: "The query lacks parentFolderUri." },
    { status: [400], code: 10713, meaning: "The version of the media type is not supported." },
    { status: [400], code: 10714, meaning: "The report's name is too long." },
    { status: [400], code: 10716, meaning: "The report has no name." },
    {
      status: [400],
      code: 10746,
      meaning: "The media type of the content differs from that of the request.",
    },
    { status: [400], code: 10755, meaning: "The data of the content differs from that of the request." },
    { status: [400], code: 10757, meaning: "The content cannot be converted to the other format." },
    { status: [400], code: 10759, meaning: "The content cannot be saved." },
    { status: [400], code: 10761, meaning: "The content cannot be read." },
    { status: [403], code: 10738, meaning: "The caller may not add reports to the folder." },
    { status: [404], code: 10715, meaning: "The URI to validate is wrong." },
    { status: [404], code: 10728, meaning: "The report does not exist." },
    { status: [404], code: 10730, meaning: "The report has no content." },
    { status: [404], code: 10736, meaning: "The folder does not exist." },
    { status: [406], code: 10712, meaning: "The media type, or its version, is not available." },
    { status: [406], code: 10743, meaning: "Older versions of the media type are not available." },
    { status: [406], code: 10748, meaning: "The request names no media type." },
    { status: [412], code: 10722, meaning: "The entity tag is not the current one of the stored content." },
    { status: [428], code: 10720, meaning: "The request must contain If-Match or If-Unmodified-Since." },
    { status: [500], code: 10703, meaning: "The report store cannot be read." },
    { status: [500], code: 10733, meaning: "The content was lost by an error of the service." },
    { status: [500], code: 10740, meaning: "The service failed to add the report to the folder." },
  ],
});
