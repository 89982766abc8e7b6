import { failRequest } from "tamis/http";
import type { AdmittedCaller } from "../../access/caller.ts";
import { folderId, mayAddTo, type Folder, type Folders } from "../../folders/folders.ts";
import { CODES } from "../contract/error-codes.ts";

/** Name of the query parameter with the path of a folder. */
export const PARENT = "parentFolderUri";

/**
 * Returns the folder for a new report.
 *
 * @throws a failed request: 400 for a missing or malformed path, 404 for an unknown folder, 403 if the caller may not add reports
 */
export async function targetFolder(
  uri: string | undefined,
  folders: Folders,
  caller: AdmittedCaller,
): Promise<Folder> {
  const parent = requireParent(uri);
  if (folderId(parent) === undefined)
    failRequest(400, `${PARENT} must be the path of a folder, such as /folders/folders/public.`, {
      code: CODES.notAddedToFolder,
    });
  const folder = await findFolder(parent, folders);
  if (!mayAddTo(folder, caller) || !(await caller.rights.has("add", parent)))
    failRequest(403, "The caller may not add reports to this folder.", { code: CODES.folderForbidden });
  return folder;
}

/** @throws a failed request (400) for a missing path */
export function requireParent(uri: string | undefined): string {
  if (uri !== undefined && uri !== "") return uri;
  return failRequest(400, `The parameter ${PARENT} is missing.`, {
    code: CODES.noFolderNamed,
    remediation: `Send ?${PARENT}=/folders/folders/public, or the path of another folder.`,
  });
}

/** @throws a failed request: 404 for an unknown folder, 500 with the code of the family if the folders fail */
export async function findFolder(uri: string, folders: Folders): Promise<Folder> {
  const folder = await folders
    .find(uri)
    .catch((error: unknown) =>
      failRequest(500, "The folders cannot be read now.", { code: CODES.folderFailure, cause: error }),
    );
  return folder ?? failRequest(404, "There is no such folder.", { code: CODES.folder });
}
