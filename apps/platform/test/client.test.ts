import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { clientCredentials, HttpError, platform as connect, type PlatformClient } from "tamis/client";
import { FAMILIES } from "tamis/families";
import { nodeHandler } from "tamis/http";
import { ADMINISTRATORS } from "../src/access/caller.ts";
import { DescribedPlatform } from "./openapi-fixture.ts";
import { registration, SECRET, startPlatform, type TestPlatform } from "./platform-fixture.ts";

/*
 * The clients of `tamis/client` against the platform over HTTP: for each family, reading, filtering, changing, conditions and
 * operations. Each response is compared with the OpenAPI documents.
 */

let platform: TestPlatform;
let described: DescribedPlatform;
let server: Server;
let baseUrl: string;
let stopped = false;
let admin: PlatformClient;
let writer: PlatformClient;

function client(id: string, scope?: string): PlatformClient {
  const auth = clientCredentials({ baseUrl, clientId: id, clientSecret: SECRET, scope: scope ?? "uaa.none" });
  return connect(baseUrl, auth, { retries: { limit: 0 } });
}

beforeAll(async () => {
  platform = await startPlatform({ sample: true, shutDown: () => (stopped = true) });
  described = new DescribedPlatform(platform);
  const handle = nodeHandler(described.checking(platform.handle));
  server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  for (const [id, authorities] of [
    ["root", [ADMINISTRATORS]],
    ["writer", ["writers"]],
  ] as const)
    await platform.tokens.addClient(registration(id, { authorities: [...authorities], scope: ["uaa.none"] }));
  admin = client("root", ADMINISTRATORS);
  writer = client("writer");
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await platform.close();
  expect(described.takeProblems()).toEqual([]);
});

/** The members of contexts and locales are not published. */
function nameOf(item: unknown): string {
  return (item as { readonly name: string }).name;
}

/** A registration as JSON: `redirect_uri` is one string. */
function forRegistration(id: string): object {
  return { ...registration(id, { scope: ["uaa.none"] }), redirect_uri: undefined };
}

/** Returns the status and the error code that a request leads to. */
async function codeOf(request: Promise<unknown>): Promise<readonly [number, unknown]> {
  const { status, errorCode } = await refusal(request);
  return [status, errorCode];
}

/** Returns the error of the server that a request leads to. */
async function refusal(request: Promise<unknown>): Promise<HttpError> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HttpError);
  return error as HttpError;
}

async function collect<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

describe("the token service", () => {
  it("gives tokens that the client renews before they expire, and after a refusal", async () => {
    let requests = 0;
    const counted: typeof fetch = (url, init) => {
      requests++;
      return fetch(url, init);
    };
    const options = { baseUrl, clientId: "writer", clientSecret: SECRET, fetch: counted };
    const { annotations } = connect(baseUrl, clientCredentials(options));
    await annotations.annotations.list();
    await annotations.annotations.list();
    expect(requests).toBe(1);
    // For the server, the token has expired. The client does not know it yet.
    const { time } = platform.clock;
    platform.clock.time += 3_700_000;
    expect((await annotations.annotations.list()).items.length).toBeGreaterThan(0);
    expect(requests).toBe(2);
    platform.clock.time = time;
  });

  it("registers clients, and names the reasons of refusals", async () => {
    const register = ({ client }: PlatformClient, id: string) =>
      client.send<{ readonly client_id: string }>("/VendorLogon/oauth/clients", {
        body: forRegistration(id),
      });
    const registered = await register(admin, "registered");
    expect([registered.status, registered.value.client_id]).toEqual([201, "registered"]);
    expect((await refusal(register(admin, "registered"))).status).toBe(409);
    expect((await refusal(register(writer, "x"))).status).toBe(403);
    const list = ({ annotations }: PlatformClient) => annotations.annotations.list();
    await expect(list(client("nobody"))).rejects.toMatchObject({ error: "invalid_client" });
    await expect(list(client("writer", "openid"))).rejects.toMatchObject({ error: "invalid_scope" });
    const path = "/VendorLogon/token_keys";
    const { value } = await writer.client.send<{ readonly keys: readonly object[] }>(path);
    expect(value.keys.length).toBeGreaterThan(0);
  });
});

