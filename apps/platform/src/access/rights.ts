import type { Catalog } from "tamis/catalog";
import type { Rule } from "tamis/engine";
import type { Operation } from "tamis/http";

/** What rules grant and prohibit. `add` and `remove` are about members of a container, `secure` about access itself. */
export const PERMISSIONS = ["read", "create", "update", "delete", "add", "remove", "secure"] as const;

export type Permission = (typeof PERMISSIONS)[number];

export const PERMISSION_OF_OPERATION = {
  list: "read",
  read: "read",
  facets: "read",
  export: "read",
  changes: "read",
  create: "create",
  replace: "update",
  patch: "update",
  delete: "delete",
} as const satisfies Readonly<Record<Operation, Permission>>;

const PERMISSION_OF_METHOD: Readonly<Record<string, Permission>> = {
  GET: "read",
  HEAD: "read",
  OPTIONS: "read",
  QUERY: "read",
  POST: "create",
  PUT: "update",
  PATCH: "update",
  DELETE: "delete",
};

/** Returns the permission that a method needs; undefined for unknown methods. */
export function permissionOfMethod(method: string): Permission | undefined {
  const name = method.toUpperCase();
  return Object.hasOwn(PERMISSION_OF_METHOD, name) ? PERMISSION_OF_METHOD[name] : undefined;
}

export interface CollectionRequest {
  /** Path of the collection. */
  readonly path: string;
  readonly operation: Operation;
  /** Members of the rows. Default: those of the collection that the platform serves at the path. */
  readonly catalog?: Catalog | undefined;
}

/** Rows of a collection on which a caller may perform an operation. */
export type RowAccess =
  | { readonly kind: "forbidden" }
  /** `rule` is the filter of these rows; undefined for all rows. */
  | { readonly kind: "allowed"; readonly rule: Rule | undefined };

/** Rights of the caller of one request, by the authorization rules. */
export interface Rights {
  readonly onCollection: (request: CollectionRequest) => RowAccess;
  /** Returns whether the caller has a permission for the resource at a path. */
  readonly has: (permission: Permission, path: string) => Promise<boolean>;
  /** Makes the members of a collection below an item known. */
  readonly learn: (collection: { readonly path: string; readonly catalog: Catalog }) => void;
  /** Returns whether each item that a path leads through is readable. A path below a hidden item does not exist for the caller. */
  readonly canReach: (path: string) => Promise<boolean>;
}
