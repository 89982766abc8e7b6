/** Reports: documents that have one content each, and states that each user saves separately. */
import { defineCatalog } from "../catalog/define-catalog.ts";
import type { MemberDefinitions } from "../catalog/types.ts";
import { defineFamily, type Parameter } from "./define-family.ts";
import { restrict } from "./restrict.ts";
import { COLLECTION_PARAMETERS, ID, LINKS, STAMPS, VERSION } from "./shared-resources.ts";

const REPORT = "application/vnd.vendor.report";
const CONTENT = "application/vnd.vendor.report.content";
const ROOT = "/reports";
const ONE = "/reports/reports/{reportId}";

const reportMembers = {
  id: ID,
  name: { type: "string", description: "What people call it." },
  description: "string",
  ...STAMPS,
  imageUris: { type: "map", values: "string", description: "Images of it, by kind: `icon` and others." },
  links: LINKS,
  version: VERSION,
} as const satisfies MemberDefinitions;

const stateMembers = {
  id: ID,
  label: { type: "string", description: "What its owner calls it." },
  userId: { type: "string", description: "Whose state it is." },
  primary: { type: "boolean", description: "The state to begin with. Collections can show it as text." },
  reportModifiedTimeStamp: {
    type: "dateTime",
    description: "When the report was changed last, seen from the state.",
  },
  ...STAMPS,
  links: LINKS,
} as const satisfies MemberDefinitions;

const report = defineCatalog({ name: "report", members: reportMembers, key: "id" });
const reportState = defineCatalog({ name: "reportState", members: stateMembers, key: "id" });

const reportContent = defineCatalog({
  name: "reportContent",
  members: { "@element": { type: "string", description: "Names the root of the document." } },
});