describe("the client of annotations", () => {
  it("lists, filters, pages, creates, changes under a condition and deletes", async () => {
    const { annotations } = writer.annotations;
    const ofQuality = annotations.items((q) => q.where((b) => b.eq("domain", "quality")).limit(1));
    const names = await collect(ofQuality);
    expect(names.length).toBeGreaterThan(1);
    expect((await annotations.list()).items.length).toBeGreaterThan(names.length);
    const wrong = await refusal(annotations.list({ filter: "eq(nmae,'x')" }));
    expect([wrong.status, wrong.diagnostics[0]?.code]).toEqual([400, "unknown-member"]);

    const created = await annotations.create({ domain: "client", name: "one" });
    expect(created.value.createdBy).toBe("writer");
    const { id } = created.value;
    expect(await codeOf(annotations.create({ domain: "client", name: "one" }))).toEqual([400, 16314]);

    const old = await annotations.get(id);
    const changed = await annotations.update(id, (each) => ({ ...each, label: "One" }));
    expect([changed.value.label, changed.etag === old.etag]).toEqual(["One", false]);
    expect(await codeOf(annotations.remove(old))).toEqual([412, 16306]);
    const blind = { values: { id }, method: "PUT", body: old.value };
    expect(await codeOf(writer.client.send("/annotations/annotations/{id}", blind))).toEqual([428, 16305]);

    const members = writer.annotations.annotationMembers({ annotationId: id });
    const member = await members.create({ resourceUri: "/tables/client", resourceType: "table", value: "v" });
    const found = writer.annotations.members({ resources: [id] });
    expect((await found.list()).items.map((each) => each.id)).toEqual([member.value.id]);
    const ofTable = await annotations.list({ parameters: { resourceUri: "/tables/client" } });
    expect(ofTable.items.map((each) => each.id)).toEqual([id]);
    expect((await refusal(members.get("none"))).errorCode).toBe(16303);
    await annotations.remove(await annotations.get(id));
    expect((await refusal(annotations.get(id))).errorCode).toBe(16304);
  });
});

describe("the client of reports", () => {
  const content = (text: string) => {
    const page = {
      "@element": "Page",
      name: "p",
      "@children": [{ "@element": "Text", "@children": [text] }],
    };
    const pages = [{ "@element": "Pages", "@children": [page] }];
    return {
      "@element": "SASReport",
      xmlns: "urn:vendor:report-content:1.0",
      language: "en",
      "@children": pages,
    };
  };

  it("creates a report in a folder, and saves content under conditions, in JSON and XML", async () => {
    const { reports } = writer.reports;
    expect(await codeOf(reports.create({ name: "Client" }))).toEqual([400, 10709]);
    const parentFolderUri = "/folders/folders/public";
    const query = { parameters: { parentFolderUri } };
    const { value: report } = await reports.create({ name: "Client" }, { query });
    const values = { reportId: report.id };
    const path = "/reports/reports/{reportId}/content";
    expect((await refusal(writer.client.send(path, { values }))).errorCode).toBe(10730);
    const save = (
      text: string,
      ifUnchanged?: { etag: string | undefined; lastModified: string | undefined; url: string },
    ) => writer.client.send(path, { values, method: "PUT", body: content(text), ifUnchanged });
    const first = await save("one");
    expect([first.status, first.value]).toEqual([204, undefined]);
    expect(await codeOf(save("two"))).toEqual([428, 10720]);
    await save("two", first);
    expect(await codeOf(save("three", first))).toEqual([412, 10722]);

    const xml = await writer.client.send<string>(path, { values, accept: "application/xml" });
    expect([xml.type, xml.value.includes("<Text>two</Text>")]).toEqual(["application/xml", true]);
    // Content is sent in the form in which it was read, and the tag of either form is a condition.
    const changed = { body: xml.value.replace("two", "four"), contentType: "application/xml" };
    await writer.client.send(path, { values, method: "PUT", ...changed, ifUnchanged: xml });
    const { value } = await writer.client.send<{ readonly "@element": string }>(path, { values });
    expect([value["@element"], JSON.stringify(value).includes("four")]).toEqual(["SASReport", true]);
    const validation = await writer.client.send("/reports/content/validation", { body: content("x") });
    expect(validation.value).toMatchObject({ level: "valid" });
    const named = { method: "POST", query: { parameters: { value: "Client", parentFolderUri } } };
    const taken = await writer.client.send("/reports/validations/name", named);
    expect(taken.value).toMatchObject({ valid: false });

    const states = writer.reports.states(values);
    const state = await states.create({ label: "Mine", primary: true });
    const stateContent = `${new URL(state.url).pathname}/content`;
    await writer.client.send(stateContent, { method: "PUT", body: { page: 1 } });
    expect((await writer.client.send(stateContent)).value).toEqual({ page: 1 });
    expect((await states.list((q) => q.where((b) => b.eq("label", "Mine")))).items).toHaveLength(1);

    await reports.update(report.id, (each) => ({ ...each, description: "changed" }));
    const found = await reports.list((q) => q.where((b) => b.eq("description", "changed")));
    expect(found.items.map(({ id }) => id)).toEqual([report.id]);
    await reports.remove(report.id);
    expect((await refusal(reports.get(report.id))).errorCode).toBe(10728);
  });
});

