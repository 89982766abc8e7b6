import { PassThrough } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { check, defineCatalog, parseFilter } from "tamis";
import { createCollection } from "tamis/store";
import { describe, expect, it } from "vitest";
import { shellCommand } from "../../src/commands/shell.ts";
import type { Scope } from "../../src/command/command.ts";
import { InputError } from "../../src/io/errors.ts";
import type { Row } from "tamis/files";
import { TextOutput } from "../../src/io/text-output.ts";
import { guardedIo } from "../../src/io/process-io.ts";
import { pipedIo, terminalIo } from "../piped-io.ts";
import { readArguments } from "../../src/command/arguments.ts";
import { memorySource } from "../../src/shell/sources/memory-source.ts";
import { runPrompt } from "../../src/shell/prompt.ts";
import { runScript } from "../../src/shell/script.ts";
import { ShellSession } from "../../src/shell/session/session.ts";
import { SHELL_COMMANDS } from "../../src/shell/commands/list.ts";
import type { ShellSource, SourceOptions } from "../../src/shell/sources/source.ts";
import { talk } from "./conversation.ts";

const catalog = defineCatalog({ name: "slow", members: { id: "integer" } });

/** Returns a source whose queries only end when they are canceled, or that returns endless rows. */
function slowSource(signals: AbortSignal[]): ShellSource {
  const wait = ({ signal }: SourceOptions) => {
    signals.push(signal);
    return new Promise<never>((_, reject) =>
      signal.addEventListener("abort", () => reject(new Error("the database says something else"))),
    );
  };
  return {
    catalog,
    explainingCatalog: () => Promise.resolve(catalog),
    columns: ["id"],
    page: (_, options) => wait(options),
    count: () => Promise.resolve({ ok: true, count: 7 }),
    rows: () => Promise.resolve({ ok: true, rows: endless() }),
    facets: undefined,
    minMax: (_, __, options) => wait(options),
    explain: () => Promise.reject(new Error("no plan")),
    save: undefined,
    files: [],
    blocks: false,
    describeError: (error) => new InputError(`The source says: ${(error as Error).message}`),
  };
}

it("a query of rows in memory can be canceled between two time slices", async () => {
  const rows = Array.from({ length: 300_000 }, (_, id) => ({ id, name: `row ${id}` }));
  const members = { id: "integer", name: "string", other: "string" } as const;
  const things = defineCatalog({ name: "things", members });
  const source = memorySource(createCollection<Row>(rows, { catalog: things, rows: "plain" }), ["id"], []);
  const slow = check(parseFilter("eq(substr(name,4,3),other)").expression!, things).filter!;
  const controller = new AbortController();
  const count = source.count(slow, { signal: controller.signal, locale: {} });
  setImmediate(() => controller.abort(new Error("enough")));
  await expect(count).rejects.toThrow("enough");
  const again = await source.count(slow, { signal: new AbortController().signal, locale: {} });
  expect(again).toEqual({ ok: true, count: 0 });
});

async function* endless(): AsyncGenerator<Row> {
  for (let id = 0; ; id++) {
    yield { id };
    await Promise.resolve();
  }
}

function open(limit: number | undefined, isInteractive: boolean) {
  const stdin = new PassThrough();
  const screen = new PassThrough();
  const program = new AbortController();
  const screens = { stdout: screen, stderr: screen };
  let shown = "";
  screen.on("data", (chunk: Buffer) => (shown = (shown + chunk.toString()).slice(-5_000)));
  const scope: Scope = {
    io: guardedIo(isInteractive ? terminalIo(stdin, screen) : { ...pipedIo(stdin), ...screens }, String),
    args: readArguments(["--no-history"], shellCommand.options),
    out: new TextOutput(screen),
    signal: program.signal,
    takesTypes: false,
    fixCatalog: undefined,
    present: new Date(),
    failures: { skippedRows: 0 },
    loadCommands: () => Promise.resolve([]),
  };
  const signals: AbortSignal[] = [];
  const session = new ShellSession(scope, SHELL_COMMANDS, {
    source: slowSource(signals),
    isInteractive,
    limit,
    locale: {},
    strict: false,
    output: "ndjson",
    sortBy: "",
  });
  const until = async (text: string | (() => boolean)) => {
    const isThere = typeof text === "string" ? () => shown.includes(text) : text;
    for (let i = 0; i < 500 && !isThere(); i++) await sleep(10);
    expect(shown).toContain(typeof text === "string" ? text : "");
    if (typeof text === "string") shown = shown.slice(shown.indexOf(text) + text.length);
  };
  const type = (text: string) => void stdin.write(text);
  const say = (...steps: readonly (readonly [string | (() => boolean), string?])[]) =>
    talk({ until, type }, ...steps);
  return { session, signals, program, say, end: () => stdin.end() };
}

describe("Ctrl-C", () => {
  it("cancels the query and not the session", async () => {
    const { session, signals, say } = open(20, true);
    const ended = runPrompt(session);
    await say(["slow> ", "eq(id,1)\r"], [() => signals.length === 1, "\u0003"], ["canceled\n"]);
    expect(signals[0]!.aborted).toBe(true);
    await say(["slow> ", ".count\r"], ["7\n", ".minmax id\r"]);
    await say([() => signals.length === 2, "\u0003"], ["canceled\n", "\u0004"]);
    expect(await ended).toBe(0);
  });

  it("stops an endless result while it is printed", async () => {
    const { session, say } = open(undefined, true);
    const ended = runPrompt(session);
    await say(["slow> ", "true\r"], ['{"id":10', "\u0003"], ["canceled\n"], ["slow> ", "\u0004"]);
    expect(await ended).toBe(0);
  });

  it("Ctrl-D during a query cancels it and ends the session", async () => {
    const { session, signals, say } = open(20, true);
    const ended = runPrompt(session);
    await say(["slow> ", "true\r"], [() => signals.length === 1, "\u0004"]);
    expect(await ended).toBe(0);
    expect(signals[0]!.aborted).toBe(true);
  });

  it("cancels the current line of a script and ends it", async () => {
    const { session, signals, program, say } = open(20, false);
    const ended = runScript(session);
    await say(["", "true\ntrue\n"], [() => signals.length === 1]);
    program.abort();
    expect(await ended).toBe(130);
    expect(signals).toHaveLength(1);
  });
});

describe("an error of the source", () => {
  it("is reported with its message, and the next line runs", async () => {
    const { session, say, end } = open(20, false);
    const ended = runScript(session);
    await say(["", ".explain\n.count\n"], ["tamis: line 1: The source says: no plan\n7\n"]);
    end();
    expect(await ended).toBe(2);
  });
});