const contentValidation = defineCatalog({
  name: "contentValidation",
  members: {
    level: "string",
    schema: { type: "string", description: "What the content was held against." },
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

const LANGUAGE: Parameter = {
  name: "Accept-Language",
  type: "string",
  description: "The caller's languages.",
};

const SAVE_HEADERS: readonly Parameter[] = [
  { name: "If-Match", type: "string", description: "The entity tag that the caller last saw." },
  {
    name: "If-Unmodified-Since",
    type: "string",
    description: "The report's modifiedTimeStamp that the caller last saw.",
  },
];

const SAVE_QUERY: readonly Parameter[] = [
  { name: "copyDependentFiles", type: "boolean", description: "Copy the files that the content depends on." },
];

export const reports = defineFamily({
  name: "reports",
  prefix: ROOT,
  purpose: "Keeps reports, their content and each user's states of them, and validates content.",
  roots: ["reports", "createReport", "validateName", "validateContent"],
  resources: {
    report: {
      mediaType: REPORT,
      description: "A report: one content at the most, and any number of states.",
      relations: ["update", "delete", "content"],
      fields: "all",
      catalog: report,
    },
    reportSummary: {
      mediaType: "application/vnd.vendor.summary+json",
      description: "A report in brief.",
      fields: "unknown",
    },
    reportContent: {
      mediaType: CONTENT,
      description: "What a report consists of, as JSON or XML; it names the schema that it follows.",
      fields: "some",
      catalog: reportContent,
    },
    contentValidation: {
      mediaType: "application/vnd.vendor.report.content.validation+json",
      description: "What is wrong with a content.",
      fields: "all",
      catalog: contentValidation,
    },
    reportState: {
      mediaType: "application/vnd.vendor.report.state.info",
      description: "How one user left a report.",
      relations: ["self", "update", "delete", "content", "updateContent"],
      fields: "all",
      catalog: reportState,
    },
    createState: {
      mediaType: "application/vnd.vendor.report.state.info+json",
      description: "What a new state is made from.",
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
      does: "Tells whether the service runs.",
      responses: [
        { status: 200, meaning: "It runs." },
        { status: 404, meaning: "It cannot be reached." },
      ],
    },
    {
      method: "GET",
      path: `${ROOT}/`,
      does: "Links to what the family offers.",
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
            "What the items shall be: `application/vnd.vendor.summary+json` or `application/vnd.vendor.report+json`.",
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
          meaning:
            "Content-Language is left out where the content could not be put into the caller's language.",
        },
        { status: 304, meaning: "The caller has it already." },
        { status: 404, resource: "error" },
      ],
    },
    {
      method: "PUT",
      path: `${ONE}/content`,
      does: "Saves a report's content over what is there.",
      query: SAVE_QUERY,
      headers: SAVE_HEADERS,
      accept: ["application/vnd.vendor.error+json", "*/*"],
      body: { resource: "reportContent", mediaType: `${CONTENT}+json` },
      responses: [
        { status: 204, headers: ["ETag", "Last-Modified"], meaning: "Saved, and not sent back." },
        { status: 400, meaning: "The content is not valid." },
        { status: 404 },
        { status: 412, meaning: "Neither header matches the stored content." },
        { status: 428, meaning: "There is a content already, and neither header was sent." },
      ],
    },
    {
      method: "PUT",
      path: `${ONE}/content`,
      does: "Saves a report's content and sends it back.",
      query: SAVE_QUERY,
      headers: SAVE_HEADERS,
      accept: [`${CONTENT}+json`],
      body: { resource: "reportContent", mediaType: `${CONTENT}+json` },
      responses: "unknown",
    },
    {
      method: "POST",
      path: `${ROOT}/content/validation`,
      does: "Holds a content against the schema that it names.",
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
      does: "Adds a state of the caller's own.",
      accept: ["application/vnd.vendor.report.state.info+json"],
      body: { resource: "createState", mediaType: "application/vnd.vendor.report.state.info+json" },
      responses: "unknown",
    },
  ],
  paths: [
    { path: ONE, description: "One report.", methods: ["PUT", "DELETE"], resource: "report" },
    {
      path: `${ROOT}/validations/name`,
      description: "Tells whether a report can have a name.",
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
    { status: [400], code: 10702, meaning: "The report cannot be written as asked." },
    { status: [400, 409], code: 10708, meaning: "The folder does not take the report." },
    { status: [400], code: 10709, meaning: "The query lacks parentFolderUri." },
    { status: [400], code: 10713, meaning: "The version of the media type is not taken." },
    { status: [400], code: 10714, meaning: "The report's name is too long." },
    { status: [400], code: 10716, meaning: "The report has no name." },
    { status: [400], code: 10746, meaning: "The content is of another media type than the request says." },
    { status: [400], code: 10755, meaning: "The content holds other data than the request says." },
    { status: [400], code: 10757, meaning: "The content cannot be turned into the other format." },
    { status: [400], code: 10759, meaning: "The content cannot be saved." },
    { status: [400], code: 10761, meaning: "The content cannot be read." },
    { status: [403], code: 10738, meaning: "The caller may not put the report into the folder." },
    { status: [404], code: 10715, meaning: "The URI to validate is wrong." },
    { status: [404], code: 10728, meaning: "There is no such report." },
    { status: [404], code: 10730, meaning: "The report has no content." },
    { status: [404], code: 10736, meaning: "There is no such folder." },
    { status: [406], code: 10712, meaning: "The media type, or its version, cannot be given." },
    { status: [406], code: 10743, meaning: "An older version of the media type cannot be given." },
    { status: [406], code: 10748, meaning: "The request names no media type." },
    { status: [412], code: 10722, meaning: "The entity tag is not that of the stored content." },
    { status: [428], code: 10720, meaning: "Send If-Match or If-Unmodified-Since." },
    { status: [500], code: 10703, meaning: "The store of reports cannot be read." },
    { status: [500], code: 10733, meaning: "The content is gone, and that is the service's fault." },
    { status: [500], code: 10740, meaning: "The service failed to put the report into the folder." },
  ],
});
