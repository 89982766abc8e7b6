import type { RuleViolation } from "tamis/http";
import { tooLong } from "../family/lengths.ts";

/** A maximum length in characters, with the error code of longer values. */
interface Length {
  readonly maximum: number;
  readonly errorCode: number;
}

/** The reference has codes for these lengths, but not the lengths. They fit into the columns of common databases. */
const ANNOTATION: Readonly<Record<string, Length>> = {
  domain: { maximum: 255, errorCode: 16309 },
  name: { maximum: 255, errorCode: 16310 },
  label: { maximum: 255, errorCode: 16312 },
  description: { maximum: 4_000, errorCode: 16311 },
};

const MEMBER: Readonly<Record<string, Length>> = {
  value: { maximum: 4_000, errorCode: 16308 },
  resourceType: { maximum: 255, errorCode: 16313 },
  resourceUri: { maximum: 2_000, errorCode: 16315 },
};

/** Error codes of values that are too long. */
export const LENGTH_CODES = { annotation: codesOf(ANNOTATION), member: codesOf(MEMBER) };

export const annotationLengths = (row: object) => violations(ANNOTATION, row);
export const memberLengths = (row: object) => violations(MEMBER, row);

function codesOf(lengths: Readonly<Record<string, Length>>): readonly number[] {
  return Object.values(lengths).map(({ errorCode }) => errorCode);
}

function violations(lengths: Readonly<Record<string, Length>>, row: object): readonly RuleViolation[] {
  return Object.entries(lengths).flatMap(([member, { maximum, errorCode }]) =>
    tooLong(row, { [member]: maximum }).map((violation) => ({ ...violation, errorCode })),
  );
}
