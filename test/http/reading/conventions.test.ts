import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defineCatalog, type Catalog } from "tamis";
import { createCollection } from "tamis/store";
import { send, targets } from "../request.ts";
import { serve } from "../serve.ts";

/* The conventions of the platform as requests, and the queries that clients were seen to send. */

const catalog: Catalog = defineCatalog({
  name: "annotations",
  key: "id",
  defaultSort: ["name"],
  members: {
    id: { type: "string", nullable: false },
    name: "string",
    domain: "string",
    size: "integer",
    modifiedTimeStamp: "dateTime",
    imageUris: { type: "object", members: { icon: "string" } },
    start: "integer",
  },
});
const rows = Array.from({ length: 25 }, (_, i) => ({
  id: `a${i}`,
  name: ["report", "Report", "résumé", "folder", null][i % 5],
  domain: i < 10 ? "x" : "y",
  size: i,
  modifiedTimeStamp: `2024-01-${String(i + 1).padStart(2, "0")}T00:00:00Z`,
  imageUris: { icon: i % 2 === 0 ? "a.png" : "b.png" },
  start: i % 3,
}));
const service = serve(
  {
    path: "/annotations/annotations",
    title: "annotations",
    collection: createCollection(rows as object[], { catalog }).asCollection(),
    itemType: "application/vnd.vendor.annotation",
    summary: { members: ["id", "name"] },
    version: 2,
    locales: ["en", "sv"],
    stamps: { modified: "modifiedTimeStamp" },
  },
  { newTraceId: () => "trace", version: 3 },
);
const PATH = "/annotations/annotations";
const get = (target: string, headers: Readonly<Record<string, string>> = {}) =>
  send(service, target, { headers });
const countOf = async (search: string): Promise<number> => (await get(`${PATH}?${search}`)).json.count;

describe("paging", () => {
  it("starts at 0 with 10 items, and a limit of 0 returns the count", async () => {
    const { json } = await get(PATH);
    expect(json).toMatchObject({ start: 0, limit: 10, count: 25 });
    expect((await get(`${PATH}?limit=0`)).json).toMatchObject({ limit: 0, count: 25, items: [] });
  });
});

describe("basic filters", () => {
  it.each([
    ["domain=x", 10],
    ["domain=x&name=folder", 2],
    ["name=report%7Cfolder", 10],
    ["imageUris.icon=a.png", 13],
    ["size=3", 1],
    ["domain=x&filter=gt(size,5)", 4],
    ["domain=x&domain=y", 0],
    ["domain=X", 0],
    ["filter=true", 25],
    ["filter=", 25],
    ["filter=eq(start,1)", 8],
  ])("%s matches %i items", async (search, count) => {
    expect(await countOf(search)).toBe(count);
  });
});

describe("representations", () => {
  it("a root has version and links, and answers HEAD", async () => {
    const root = await get("/", { accept: "application/vnd.vendor.api+json" });
    expect(root.headers["content-type"]).toBe("application/vnd.vendor.api+json");
    expect(root.json).toEqual({
      version: 3,
      links: [expect.objectContaining({ method: "GET", rel: "annotations", uri: PATH })],
    });
    expect((await send(service, "/", { method: "HEAD" })).status).toBe(200);
  });

  it("an item has validators, and 304 answers both kinds of conditions", async () => {
    const first = await get(`${PATH}/a1`);
    expect(first.headers).toMatchObject({
      "content-type": "application/vnd.vendor.annotation+json",
      "last-modified": "Tue, 02 Jan 2024 00:00:00 GMT",
      "content-language": "en",
    });
    for (const headers of [
      { "if-none-match": first.headers["etag"]! },
      { "if-none-match": `"other", W/${first.headers["etag"]!}` },
      { "if-modified-since": "Tue, 02 Jan 2024 00:00:00 GMT" },
    ]) {
      const again = await get(`${PATH}/a1`, headers);
      const { etag } = first.headers;
      expect([again.status, again.body, again.headers["etag"]]).toEqual([304, undefined, etag]);
    }
    const earlier = { "if-modified-since": "Mon, 01 Jan 2024 00:00:00 GMT" };
    expect((await get(`${PATH}/a1`, earlier)).status).toBe(200);
  });

  it("an error has the fields of the platform", async () => {
    const { status, headers, json } = await get(`${PATH}/none`);
    expect([status, headers["content-type"]]).toEqual([404, "application/vnd.vendor.error+json"]);
    expect(json).toEqual({
      message: "There is no item 'none' in annotations.",
      id: "trace",
      errorCode: 404,
      httpStatusCode: 404,
      details: ["traceId: trace", `path: ${PATH}/none`],
      errors: [],
      links: [],
      version: 2,
    });
  });
});

