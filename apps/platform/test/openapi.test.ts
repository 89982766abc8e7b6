import { describe, expect, it } from "vitest";
import { FAMILIES } from "tamis/families";
import type { DescribedPaths } from "../../../test/http/openapi/response-checker.ts";
import { problemsOf } from "../../../test/http/openapi/validator.ts";
import { ADMINISTRATORS } from "../src/access/caller.ts";
import { targetsOf } from "./openapi-targets.ts";
import { clientWith, registration, startPlatform, tokenOf } from "./platform-fixture.ts";

/*
 * The fixture compares each response of all tests of the platform with the documents. These tests are about the documents as a whole.
 */

interface OperationObject {
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, unknown>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, unknown>> }>>;
}

interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: OperationObject;
}

/** The sample has no models of detection, and no failed job. */
const MISSING: readonly string[] = [
  "/detection/decision/description/models/{name}",
  "/modelManagement/performanceTasks/{taskId}/performanceJobs/{jobId}/failure",
];

/** A file has one of the described media types. */
const FILE_CONTENT = "/files/files/{fileId}/content";

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"];

async function startDescribed() {
  const platform = await startPlatform({ sample: true, now: Date.now });
  await platform.tokens.addClient(registration("c", { authorities: [ADMINISTRATORS] }));
  const { send } = clientWith(platform, await tokenOf(platform, "c", ADMINISTRATORS));
  const described = platform.documents.roots.flatMap((root) => {
    const { paths } = platform.documents.documentOf(root) as unknown as DescribedPaths;
    return Object.entries(paths).flatMap(([path, item]) =>
      METHODS.filter((method) => item[method.toLowerCase()] !== undefined).map((method): Described => {
        return { method, path, operation: item[method.toLowerCase()] as OperationObject };
      }),
    );
  });
  return { platform, send, described, reachable: described.filter(({ path }) => !MISSING.includes(path)) };
}

describe("the OpenAPI documents", () => {
  it("exist for each API root, are linked from it, and pass a published validator", async () => {
    const { platform, send } = await startDescribed();
    const families = (await send("/")).json.links as readonly {
      readonly rel: string;
      readonly href: string;
    }[];
    for (const root of platform.documents.roots) {
      expect(families).toContainEqual(expect.objectContaining({ rel: root.slice(1, -1), href: root }));
      const { links } = (await send(root)).json as { links: readonly { rel: string; href: string }[] };
      const { href } = links.find(({ rel }) => rel === "service-desc")!;
      const { status, json } = await platform.send(href);
      expect([href, status, await problemsOf(json as object)]).toEqual([
        `${root}openapi.json`,
        200,
        undefined,
      ]);
      expect(Object.keys((json as DescribedPaths).paths)).toContain(href);
    }
    const published = FAMILIES.map(({ prefix }) => `${prefix}/`);
    expect([...platform.documents.roots].sort()).toEqual(
      [...published, "/audit/", "/folders/", "/files/"].sort(),
    );
    await platform.close();
  });

  it("have each path and method of the families", async () => {
    const { platform, described } = await startDescribed();
    const known = new Set(described.map(({ method, path }) => `${method} ${path}`));
    const { families } = platform.documents;
    for (const { operations = [], resources = [], nested = [] } of families) {
      for (const { method, path } of operations) expect(known).toContain(`${method} ${path}`);
      for (const { path, operations: allowed } of [
        ...resources,
        ...nested.map(({ path, describe }) => ({ ...describe!(), path })),
      ])
        for (const [operation, method] of [
          ["list", "GET"],
          ["create", "POST"],
        ] as const)
          if (allowed.has(operation)) expect(known).toContain(`${method} ${path}`);
    }
    expect(families.length).toBeGreaterThan(10);
    await platform.close();
  });

  it("name how callers authenticate, and the meanings of error codes", async () => {
    const platform = await startPlatform({ passwordGrant: true, tokenInQuery: true });
    const { json } = await platform.send("/reports/openapi.json");
    const { bearer, oauth2, query } = json.components.securitySchemes;
    expect([bearer.scheme, query.name]).toEqual(["bearer", "access_token"]);
    expect(Object.keys(oauth2.flows)).toEqual(["clientCredentials", "authorizationCode", "password"]);
    const save = json.paths["/reports/reports/{reportId}/content"].put;
    expect(save.security).toEqual([{ bearer: [] }, { oauth2: [] }]);
    expect(save["x-error-codes"]).toMatchObject({ 412: [10722], 428: [10720] });
    expect(save.responses["412"].description).toContain("`10722`: The entity tag is not the current one");
    const closed = await startPlatform();
    const schemes = (await closed.send("/reports/openapi.json")).json.components.securitySchemes;
    expect(Object.keys(schemes.oauth2.flows)).toEqual(["clientCredentials", "authorizationCode"]);
    expect(schemes.query).toBeUndefined();
    await platform.close();
    await closed.close();
  });
});

