import { describe, expect, it } from "vitest";
import { modelManagement } from "tamis/families";
import { mapCode } from "../src/publishing/code/map-code.ts";
import { findLanguage } from "../src/publishing/code/score-code.ts";
import {
  codeOf,
  connectAdministrator,
  connectTo,
  linkOf,
  startPlatform,
  type Client,
} from "./platform-fixture.ts";
import { createRule } from "./authorization-client.ts";

const ROOT = "/modelManagement";
const PUBLISHED = `${ROOT}/publishedModels`;
const COMPARISONS = `${ROOT}/modelComparisons`;
const MODELS = `${ROOT}/models`;
const { publishRequest, publishedModel, comparisonRequest, mappedCode } = modelManagement.resources;

type Send = Client["send"];

async function started(authorities: string[] = ["writers"]): Promise<Send> {
  return (await connectTo(await startPlatform({ sample: true }), "c", { authorities })).send;
}

const publish = (send: Send, others: object = {}) =>
  send(PUBLISHED, {
    type: publishRequest.mediaType,
    json: {
      name: "release",
      notes: "for the spring",
      destinationName: "scoring",
      modelContents: [
        { modelName: "default-1", sourceUri: `${MODELS}/loan-default`, publishLevel: "model" },
        { sourceUri: `${MODELS}/home-price` },
      ],
      ...others,
    },
  });
const content = (modelName: string, model = "loan-default") => ({
  modelName,
  sourceUri: `${MODELS}/${model}`,
});

const compare = (send: Send, others: object = {}) =>
  send(COMPARISONS, {
    type: comparisonRequest.mediaType,
    json: { name: "loans", modelUris: [`${MODELS}/loan-default`, `${MODELS}/home-price`], ...others },
  });

describe("comparisons of measured models", () => {
  it("show the figures of the last completed job of each model", async () => {
    const platform = await startPlatform({ sample: true });
    const { send } = await connectTo(platform);
    const run = async (task: string) => {
      const jobs = `${ROOT}/performanceTasks/${task}/@defaultTask/performanceJobs`;
      const path = (await send(jobs, { method: "POST" })).headers["location"]!;
      platform.clock.time += 1_000;
      const state = async () => (await send(`${path}/state`)).text;
      await expect.poll(state, { timeout: 30_000 }).toBe("completed");
      return path;
    };
    expect((await compare(send)).json.performance).toEqual([]);
    await run("loan-default-quarterly");
    const [loans, homes] = [await run("loan-default-quarterly"), await run("home-price-quarterly")];
    const { performance } = (await compare(send)).json;
    const figureOf = async (job: string, kind: string, member: string) =>
      (await send(`${job}/reportData/${kind}`)).json.items[0][member] as number;
    const jobUris = [loans, homes];
    expect(performance).toEqual([
      { name: "gini", values: [await figureOf(loans, "gini", "gini"), null], jobUris },
      { name: "areaUnderCurve", values: [await figureOf(loans, "gini", "areaUnderCurve"), null], jobUris },
      { name: "ksStatistic", values: [await figureOf(loans, "ks.statistic", "ks"), null], jobUris },
      {
        name: "mse",
        values: [await figureOf(loans, "mse", "mse"), await figureOf(homes, "mse", "mse")],
        jobUris,
      },
    ]);
  });
});

