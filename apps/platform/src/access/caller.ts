import type { SCOPES } from "tamis/families";

/** Group whose members may register clients and stop the platform. */
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

export function isCaller(identity: unknown): identity is Caller {
  return (identity as Identity)?.kind === "caller";
}