/** Statuses of operations without a body, or without a condition. */
const ANSWERED = [200, 201, 204, 400, 406, 409, 415, 428];

/** The requests that change or end what other requests need come last. */
function rankOf({ method, path }: Described): number {
  if (path === "/cas" || path === "/cas/shutdown") return 3;
  // A report is deleted with its files.
  if (method === "DELETE") return path.startsWith("/files/") ? 2 : 2.5;
  return path.endsWith("/complete") ? 1 : 0;
}

describe("each described operation", () => {
  it("is answered, and no other method of its path is", async () => {
    const { platform, send, reachable: described } = await startDescribed();
    const targets = await targetsOf(send, described);
    for (const [path, own] of Map.groupBy(described, (each) => each.path))
      for (const method of METHODS.filter((name) => own.every((each) => each.method !== name))) {
        const { status } = await send(targets.get(path)!, { method, body: "" });
        expect([method, path, status]).toEqual([method, path, 405]);
      }
    // Items are deleted from the innermost on.
    const sorted = described.toSorted(
      (a, b) => rankOf(a) - rankOf(b) || (a.method === "DELETE" ? b.path.length - a.path.length : 0),
    );
    for (const each of sorted.filter((described) => rankOf(described) < 3)) {
      const { method, path } = each;
      const isReading = method === "GET" || method === "HEAD";
      const { status } = await send(targets.get(path)!, { method, ...(isReading ? {} : { body: "" }) });
      expect([method, path, status]).toEqual([method, path, expect.toBeOneOf(ANSWERED)]);
    }
    expect((await send("/cas", { method: "DELETE" })).status).toBe(200);
    await platform.close();
  });

  it("needs a token, unless it is a root, a document, about health, or gives tokens", async () => {
    const { platform, send, described, reachable } = await startDescribed();
    const targets = await targetsOf(send, reachable);
    const open = new Set<string>();
    for (const { method, path } of described) {
      const parts = { method, ...(method === "GET" || method === "HEAD" ? {} : { body: "" }) };
      const { status } = await platform.send(targets.get(path) ?? path.replace(/\{\w+\}/g, "x"), parts);
      if (status !== 401) open.add(path);
    }
    const roots = platform.documents.roots.filter((root) => root !== "/detection/");
    const documents = platform.documents.roots.map((root) => `${root}openapi.json`);
    const tokens = ["login", "oauth/authorize", "oauth/code", "oauth/token", "token_keys"];
    const ofTokens = tokens.map((path) => `/VendorLogon/${path}`);
    const health = ["/detection/health", "/detection/ready"];
    expect([...open].sort()).toEqual([...roots, ...documents, ...ofTokens, ...health].sort());
    await platform.close();
  });

  it("reads the media types of its description, and no others", async () => {
    const { platform, send, reachable: described } = await startDescribed();
    const targets = await targetsOf(send, described);
    let checked = 0;
    for (const { method, path, operation } of described) {
      const types = Object.keys(operation.requestBody?.content ?? {});
      if (types.length === 0 || path === FILE_CONTENT) continue;
      const statusOf = async (type: string) => {
        const parts = { method, body: "x", type, headers: { "if-match": "*" } };
        // The creation of a report needs a folder.
        const query = path === "/reports/reports" ? "?parentFolderUri=/folders/folders/public" : "";
        return (await send(`${targets.get(path)!}${query}`, parts)).status;
      };
      for (const type of types) {
        expect([method, path, type, await statusOf(type)]).not.toEqual([method, path, type, 415]);
        checked++;
      }
      // The token service has errors of its own.
      const refusal = path.startsWith("/VendorLogon/") ? 400 : 415;
      expect([method, path, await statusOf("application/x-unknown")]).toEqual([method, path, refusal]);
    }
    expect(checked).toBeGreaterThan(50);
    await platform.close();
  });

  it("sends the media types of its description to clients that accept one of them only", async () => {
    const { platform, send, reachable: described } = await startDescribed();
    const targets = await targetsOf(send, described);
    let checked = 0;
    for (const { method, path, operation } of described) {
      // The stream of changes does not end.
      if (method !== "GET" || path.endsWith("/@changes") || path === FILE_CONTENT) continue;
      for (const type of Object.keys(operation.responses["200"]?.content ?? {})) {
        const accept = type.replace(/;.*/, "");
        const { status, headers } = await send(targets.get(path)!, { headers: { accept } });
        if (status !== 200) continue;
        expect([path, headers["content-type"]]).toEqual([path, type]);
        checked++;
      }
    }
    expect(checked).toBeGreaterThan(200);
    await platform.close();
  });
});
