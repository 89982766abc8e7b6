/** Codes of failures that workflows report. */
export const CODES = {
  /** 409: the object has an active workflow process already. */
  alreadyActive: 74050,
  /** 400: the named workflow or process does not exist. */
  noProcess: 74051,
  /** 400: the workflow or process exists, but cannot be started. */
  notStarted: 74080,
} as const;
