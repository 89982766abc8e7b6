import { describe, expect, it } from "vitest";
import { modelManagement } from "tamis/families";
import { Processes } from "../src/workflow/process/processes.ts";
import { openStores } from "../src/workflow/contract/workflow-stores.ts";
import { memoryStorage, type Storage } from "../src/storage/storage.ts";
import {
  sqliteOpener,
  startPlatform,
  type TestPlatform,
  codeOf,
  valuesOf,
  relsOf,
  linkOf,
  connectTo,
  type Client,
  connectAdministrator,
} from "./platform-fixture.ts";

const ROOT = "/modelManagement";
const TASKS = `${ROOT}/workflowTasks`;
const ASSOCIATIONS = `${ROOT}/workflowAssociations`;
const TYPE = modelManagement.resources.workflowAssociation.mediaType;

type Send = Client["send"];

/** Connects a client with authorities. Without any, it may only read. */
async function connect(platform: TestPlatform, id: string, authorities: string[]): Promise<Send> {
  return (await connectTo(platform, id, { authorities })).send;
}

async function started(storage: Storage = memoryStorage()) {
  const platform = await startPlatform({ storage });
  return {
    platform,
    starter: await connect(platform, "starter", ["owners"]),
    modeler: await connect(platform, "modeler", ["modelers"]),
    validator: await connect(platform, "validator", ["validators"]),
    stranger: await connect(platform, "stranger", ["others"]),
  };
}

const associate = (send: Send, others: object = {}) =>
  send(ASSOCIATIONS, {
    type: TYPE,
    json: {
      processName: "Champion approval",
      objectType: "model",
      solutionObjectId: "m1",
      solutionObjectName: "Model 1",
      solutionObjectUri: "/modelRepository/models/m1",
      ...others,
    },
  });

const act = (send: Send, id: string, action: string) => send(`${TASKS}/${id}/${action}`, { method: "POST" });

/** Returns the id of the only task of a caller. */
async function onlyTask(send: Send): Promise<string> {
  const { json } = await send(TASKS);
  expect(json.count).toBe(1);
  return json.items[0].id as string;
}

