import { DEFAULT_CODES, type ErrorCodes } from "tamis/http";

/** Codes of the family for requests about reports. */
export const REPORT_CODES: ErrorCodes = {
  ...DEFAULT_CODES,
  notFound: 10728,
  invalidBody: 10701,
  conflict: 10708,
  failure: 10703,
};

/** Codes for requests about the content of reports and of states. */
export const CONTENT_CODES: ErrorCodes = { ...REPORT_CODES, invalidBody: 10761 };

/** Codes of failures that the family reports itself. */
export const CODES = {
  serialization: 10702,
  notAddedToFolder: 10708,
  noFolderNamed: 10709,
  nameTooLong: 10714,
  invalidValidationUri: 10715,
  nameEmpty: 10716,
  report: 10728,
  content: 10730,
  contentLost: 10733,
  folder: 10736,
  folderForbidden: 10738,
  folderFailure: 10740,
  otherMediaType: 10746,
  otherReport: 10755,
  notConverted: 10757,
  notSaved: 10759,
} as const;