describe("negotiation", () => {
  const item = "application/vnd.vendor.annotation";
  const page = "application/vnd.vendor.collection";
  const summary = "application/vnd.vendor.summary";
  it.each([
    [PATH, "accept", undefined, 200, `${page}+json`],
    [PATH, "accept", "*/*", 200, `${page}+json`],
    [PATH, "accept", page, 200, page],
    [PATH, "accept", "application/*", 200, `${page}+json`],
    [PATH, "accept", "application/json;q=0.9, text/html", 200, "application/json"],
    [PATH, "accept", `${page}+json;version=2`, 200, `${page}+json`],
    [PATH, "accept", `${page}+json;version=1`, 406, 10743],
    [PATH, "accept", `${page}+json;version=3`, 406, 10712],
    [PATH, "accept", `${page}+json;version=x`, 400, 10713],
    [PATH, "accept", "text/html", 406, 10712],
    [PATH, "accept", "*/*;q=0", 406, 10712],
    [PATH, "accept", "application/json;q=0, */*", 200, `${page}+json`],
    // A field without a readable type accepts everything.
    [PATH, "accept", ',,;;="', 200, `${page}+json`],
    [PATH, "accept-item", "application/vnd.vendor.summary+json", 200, `${page}+json`],
    [PATH, "accept-item", `${item}+json;version=1`, 406, 10743],
    [PATH, "accept-item", `${item}+json;version=0`, 400, 10713],
    [PATH, "accept-item", "image/png", 406, 10712],
    [`${PATH}/a1`, "accept", `${item}+json;version=2`, 200, `${item}+json`],
    [`${PATH}/a1`, "accept", `${item}+json;version=1`, 406, 10743],
    [`${PATH}/a1`, "accept", `${summary}+json`, 200, `${summary}+json`],
    [`${PATH}/a1`, "accept", "text/plain", 406, 10712],
    [`${PATH}/@facets`, "accept", "text/html", 406, 10712],
    [`${PATH}/@facets/domain`, "accept", "text/html", 406, 10712],
    [`${PATH}/@ranges/size`, "accept", "text/html", 406, 10712],
    [`${PATH}/@groups`, "accept", "text/html", 406, 10712],
    [`${PATH}/@rows`, "accept", "text/html", 406, 10712],
    [`${PATH}/@rows`, "accept", "application/json", 406, 10712],
    [`${PATH}/@catalog`, "accept", "text/html", 406, 10712],
    ["/", "accept", "text/html", 406, 10712],
    ["/", "accept", "application/vnd.vendor.api+json;version=2", 406, 10743],
  ])("%s with %s: %s is %s %s", async (target, name, value, status, expected) => {
    const response = await get(target, value === undefined ? {} : { [name]: value });
    const found = response.status < 400 ? response.headers["content-type"] : response.json.errorCode;
    expect([response.status, found]).toEqual([status, expected]);
    expect(response.headers["vary"]).toContain("accept");
  });

  it.each([
    ["sv", "sv"],
    ["fr, sv;q=0.5", "sv"],
    ["xx", "en"],
    [undefined, "en"],
    ["*", "en"],
    ["sv;q=x, ,;", "en"],
  ])("Accept-Language: %s chooses %s", async (value, expected) => {
    const response = await get(PATH, value === undefined ? {} : { "accept-language": value });
    expect(response.headers["content-language"]).toBe(expected);
    expect(response.headers["vary"]).toContain("accept-language");
  });

  it.each(["@facets/name", "@ranges/name", "@groups", "@rows"])("%s names its language", async (name) => {
    const { status, headers } = await get(`${PATH}/${name}`, { "accept-language": "sv" });
    expect([status, headers["content-language"]]).toEqual([200, "sv"]);
    expect(headers["vary"]).toContain("accept-language");
  });
});

