import { describe, expect, it } from "vitest";
import { reports } from "tamis/families";
import { setTimeout } from "node:timers/promises";
import { deleteUnusedContent } from "../src/reports/content/unused-content.ts";
import { readRows } from "../src/storage/read-rows.ts";
import {
  sqliteOpener,
  startPlatform,
  type Answer,
  codeOf,
  valuesOf,
  relsOf,
  recordedStorage,
  clientWith,
  tokenOf,
  connectTo,
} from "./platform-fixture.ts";
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
import { withPostgresSchema } from "./schema-fixture.ts";

const SUMMARY = "application/vnd.vendor.summary+json";
const names = ({ json }: Answer) => valuesOf({ json }, "name") as string[];

describe("reports", () => {
  it("are created in a folder, with the published fields, header fields and links", async () => {
    const client = await connect();
    const created = await create(client, { name: "Sales", description: "d", id: "mine", createdBy: "x" });
    expect(created.status).toBe(201);
    expect(created.headers).toMatchObject({
      location: `${ALL}/${created.json.id}`,
      etag: expect.stringMatching(/^"/),
      "last-modified": expect.stringContaining("GMT"),
    });
    expect(created.json).toMatchObject({ name: "Sales", description: "d", version: 1, createdBy: "c" });
    expect(created.json.id).not.toBe("mine");
    expect(created.json).not.toHaveProperty("contentId");
    expect(relsOf(created.json)).toEqual(
      expect.arrayContaining(["self", "update", "delete", "updateContent", "states"]),
    );
    expect(relsOf(created.json)).not.toContain("content");
    await save(client, created.json.id);
    expect(relsOf((await client.send(created.headers["location"]!)).json)).toEqual(
      expect.arrayContaining([...(reports.resources.report.relations as readonly string[])]),
    );
    const members = await client.send(`${PUBLIC}/members?filter=eq(name,'Sales')`);
    expect(members.json.items[0].uri).toBe(created.headers["location"]);
  });

  it("are found, sorted and paged by the usable attributes", async () => {
    const client = await connect();
    const page = await client.send(`${ALL}?filter=contains($primary,name,'straße')`, {
      headers: { "accept-language": "de" },
    });
    expect(names(page)).toEqual(["Hauptstraßen nach Bezirk"]);
    expect(page.headers["content-language"]).toBe("de");
    const sorted = await client.send(`${ALL}?sortBy=name:descending&limit=2&start=1`);
    expect(names(sorted)).toEqual(["Population of capitals", "Langues par pays"]);
    expect(relsOf(sorted.json)).toEqual(expect.arrayContaining(["self", "first", "prev", "next"]));
    for (const query of ["filter=eq(version,1)", "sortBy=version", "filter=eq(contentId,'x')", "contentId=x"])
      expect((await client.send(`${ALL}?${query}`)).status).toBe(400);
    for (const attribute of ["id", "name", "description", "createdBy", "creationTimeStamp", "modifiedBy"])
      expect((await client.send(`${ALL}?sortBy=${attribute}&filter=isNull(${attribute})`)).status).toBe(200);
  });

  it("have summaries, and refuse other items", async () => {
    const client = await connect();
    const { json } = await client.send(ALL, { headers: { "accept-item": SUMMARY } });
    expect(json.accept).toBe("application/vnd.vendor.summary");
    expect(json.items[0]).not.toHaveProperty("imageUris");
    expect(json.items[0]).toMatchObject({ name: expect.any(String), createdBy: "sample" });
    const whole = await client.send(ALL, { headers: { "accept-item": TYPE } });
    const icon = whole.json.items[0].imageUris.icon as string;
    const image = await client.send(icon);
    expect([image.headers["content-type"], image.headers["content-security-policy"]]).toEqual([
      "image/svg+xml; charset=utf-8",
      expect.stringContaining("sandbox"),
    ]);
    expect(codeOf(await client.send(ALL, { headers: { "accept-item": "text/html" } }))).toEqual([406, 10712]);
  });

  it("answer 304 to a client that has the current version", async () => {
    const client = await connect();
    const { json, headers } = await create(client);
    const same = await client.send(`${ALL}/${json.id}`, { headers: { "if-none-match": headers["etag"]! } });
    expect([same.status, same.text]).toEqual([304, ""]);
  });

  it("change under a condition only, and keep their name in the folder up to date", async () => {
    const client = await connect();
    const { json, headers } = await create(client, { name: "a" });
    await create(client, { name: "b" });
    const put = (name: string, condition: Record<string, string>) =>
      client.send(`${ALL}/${json.id}`, { method: "PUT", type: TYPE, json: { name }, headers: condition });
    expect((await put("c", {})).status).toBe(428);
    expect(codeOf(await put("b", { "if-match": headers["etag"]! }))).toEqual([409, 10708]);
    const renamed = await put("c", { "if-match": headers["etag"]! });
    expect([renamed.status, renamed.json.name]).toEqual([200, "c"]);
    expect((await put("d", { "if-match": headers["etag"]! })).status).toBe(412);
    expect(names(await client.send(`${PUBLIC}/members?filter=in(name,'a','b','c','d')`))).toEqual(["b", "c"]);
    expect((await put("c2", { "if-unmodified-since": renamed.json.modifiedTimeStamp })).status).toBe(200);
  });

  it("take along their content, states, files and place in the folder", async () => {
    const client = await connect();
    const { id } = await createWithContent(client, "gone");
    const state = await client.send(`${ALL}/${id}/states`, { json: { label: "s" } });
    expect(state.status).toBe(201);
    expect((await client.send(`${ALL}/${id}`, { method: "DELETE" })).status).toBe(204);
    for (const path of ["", "/content", "/states", `/states/${state.json.id}`])
      expect([path, (await client.send(`${ALL}/${id}${path}`)).json.errorCode]).toEqual([path, 10728]);
    expect((await client.send(`${PUBLIC}/members?name=gone`)).json.count).toBe(0);
    expect((await create(client, { name: "gone" })).status).toBe(201);
  });
});

describe("a root", () => {
  it("leads to the published operations, and answers HEAD", async () => {
    const client = await connect();
    const { json, headers } = await client.send("/reports/");
    expect([json.version, headers["content-type"]]).toEqual([1, "application/vnd.vendor.api+json"]);
    expect(relsOf(json)).toEqual([...reports.roots, "service-desc"]);
    expect(relsOf((await client.platform.send("/reports/")).json)).toEqual(["service-desc"]);
    const head = await client.send("/reports/", { method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
    expect((await client.send("/reports/", { headers: { accept: "text/html" } })).status).toBe(406);
  });
});

describe("content", () => {
  it("begins missing, is saved without a condition once, and then needs one", async () => {
    const client = await connect();
    const { json, headers } = await create(client);
    expect(codeOf(await client.send(`${ALL}/${json.id}/content`))).toEqual([404, 10730]);
    const first = await save(client, json.id);
    expect([first.status, first.text]).toEqual([204, ""]);
    expect(first.headers).toMatchObject({
      etag: expect.stringMatching(/^"/),
      "last-modified": expect.stringContaining("GMT"),
    });
    expect(first.headers["etag"]).not.toBe(headers["etag"]);
    expect(codeOf(await save(client, json.id, content("two")))).toEqual([428, 10720]);
    const old = await save(client, json.id, content("two"), { "if-match": headers["etag"]! });
    expect(codeOf(old)).toEqual([412, 10722]);
    expect((await client.send(`${ALL}/${json.id}/content`)).json).toEqual(content("one"));
    const second = await save(client, json.id, content("two"), { "if-match": first.headers["etag"]! });
    expect(second.status).toBe(204);
    expect(second.headers["etag"]).not.toBe(first.headers["etag"]);
    expect((await client.send(`${ALL}/${json.id}/content`)).json).toEqual(content("two"));
  });

  it("is also saved under the time of the report's last change", async () => {
    const client = await connect();
    const { id } = await createWithContent(client);
    const { json } = await client.send(`${ALL}/${id}`);
    const since = { "if-unmodified-since": json.modifiedTimeStamp as string };
    expect((await save(client, id, content("two"), since)).status).toBe(204);
    expect(codeOf(await save(client, id, content("three"), since))).toEqual([412, 10722]);
  });

  it("is refused on the first save if a condition does not hold", async () => {
    const client = await connect();
    const { json } = await create(client);
    expect((await save(client, json.id, content(), { "if-match": '"x"' })).status).toBe(412);
    expect((await save(client, json.id, content(), { "if-none-match": "*" })).status).toBe(204);
    expect(codeOf(await save(client, json.id, content(), { "if-none-match": "*" }))).toEqual([412, 10722]);
  });

  it("has one version with its report: each change of one ends the tags of the other", async () => {
    const client = await connect();
    const { id, etag } = await createWithContent(client);
    const report = await client.send(`${ALL}/${id}`);
    expect(report.headers["etag"]).toBe(etag);
    expect(report.json.modifiedBy).toBe("c");
    await client.send(`${ALL}/${id}`, {
      method: "PATCH",
      type: "application/merge-patch+json",
      json: { description: "new" },
      headers: { "if-match": etag },
    });
    expect((await save(client, id, content("two"), { "if-match": etag })).status).toBe(412);
    expect((await client.send(`${ALL}/${id}/content`)).json).toEqual(content());
  });

  it("is read and saved as JSON and as XML, and has a tag for each", async () => {
    const client = await connect();
    const { id, etag } = await createWithContent(client);
    const path = `${ALL}/${id}/content`;
    const xml = await client.send(path, { headers: { accept: XML } });
    expect(xml.text).toBe(contentXml());
    expect(xml.headers["content-type"]).toBe(`${XML}; charset=utf-8`);
    expect(xml.headers["etag"]).not.toBe(etag);
    for (const [accept, tag] of [
      [XML, xml.headers["etag"]!],
      [CONTENT, etag],
    ] as const) {
      const same = await client.send(path, { headers: { accept, "if-none-match": tag } });
      expect([same.status, same.text]).toEqual([304, ""]);
    }
    expect((await client.send(path, { headers: { accept: XML, "if-none-match": etag } })).status).toBe(200);
    const saved = await client.send(path, {
      method: "PUT",
      type: "application/xml",
      body: contentXml("three", ' language="de"').replaceAll("><Page", ">\n  <Page"),
      headers: { "if-match": xml.headers["etag"]! },
    });
    expect(saved.status).toBe(204);
    const read = await client.send(path);
    expect(read.json).toEqual(content("three", { language: "de" }));
    expect(read.headers["content-language"]).toBe("de");
    expect(xml.headers["content-language"]).toBeUndefined();
  });

  it("is returned after a save to clients that accept it", async () => {
    const client = await connect();
    const { json } = await create(client);
    const saved = await save(client, json.id, content(), { accept: CONTENT });
    expect([saved.status, saved.json]).toEqual([200, content()]);
    const headers = { accept: XML, "if-match": saved.headers["etag"]! };
    expect((await save(client, json.id, content("two"), headers)).text).toBe(contentXml("two"));
  });

  it("is validated against the schema that it names", async () => {
    const client = await connect();
    const validate = async (json: object) =>
      (await client.send("/reports/content/validation", { type: CONTENT, json })).json;
    const valid = { level: "valid", schema: content().xmlns, messages: [], version: 1 };
    expect(await validate(content())).toEqual(valid);
    const other = await validate({ "@element": "SASReport", xmlns: "urn:other" });
    expect(other.messages[0].message).toContain("urn:vendor:report-content:1.0");
    const data = (...children: object[]) => ({ "@element": "Data", "@children": children });
    const source = (name: string, filter = "true") => ({
      "@element": "Source",
      name,
      table: "/tables/places",
      filter,
      "@children": [{ "@element": "Item", name: "i", column: "name" }],
    });
    const page = (...children: object[]) => ({
      "@element": "Pages",
      "@children": [{ "@element": "Page", name: "p", "@children": children }],
    });
    const chart = { "@element": "Chart", kind: "bar", source: "s", category: "i", measure: "i" };
    const of = async (...children: object[]) => {
      const { level, messages } = await validate({ ...content(), "@children": children });
      return [level, messages.map(({ message }: { message: string }) => message).join("|")];
    };
    expect(await of(data(source("s")), page(chart))).toEqual(["valid", ""]);
    const unused = await of(data(source("s"), source("t")), page(chart));
    expect(unused).toEqual(["warning", "No page shows the source 't'."]);
    const twice = (given: object) => {
      const children = (given as { readonly "@children": readonly object[] })["@children"];
      return { ...given, "@children": [...children, children[0]] };
    };
    const wrong: readonly (readonly [object[], string])[] = [
      [[data(source("s"))], "the element Pages is missing"],
      [[page(), page()], "more than 1 elements Pages"],
      [[data(source("s", "eq(name,")), page(chart)], "filter must be a filter"],
      [[data(source("s"), source("s")), page(chart)], "Two sources have the name 's'"],
      [[data(twice(source("s"))), page(chart)], "Source 's' has two items with the name"],
      [[page(chart)], "there is no source 's'"],
      [[data(source("s")), page({ ...chart, measure: "j" })], "has no item 'j'"],
      [[data(source("s")), page({ ...chart, kind: "cube" })], "kind must be one of bar"],
      [[page({ "@element": "Image", uri: "javascript:alert(1)" })], "uri must be a path"],
      [[page({ "@element": "Image", uri: "//evil.example/x" })], "uri must be a path"],
      [[page({ "@element": "Video" })], "the element Video is not possible here"],
      [[page(), "text" as unknown as object], "text is not possible here"],
      [[page({ "@element": "Text", constructor: "x" })], "the attribute constructor is not possible"],
    ];
    for (const [children, message] of wrong)
      expect(await of(...children)).toEqual(["error", expect.stringContaining(message)]);
    const language = await validate(content("x", { language: "not a language" }));
    expect(language.messages[0].message).toContain("must be a language");
  });

  it("copies the files that it depends on", async () => {
    const client = await connect();
    const file = await client.send("/files/files", { json: { name: "a.csv", contentType: "text/csv" } });
    const path = file.headers["location"]!;
    await client.send(`${path}/content`, { method: "PUT", type: "text/csv", body: "a,b\n1,2\n" });
    for (const [accept, status] of [
      ["text/*", 200],
      ["image/svg+xml", 406],
    ] as const)
      expect((await client.send(`${path}/content`, { headers: { accept } })).status).toBe(status);
    const image = (uri: string) => {
      const page = { "@element": "Page", name: "p", "@children": [{ "@element": "Image", uri }] };
      return { ...content(), "@children": [{ "@element": "Pages", "@children": [page] }] };
    };
    const { json } = await create(client);
    const uriOf = async () => {
      const { text } = await client.send(`${ALL}/${json.id}/content`);
      return /"uri":"([^"]*)"/.exec(text)![1]!;
    };
    const saveCopy = (uri: string, tag: string) =>
      save(client, json.id, image(uri), { "if-match": tag }, "?copyDependentFiles=true");
    const kept = await save(client, json.id, image(path));
    expect(await uriOf()).toBe(path);
    expect((await saveCopy(path, kept.headers["etag"]!)).status).toBe(204);
    const copy = await uriOf();
    expect(copy).not.toBe(path);
    expect((await client.send(`${copy}/content`)).text).toBe("a,b\n1,2\n");
    expect((await client.send(copy)).json.parentUri).toBe(`${ALL}/${json.id}`);
    await saveCopy(copy, "*");
    expect(await uriOf()).toBe(copy);
    const missing = await save(
      client,
      json.id,
      image("/files/files/none"),
      { "if-match": "*" },
      "?copyDependentFiles=true",
    );
    expect(codeOf(missing)).toEqual([400, 10759]);
    await client.send(`${ALL}/${json.id}`, { method: "DELETE" });
    expect((await client.send(copy)).status).toBe(404);
    expect((await client.send(path)).status).toBe(200);
  });
});

describe("states", () => {
  it("belong to one user, who has at most one primary state of a report", async () => {
    const client = await connect();
    const other = await connectTo(client.platform, "other");
    const { id } = await createWithContent(client);
    const path = `${ALL}/${id}/states`;
    const add = (label: string, primary: boolean) => client.send(path, { json: { label, primary } });
    const first = await add("first", true);
    expect([first.status, first.json.userId, first.json.primary]).toEqual([201, "c", true]);
    expect(relsOf(first.json)).toEqual(expect.arrayContaining(["self", "update", "delete", "updateContent"]));
    expect(relsOf(first.json)).not.toContain("content");
    await add("second", true);
    await add("third", false);
    const list = await client.send(`${path}?filter=eq(primary,true)`);
    expect(valuesOf(list, "label")).toEqual(["second"]);
    expect((await client.send(`${path}?sortBy=label:descending`)).json.count).toBe(3);
    expect((await client.send(`${path}?filter=eq(userId,'c')`)).status).toBe(400);
    expect((await other.send(path)).json.count).toBe(0);
    for (const target of [`${path}/${first.json.id}`, `${path}/${first.json.id}/content`])
      expect((await other.send(target)).status).toBe(404);
    const put = await other.send(`${path}/${first.json.id}/content`, { method: "PUT", json: {} });
    expect(put.status).toBe(404);
  });

  it("have content with the rules of report content", async () => {
    const client = await connect();
    const { id } = await createWithContent(client);
    const { json } = await client.send(`${ALL}/${id}/states`, { json: { label: "s" } });
    const path = `${ALL}/${id}/states/${json.id}/content`;
    const put = (body: object, headers = {}) => client.send(path, { method: "PUT", json: body, headers });
    expect((await client.send(path)).json.errorCode).toBe(10730);
    const first = await put({ selected: ["a"], size: 1 });
    expect(first.status).toBe(204);
    expect((await put({})).json.errorCode).toBe(10720);
    expect((await put({}, { "if-match": '"x"' })).json.errorCode).toBe(10722);
    const read = await client.send(path);
    expect([read.json, read.headers["etag"]]).toEqual([{ selected: ["a"], size: 1 }, first.headers["etag"]]);
    const same = await client.send(path, { headers: { "if-none-match": first.headers["etag"]! } });
    expect(same.status).toBe(304);
    expect(relsOf((await client.send(path.replace("/content", ""))).json)).toContain("content");
    expect((await put({ size: 2 }, { "if-match": first.headers["etag"]! })).status).toBe(204);
    expect((await client.send(`${ALL}/${id}/states`)).json.items[0]).not.toHaveProperty("content");
  });
});

describe("names", () => {
  it("are validated for a folder", async () => {
    const client = await connect();
    await create(client, { name: "taken" });
    const path = `/reports/validations/name?parentFolderUri=${PUBLIC}&value=`;
    const validate = async (value: string) => (await client.send(path + value, { method: "POST" })).json;
    expect(await validate("free")).toEqual({ version: 1, valid: true, error: null, links: [] });
    expect((await validate("taken")).error).toMatchObject({ errorCode: 10708, httpStatusCode: 409 });
    expect((await validate("x".repeat(256))).error).toMatchObject({ errorCode: 10714 });
    expect((await validate("")).error).toMatchObject({ errorCode: 10716 });
    expect((await validate("x".repeat(255))).valid).toBe(true);
  });
});

it("content that a killed process has left is deleted, and other content stays", async () => {
  const { storage, stores } = recordedStorage();
  const client = await connect({ storage });
  const [reports, contents] = [stores.get("reports")!, stores.get("reportContents")!];
  const { id, etag } = await createWithContent(client);
  const ids = async () => {
    const found: unknown[] = [];
    for await (const row of readRows(contents)) found.push(row["id"]);
    return found.sort();
  };
  const before = await ids();
  const row = { reportId: id, xml: "<a/>", language: null };
  await contents.create({ id: "left", ...row });
  await contents.create({ id: "about to be used", ...row });
  const deletion = deleteUnusedContent(reports, contents, new AbortController().signal, 200);
  await setTimeout(20);
  // Another process stores its report meanwhile.
  const stored = (await reports.read(id))!;
  await reports.replace(id, { ...stored.row, contentId: "about to be used" }, "any");
  await deletion;
  const used = (before as string[]).filter((each) => each !== stored.row["contentId"]);
  expect(await ids()).toEqual([...used, "about to be used", stored.row["contentId"]].sort());
  expect(etag).toBeDefined();
});

describe("on PostgreSQL", () => {
  it("reports, content and states are kept, and found by their names", async () => {
    await withPostgresSchema(async (storage, pool, schema) => {
      const client = await connect({ storage });
      const page = await client.send(`${ALL}?filter=contains($primary,name,'STRASSE')`, {
        headers: { "accept-language": "de" },
      });
      expect(names(page)).toEqual(["Hauptstraßen nach Bezirk"]);
      const { id, etag } = await createWithContent(client);
      const answers = await Promise.all(
        Array.from({ length: 5 }, (_, i) => save(client, id, content(`n${i}`), { "if-match": etag })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 412, 412, 412, 412]);
      const state = await client.send(`${ALL}/${id}/states`, { json: { label: "s", primary: true } });
      expect(state.status).toBe(201);
      const rowsOf = async (table: string) =>
        (await pool.query(`SELECT 1 FROM ${schema}."${table}" WHERE "reportId" = $1`, [id])).rowCount;
      // Saves that were refused leave no content behind, and neither does the deleted report.
      expect([await rowsOf("reportContents"), await rowsOf("states")]).toEqual([1, 1]);
      expect((await client.send(`${ALL}/${id}`, { method: "DELETE" })).status).toBe(204);
      expect([await rowsOf("reportContents"), await rowsOf("states")]).toEqual([0, 0]);
    });
  });
});

describe("on SQLite", () => {
  it("of concurrent saves of one version, one succeeds, and a restart keeps it", async () => {
    const open = sqliteOpener();
    const client = await connect({ storage: await open() });
    const { id, etag } = await createWithContent(client);
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => save(client, id, content(`n${i}`), { "if-match": etag })),
    );
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 412)).toHaveLength(19);
    const winner = answers.findIndex(({ status }) => status === 204);
    const platform = await startPlatform({ storage: await open() });
    const { send } = clientWith(platform, await tokenOf(platform, "c"));
    expect((await send(`${ALL}/${id}/content`)).json.label).toBe(`n${winner}`);
    const filtered = await send(`${ALL}?filter=contains($primary,name,'STRASSE')`);
    expect(names(filtered)).toEqual(["Hauptstraßen nach Bezirk"]);
  });

  it("of concurrent creations with one name in a folder, one succeeds", async () => {
    const client = await connect({ storage: await sqliteOpener()() });
    const answers = await Promise.all(Array.from({ length: 8 }, () => create(client, { name: "same" })));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array<number>(7).fill(409)]);
    expect((await client.send(`${ALL}?name=same`)).json.count).toBe(1);
  });
});
