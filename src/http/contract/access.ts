import type { Rule } from "../../engine/rules.ts";
import type { Operation } from "./operations.ts";

/** Permissions of the caller of one request. */
export type Access =
  /** The caller is unknown: 401. */
  | { readonly kind: "unauthenticated"; readonly challenge?: string | undefined }
  /** The caller is known, and may not use the operation: 403. */
  | { readonly kind: "forbidden" }
  | {
      readonly kind: "allowed";
      /** Filter of the rows that the caller may see. Other rows get 404, and no count includes them. */
      readonly rule?: Rule | undefined;
      /**
       * Dotted names of members that the caller may not see. A request that names one gets the same response as for an
       * unknown name. The key of the catalog cannot be closed.
       */
      readonly closed?: readonly string[] | undefined;
    };

export interface AccessRequest {
  readonly identity: unknown;
  readonly operation: Operation;
  readonly path: string;
}

/** Decides what the caller of a request may do. */
export type AccessFunction = (request: AccessRequest) => Access | Promise<Access>;

export const ALLOWED: Access & { readonly kind: "allowed" } = Object.freeze({ kind: "allowed" });