describe("workflow associations", () => {
  it("start a process with its first task", async () => {
    const { starter } = await started();
    const created = await associate(starter);
    expect(created.status).toBe(201);
    expect(created.headers["content-type"]).toContain(TYPE);
    const object = { objectType: "model", solutionObjectId: "m1" };
    const common = { ...object, processName: "Champion approval", version: 1, createdBy: "starter" };
    expect(created.json).toMatchObject(common);
    expect(created.json).not.toHaveProperty("activeKey");
    const process = await starter(linkOf(created.json, "process"));
    expect(process.headers["content-type"]).toContain(modelManagement.resources.workflowProcess.mediaType);
    expect(process.json).toMatchObject({
      id: created.json.processId,
      name: "Champion approval",
      state: "running",
      createdBy: "starter",
    });
    expect(process.json).not.toHaveProperty("step");
    expect(relsOf(process.json)).toEqual(["self", "alternate"]);
    const task = await starter(`${TASKS}/${await onlyTask(starter)}`);
    expect(task.headers["content-type"]).toContain(modelManagement.resources.workflowTask.mediaType);
    expect(task.json).toMatchObject({
      processId: created.json.processId,
      definitionTaskId: "review",
      name: "Review the performance",
      definitionName: "Champion approval",
      actualOwner: null,
      state: "active",
      createdBy: "starter",
      associations: [{ id: created.json.id, objectType: "model", solutionObjectType: "model" }],
    });
    const { stateTimeStamp, taskDueTimeStamp } = task.json;
    expect(Date.parse(taskDueTimeStamp) - Date.parse(stateTimeStamp)).toBe(7 * 86_400_000);
    expect(task.json).not.toHaveProperty("potentialOwners");
  });

  it("are filtered and sorted by their members", async () => {
    const { starter } = await started();
    for (const id of ["b", "a", "c"]) await associate(starter, { solutionObjectId: id });
    const page = await starter(
      `${ASSOCIATIONS}?filter=in(solutionObjectId,'a','b')&sortBy=solutionObjectId:descending`,
    );
    expect(valuesOf(page, "solutionObjectId")).toEqual(["b", "a"]);
    expect(relsOf(page.json)).toContain("create");
    for (const hidden of ["activeKey", "links"])
      expect((await starter(`${ASSOCIATIONS}?filter=isNull(${hidden})`)).status).toBe(400);
  });

  it("of one object are active one at a time (74050)", async () => {
    const { starter } = await started();
    expect((await associate(starter)).status).toBe(201);
    expect(codeOf(await associate(starter, { processName: "Retraining" }))).toEqual([409, 74050]);
    expect((await starter(ASSOCIATIONS)).json.count).toBe(1);
    expect((await starter(TASKS)).json.count).toBe(1);
    const attempts = Array.from({ length: 5 }, () => associate(starter, { solutionObjectId: "m2" }));
    const statuses = (await Promise.all(attempts)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it("need a workflow or a running process (74051), which can be started (74080)", async () => {
    const { starter } = await started();
    for (const processName of ["none", null, "__proto__"])
      expect([processName, ...codeOf(await associate(starter, { processName }))]).toEqual([
        processName,
        400,
        74051,
      ]);
    expect(codeOf(await associate(starter, { processId: "none" }))).toEqual([400, 74051]);
    expect((await associate(starter, { processId: "a\0b" })).status).toBe(400);
    expect(codeOf(await associate(starter, { processName: "Paper approval" }))).toEqual([400, 74080]);
    const first = await associate(starter, { processName: "Retraining" });
    await act(starter, await onlyTask(starter), "complete");
    const { processId } = first.json;
    expect(codeOf(await associate(starter, { processId }))).toEqual([400, 74080]);
    expect((await starter(ASSOCIATIONS)).json.count).toBe(1);
  });

  it("of further objects join a running process", async () => {
    const { starter } = await started();
    const { processId } = (await associate(starter)).json;
    const joined = await associate(starter, { processId, solutionObjectId: "p1", objectType: "project" });
    expect(joined.json).toMatchObject({ processId, processName: "Champion approval" });
    const task = (await starter(TASKS)).json.items[0];
    expect(task.associations).toMatchObject([{ objectType: "model" }, { objectType: "project" }]);
    expect(codeOf(await associate(starter, { solutionObjectId: "p1" }))).toEqual([409, 74050]);
  });

  it("name their object, and have limited lengths", async () => {
    const { starter } = await started();
    const statusOf = async (others: object) => (await associate(starter, others)).status;
    for (const id of [null, "", "  "])
      expect([id, await statusOf({ solutionObjectId: id })]).toEqual([id, 400]);
    expect(await statusOf({ solutionObjectId: "😀".repeat(255) })).toBe(201);
    expect(await statusOf({ solutionObjectId: "x".repeat(256) })).toBe(400);
    expect(await statusOf({ solutionObjectUri: "x".repeat(2_000) })).toBe(201);
    expect(await statusOf({ solutionObjectId: "u", solutionObjectUri: "x".repeat(2_001) })).toBe(400);
  });
});

describe("workflow tasks", () => {
  it("are visible to their owner and potential owners only, and counted for them only", async () => {
    const { starter, modeler, validator, stranger } = await started();
    await associate(starter);
    const id = await onlyTask(modeler);
    for (const send of [validator, stranger]) {
      expect((await send(TASKS)).json).toMatchObject({ count: 0, items: [] });
      for (const path of ["", "/prompts", `/prompts/${id}-risk`])
        expect((await send(`${TASKS}/${id}${path}`)).status).toBe(404);
      for (const action of ["claim", "complete"]) expect((await act(send, id, action)).status).toBe(404);
    }
    for (const missing of ["none", "a%00b", "%ff"])
      expect((await starter(`${TASKS}/${missing}`)).status).toBe(404);
  });

  it("are paged, and not filtered or sorted", async () => {
    const { starter } = await started();
    for (const id of ["a", "b", "c"]) await associate(starter, { solutionObjectId: id });
    expect((await starter(`${TASKS}?start=1&limit=1`)).json).toMatchObject({ start: 1, limit: 1, count: 3 });
    for (const query of ["filter=eq(name,'x')", "sortBy=name", "name=x", "start=-1", "limit=x"])
      expect((await starter(`${TASKS}?${query}`)).status).toBe(400);
  });

  it("are claimed by one owner", async () => {
    const { starter, modeler } = await started();
    await associate(starter);
    const id = await onlyTask(starter);
    expect((await act(modeler, id, "claim")).status).toBe(204);
    expect((await act(modeler, id, "claim")).status).toBe(204);
    expect((await act(starter, id, "claim")).status).toBe(409);
    expect((await act(starter, id, "complete")).status).toBe(409);
    expect((await starter(`${TASKS}/${id}`)).json.actualOwner).toBe("modeler");
  });

  it("lead from step to step to the end of the process, after which the object is free again", async () => {
    const { starter, modeler, validator } = await started();
    const created = await associate(starter);
    const first = await onlyTask(modeler);
    expect((await act(modeler, first, "complete")).status).toBe(204);
    expect((await modeler(`${TASKS}/${first}`)).status).toBe(404);
    expect((await modeler(TASKS)).json.count).toBe(0);
    const second = await onlyTask(validator);
    expect(second).not.toBe(first);
    const missing = await act(validator, second, "complete");
    expect(missing.status).toBe(400);
    expect(missing.json.message).toContain("Do you approve the model?");
    const prompt = await validator(`${TASKS}/${second}/prompts/${second}-approved`);
    const answered = await validator(linkOf(prompt.json, "self"), {
      method: "PUT",
      type: modelManagement.resources.taskPrompt.mediaType,
      headers: { "if-match": prompt.headers["etag"]! },
      json: { ...prompt.json, actualValue: "yes" },
    });
    expect(answered.json.actualValue).toBe("yes");
    expect((await act(validator, second, "complete")).status).toBe(204);
    expect((await starter(linkOf(created.json, "process"))).json.state).toBe("completed");
    expect((await starter(TASKS)).json.count).toBe(0);
    expect((await associate(starter)).status).toBe(201);
    expect((await starter(ASSOCIATIONS)).json.count).toBe(2);
  });

  it("are completed once by concurrent requests", async () => {
    const { starter } = await started();
    await associate(starter);
    const id = await onlyTask(starter);
    const answers = await Promise.all(Array.from({ length: 5 }, () => act(starter, id, "complete")));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(answers.every(({ status }) => [204, 404, 409].includes(status))).toBe(true);
    expect((await starter(TASKS)).json.items).toMatchObject([{ definitionTaskId: "approve" }]);
  });

  it("are changed by users and clients with an authority", async () => {
    const { platform, starter } = await started();
    await associate(starter);
    const id = await onlyTask(starter);
    const reader = await connect(platform, "reader", []);
    expect((await associate(reader)).status).toBe(403);
    expect((await act(reader, id, "claim")).status).toBe(403);
    expect((await reader(ASSOCIATIONS)).json.count).toBe(1);
  });
});

describe("prompts", () => {
  const RISK = { name: "How large is the risk of the model?", required: "true" };

  it("have the published fields and links", async () => {
    const { starter } = await started();
    await associate(starter);
    const id = await onlyTask(starter);
    expect((await starter(`${TASKS}/${id}/prompts`)).json.count).toBe(2);
    const prompt = await starter(`${TASKS}/${id}/prompts/${id}-risk`);
    expect(prompt.headers["content-type"]).toContain(modelManagement.resources.taskPrompt.mediaType);
    const variable = { variableType: "string", variableName: "risk", defaultValueId: "medium" };
    expect(prompt.json).toMatchObject({ ...variable, ...RISK, actualValue: null, version: 1 });
    expect(prompt.json.values).toContainEqual({ id: "low", name: "low", value: "low" });
    expect(prompt.json).not.toHaveProperty("taskId");
    expect(linkOf(prompt.json, "up")).toBe(`${TASKS}/${id}/prompts`);
    expect((await starter(linkOf(prompt.json, "task"))).json.id).toBe(id);
    expect((await starter(`${TASKS}/${id}/prompts/none`)).status).toBe(404);
  });

  it("are answered by a choice under a condition, and nothing else of them changes", async () => {
    const { starter } = await started();
    await associate(starter);
    const id = await onlyTask(starter);
    const path = `${TASKS}/${id}/prompts/${id}-risk`;
    const etag = (await starter(path)).headers["etag"]!;
    const type = modelManagement.resources.taskPrompt.mediaType;
    const answer = (json: object, condition: string | undefined) => {
      const headers = condition === undefined ? {} : { "if-match": condition };
      return starter(path, { method: "PUT", type, headers, json });
    };
    expect(codeOf(await answer({ actualValue: "low" }, undefined))).toEqual([428, 10720]);
    expect((await answer({ actualValue: "enormous" }, etag)).status).toBe(400);
    expect((await answer({ actualValue: 1 }, etag)).status).toBe(400);
    const changed = await answer({ actualValue: "low", name: "other", required: "false", values: [] }, etag);
    expect(changed.json).toMatchObject({ actualValue: "low", ...RISK });
    expect(changed.json.values).toHaveLength(3);
    expect(codeOf(await answer({ actualValue: "high" }, etag))).toEqual([412, 10722]);
  });

  it("without choices have answers up to a length", async () => {
    const { starter } = await started();
    await associate(starter);
    const id = await onlyTask(starter);
    const path = `${TASKS}/${id}/prompts/${id}-findings`;
    for (const [length, status] of [
      [4_000, 200],
      [4_001, 400],
    ] as const) {
      const headers = { "if-match": (await starter(path)).headers["etag"]! };
      const json = { actualValue: "x".repeat(length) };
      expect((await starter(path, { method: "PUT", headers, json })).status).toBe(status);
    }
  });
});

describe("media types of workflows", () => {
  it("have a version, and others are refused with the published codes", async () => {
    const { starter } = await started();
    await associate(starter);
    const id = await onlyTask(starter);
    const accept = (type: string) => starter(`${TASKS}/${id}`, { headers: { accept: type } });
    const type = modelManagement.resources.workflowTask.mediaType;
    expect((await accept(`${type};version=1`)).status).toBe(200);
    expect(codeOf(await accept("text/csv"))).toEqual([406, 10712]);
    expect(codeOf(await accept(`${type};version=2`))).toEqual([406, 10712]);
    expect(codeOf(await accept(`${type};version=0`))).toEqual([400, 10713]);
    const untyped = await starter(ASSOCIATIONS, { body: "{}", headers: { "content-type": "" } });
    expect(untyped.status).toBeGreaterThanOrEqual(400);
    expect(untyped.status).toBeLessThan(500);
    for (const body of ["", "{", "[]", "null", "1"])
      expect((await starter(ASSOCIATIONS, { method: "POST", body, type: TYPE })).status).toBe(400);
  });
});

describe("processes after a crash", () => {
  it("continue at each place where the process could have died", async () => {
    const storage = sharedMemory();
    const { starter } = await started(storage);
    const { json } = await associate(starter, { processName: "Retraining" });
    const stores = await openStores(storage);
    const id = await onlyTask(starter);
    // Died after the association was stored.
    await stores.tasks.delete(id, "any");
    await stores.processes.delete(json.processId as string, "any");
    await new Processes(stores).recover();
    expect(await onlyTask(starter)).toBe(id);
    // Died after the process was stored.
    await stores.tasks.delete(id, "any");
    await new Processes(stores).recover();
    expect(await onlyTask(starter)).toBe(id);
    // Died after the task was completed.
    const task = (await stores.tasks.read(id))!;
    await stores.tasks.replace(id, { ...task.row, state: "completed" }, "any");
    await new Processes(stores).recover();
    expect((await starter(linkOf(json, "process"))).json.state).toBe("completed");
    expect((await associate(starter)).status).toBe(201);
    // Died after the process ended, and before its association did.
    const [active] = (await starter(ASSOCIATIONS)).json.items.filter(
      (each: { id: string }) => each.id !== json.id,
    );
    const process = (await stores.processes.read(active.processId as string))!;
    await stores.processes.replace(active.processId as string, { ...process.row, state: "completed" }, "any");
    expect(codeOf(await associate(starter))).toEqual([409, 74050]);
    await new Processes(stores).recover();
    expect((await associate(starter)).status).toBe(201);
  });

  it("and associations are kept by a restart", async () => {
    const open = sqliteOpener();
    const { starter, platform } = await started(await open());
    await associate(starter);
    const id = await onlyTask(starter);
    await platform.close();
    const again = await connect(await startPlatform({ storage: await open() }), "other", ["modelers"]);
    expect(await onlyTask(again)).toBe(id);
    expect(codeOf(await associate(again))).toEqual([409, 74050]);
  });
});

describe("the sample", () => {
  it("has a task for administrators, with its process and associations", async () => {
    const platform = await startPlatform({ sample: true });
    const { send } = await connectAdministrator(platform);
    const { json } = await send(TASKS);
    expect(json.count).toBe(2);
    const root = (await send(`${ROOT}/`)).json.links.map(({ href }: { href: string }) => href);
    expect(root).toEqual(expect.arrayContaining([TASKS, ASSOCIATIONS]));
  });
});

/** A storage whose tables are shared by everyone who opens them. */
function sharedMemory(): Storage {
  const memory = memoryStorage();
  const opened = new Map<string, ReturnType<Storage["open"]>>();
  return {
    ...memory,
    open(catalog, ...others) {
      const known = opened.get(catalog.name) ?? memory.open(catalog, ...others);
      opened.set(catalog.name, known);
      return known;
    },
  };
}