describe("the client of data quality", () => {
  it("goes from environments to definitions", async () => {
    const { environments, contexts, contextQkbs, locales, functions, definitions, qkbs } = writer.dataQuality;
    const [environment] = await collect(environments.items({ filter: "eq(name,'production')" }));
    const environmentName = environment!.name;
    const [context] = await collect(contexts({ environmentName }).items());
    const values = { environmentName, contextName: nameOf(context) };
    const [qkb] = await collect(contextQkbs(values).items());
    const below = { ...values, qkbName: qkb!.name };
    const [locale] = await collect(locales(below).items());
    const inLocale = { ...below, localeName: nameOf(locale) };
    const [each] = await collect(functions(inLocale).items());
    const found = await collect(definitions({ ...inLocale, functionName: each!.name }).items());
    expect(found.length).toBeGreaterThan(0);
    expect((await qkbs.list({ filter: "eq(default,true)" })).items.length).toBeGreaterThan(0);
    expect((await refusal(contexts({ environmentName: "none" }).list())).status).toBe(404);
    const path = "/dataQuality/fieldContentLocale/{locale}";
    const remove = (locale: string) => admin.client.send(path, { method: "DELETE", values: { locale } });
    expect((await remove("FRFRA")).status).toBe(204);
    expect((await refusal(remove("ENUSA"))).status).toBe(404);
  });
});

