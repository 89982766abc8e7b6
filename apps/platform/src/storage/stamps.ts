import type { StampMembers } from "tamis/http";

/** Members that record the time and the caller of a change, in all families. */
export const STAMPS = {
  created: "creationTimeStamp",
  modified: "modifiedTimeStamp",
  createdBy: "createdBy",
  modifiedBy: "modifiedBy",
} as const satisfies StampMembers;

export type StampMember = (typeof STAMPS)[keyof typeof STAMPS];

/**
 * Returns the values of these members in a new row.
 *
 * @param now milliseconds since 1970
 */
export function newStamps(by: string, now: number): Readonly<Record<StampMember, string>> {
  const time = new Date(now).toISOString();
  return {
    [STAMPS.created]: time,
    [STAMPS.modified]: time,
    [STAMPS.createdBy]: by,
    [STAMPS.modifiedBy]: by,
  };
}
