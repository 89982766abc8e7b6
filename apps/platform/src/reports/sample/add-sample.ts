import type { RowStore } from "tamis/http";
import type { Caller } from "../../access/caller.ts";
import type { Files } from "../../files/files.ts";
import type { Folders } from "../../folders/folders.ts";
import { newItem } from "../../storage/stamps.ts";
import type { NewRow, Row } from "../../storage/storage.ts";
import type { ContentOperations } from "../content/content-operations.ts";
import { readJson } from "../form/json-form.ts";
import type { ReportNames } from "../filing/report-names.ts";
import { filedIn } from "../filing/filed-reports.ts";
import type { storedReports } from "../contract/report-catalogs.ts";
import { reportUri } from "../contract/report-store.ts";
import { contentOf, ICON, SAMPLE_REPORTS } from "./reports.ts";

const CREATOR: Caller = { kind: "caller", name: "sample", client: "sample", groups: [], scopes: [] };
const FOLDER = "/folders/folders/public";

export interface SampleTarget {
  readonly reports: RowStore<Row>;
  readonly content: ContentOperations;
  readonly folders: Folders;
  readonly names: ReportNames;
  readonly files: Files;
  readonly now: number;
}

/** Creates the sample reports in the public folder, each with an icon. The folder exists already. */
export async function addSampleReports({
  reports,
  content,
  folders,
  names,
  files,
  now,
}: SampleTarget): Promise<void> {
  const folder = await folders.find(FOLDER);
  if (folder === undefined) throw new Error(`internal: there is no folder ${FOLDER}`);
  const store = filedIn(reports, { folders, folder, names, caller: CREATOR });
  for (const sample of SAMPLE_REPORTS) {
    const id = crypto.randomUUID();
    const icon = await files.create(
      { name: "icon.svg", contentType: "image/svg+xml", parentUri: reportUri(id), content: ICON },
      CREATOR.name,
    );
    const row: NewRow<typeof storedReports> = {
      id,
      name: sample.name,
      description: sample.description,
      imageUris: { icon: `${icon}/content` },
      contentId: null,
      ...newItem(CREATOR.name, now),
    };
    const outcome = await store.create(row);
    const json = contentOf(sample);
    if (outcome.kind === "created" && json !== undefined)
      await content.store(outcome.stored, readJson(json), (row) => row);
  }
}
