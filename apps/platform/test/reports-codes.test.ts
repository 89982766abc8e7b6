import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { reports } from "tamis/families";
import type { RowStore } from "tamis/http";
import type { Answer } from "./platform-fixture.ts";
import { entriesCatalog } from "../src/audit/entry-catalog.ts";
import { memoryStorage, type Row, type Storage } from "../src/storage/storage.ts";
import {
  ALL,
  connect,
  CONTENT,
  content,
  contentXml,
  create,
  createWithContent,
  PUBLIC,
  save,
  TYPE,
  XML,
} from "./reports-fixture.ts";
import type { Client } from "./platform-fixture.ts";
import { codeOf, type Parts } from "./platform-fixture.ts";

const VALIDATION = "/reports/content/validation";
const NAMES = "/reports/validations/name";

const post = ({ send }: Client, body: string, type = TYPE) =>
  send(`${ALL}?parentFolderUri=${PUBLIC}`, { type, body });

const check = ({ send }: Client, body: string, type = CONTENT) => send(VALIDATION, { type, body });
const createTwice = async (client: Client) => {
  await create(client);
  return create(client);
};
const validate = ({ send }: Client, name: string) => send(`${NAMES}?value=${name}`, { method: "POST" });

/** Creates a report, and returns the path of its content. */
const newContent = async (client: Client) => `${ALL}/${(await create(client)).json.id as string}/content`;
const saveNew = async (client: Client, json: object) => save(client, (await create(client)).json.id, json);
const saveAgain = async (client: Client, headers: Parts["headers"]) =>
  save(client, (await createWithContent(client)).id, content("two"), headers);

const VALID = JSON.stringify(content());
const SCRIPT = { icon: "javascript:x" };
const UNTYPED = { method: "PUT", body: "{}", headers: { "content-type": [] } };
const OLD_COLLECTION = "application/vnd.vendor.collection+json;version=1";

/** Requests that provoke each error that a client can cause. */
const ERRORS: readonly (readonly [number, number, string, (client: Client) => Promise<Answer>])[] = [
  [10701, 400, "a report that is no JSON", (client) => post(client, "{")],
  [10701, 400, "a report with a name that is a number", (client) => post(client, '{"name":1}')],
  [10701, 400, "a script as an image", (client) => create(client, { name: "n", imageUris: SCRIPT })],
  [10708, 409, "a second report with a name", async (client) => createTwice(client)],
  [10708, 400, "a folder that is no path", (client) => create(client, { name: "n" }, "public")],
  [10709, 400, "no folder", ({ send }) => send(ALL, { type: TYPE, json: { name: "n" } })],
  [10709, 400, "no folder for a name", (client) => validate(client, "n")],
  [10712, 406, "Accept: text/html", ({ send }) => send(ALL, { headers: { accept: "text/html" } })],
  [
    10712,
    406,
    "a future version",
    ({ send }) => send(ALL, { headers: { "accept-item": `${TYPE};version=9` } }),
  ],
  [10713, 400, "a body of another version", (client) => post(client, '{"name":"n"}', `${TYPE};version=9`)],
  [10713, 400, "content of another version", (client) => check(client, VALID, `${CONTENT};version=2`)],
  [10714, 400, "a name of 256 characters", (client) => create(client, { name: "🙂".repeat(256) })],
  [10715, 404, "a name in a folder that is no path", (client) => validate(client, "n&parentFolderUri=x")],
  [10716, 400, "no name", (client) => create(client, {})],
  [10716, 400, "a name of spaces", (client) => create(client, { name: " " })],
  [10720, 428, "a second save without a condition", async (client) => saveAgain(client, {})],
  [10722, 412, "a save of an older version", async (client) => saveAgain(client, { "if-match": '"x"' })],
  [10728, 404, "an unknown report", ({ send }) => send(`${ALL}/x`)],
  [10728, 404, "the content of an unknown report", ({ send }) => send(`${ALL}/x/content`)],
  [10728, 404, "the states of an unknown report", ({ send }) => send(`${ALL}/x/states`)],
  [10730, 404, "a report without content", async (client) => client.send(await newContent(client))],
  [10736, 404, "an unknown folder", (client) => create(client, { name: "n" }, "/folders/folders/x")],
  [10738, 403, "a folder of others", (client) => create(client, { name: "n" }, "/folders/folders/archive")],
  [10743, 406, "an older version", ({ send }) => send(ALL, { headers: { accept: OLD_COLLECTION } })],
  [10746, 400, "XML as JSON", (client) => check(client, contentXml())],
  [10746, 400, "JSON as XML", (client) => check(client, VALID, XML)],
  [
    10748,
    406,
    "a body without a media type",
    async (client) => client.send(await newContent(client), UNTYPED),
  ],
  [10755, 400, "content of another report", (client) => saveNew(client, content("x", { reportId: "other" }))],
  [10757, 400, "a number as an attribute", (client) => check(client, '{"@element":"SASReport","label":1}')],
  [10759, 400, "an unknown schema", (client) => saveNew(client, { "@element": "SASReport", xmlns: "urn:x" })],
  [10761, 400, "XML that is not well-formed", (client) => check(client, "<a>", XML)],
  [10761, 400, "an entity", (client) => check(client, '<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>', XML)],
  [10761, 400, "an empty body", (client) => check(client, "")],
];