describe("publish requests", () => {
  it("publish their models at the destination", async () => {
    const send = await started();
    const answer = await publish(send);
    expect(answer.status).toBe(201);
    expect(answer.headers["content-type"]).toContain("application/vnd.vendor.collection+json");
    expect(answer.json).toMatchObject({ count: 2, start: 0 });
    const [first, second] = ["default-1", "Home price (regression)"].map((name) =>
      answer.json.items.find((each: { publishName: string }) => each.publishName === name),
    );
    expect(first).toMatchObject({
      publishType: "scoringService",
      destinationName: "scoring",
      codeType: "dataStep",
      sourceUri: `${MODELS}/loan-default`,
      note: "for the spring",
      verified: true,
      analyticStoreUri: [],
      properties: { request: "release", publishLevel: "model" },
      createdBy: "c",
      version: 1,
    });
    expect(second).toMatchObject({ codeType: "python", properties: { request: "release" } });
    const self = linkOf(answer.json.items[0], "self");
    expect((await send(self)).headers["content-type"]).toContain(publishedModel.mediaType);
    expect((await send(`${PUBLISHED}?filter=contains(publishName,'default-1')`)).json.count).toBe(1);
    // The sample has one more.
    expect((await send(PUBLISHED)).json.count).toBe(3);
    for (const link of answer.json.links) expect((await send(link.href)).status).toBe(200);
  });

  it("publish all of their models or none, and no name twice at a destination", async () => {
    const send = await started();
    expect((await publish(send)).status).toBe(201);
    expect((await publish(send, { modelContents: [content("new"), content("default-1")] })).status).toBe(409);
    expect((await send(`${PUBLISHED}?filter=eq(publishName,'new')`)).json.count).toBe(0);
    const elsewhere = { destinationName: "warehouse", modelContents: [content("default-1")] };
    expect((await publish(send, elsewhere)).status).toBe(201);
    const [item] = (await send(`${PUBLISHED}?filter=eq(destinationName,'warehouse')`)).json.items;
    expect((await send(`${PUBLISHED}/${item.id}`, { method: "DELETE" })).status).toBe(204);
    expect((await publish(send, elsewhere)).status).toBe(201);
  });

  it.each([
    [{ name: null }, "/name"],
    [{ name: " " }, "/name"],
    [{ name: "x".repeat(256) }, "/name"],
    [{ notes: "x".repeat(4_001) }, "/notes"],
    [{ destinationName: "moon" }, "/destinationName"],
    [{ destinationName: "__proto__" }, "/destinationName"],
    [{ modelContents: [] }, "/modelContents"],
    [{ modelContents: null }, "/modelContents"],
    [{ modelContents: [null] }, "/modelContents/0/sourceUri"],
    [{ modelContents: [{ modelName: "x" }] }, "/modelContents/0/sourceUri"],
    [{ modelContents: [content("x", "none")] }, "/modelContents/0/sourceUri"],
    [{ modelContents: [content("x", "%ff")] }, "/modelContents/0/sourceUri"],
    [{ modelContents: [content("x", "loan-default-pmml")] }, "/modelContents/0/sourceUri"],
    [{ modelContents: [content("x"), content("x")] }, "/modelContents/1/modelName"],
    [{ modelContents: [content("x".repeat(256))] }, "/modelContents/0/modelName"],
    [{ destinationName: "warehouse", modelContents: [content("x", "home-price")] }, "sourceUri"],
    [{ modelContents: "all" }, "/modelContents"],
  ])("%j is refused with the place", async (others, pointer) => {
    const send = await started();
    const answer = await publish(send, others);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(pointer);
    expect((await send(PUBLISHED)).json.count).toBe(1);
  });

  it("have 1 to 100 models, and values up to their lengths", async () => {
    const send = await started();
    const many = (count: number) => Array.from({ length: count }, (_, index) => content(`m${index}`));
    expect((await publish(send, { modelContents: many(101) })).status).toBe(400);
    const longest = { name: "😀".repeat(255), notes: "x".repeat(4_000) };
    const answer = await publish(send, { ...longest, modelContents: many(100) });
    expect([answer.status, answer.json.items.length]).toEqual([201, 100]);
  });

  it("have their own media type, and other bodies are refused", async () => {
    const send = await started();
    expect((await send(PUBLISHED, { json: {}, type: publishedModel.mediaType })).status).toBe(415);
    const unacceptable = await send(PUBLISHED, {
      json: {},
      type: publishRequest.mediaType,
      headers: { accept: "text/csv" },
    });
    expect(codeOf(unacceptable)).toEqual([406, 10712]);
    for (const body of ["", "{", "[]", "null", "1"])
      for (const [path, { mediaType }] of [
        [PUBLISHED, publishRequest],
        [COMPARISONS, comparisonRequest],
      ] as const)
        expect((await send(path, { method: "POST", body, type: mediaType })).status).toBe(400);
  });
});