describe("the client of model management", () => {
  it("runs a task, and reads the state, the code and the data of the job", async () => {
    const { performanceTasks, performanceJobs } = writer.modelManagement;
    const taskId = "loan-default-quarterly";
    expect((await performanceTasks.get(taskId)).etag).toBeDefined();
    const run = await writer.client.send<{ readonly id: string }>(
      "/modelManagement/performanceTasks/{taskId}/@defaultTask/performanceJobs",
      { method: "POST", values: { taskId } },
    );
    expect(run.status).toBe(201);
    const job = new URL(run.url).pathname;
    const state = async () => (await writer.client.send<string>(`${job}/state`)).value;
    while (["queued", "running"].includes(await state())) await wait(10);
    expect(await state()).toBe("completed");
    expect((await writer.client.send<string>(`${job}/code`)).value).toContain("loans");
    const gini = await writer.client.list<{ readonly gini: number }>(`${job}/reportData/gini`);
    expect(gini.items[0]!.gini).toBeGreaterThan(0);
    const jobs = performanceJobs({ taskId });
    const own = await jobs.list((q) => q.where((b) => b.eq("state", "completed")));
    expect(own.items.map(({ id }) => id)).toContain(run.value.id);
    await jobs.remove(run.value.id);
    expect((await refusal(writer.client.send(`${job}/state`))).status).toBe(404);
    expect(await codeOf(performanceTasks.create({ name: "x" }))).toEqual([400, 21300]);
  });

  it("publishes, compares and maps models, and completes workflow tasks", async () => {
    const models = await admin.client.list<{ readonly id: string }>("/modelManagement/models");
    const modelUris = models.items.slice(0, 2).map(({ id }) => `/modelManagement/models/${id}`);
    const comparison = await admin.client.send<{ readonly id: string }>("/modelManagement/modelComparisons", {
      body: { name: "c", modelUris },
      contentType: "application/vnd.vendor.models.report.comparison.request+json",
    });
    expect(comparison.status).toBe(201);
    const comparisons = admin.client.collection("/modelManagement/modelComparisons");
    await comparisons.remove(comparison.value.id);
    const modelContents = [{ sourceUri: "/modelManagement/models/loan-default" }];
    const publish = admin.client.send("/modelManagement/publishedModels", {
      body: { name: "p", destinationName: "scoring", modelContents },
      contentType: "application/vnd.vendor.models.publishing.request+json",
    });
    expect((await refusal(publish)).status).toBe(409);
    const mapping = { method: "POST", values: { modelId: "loan-default" } };
    const mapped = await writer.client.send("/modelManagement/models/{modelId}/mappedCode", mapping);
    expect(mapped.value).toMatchObject({ code: expect.stringMatching(/./) as string });

    const { workflowTasks, prompts, workflowAssociations } = admin.modelManagement;
    const tasks = await collect(workflowTasks.items());
    const task = tasks.find(({ id }) => id.endsWith("-review"))!;
    const values = { taskId: task.id };
    const path = "/modelManagement/workflowTasks/{taskId}" as const;
    expect((await admin.client.send(`${path}/claim`, { method: "POST", values })).status).toBe(204);
    for await (const prompt of prompts(values).items()) {
      const actualValue = prompt.values?.[0]?.value ?? "answer";
      await prompts(values).update(prompt.id, (each) => ({ ...each, actualValue }));
    }
    expect((await admin.client.send(`${path}/complete`, { method: "POST", values })).status).toBe(204);
    expect((await refusal(workflowTasks.get(task.id))).status).toBe(404);
    const association = { solutionObjectId: "client-object", processName: "Champion approval" };
    await workflowAssociations.create(association);
    expect(await codeOf(workflowAssociations.create(association))).toEqual([409, 74050]);
  });
});

describe("the client of authorization", () => {
  it("changes rules, asks for decisions, and reads the state of jobs as text", async () => {
    const rules = admin.client.collection<{ readonly id: string; readonly reason?: string }>(
      "/authorization/rules",
    );
    const rule = {
      type: "prohibit",
      principalType: "group",
      principal: "writers",
      permissions: ["read"],
      objectUri: "/annotations/annotations/**",
      filter: "eq(domain,'hidden')",
    };
    const { value, etag, url } = await rules.create(rule, {
      contentType: "application/vnd.vendor.authorization.rule+json",
    });
    const validate = await admin.client.send("/authorization/commons/validations/rules/{ruleId}", {
      method: "PUT",
      values: { ruleId: value.id },
      body: rule,
      ifUnchanged: { etag, url, lastModified: undefined },
    });
    expect(validate.value).toMatchObject({ valid: true });
    await rules.update(value.id, (each) => ({ ...each, reason: "Private." }), { method: "PATCH" });
    const conditions = "/authorization/commons/validations/conditions";
    expect((await writer.client.send(conditions, { body: "eq(x," })).value).toMatchObject({ valid: false });
    const decide = (uri: string) =>
      writer.client.send<{ readonly decision: string }>("/authorization/decisions", {
        body: { request: { uri, method: "GET" } },
        repeatable: true,
      });
    expect((await decide("/annotations/annotations")).value.decision).toBe("granted");
    expect((await decide("/authorization/rules")).value.decision).toBe("denied");
    const jobs = admin.client.collection<{ readonly id: string }>("/authorization/rules/jobs");
    const job = await jobs.create({ operations: [{ operation: "delete", ruleId: value.id }] });
    const values = { jobId: job.value.id };
    const state = async () =>
      (await admin.client.send<string>("/authorization/rules/jobs/{jobId}/state", { values })).value;
    while (["pending", "running"].includes(await state())) await wait(10);
    expect(await state()).toBe("completed");
    expect((await refusal(rules.get(value.id))).status).toBe(404);
    expect((await refusal(writer.client.list("/authorization/rules"))).status).toBe(403);
  });
});

