import type { BodyCodes, ErrorCodes } from "tamis/http";

/** Codes of the family for bodies that no catalog describes. */
export const BODY_CODES: BodyCodes = { emptyBody: 16302, nullBody: 16301 };

/** 404: the annotation does not exist. */
export const NO_ANNOTATION = 16304;

/** Codes of the family for requests about annotations. */
export const ANNOTATION_CODES: Partial<ErrorCodes> = {
  ...BODY_CODES,
  notFound: NO_ANNOTATION,
  mismatch: 16306,
  conditionRequired: 16305,
  conflict: 16314,
};

/** Codes of the family for requests about members of annotations. */
export const MEMBER_CODES: Partial<ErrorCodes> = { ...ANNOTATION_CODES, notFound: 16303 };