describe("comparison requests", () => {
  it("compare attributes and variables of models, and keep the comparison", async () => {
    const send = await started();
    const answer = await compare(send, { description: "d" });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      name: "loans",
      description: "d",
      models: [{ name: "Loan default (regression)" }, { name: "Home price (regression)" }],
      createdBy: "c",
    });
    const targetLevel = { name: "targetLevel", isEqual: false, values: ["binary", "interval"] };
    expect(answer.json.attributes).toContainEqual(targetLevel);
    const amount = { name: "amount", isShared: false, modelUris: [`${MODELS}/loan-default`] };
    expect(answer.json.variables).toContainEqual(amount);
    const location = answer.headers["location"]!;
    expect((await send(location)).json).toEqual(answer.json);
    expect((await send(COMPARISONS)).json.count).toBe(1);
    expect((await send(location, { method: "DELETE" })).status).toBe(204);
    expect((await send(location)).status).toBe(404);
  });

  it("find what models have in common", async () => {
    const send = await started();
    const modelUris = [`${MODELS}/loan-default`, `${MODELS}/loan-default-pmml`];
    const { variables, attributes } = (await compare(send, { modelUris })).json;
    expect(variables.every(({ isShared }: { isShared: boolean }) => isShared)).toBe(true);
    for (const attribute of [
      { name: "projectName", isEqual: true, values: ["Consumer loans", "Consumer loans"] },
      { name: "scoreCodeType", isEqual: false, values: ["dataStep", "pmml"] },
    ])
      expect(attributes).toContainEqual(attribute);
  });

  it.each([
    [{ name: null }, "/name"],
    [{ description: "x".repeat(4_001) }, "/description"],
    [{ modelUris: null }, "/modelUris"],
    [{ modelUris: [`${MODELS}/loan-default`] }, "/modelUris"],
    [{ modelUris: [`${MODELS}/loan-default`, `${MODELS}/loan-default`] }, "/modelUris/1"],
    [{ modelUris: [`${MODELS}/loan-default`, "/other/home-price"] }, "/modelUris/1"],
    [{ modelUris: [`${MODELS}/loan-default`, null] }, "/modelUris/1"],
    [{ modelUris: Array.from({ length: 21 }, () => `${MODELS}/loan-default`) }, "1 to 20"],
  ])("%j is refused with the place", async (others, pointer) => {
    const send = await started();
    const answer = await compare(send, others);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(pointer === "1 to 20" ? "2 to 20 models" : pointer);
  });

  it("name at most 20 models", async () => {
    const send = await started();
    const uris: string[] = [];
    for (let index = 0; index < 20; index++) {
      const created = await send(MODELS, { json: { name: `m${index}` } });
      uris.push(`${MODELS}/${created.json.id as string}`);
    }
    expect((await compare(send, { modelUris: uris })).json.models).toHaveLength(20);
    expect((await compare(send, { modelUris: [...uris, `${MODELS}/loan-default`] })).status).toBe(400);
  });
});

