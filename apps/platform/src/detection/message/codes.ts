/** Error codes of the family, with the sentence that tells users what to do about it. */
export const CODES = {
  IION: "The message is not valid Ion.",
  NDEP: "No decision package is deployed for the message.",
  ECMD: "The command set of the message cannot be read.",
  BBLD: "The message is for another build of the decision package.",
  NORG: "The decision package requires a value in messageClassificationName.",
  BORG: "The decision package does not know this messageClassificationName.",
  MVST: "The message lacks a required variable set.",
  UVST: "The message has a variable set that the decision package does not know.",
  MFLD: "The message lacks a required variable.",
  BFLD: "A variable has an invalid value.",
  NSCR: "The decision is restarting.",
  NRED: "The store of the profiles is not available.",
  IERR: "The decision failed.",
  SLAE: "The decision took longer than its service level agreement allows.",
  NKAF: "The message could not be stored.",
  IODE: "The service failed.",
} as const;

export type Code = keyof typeof CODES;

/** Codes of problems in a message. If a message has several, the first in this order names the error. */
export const MESSAGE_CODES = [
  "ECMD",
  "BBLD",
  "NORG",
  "BORG",
  "MVST",
  "UVST",
  "MFLD",
  "BFLD",
] as const satisfies readonly Code[];

export type MessageCode = (typeof MESSAGE_CODES)[number];

/** A problem of a message. */
export interface MessageProblem {
  readonly code: MessageCode;
  /** Name of the variable set. */
  readonly variableSet: string;
  /** Name of the variable; undefined if the problem is that of the set. */
  readonly variable: string | undefined;
  readonly message: string;
}
