import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { JobFailure } from "./job-failure.ts";

/** A table of scored rows, whose name is such as `loans_2_q2`: prefix, number and label. */
export interface TableFile {
  readonly name: string;
  readonly sequence: number;
  readonly path: string;
}

const EXTENSION = ".csv";

/**
 * Returns the tables of a prefix in a library, in the order of their numbers.
 *
 * @param folder one folder for each library, with a CSV file for each table
 * @throws JobFailure if there is no such library, or no table
 */
export async function findTables(
  folder: string,
  library: string,
  prefix: string,
): Promise<readonly TableFile[]> {
  // Names of clients are only compared with existing names, so no name leads out of the folder.
  const libraries = await readdir(folder, { withFileTypes: true });
  const libraryFolder = libraries.find((entry) => entry.isDirectory() && entry.name === library);
  if (libraryFolder === undefined) throw new JobFailure(`There is no data library '${library}'.`);
  const path = join(folder, libraryFolder.name);
  const tables: TableFile[] = [];
  for (const file of await readdir(path)) {
    if (!file.endsWith(EXTENSION) || !file.startsWith(`${prefix}_`)) continue;
    const name = file.slice(0, -EXTENSION.length);
    const [, sequence] = /^(\d{1,9})_\w+$/.exec(name.slice(prefix.length + 1)) ?? [];
    if (sequence !== undefined) tables.push({ name, sequence: Number(sequence), path: join(path, file) });
  }
  if (tables.length === 0) throw new JobFailure(`No table of '${library}' begins with '${prefix}_'.`);
  return tables.sort((a, b) => a.sequence - b.sequence || (a.name < b.name ? -1 : 1));
}
