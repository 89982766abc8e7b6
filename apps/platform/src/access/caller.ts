import type { SCOPES } from "tamis/families";
import type { Rights } from "./rights.ts";

/** Group whose members may register clients, change rules and stop the platform. */
export const ADMINISTRATORS = "VendorAdministrators" satisfies (typeof SCOPES)[number];

/** Who sends a request, from its access token. */
export interface Caller {
  readonly kind: "caller";
  /** Name of the user; of the client if it acts for itself. */
  readonly name: string;
  readonly client: string;
  readonly groups: readonly string[];
  readonly scopes: readonly string[];
}

/** What authentication found in a request. */
export type Identity = Caller | { readonly kind: "invalid-token"; readonly reason: string } | undefined;

/** A caller with the rights of the request. */
export interface AdmittedCaller extends Caller {
  readonly rights: Rights;
}

/** Returns whether an identity is a caller that the platform has admitted. */
export function isCaller(identity: unknown): identity is AdmittedCaller {
  return (identity as Identity)?.kind === "caller" && Object.hasOwn(identity as object, "rights");
}