describe("methods", () => {
  it.each([
    ["/", "GET, HEAD, OPTIONS"],
    [PATH, "GET, HEAD, QUERY, OPTIONS"],
    [`${PATH}/a1`, "GET, HEAD, OPTIONS"],
    [`${PATH}/@query`, "POST, OPTIONS"],
    [`${PATH}/@facets/name`, "GET, HEAD, OPTIONS"],
    [`${PATH}/@groups`, "GET, HEAD, OPTIONS"],
    [`${PATH}/@rows`, "GET, HEAD, OPTIONS"],
  ])("OPTIONS and 405 of %s name %s", async (target, allow) => {
    const options = await send(service, target, { method: "OPTIONS" });
    expect([options.status, options.headers["allow"]]).toEqual([204, allow]);
    const patched = await send(service, target, { method: "PATCH" });
    expect([patched.status, patched.headers["allow"]]).toEqual([405, allow]);
  });

  it.each([
    "/",
    PATH,
    `${PATH}?limit=3`,
    `${PATH}/a1`,
    `${PATH}/none`,
    `${PATH}/@facets/name`,
    `${PATH}/@groups?by=name`,
    `${PATH}?x=y`,
  ])("HEAD of %s has the header fields of GET, and no body", async (target) => {
    const [read, head] = [await get(target), await send(service, target, { method: "HEAD" })];
    expect([head.status, head.body]).toEqual([read.status, undefined]);
    const { "content-length": length, ...others } = head.headers;
    expect(others).toEqual(read.headers);
    const body = read.body as string | Uint8Array;
    expect(length).toBe(String(typeof body === "string" ? Buffer.byteLength(body) : body.length));
  });
});

describe("errors of the query string", () => {
  it.each([
    ["filter=%", "invalid-encoding"],
    ["filter=%FF", "invalid-encoding"],
    ["filter=eq(name,%27a%27", "expected"],
    ["nmae=x", "unknown-parameter"],
    ["limit=1&limit=2", "repeated-parameter"],
    ["count=maybe", "invalid-value"],
    ["select=nmae", "unknown-member"],
    ["start=-1", "invalid-value"],
    ["cursor=x", "unknown-parameter"],
  ])("%s is answered with 400 and offsets into it", async (search) => {
    const { status, json } = await get(`${PATH}?${search}`);
    expect(status).toBe(400);
    for (const { diagnostic, message } of json.errors) {
      expect(typeof message).toBe("string");
      expect(diagnostic.from).toBeGreaterThanOrEqual(0);
      expect(diagnostic.to).toBeLessThanOrEqual(search.length);
      expect(diagnostic.code).toMatch(/^[a-z-]+$/);
    }
    expect(json.errors.length).toBeGreaterThan(0);
  });

  it.each([
    ["filter=contian(nmae,'a')&limit=2", "filter=contains(name,'a')&limit=2"],
    ["sortBy=nmae:desc", "sortBy=name:descending"],
    ["nmae=a", "name=a"],
    ["select=nmae", "select=name"],
    ["filter=eq(xyz,1)", undefined],
    ["filter=eq(xyz,1)&sortBy=nmae", undefined],
  ])("%s is corrected to %s, which is a valid request", async (search, expected) => {
    const { json } = await get(`${PATH}?${search}`);
    const posted = await send(service, `${PATH}/@query`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: search,
    });
    expect(json.remediation).toBe(expected && `Request ${PATH}?${expected}`);
    expect(posted.json.remediation).toBe(expected && `Send the body ${expected}`);
    if (expected !== undefined) expect((await get(`${PATH}?${expected}`)).status).toBe(200);
  });

  it("a form can have a filter that is too long for a URL", async () => {
    const filterOf = (length: number) => {
      const condition = `contains(name,'${"x".repeat(200)}')`;
      const others = Math.floor((length - "or()".length) / (condition.length + 1));
      return `or(${Array(others).fill(condition).join(",")})`.padEnd(length);
    };
    const statusOf = async (length: number, form?: { readonly method: string; readonly path: string }) => {
      const search = `filter=${encodeURIComponent(filterOf(length))}&limit=1`;
      if (form === undefined) return (await get(`${PATH}?${search}`)).status;
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      return (await send(service, form.path, { method: form.method, headers, body: search })).status;
    };
    expect([await statusOf(8_192), await statusOf(8_193)]).toEqual([200, 400]);
    for (const form of [
      { method: "POST", path: `${PATH}/@query` },
      { method: "QUERY", path: PATH },
    ])
      expect([await statusOf(8_193, form), await statusOf(65_536, form)]).toEqual([200, 200]);
    expect(await statusOf(65_537, { method: "QUERY", path: PATH })).toBe(400);
  });

  it("a token in the URL is neither in links nor in errors", async () => {
    const page = await get(`${PATH}?limit=1&access_token=s3cret`);
    const wrong = await get(`${PATH}?nmae=a&access_token=s3cret`);
    expect(`${JSON.stringify(page.json)}${JSON.stringify(wrong.json)}`).not.toContain("s3cret");
  });
});

