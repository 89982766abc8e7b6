import { describe, expect, it } from "vitest";
import { FAMILIES } from "tamis/families";
import { EFFORT } from "../../../test/effort.ts";
import { ADMINISTRATORS } from "../src/access/caller.ts";
import type { KnowledgeBases } from "../src/data-quality/knowledge-bases.ts";
import { SAMPLE } from "../src/data-quality/sample.ts";
import { registration, startPlatform, tokenOf, type TestPlatform } from "./platform-fixture.ts";

interface Link {
  readonly method: string;
  readonly href: string;
}

interface Page {
  readonly links?: readonly Link[];
  readonly items?: readonly { readonly links?: readonly Link[] }[];
}

const ROOTS = ["/", ...FAMILIES.map(({ prefix }) => `${prefix}/`), "/folders/", "/files/"];

/** Callers, each with the groups of its client. A client without an authority may only read. */
const ROLES = { reader: [], writer: ["writers"], administrator: [ADMINISTRATORS] } as const;
type Role = keyof typeof ROLES;

async function connectAs(platform: TestPlatform, role: Role): Promise<string> {
  await platform.tokens.addClient(registration(role, { authorities: ROLES[role] }));
  return tokenOf(platform, role, role === "administrator" ? ADMINISTRATORS : undefined);
}

/** Follows all links from the roots. Returns each link as its method and path without a query. */
async function crawl(platform: TestPlatform, token: string): Promise<ReadonlySet<string>> {
  const seen = new Set<string>();
  const links = new Set<string>();
  const waiting: string[] = [...ROOTS];
  for (let target = waiting.pop(); target !== undefined; target = waiting.pop()) {
    // Facets, ranges and catalogs have the same links whatever the query.
    const key = target.includes("/@") ? target.split("?")[0]! : target;
    if (seen.has(key)) continue;
    seen.add(key);
    // The stream of changes does not end.
    if (target.includes("/@changes")) continue;
    // Needs a parameter.
    if (target === "/detection/decision/setverbose") continue;
    const { status, json } = await platform.send(target, { token });
    // OpenAPI has another meaning of links.
    if (target.endsWith("/openapi.json")) continue;
    // A family without an API root has no links.
    if (status === 404 && ROOTS.includes(target)) continue;
    expect([target, status]).toEqual([target, 200]);
    const page = (json ?? {}) as Page;
    for (const { method, href } of [page, ...(page.items ?? [])].flatMap((each) => each.links ?? [])) {
      links.add(`${method} ${href.split("?")[0]}`);
      if (method === "GET") waiting.push(href);
    }
  }
  return links;
}

const methodsOf = (links: ReadonlySet<string>) => new Set([...links].map((link) => link.split(" ")[0]!));
const pathsOf = (links: ReadonlySet<string>) =>
  new Set([...links].filter((link) => link.startsWith("GET ")).map((link) => link.slice("GET ".length)));

/** In a sample run, the knowledge bases have one locale each: the tests of data quality follow the links to all of them. */
const KNOWLEDGE_BASES = EFFORT === "sample" ? withOneLocale(SAMPLE) : SAMPLE;

function withOneLocale({ environments, ...others }: KnowledgeBases): KnowledgeBases {
  return {
    ...others,
    environments: environments.map(({ contexts, ...environment }) => ({
      ...environment,
      contexts: contexts.map(({ qkbs, ...context }) => ({
        ...context,
        qkbs: qkbs.map((qkb) => ({ ...qkb, locales: qkb.locales.slice(0, 1) })),
      })),
    })),
  };
}

describe("links from all roots", () => {
  it("lead each role to what it may read, and offer only changes that it may make", async () => {
    const platform = await startPlatform({ sample: true, knowledgeBases: KNOWLEDGE_BASES });
    const paths = {} as Record<Role, ReadonlySet<string>>;
    const methods = {} as Record<Role, ReadonlySet<string>>;
    for (const role of Object.keys(ROLES) as Role[]) {
      const token = await connectAs(platform, role);
      const found = await crawl(platform, token);
      paths[role] = pathsOf(found);
      methods[role] = methodsOf(found);
      for (const link of found) {
        const [method = "", path = ""] = link.split(" ");
        // These would end what other links lead to.
        if (method === "DELETE" || path.startsWith("/cas") || path.endsWith("/complete")) continue;
        if (method === "GET") continue;
        const { status } = await platform.send(path, { method, token, body: "", type: "text/plain" });
        // The request has no body. Nothing else may be wrong with a link.
        const expected: readonly number[] = [200, 201, 204, 400, 415, 428];
        expect([role, link, status]).toEqual([role, link, expect.toBeOneOf([...expected])]);
      }
    }
    // POST announces long queries and lookups.
    for (const method of methods.reader) expect(["GET", "POST", "QUERY"]).toContain(method);
    expect(methods.writer).toEqual(methods.administrator);
    expect(paths.writer).toEqual(paths.reader);
    const more = [...paths.administrator].filter((path) => !paths.writer.has(path));
    expect(more.length).toBeGreaterThan(0);
    // The sample tasks belong to the group of administrators, and only they can read the audit trail.
    const others = more.filter((path) => !/^\/(?:audit|authorization|modelManagement\/workflow)/.test(path));
    expect(others).toEqual(["/detection/decision/setverbose"]);
    await platform.close();
  }, 300_000);
});
