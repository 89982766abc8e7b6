import type { StampMembers } from "tamis/http";

/** Version of the representations of all families. */
export const VERSION = 1;

/** Members that record the time and the caller of a change, in all families. */
export const STAMPS = {
  created: "creationTimeStamp",
  modified: "modifiedTimeStamp",
  createdBy: "createdBy",
  modifiedBy: "modifiedBy",
} as const satisfies StampMembers;

export type StampMember = (typeof STAMPS)[keyof typeof STAMPS];

/** Options of resources whose items have an id, a version, links and these members. */
export const ITEMS = {
  assigned: ["id", "version", "links"],
  initial: { version: VERSION },
  stamps: STAMPS,
} as const;

/** Members that each new row has. */
export type NewItem = Readonly<Record<StampMember, string>> & {
  readonly version: number;
  readonly links: null;
};

/**
 * Returns the values of these members, the version and the links in a new row.
 *
 * @param now milliseconds since 1970
 */
export function newItem(by: string, now: number): NewItem {
  const time = new Date(now).toISOString();
  return {
    [STAMPS.created]: time,
    [STAMPS.modified]: time,
    [STAMPS.createdBy]: by,
    [STAMPS.modifiedBy]: by,
    version: VERSION,
    links: null,
  };
}
