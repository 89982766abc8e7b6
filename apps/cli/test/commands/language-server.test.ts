import { describe, expect, it } from "vitest";
import { readArguments } from "../../src/command/arguments.ts";
import type { Scope } from "../../src/command/command.ts";
import { readData } from "../../src/language-server/read-data.ts";
import { languageServerCommand } from "../../src/commands/language-server.ts";
import { guardedIo } from "../../src/io/process-io.ts";
import { TextOutput } from "../../src/io/text-output.ts";
import { sqliteFile } from "../databases/database-files.ts";
import { example, folder, lines } from "../files.ts";
import { pipedIo } from "../piped-io.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const write = folder();

/** Returns the answers of the server to messages, without their headers. */
async function answers(messages: readonly object[]): Promise<{ code: number; answers: readonly unknown[] }> {
  const stdin = messages
    .map((message) => JSON.stringify({ jsonrpc: "2.0", ...message }))
    .map((body) => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    .join("");
  const { code, out, err } = await tamis(["language-server", "--stdio"], { stdin });
  expect(err).toBe("");
  return {
    code,
    answers: out
      .split(/Content-Length: \d+\r\n\r\n/)
      .flatMap((body) => (body === "" ? [] : [JSON.parse(body) as unknown])),
  };
}

describe("tamis language-server", () => {
  it("answers until it is ended", async () => {
    const responses = await answers([
      { id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } },
      { method: "initialized", params: {} },
      { id: 2, method: "shutdown" },
      { method: "exit" },
    ]);
    expect(responses.code).toBe(0);
    expect(responses.answers).toMatchObject([
      { id: 1, result: { serverInfo: { name: "tamis" }, capabilities: { hoverProvider: true } } },
      { id: 2, result: null },
    ]);
  });

  it("fails if its input ends without a shutdown", async () => {
    const responses = await answers([
      { id: 1, method: "initialize", params: { processId: null, rootUri: null, capabilities: {} } },
      { method: "initialized", params: {} },
    ]);
    expect(responses.code).toBe(1);
  });

  it("takes no files", async () => {
    const err = await failure(2, ["language-server", "places.csv"]);
    expect(err).toBe("tamis: tamis language-server takes no arguments.\n");
  });
});

describe("the catalog of a data file", () => {
  const io = guardedIo(pipedIo(), String);
  const scope: Scope = {
    io,
    args: readArguments([], languageServerCommand.options),
    out: new TextOutput(io.stdout, false),
    signal: new AbortController().signal,
    present: new Date(),
    failures: { skippedRows: 0 },
    takesTypes: false,
    fixCatalog: undefined,
    loadCommands: () => Promise.resolve([]),
  };
  const signal = new AbortController().signal;
  const span = { start: 0, end: 0 };

  it("is inferred, and its values complete strings", async () => {
    const { name, catalog, values } = await readData(example("places.ndjson"), scope);
    expect(name).toBe("places");
    expect(catalog.definition.members).toHaveProperty("pop_max");
    const find = (member: string, prefix: string, part: "value" | "key" = "value") =>
      values!({ member, prefix, part, span, quote: "'" }, { signal });
    expect(await find("name", "Par")).toContain("Paris");
    expect(await find("name", "O'")).toEqual([]);
    expect(await find("unknown", "")).toEqual([]);
    expect(await find("name", "", "key")).toEqual([]);
  });

  it("is inferred from CSV, and from a table", async () => {
    const csv = write("cities.csv", "city,size\nParis,3\n");
    expect(Object.keys((await readData(csv, scope)).catalog.definition.members)).toEqual(["city", "size"]);
    const path = write("cities.sqlite", "");
    sqliteFile(path, "create table towns (id integer primary key, town text)");
    expect(Object.keys((await readData(path, scope)).catalog.definition.members)).toEqual(["id", "town"]);
  });

  it.each([
    ["is empty", "", /It has no rows|no rows/],
    ["is no data", "{", /./],
    ["contains values that are no rows", lines([[1], [2]]), /./],
  ])("is an error if the file %s", async (_, content, message) => {
    await expect(readData(write("wrong.ndjson", content), scope)).rejects.toThrow(message);
  });
});