const readPage = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");

const FAULT = new Error("the disk is full");
const fails = () => Promise.reject(FAULT);

/** Returns a storage whose tables can be broken by name. */
function breakable(): { readonly storage: Storage; readonly break: (table: string, faults: object) => void } {
  const storage = memoryStorage();
  const faults = new Map<string, object>();
  return {
    storage: {
      ...storage,
      async open(catalog, options) {
        const store = await storage.open(catalog, options);
        // Changes are recorded through the store itself.
        if (catalog === entriesCatalog) return store;
        // Looked up at each call: the families keep the methods of stores.
        return new Proxy(store, {
          get(target, name: keyof RowStore<Row>) {
            const own = target[name] as unknown;
            if (typeof own !== "function") return own;
            return (...given: readonly unknown[]): unknown => {
              const fault = (faults.get(catalog.name) as Record<string, unknown> | undefined)?.[name];
              return ((fault ?? own) as (...args: readonly unknown[]) => unknown)(...given);
            };
          },
        });
      },
    },
    break: (table, given) => void faults.set(table, given),
  };
}

type Break = ReturnType<typeof breakable>["break"];

type Provoke = (client: Client, breaks: Break) => Promise<Answer>;

/** Reads content while the reading of a table does something else. */
function readBroken(table: string, read: () => Promise<unknown>): Provoke {
  return async (client, breaks) => {
    const { id } = await createWithContent(client);
    breaks(table, { read });
    return client.send(`${ALL}/${id}/content`);
  };
}

const NO_XML = { row: { xml: "<", language: null }, version: "1" };

/** Faults of the server, by the code that they have. */
const FAULTS: readonly (readonly [number, number, string, Provoke])[] = [
  [10702, 400, "stored content that is no XML", readBroken("reportContents", () => Promise.resolve(NO_XML))],
  [10703, 500, "a table of reports that fails", readBroken("reports", fails)],
  [10703, 500, "a table of content that fails", readBroken("reportContents", fails)],
  [10733, 500, "content that is lost", readBroken("reportContents", () => Promise.resolve(undefined))],
  [
    10740,
    500,
    "a table of folder members that fails",
    async (client, breaks) => {
      breaks("folderMembers", { create: fails });
      return create(client, { name: "not kept" });
    },
  ],
];

