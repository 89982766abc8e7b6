import {
  COLLECTION_TYPE,
  createService,
  defineResource,
  type HttpResponse,
  type OperationRequest,
  type RowStore,
  type ServiceResource,
} from "tamis/http";
import { reports as family } from "tamis/families";
import { endpoint, type FamilyNested, type FamilyOperation, readingEndpoint } from "../access/guard.ts";
import { restrictTo } from "../access/permissions.ts";
import { requireOperation } from "../access/require-operation.ts";
import type { Family } from "../family/family.ts";
import type { Files } from "../files/files.ts";
import type { Folders } from "../folders/folders.ts";
import { describedRoot } from "../family/schemas.ts";
import { contentLinks } from "../storage/content-links.ts";
import { STAMPS, ITEMS } from "../storage/stamps.ts";
import type { Row, Tables } from "../storage/storage.ts";
import { deleteUnusedContent } from "./content/unused-content.ts";
import { ContentOperations } from "./content/content-operations.ts";
import { CREATE, VALIDATE_NAME } from "./contract/descriptions.ts";
import { CODES, REPORT_CODES } from "./contract/error-codes.ts";
import { filedIn, withDependents } from "./filing/filed-reports.ts";
import { readParameters } from "./contract/read-parameters.ts";
import { LOCALES, storedContents, storedReports, storedStates } from "./contract/report-catalogs.ts";
import { reportViolations } from "./filing/report-rules.ts";
import { REPORTS, reportUri } from "./contract/report-store.ts";
import { root } from "./root.ts";
import { addSampleReports } from "./sample/add-sample.ts";
import { States } from "./states.ts";
import { ReportNames } from "./filing/report-names.ts";
import { PARENT, targetFolder } from "./filing/target-folder.ts";
import { validateName } from "./filing/validate-name.ts";

export interface ReportsParts {
  readonly folders: Folders;
  readonly files: Files;
  /** Called with errors that do not change a response. */
  readonly report: (error: unknown) => void;
}

/** Reports, their content, and the states in which users left them. */
export class Reports implements Family {
  readonly root = "/reports/";
  readonly resources: readonly ServiceResource[];
  readonly nested: readonly FamilyNested[];
  readonly operations: readonly FamilyOperation[];
  readonly #parts: ReportsParts;
  readonly #reports: RowStore<Row>;
  readonly #content: ContentOperations;
  readonly #names: ReportNames;
  readonly #closing = new AbortController();
  #cleaning: Promise<void> = Promise.resolve();

  static async open(tables: Tables, parts: ReportsParts): Promise<Reports> {
    const resource = `${REPORTS}/{id}`;
    const reports = await tables.open(storedReports, { resource, locales: LOCALES });
    const states = await tables.open(storedStates, {
      resource: `${REPORTS}/{reportId}/states/{id}`,
      locales: LOCALES,
    });
    const contents = await tables.open(storedContents, { resource: `${REPORTS}/{reportId}/content` });
    const opened = new Reports(reports, contents, states, parts);
    opened.#cleaning = deleteUnusedContent(reports, contents, opened.#closing.signal).catch(
      (error: unknown) => {
        if (!opened.#closing.signal.aborted) parts.report(error);
      },
    );
    return opened;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#cleaning;
  }

  private constructor(
    stored: RowStore<Row>,
    contents: RowStore<Row>,
    storedUserStates: RowStore<Row>,
    parts: ReportsParts,
  ) {
    const { folders, files, report } = parts;
    this.#parts = parts;
    const states = new States(stored, storedUserStates);
    this.#names = new ReportNames(stored, folders);
    this.#reports = withDependents(stored, {
      folders,
      names: this.#names,
      async deleteOf(id, row) {
        await folders.removeMember(reportUri(id));
        await states.deleteOf(id);
        await files.deleteOf(reportUri(id));
        if (typeof row?.["contentId"] === "string") await contents.delete(row["contentId"], "any");
      },
    });
    const resource = reportResource(this.#reports);
    this.#content = new ContentOperations({ reports: stored, contents, resource, files, report });
    this.resources = [resource];
    this.nested = states.nested;
    this.operations = [
      endpoint(
        "GET",
        this.root,
        describedRoot("Links to the reports and their operations.", []),
        ({ request }) => root(request, this.operations),
      ),
      endpoint("POST", REPORTS, CREATE, (request) => this.#create(request)),
      readingEndpoint("POST", "/reports/validations/name", VALIDATE_NAME, (request) =>
        validateName(request, folders, this.#names),
      ),
      ...this.#content.operations,
      ...states.operations,
    ];
  }

  addSample(now: number): Promise<void> {
    const { folders, files } = this.#parts;
    return addSampleReports({
      reports: this.#reports,
      content: this.#content,
      folders,
      names: this.#names,
      files,
      now,
    });
  }

  /** Answers `POST /reports/reports?parentFolderUri=…`, which creates a report in a folder. */
  async #create({ request }: OperationRequest): Promise<HttpResponse> {
    const caller = await requireOperation(request, "create");
    const { folders, report } = this.#parts;
    const { [PARENT]: parent } = readParameters(request, [PARENT]);
    const folder = await targetFolder(parent, folders, caller);
    const store = filedIn(this.#reports, { folders, folder, names: this.#names, caller });
    const handle = createService({ resources: [reportResource(store)], onError: report });
    return handle({ ...request, search: "" });
  }
}

function reportResource(store: RowStore<Row>): ServiceResource {
  return defineResource({
    path: REPORTS,
    store,
    itemType: family.resources.report.mediaType,
    summary: {
      type: "application/vnd.vendor.summary",
      members: ["id", "name", "description", ...Object.values(STAMPS)],
    },
    locales: LOCALES,
    ...ITEMS,
    assigned: ["id", "version", "links", "contentId"],
    codes: REPORT_CODES,
    validate: reportViolations,
    errorCodes: { 400: [CODES.nameTooLong, CODES.nameEmpty] },
    itemLinks: (path, { contentId }) => [
      ...contentLinks(path, contentId !== null, `${family.resources.reportContent.mediaType}+json`),
      { method: "GET", rel: "states", path: `${path}/states`, type: COLLECTION_TYPE },
    ],
    access: restrictTo(undefined),
  });
}
