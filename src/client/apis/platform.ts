import type { Catalog } from "../../catalog/types.ts";
import type { FAMILIES } from "../../families/list.ts";
import type { Family } from "../../families/define-family.ts";
import type { ClientAuth } from "../transport/authorization.ts";
import type { ClientOptions } from "../transport/client-options.ts";
import { createClient, type Client } from "../reading/create-client.ts";
import { collectionsOf, type FamilyClient } from "./family-client.ts";
import { PLATFORM_PATHS } from "./platform-paths.ts";

type CamelCase<S extends string> = S extends `${infer A}-${infer B}` ? `${A}${Capitalize<CamelCase<B>>}` : S;

type FamiliesWithCollections = {
  [F in (typeof FAMILIES)[number] as keyof F["collections"] extends never ? never : CamelCase<F["name"]>]: F;
};

/** The families of the platform that have collections, by their names in camel case. */
export type PlatformClient = PlatformFamilies & {
  /** Client of the same deployment, for requests to other paths than those of collections: `client.send(path)`. */
  readonly client: Client;
};

type PlatformFamilies = {
  readonly [N in keyof FamiliesWithCollections]: FamiliesWithCollections[N] extends Family
    ? FamilyClient<FamiliesWithCollections[N]>
    : never;
};

/**
 * Creates a client of all families of the platform.
 *
 * @example
 * const { reports } = platform("https://example.com", auth);
 * const sales = reports.reports.items((q) => q.where((b) => b.contains("name", "Sales")).sortBy("id"));
 * for await (const report of sales) console.log(report.name);
 */
export function platform(
  baseUrl: string,
  auth?: ClientAuth,
  options: Omit<ClientOptions, "baseUrl" | "auth"> = {},
): PlatformClient {
  const client = createClient({ ...options, baseUrl, auth });
  const families = Object.entries(PLATFORM_PATHS).map(
    ([family, collections]) =>
      [family, collectionsOf(client, collections, (name) => catalogOf(family, name))] as const,
  );
  return Object.freeze({ ...Object.fromEntries(families), client }) as PlatformClient;
}

/** Loads the catalogs on first use: they are larger than the client. */
async function catalogOf(familyName: string, collection: string): Promise<Catalog | undefined> {
  const { FAMILIES } = await import("../../families/list.ts");
  const families: readonly Family[] = FAMILIES;
  const family = families.find(({ prefix }) => prefix === `/${familyName}`);
  return family?.collections[collection]?.catalog;
}