describe("the client of detection", () => {
  it("generates a message in Ion, and has it decided as bytes and as text", async () => {
    const post = { method: "POST" };
    const { value: bytes } = await writer.client.send<Uint8Array>("/detection/generate/binaryION", post);
    expect(bytes).toBeInstanceOf(Uint8Array);
    const contentType = "application/vnd.vendor.detection.message.payments+ion";
    const path = "/detection/decision/execute";
    const decided = await writer.client.send(path, { body: bytes, contentType });
    expect(decided.value).toMatchObject({ outcome: "approve" });
    const { value: body } = await writer.client.send<string>("/detection/generate/textION", post);
    expect((await writer.client.send(path, { body, contentType })).status).toBe(200);
    const inIon = { body, contentType, accept: "application/ion" };
    const binary = await writer.client.send<Uint8Array>(path, inIon);
    expect([...binary.value.slice(0, 4)]).toEqual([0xe0, 0x01, 0x00, 0xea]);
    expect(await codeOf(writer.client.send(path, { body: "{", contentType }))).toEqual([400, "IION"]);
    const empty = { body: "{}", contentType };
    const validation = await refusal(writer.client.send("/detection/decision/validate", empty));
    expect(validation.body).toMatchObject({ failureReasons: expect.arrayContaining(["ECMD"]) as unknown });
    expect((await writer.client.send<string>("/detection/metrics")).value).toContain("vendor_detection_");
    expect((await writer.client.send("/detection/decision/getverbose")).value).toMatchObject({ level: 0 });
    const filter = "eq(alertType,'velocity')";
    const rules = await writer.client.list("/detection/decision/description/rules", { filter });
    expect(rules.items).toMatchObject([{ name: "Many payments" }]);
    expect((await refusal(writer.client.send("/detection/restart", { method: "PATCH" }))).status).toBe(403);
    expect((await admin.client.send("/detection/restart", { method: "PATCH" })).status).toBe(200);
  });
});

describe("all families", () => {
  it("have a root with links and an OpenAPI document for the client", async () => {
    for (const { prefix } of FAMILIES) {
      const { value } = await admin.client.send<{ readonly links: readonly object[] }>(`${prefix}/`);
      expect(value.links).toContainEqual(expect.objectContaining({ rel: "service-desc" }));
      const document = await admin.client.send(`${prefix}/openapi.json`);
      expect(document.value).toMatchObject({ openapi: "3.1.0" });
    }
  });

  it("have operations whose paths are typed", async () => {
    const path = "/reports/reports/{reportId}/content";
    // @ts-expect-error -- the path has a parameter
    await expect(admin.client.send(path)).rejects.toThrow("requires a value of reportId");
    // @ts-expect-error -- the parameter is reportId
    await expect(admin.client.send(path, { values: { id: "x" } })).rejects.toThrow(TypeError);
  });

  it("end with the analytic server", async () => {
    const forbidden = await refusal(writer.client.send("/cas", { method: "DELETE" }));
    expect([forbidden.status, stopped]).toEqual([403, false]);
    const { value } = await admin.client.send("/cas", { method: "DELETE" });
    expect([value, stopped]).toEqual([expect.objectContaining({ status: 0 }), true]);
    expect((await refusal(writer.annotations.annotations.list())).status).toBe(503);
  });
});
