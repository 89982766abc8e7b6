import type { RowStore } from "tamis/http";
import type { Folder, Folders } from "../../folders/folders.ts";
import type { Row } from "../../storage/storage.ts";
import { reportId } from "../contract/report-store.ts";

/**
 * Keeps the names of reports and of their entries in folders the same. A process that is killed between the two changes leaves an
 * entry for a deleted report, or with a name that the report did not get. Such an entry is corrected when a request needs its name.
 */
export class ReportNames {
  readonly #reports: RowStore<Row>;
  readonly #folders: Folders;
  /** Paths of reports that are being renamed. Their entries in folders are renamed before the reports. */
  readonly #renamed = new Set<string>();

  constructor(reports: RowStore<Row>, folders: Folders) {
    this.#reports = reports;
    this.#folders = folders;
  }

  /** Whether a folder has a member with a name. */
  async isTaken(folder: Pick<Folder, "id">, name: string): Promise<boolean> {
    const uri = await this.#folders.memberNamed(folder, name);
    if (uri === undefined) return false;
    const id = reportId(uri);
    if (id === undefined || this.#renamed.has(uri)) return true;
    const report = await this.#reports.read(id);
    if (report?.row["name"] === name) return true;
    if (report !== undefined) return !(await this.#folders.renameMember(uri, report.row["name"] as string));
    await this.#folders.removeMember(uri);
    return false;
  }

  /**
   * Renames the entry of a report in its folder, before the report itself is renamed. Call `end` afterwards.
   *
   * @returns false if another member of the folder has the name
   */
  async begin(uri: string, name: string): Promise<boolean> {
    const folder = await this.#folders.folderOf(uri);
    // Corrects an outdated entry with the name. Another request can take the name meanwhile, so only the change of the entry decides.
    if (folder !== undefined) await this.isTaken(folder, name);
    this.#renamed.add(uri);
    return this.#folders.renameMember(uri, name);
  }

  end(uri: string): void {
    this.#renamed.delete(uri);
  }
}