describe("errors of reports", () => {
  it.each(ERRORS)("%i has the status %i: %s", async (code, status, _request, provoke) => {
    const { status: given, json } = await provoke(await connect());
    expect([given, json.errorCode, json.httpStatusCode]).toEqual([status, code, status]);
  });

  it.each(FAULTS)("%i has the status %i, and shows nothing of the server: %s", async (...fault) => {
    const [code, status, , provoke] = fault;
    const { storage, break: breaks } = breakable();
    const errors: unknown[] = [];
    const client = await connect({ storage, onError: (error) => void errors.push(error) });
    const answer = await provoke(client, breaks);
    expect(codeOf(answer)).toEqual([status, code]);
    expect(answer.text).not.toContain("disk");
    expect(errors).toHaveLength(1);
  });

  it("cover all codes of the family, each with a published status", () => {
    const provoked = [...ERRORS, ...FAULTS];
    expect(new Set(provoked.map(([code]) => code))).toEqual(new Set(reports.errors.map(({ code }) => code)));
    for (const [code, status] of provoked)
      expect(reports.errors.find((each) => each.code === code)!.status, String(code)).toContain(status);
  });

  it("are listed on the page of error codes, each with its status and a test of this file", () => {
    const [, section = ""] = readPage("../docs/error-codes.md").split("## reports\n");
    const rows = [
      ...section.split("\n## ")[0]!.matchAll(/^\| (\d+) \| (\d+) \| .+ \| `([^`]+)`: (.+?) +\|$/gm),
    ];
    expect(rows.map(([, code]) => Number(code))).toEqual(reports.errors.map(({ code }) => code).sort());
    for (const [, code, status, file, title] of rows) {
      const provoked = title!.includes("nothing of the server") ? FAULTS : ERRORS;
      expect(provoked.map((each) => each.slice(0, 2).join())).toContain(`${code},${status}`);
      expect(readPage(`./${file}`)).toContain(`"${title}"`);
    }
  });

  it("leave no report behind that could not be added to its folder", async () => {
    const { storage, break: breaks } = breakable();
    const client = await connect({ storage, onError: () => undefined });
    breaks("folderMembers", { create: fails });
    expect((await create(client, { name: "not kept" })).status).toBe(500);
    expect((await client.send(`${ALL}?name=not kept`)).json.count).toBe(0);
  });

  it("name each problem of content with the element", async () => {
    const client = await connect();
    const { json } = await create(client);
    const wrong = { ...content(), "@children": [{ "@element": "Pages" }, { "@element": "Video" }] };
    const refused = await save(client, json.id, wrong);
    expect(refused.json.errors.map(({ message }: { message: string }) => message)).toEqual([
      "SASReport/Pages[1]: the element Page is missing.",
      "SASReport: the element Video is not possible here.",
    ]);
  });
});

describe("hostile requests for reports", () => {
  it("get an error of the client, never of the server", async () => {
    const client = await connect({ onError: (error) => expect.fail(String(error)) });
    const { id, etag } = await createWithContent(client);
    const { json } = await client.send(`${ALL}/${id}/states`, { json: {} });
    const bodies = ["", "null", "[]", "1", '"x"', "{", "<", "<a>", '{"@element":{}}', "\uFEFF", "\u0000"];
    const long = `{"a":${"[".repeat(70)}${"]".repeat(70)}}`;
    for (const body of [...bodies, long])
      for (const type of [CONTENT, XML])
        for (const [method, target] of [
          ["PUT", `${ALL}/${id}/content`],
          ["POST", VALIDATION],
        ] as const) {
          const headers = { "if-match": etag };
          const answer = await client.send(target, { method, type, body, headers });
          expect([answer.status, target, body.slice(0, 9)]).toEqual([400, target, body.slice(0, 9)]);
        }
    for (const body of ["", "null", "[]", "{", long]) {
      const target = `${ALL}/${id}/states/${json.id}/content`;
      expect([(await client.send(target, { method: "PUT", body })).status, body]).toEqual([400, body]);
    }
    const targets = [
      `${ALL}/%00/content`,
      `${ALL}/%ed%a0%80/content`,
      `${ALL}/__proto__/content`,
      `${ALL}/${id}/content?x=1`,
      `${ALL}/${id}/states/%00/content`,
      `/files/files/%00/content`,
      `/folders/folders/%00/members`,
    ];
    const statuses = [];
    for (const target of targets) statuses.push((await client.send(target)).status);
    expect(statuses).toEqual([404, 404, 404, 400, 404, 404, 404]);
    const folders = ["", "%00", "/folders/folders/%25ff", "/folders/folders/%00", `${PUBLIC}&x=1`];
    folders.push(`${PUBLIC}&parentFolderUri=${PUBLIC}`);
    for (const query of ["", ...folders.map((folder) => `?parentFolderUri=${folder}`)]) {
      const status = await client.statusOf(`${ALL}${query}`, { type: TYPE, json: { name: "n" } });
      expect([query, status]).toEqual([query, 400]);
    }
    const copy = await save(client, id, content(), { "if-match": etag }, "?copyDependentFiles=perhaps");
    expect(copy.status).toBe(400);
  });
});
