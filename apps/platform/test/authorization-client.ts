import {
  clientWith,
  registration,
  startPlatform,
  tokenOf,
  type Client,
  type TestPlatform,
} from "./platform-fixture.ts";

export const RULES = "/authorization/rules";
export const JOBS = `${RULES}/jobs`;
export const DECISIONS = "/authorization/decisions";
export const VALIDATIONS = "/authorization/commons/validations";
export const RULE_TYPE = "application/vnd.vendor.authorization.rule+json";
export const JOB_TYPE = "application/vnd.vendor.authorization.rule.job+json";
export const CONTEXT_TYPE = "application/vnd.vendor.authorization.context+json";

export interface Clients {
  readonly platform: TestPlatform;
  /** A member of the group of administrators. */
  readonly admin: Client;
  /** A client with an authority. */
  readonly writer: Client;
  /** A client without an authority. */
  readonly reader: Client;
}

/** Starts a platform with a client of each kind. */
export async function connectAll(given?: TestPlatform): Promise<Clients> {
  const platform = given ?? (await startPlatform());
  const client = async (id: string, authorities: readonly string[], scope?: string): Promise<Client> => {
    const scopes = ["openid", "uaa.none", "VendorAdministrators"];
    await platform.tokens.addClient(registration(id, { authorities, scope: scopes }));
    return clientWith(platform, await tokenOf(platform, id, scope));
  };
  return {
    platform,
    admin: await client("root", ["VendorAdministrators"], "VendorAdministrators"),
    writer: await client("writer", ["writers"]),
    reader: await client("reader", ["VendorAdministrators"]),
  };
}

/** A complete rule with other members. */
export const rule = (others: object = {}) => ({
  type: "grant",
  principalType: "group",
  principal: "writers",
  objectUri: "/tables/places",
  permissions: ["read"],
  ...others,
});

export const createRule = ({ send }: Client, others: object = {}) =>
  send(RULES, { type: RULE_TYPE, json: rule(others) });

export const decideOn = ({ send }: Client, context: object) =>
  send(DECISIONS, { type: CONTEXT_TYPE, json: context });
