import { jsonResponse } from "../../family/json-response.ts";
import { failRequest, type HttpResponse, type OperationRequest } from "tamis/http";
import { requireOperation } from "../../access/require-operation.ts";
import { folderId, type Folders } from "../../folders/folders.ts";
import { CODES, REPORT_CODES } from "../contract/error-codes.ts";
import { VALIDATION_TYPES } from "../contract/media-types.ts";
import { readParameters } from "../contract/read-parameters.ts";
import type { ReportNames } from "./report-names.ts";
import { nameViolations } from "./report-rules.ts";
import { findFolder, PARENT, requireParent } from "./target-folder.ts";
import { VERSION } from "../../storage/stamps.ts";
import { acceptedType } from "../../family/media-types.ts";

/** Answers whether a new report in a folder can have a name. */
export async function validateName(
  { request }: OperationRequest,
  folders: Folders,
  names: ReportNames,
): Promise<HttpResponse> {
  await requireOperation(request, "read");
  const type = acceptedType(request, VALIDATION_TYPES.name, REPORT_CODES);
  const { value, [PARENT]: parent } = readParameters(request, ["value", PARENT]);
  const uri = requireParent(parent);
  if (folderId(uri) === undefined)
    failRequest(404, `${PARENT} is not the path of a folder.`, { code: CODES.invalidValidationUri });
  const folder = await findFolder(uri, folders);
  const [violation] = nameViolations(value);
  const isTaken = violation === undefined && (await names.isTaken(folder, value!));
  const problem = isTaken
    ? {
        message: "The folder has a member with this name.",
        errorCode: CODES.notAddedToFolder,
        httpStatusCode: 409,
      }
    : violation && { message: violation.message, errorCode: violation.errorCode, httpStatusCode: 400 };
  return jsonResponse(type, {
    version: VERSION,
    valid: problem === undefined,
    error: problem ?? null,
    links: [],
  });
}