describe("mapped code", () => {
  const map = (send: Send, id: string, variables?: object) =>
    send(`${MODELS}/${id}/mappedCode`, {
      method: "POST",
      json: variables === undefined ? undefined : { variables },
    });

  it("has the columns of a table instead of the model's variables", async () => {
    const send = await started();
    const answer = await map(send, "loan-default", { amount: "Loan's amount", p_bad: "risk" });
    expect(answer.status).toBe(200);
    expect(answer.headers["content-type"]).toContain(`${mappedCode.mediaType}+json`);
    expect(answer.json).toMatchObject({ modelId: "loan-default", codeType: "dataStep", version: 1 });
    expect(answer.json.code).toBe(
      "z = -2.1 + 0.000012 * 'Loan''s amount'n + 3.4 * debt_ratio - 0.006 * age_of_credit;\nrisk = 1 / (1 + exp(-z));",
    );
    expect(answer.json.variables).toContainEqual({ name: "amount", column: "Loan's amount" });
    expect(answer.json.variables).toContainEqual({ name: "job", column: "job" });
    expect((await send(answer.json.links[0].href)).status).toBe(200);
    expect((await map(send, "home-price", { area: "square_meters", age: "area" })).json).toMatchObject({
      codeType: "python",
      code: "p_price = 62 + 2.9 * square_meters - 0.8 * area",
    });
  });

  it("is the score code itself without a body, also for callers that may only read", async () => {
    const send = await started([]);
    const model = await send(`${MODELS}/home-price`);
    expect((await map(send, "home-price")).json.code).toBe(model.json.scoreCode);
  });

  it("is refused if it would mean something else, or nothing", async () => {
    const send = await started();
    for (const [id, variables, message] of [
      ["loan-default", { other: "x" }, "no such variable"],
      ["loan-default", JSON.parse('{"__proto__":"x"}') as object, "no such variable"],
      ["loan-default", { amount: "Z" }, "something else"],
      ["loan-default", { amount: "debt_ratio" }, "something else"],
      ["loan-default", { amount: "x", debt_ratio: "X" }, "something else"],
      ["loan-default", { amount: "" }, "1 to 255 characters"],
      ["loan-default", { amount: "x".repeat(256) }, "1 to 255 characters"],
      ["loan-default", { amount: "a\nb" }, "no controls"],
      ["home-price", { area: "two words" }, "no such names"],
      ["home-price", { area: "lambda" }, "no such names"],
      ["home-price", { area: "x); import os" }, "no such names"],
      ["loan-default-pmml", {}, "dataStep and python"],
    ] as const) {
      const { status, text } = await map(send, id, variables);
      const expected = [400, expect.stringContaining(message)];
      expect([status, text], JSON.stringify(variables)).toEqual(expected);
    }
    expect((await map(send, "loan-default", { amount: "x".repeat(255) })).status).toBe(200);
    expect((await map(send, "none")).status).toBe(404);
    expect((await map(send, "a%00b")).status).toBe(404);
    const path = `${MODELS}/home-price/mappedCode`;
    for (const body of ["{", "[]", "null"])
      expect((await send(path, { method: "POST", body })).status).toBe(400);
    const unacceptable = await send(path, { method: "POST", headers: { accept: "text/csv" } });
    expect(codeOf(unacceptable)).toEqual([406, 10712]);
  });

  it.each([
    ["dataStep", "A = a + 'a' + \"a\" /* a */ * a1;", "b = b + 'a' + \"a\" /* a */ * a1;"],
    ["python", "A = a + 'a\\'a' # a\na += '''a\na'''", "A = b + 'a\\'a' # a\nb += '''a\na'''"],
    ["dataStep", "a = 'a", "b = 'a"],
    ["python", 'a = """a', 'b = """a'],
  ])("of %s leaves strings and comments of %j as they are", (type, code, expected) => {
    const language = findLanguage(type)!;
    expect(mapCode(code, { language, variables: ["a"] }, new Map([["a", "b"]]))).toBe(expected);
  });

  it.each(["/*", "'", '"', "'''", "\\'"])("takes linear time for a program of many %j", (part) => {
    const time = (count: number) => {
      const code = part.repeat(count);
      const begin = performance.now();
      for (const type of ["dataStep", "python"])
        mapCode(code, { language: findLanguage(type)!, variables: [] }, new Map());
      return performance.now() - begin;
    };
    time(1_000);
    expect(time(200_000)).toBeLessThan(2_000);
  });
});

describe("published models, comparisons and mapped code", () => {
  it("are changed by users and clients with an authority", async () => {
    const reader = await started([]);
    for (const path of [PUBLISHED, COMPARISONS])
      expect([path, (await reader(path)).status]).toEqual([path, 200]);
    expect((await publish(reader)).status).toBe(403);
    expect((await compare(reader)).status).toBe(403);
  });

  it("show nothing of models that a rule hides, and a caller who cannot read gets no body", async () => {
    const platform = await startPlatform({ sample: true });
    const { send } = await connectTo(platform);
    const admin = await connectAdministrator(platform);
    const forClient = { type: "prohibit", principalType: "client", principal: "c" };
    const prohibit = (objectUri: string) => createRule(admin, { ...forClient, objectUri });
    expect((await prohibit(`${MODELS}/home-price`)).status).toBe(201);
    expect((await send(`${MODELS}/home-price/mappedCode`, { method: "POST" })).status).toBe(404);
    expect((await publish(send)).status).toBe(400);
    expect((await compare(send)).status).toBe(400);
    expect((await prohibit(PUBLISHED)).status).toBe(201);
    const published = await publish(send, { modelContents: [content("blind")] });
    expect([published.status, published.text]).toEqual([201, ""]);
    const all = await admin.send(`${PUBLISHED}?filter=eq(publishName,'blind')`);
    expect(all.json.count).toBe(1);
  });
});
