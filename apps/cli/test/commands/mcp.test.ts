import { unknownMember } from "../../../../test/diagnostics/sentences.ts";
import { PassThrough } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { isInstalled } from "../../../../scripts/install-packages.ts";
import { BIN, canRun } from "../built-program.ts";
import { ROOT } from "../files.ts";
import { pipedIo } from "../piped-io.ts";
import { main } from "../../src/main.ts";
import { cutCells } from "../../src/mcp/tools/cut-cells.ts";

interface CallResult {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests read members of any result
  readonly structuredContent: any;
  readonly isError?: boolean;
}

/** The part of the protocol's own client that the tests use. */
interface Client {
  connect: (transport: object) => Promise<void>;
  getServerVersion: () => { readonly name: string };
  getInstructions: () => string;
  ping: () => Promise<object>;
  listTools: () => Promise<{
    readonly tools: readonly {
      readonly name: string;
      readonly inputSchema: object;
      readonly outputSchema?: { readonly type: string };
      readonly annotations: { readonly readOnlyHint: boolean };
    }[];
  }>;
  callTool: (
    call: { readonly name: string; readonly arguments?: object },
    schema?: undefined,
    options?: { readonly signal: AbortSignal },
  ) => Promise<CallResult>;
  close: () => Promise<void>;
}

/** Imports a module by a variable name, so that the project type-checks without the packages that only tests use. */
async function load<T>(path: string): Promise<T> {
  return (await import(`@modelcontextprotocol/sdk/client/${path}`)) as T;
}

const SOURCES = ["examples/data/places.ndjson", "examples/data/countries.ndjson"];

const canConnect = canRun && isInstalled("apps/cli/test/commands");