describe("header fields that are sent twice", () => {
  const twice = (name: string, values: readonly string[], target = PATH) =>
    send(service, target, { headers: { [name]: values } });

  it.each([
    ["accept", ["text/html", "application/json"], 200],
    ["accept-item", ["image/png", "application/vnd.vendor.summary+json"], 200],
    ["accept-language", ["xx", "sv"], 200],
    ["if-none-match", ['"a"', '"b"'], 200],
    ["if-modified-since", ["Tue, 02 Jan 2024 00:00:00 GMT", "Wed, 03 Jan 2024 00:00:00 GMT"], 400],
    ["if-modified-since", ["Tue, 02 Jan 2024 00:00:00 GMT", "Tue, 02 Jan 2024 00:00:00 GMT"], 304],
  ])("%s: %j is answered with %i", async (name, values, status) => {
    const target = name.startsWith("if-") ? `${PATH}/a1` : PATH;
    expect((await twice(name, values, target)).status).toBe(status);
  });

  it.each(["content-type", "content-length", "content-encoding"])("%s of a form", async (name) => {
    const form = "application/x-www-form-urlencoded";
    const values = {
      "content-type": [form, "text/plain"],
      "content-length": ["1", "2"],
      "content-encoding": ["identity", "gzip"],
    };
    const { status } = await send(service, `${PATH}/@query`, {
      method: "POST",
      headers: { "content-type": form, [name]: values[name as keyof typeof values] },
      body: "limit=1",
    });
    expect(status).toBe(name === "content-encoding" ? 415 : 400);
  });
});

describe("queries that clients were seen to send", () => {
  const lines = readFileSync(new URL("../../fixtures/requests-seen.tsv", import.meta.url), "utf8")
    .trim()
    .split("\n")
    .slice(1);
  const searches = lines.map((line) => {
    const [kind, text = ""] = line.split("\t");
    if (kind === "filter" || kind === "sortBy") return `${kind}=${encodeURIComponent(text)}`;
    return encodeURI(kind === "fullurl" ? text.slice(text.indexOf("?") + 1) : text);
  });
  const words = new Set(
    searches.flatMap((each) => decodeURIComponent(each).match(/[A-Za-z_][\w.]*(?=[,)=:])/g) ?? []),
  );
  for (const name of ["filter", "sortBy", "start", "limit", "true", "false"]) words.delete(name);
  const members = Object.fromEntries(
    [...words].filter((name) => !/\.$/.test(name)).map((name) => [name, "string" as const]),
  );
  const seen = defineCatalog({ name: "seen", members }) as Catalog;
  const answering = serve({
    path: "/seen",
    collection: createCollection([{}] as object[], { catalog: seen }).asCollection(),
  });

  it("are answered with a page, or with an error that says where", async () => {
    let pages = 0;
    for (const search of searches) {
      const { status, json } = await send(answering, `/seen?${search}`);
      expect([200, 400], search).toContain(status);
      if (status === 200) {
        pages++;
        const self = targets(json.links)["self"]!;
        expect((await send(answering, self)).json, search).toEqual(json);
      } else expect(json.errors.length, search).toBeGreaterThan(0);
    }
    expect(searches.length).toBeGreaterThan(150);
    expect(pages).toBeGreaterThan(searches.length * 0.6);
  });
});
