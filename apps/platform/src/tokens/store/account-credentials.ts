import type { AuditTrail } from "../../audit/audit-trail.ts";
import { familyOf } from "../../audit/entry.ts";
import { CLIENTS_PATH, USERS_PATH } from "./paths.ts";
import { Credentials, type CredentialsOptions } from "./credentials.ts";
import type { SecretHasher } from "./secrets.ts";
import type { TokenTables } from "./token-tables.ts";

/** The secrets of the clients and the passwords of the users. */
export interface AccountCredentials {
  readonly users: Credentials;
  readonly clients: Credentials;
}

/** Wrong secrets and passwords are recorded in the audit trail. */
export function openCredentials(
  { users, clients }: TokenTables,
  hasher: SecretHasher,
  { now, record }: Pick<CredentialsOptions, "now"> & Pick<AuditTrail, "record">,
): AccountCredentials {
  const onFailureAt =
    (path: string): CredentialsOptions["onFailure"] =>
    ({ name, isLocked }) =>
      record({
        kind: isLocked ? "lockOut" : "signIn",
        outcome: "failure",
        family: familyOf(path),
        resourceUri: name === undefined ? null : `${path}/${encodeURIComponent(name)}`,
      });
  const options = { hasher, now };
  return {
    users: new Credentials({
      ...options,
      store: users,
      hashMember: "passwordHash",
      onFailure: onFailureAt(USERS_PATH),
    }),
    clients: new Credentials({
      ...options,
      store: clients,
      hashMember: "secretHash",
      onFailure: onFailureAt(CLIENTS_PATH),
    }),
  };
}
