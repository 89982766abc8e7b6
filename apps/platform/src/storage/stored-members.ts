import { defineCatalog, type Catalog, type MemberDefinitions } from "tamis";

const stamp = { type: "string", description: "The user." } as const;

/** Members of rows of collections that the reference names, but does not describe. */
export const ITEM_MEMBERS = {
  createdBy: stamp,
  creationTimeStamp: "dateTime",
  modifiedBy: stamp,
  modifiedTimeStamp: "dateTime",
  version: "integer",
  links: { type: "list", items: { type: "object", members: {} }, filterable: false, selectable: true },
} as const satisfies MemberDefinitions;

/** A member that the platform stores, and that clients can neither see nor name. */
export const HIDDEN = { type: "string", filterable: false, sortable: false, selectable: false } as const;

/**
 * Returns a catalog with further members that only the platform sees.
 *
 * @param hidden names of the members
 */
export function withHidden<M extends MemberDefinitions, const H extends string>(
  { definition }: Catalog<M>,
  hidden: readonly H[],
) {
  const added = Object.fromEntries(hidden.map((name) => [name, HIDDEN])) as Record<H, typeof HIDDEN>;
  return defineCatalog({ ...definition, members: { ...definition.members, ...added } });
}