describe.runIf(canConnect)("tamis mcp with the client of the protocol", () => {
  let client: Client;
  const call = (name: string, args: object = {}) => client.callTool({ name, arguments: args });

  beforeAll(async () => {
    const { Client } = await load<{ Client: new (info: object) => Client }>("index.js");
    const { StdioClientTransport } = await load<{
      StdioClientTransport: new (server: object) => object;
    }>("stdio.js");
    client = new Client({ name: "test", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [BIN, "mcp", ...SOURCES],
        cwd: ROOT,
        stderr: "ignore",
      }),
    );
  });
  afterAll(() => client.close());

  it("connects, with instructions, and answers pings", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: "tamis" });
    expect(client.getInstructions()).toContain("list_collections");
    expect(await client.ping()).toEqual({});
  });

  it("offers tools that only read", async () => {
    const { tools } = await client.listTools();
    const names = ["list_collections", "describe_collection", "check_filter", "query_collection"];
    expect(tools.map(({ name }) => name)).toEqual([...names, "group_collection"]);
    // The client of the protocol compares each result below, also of errors, with the schema of its tool.
    expect(tools.every(({ outputSchema }) => outputSchema?.type === "object")).toBe(true);
    expect(tools.every(({ annotations }) => annotations.readOnlyHint)).toBe(true);
  });

  it("lists the collections", async () => {
    const { structuredContent, content } = await call("list_collections");
    expect(structuredContent.collections).toMatchObject([
      { name: "places", rows: 243 },
      { name: "countries", rows: 177 },
    ]);
    expect(JSON.parse(content[0]!.text)).toEqual(structuredContent);
  });

  it("describes a collection with filters that it accepts", async () => {
    const { structuredContent } = await call("describe_collection", { collection: "places" });
    const members: { name: string; type: string; examples: string[] }[] = structuredContent.members;
    expect(members.find(({ name }) => name === "pop_max")).toMatchObject({
      type: "an integer",
      min: expect.any(Number) as number,
      max: 35676000,
    });
    expect(members.find(({ name }) => name === "featurecla")).toMatchObject({
      values: expect.arrayContaining(["Admin-0 capital"]) as string[],
      distinct: expect.any(Number) as number,
    });
    for (const { examples } of members)
      for (const filter of examples) {
        const checked = await call("check_filter", { collection: "places", filter });
        expect(checked.structuredContent, filter).toMatchObject({ ok: true });
      }
  });

  it("queries pages", async () => {
    const order = { sortBy: "pop_max:descending", select: ["name", "pop_max"], limit: 1 };
    const query = { collection: "places", filter: "gt(pop_max,18900000)", ...order };
    const first = await call("query_collection", query);
    const items = [{ name: "Tokyo", pop_max: 35676000 }];
    expect(first.structuredContent).toEqual({ count: 4, start: 0, limit: 1, nextStart: 1, items });
    const second = await call("query_collection", { ...query, start: 3 });
    expect(second.structuredContent.items).toEqual([{ name: "Mumbai", pop_max: 18978000 }]);
    expect(second.structuredContent.nextStart).toBeUndefined();
    const count = await call("query_collection", { collection: "countries", limit: 0 });
    expect(count.structuredContent).toMatchObject({ count: 177, items: [] });
  });

  it("groups rows", async () => {
    const grouped = { collection: "places", by: ["featurecla"], sum: ["pop_max"], limit: 1 };
    const { structuredContent } = await call("group_collection", {
      ...grouped,
      filter: "gt(pop_max,18900000)",
      sortBy: "pop_max_sum:descending",
    });
    expect(structuredContent).toMatchObject({ start: 0, limit: 1 });
    const { items } = structuredContent as { items: Record<string, number>[] };
    expect(Object.keys(items[0]!)).toEqual(["featurecla", "count", "pop_max_sum"]);
    const all = await call("group_collection", { collection: "places", max: ["pop_max"] });
    const total = [{ count: 243, pop_max_max: 35676000 }];
    expect(all.structuredContent).toEqual({ count: 1, start: 0, limit: 10, items: total });
  });

  it("cuts long values, and names them in a note", async () => {
    const args = { collection: "places", filter: "eq(name,'Tokyo')", select: ["name", "pop_max"] };
    const cut = await call("query_collection", { ...args, maxLength: 4 });
    expect(cut.structuredContent.items).toEqual([{ name: "Toky…", pop_max: 35676000 }]);
    expect(cut.structuredContent.note).toContain("cut, and end with …: name.");
    const whole = await call("query_collection", { ...args, maxLength: 5 });
    expect(whole.structuredContent.note).toBeUndefined();
    const none = await call("query_collection", { ...args, maxLength: 0 });
    expect(none.structuredContent.error).toBe("maxLength must be an integer from 1 to 100000.");
  });

  it.each([
    ["eq(nmae,'Paris')", "eq(name,'Paris')", "unknown-member"],
    ["name = 'Paris' AND pop_max > 5", "and(eq(name,'Paris'),gt(pop_max,5))", undefined],
    ["contian(nmae,'Par')", "contains(name,'Par')", "unknown-function"],
  ])("answers an invalid filter with the corrected expression: %s", async (filter, corrected, code) => {
    const checked = await call("check_filter", { collection: "places", filter });
    expect(checked.structuredContent).toMatchObject({ ok: false, filter: { ok: false, corrected } });
    if (code !== undefined) expect(checked.structuredContent.filter.problems[0].code).toBe(code);
    const queried = await call("query_collection", { collection: "places", filter });
    expect(queried.isError).toBe(true);
    expect(queried.structuredContent.filter.corrected).toBe(corrected);
    const again = await call("query_collection", { collection: "places", filter: corrected });
    expect(again.isError).toBeUndefined();
  });

  it("answers wrong arguments with what is right", async () => {
    const of = { collection: "places" };
    for (const [tool, args, message] of [
      ["query_collection", { collection: "place" }, "Did you mean places?"],
      ["query_collection", { ...of, fliter: "true" }, "Did you mean filter?"],
      ["query_collection", { ...of, limit: -1 }, "limit must be an integer >= 0."],
      ["query_collection", { ...of, select: ["nmae"] }, "Did you mean 'name'?"],
      ["query_collection", {}, "The collections are places, countries."],
      ["query_collection", { ...of, sortBy: "nmae" }, "not valid"],
      ["list_collections", { all: true }, "It has none."],
      ["group_collection", { ...of, average: ["pop_max"] }, "It has collection"],
      ["group_collection", { ...of, by: ["nmae"] }, "Did you mean 'name'?"],
      ["group_collection", { ...of, sum: ["name"] }, "sum needs numbers"],
      ["group_collection", { ...of, sortBy: "pop_max" }, unknownMember("pop_max", "count")],
    ] as const) {
      const { structuredContent, isError } = await call(tool, args);
      expect([isError, structuredContent.error]).toEqual([true, expect.stringContaining(message)]);
    }
  });

  it("reports an unknown tool as an error of the protocol", async () => {
    await expect(call("drop_table")).rejects.toThrow("Unknown tool");
  });

  it("goes on after a cancelled call", async () => {
    const controller = new AbortController();
    const query = { name: "query_collection", arguments: { collection: "places" } };
    const cancelled = client.callTool(query, undefined, { signal: controller.signal });
    controller.abort();
    await expect(cancelled).rejects.toThrow();
    expect(await client.ping()).toEqual({});
  });
});

it("long values are cut between characters, and lists and objects as JSON", () => {
  const items = [{ a: "x😀y", b: ["one", "two"], c: 12345, d: null }];
  expect(cutCells(items, 2).items).toEqual([{ a: "x…", b: '["…', c: 12345, d: null }]);
  expect(cutCells(items, 3).items).toEqual([{ a: "x😀…", b: '["o…', c: 12345, d: null }]);
  expect(cutCells(items, 13)).toEqual({ items, note: undefined });
});

describe("messages of tamis mcp", () => {
  it.each([
    ["{", -32_700, null],
    ["[]", -32_600, null],
    ['{"id":1,"method":"ping"}', -32_600, 1],
    ['{"jsonrpc":"2.0","id":1}', -32_600, 1],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', -32_600, null],
    ['{"jsonrpc":"2.0","id":"a","method":"ping","params":[]}', -32_600, "a"],
    ['{"jsonrpc":"2.0","id":2,"method":"resources/list"}', -32_601, 2],
    ['{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"__proto__"}}', -32_602, 2],
    [" ".repeat(2_000_000), -32_600, null],
  ])("an invalid message has an error: %.60s", async (line, code, id) => {
    const [answer] = await talk([line]);
    expect(answer).toMatchObject({ jsonrpc: "2.0", id, error: { code } });
  });

  it.each([
    ["2025-06-18", "2025-06-18"],
    ["2024-11-05", "2024-11-05"],
    ["2025-03-26", "2025-11-25"],
    ["2099-01-01", "2025-11-25"],
  ])("a client with version %s receives %s", async (protocolVersion, chosen) => {
    const [answer] = await talk([rpc(1, "initialize", { protocolVersion, capabilities: {} })]);
    expect(answer).toMatchObject({ id: 1, result: { protocolVersion: chosen, capabilities: { tools: {} } } });
  });

  it("responses, notifications and blank lines have no answer", async () => {
    const answers = await talk([
      "",
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}',
      '{"jsonrpc":"2.0","id":1,"result":{}}',
      rpc(1, "ping"),
    ]);
    expect(answers).toEqual([{ jsonrpc: "2.0", id: 1, result: {} }]);
  });

  it("many calls at once are all answered, each on a line of its own", async () => {
    const calls = Array.from({ length: 200 }, (_, id) =>
      rpc(id, "tools/call", { name: "query_collection", arguments: { collection: "places", start: id } }),
    );
    const answers = await talk(calls);
    const ids = answers.map(({ id }) => Number(id)).sort((a, b) => a - b);
    expect(ids).toEqual(calls.map((_, id) => id));
    expect(answers.map(({ error }) => error?.code)).toContain(-32_603);
  });
});

interface Answer {
  readonly id: string | number | null;
  readonly error?: { readonly code: number };
}

function rpc(id: number, method: string, params: object = {}): string {
  return JSON.stringify({ jsonrpc: "2.0", id, method, params });
}

/** Runs the command in this process with these lines as its standard input. */
async function talk(lines: readonly string[]): Promise<readonly Answer[]> {
  const stdin = new PassThrough();
  const io = pipedIo(stdin);
  const { stdout, stderr } = io;
  let out = "";
  stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  stderr.resume();
  stdin.end(`${lines.join("\n")}\n`);
  const code = await main(["mcp", `${ROOT}/examples/data/places.ndjson`], io, new AbortController().signal);
  expect(code).toBe(0);
  return out
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as Answer);
}
