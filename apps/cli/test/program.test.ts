import { existsSync, openSync, closeSync, readFileSync } from "node:fs";
import { spawnSync, type SpawnSyncOptionsWithStringEncoding } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { VERSION } from "../src/command/version.ts";
import { BIN, canRun, canRunInBash, ended, inBash, start } from "./built-program.ts";
import { example, ROOT } from "./files.ts";

const places = example("places.ndjson");
const endless = `while :; do printf '{"a":1}\\n%.0s' {1..1000}; done`;

describe.runIf(canRun)("the program", () => {
  it("has the version of its package", async () => {
    const text = readFileSync(`${ROOT}/apps/cli/package.json`, "utf8");
    const { version } = JSON.parse(text) as { readonly version: string };
    expect(VERSION).toBe(version);
    expect(await ended(start(["--version"]))).toEqual({ code: 0, out: `${version}\n`, err: "" });
  });

  it("exits with the documented codes", async () => {
    for (const [args, code] of [
      [[places, "--count"], 0],
      [[places, "-e", "-f", "eq(name,'nowhere')"], 1],
      [["nosuch.csv"], 2],
      [[places, "-f", "eq(nmae,'x')"], 3],
      [[places, "-i", "json", "--path", "a.b"], 4],
      [[places, "-n", "1", "-l", "de,en"], 0],
    ] as const) {
      const child = start(["query", ...args]);
      child.stdin.end();
      expect([args, (await ended(child)).code]).toEqual([args, code]);
    }
  });

  it("aligns tables with wide characters, by a library that it loads then", async () => {
    const child = start(["query", "-o", "table", "-l", "de;q=0.5, en"]);
    child.stdin.end("a,b\n👍,1\n東京,2\n");
    const out = "a     b\n────  ─\n👍    1\n東京  2\n";
    expect(await ended(child)).toEqual({ code: 0, out, err: "" });
  });

  it.each([
    ["a query that waits", ["query"]],
    ["a check that waits", ["check"]],
    ["a catalog that waits", ["catalog", "infer"]],
  ])("ends %s on SIGINT silently with 130", async (_, args) => {
    const child = start(args);
    const end = ended(child);
    // Long enough for the program to start and wait.
    await sleep(1_000);
    child.kill("SIGINT");
    expect(await end).toEqual({ code: 130, out: "", err: "" });
  });

  it("does not wait for an open pipe after an error or a complete page", async () => {
    const wrong = start(["query", "-f", "eq("]);
    expect((await ended(wrong)).code).toBe(3);
    const enough = start(["query", "-i", "ndjson", "-n", "1"]);
    enough.stdin.write('{"a":1}\n{"a":2}\n');
    expect(await ended(enough)).toEqual({ code: 0, out: '{"a":1}\n', err: "" });
  });

  it("responds to each line immediately", async () => {
    const child = start(["check", "--json"]);
    const end = ended(child);
    const answer = () =>
      new Promise<string>((resolve) =>
        child.stdout.once("data", (chunk: Buffer) => resolve(chunk.toString())),
      );
    for (const text of ["eq(a,1)", "eq(b"]) {
      const line = answer();
      child.stdin.write(`${text}\n`);
      expect(JSON.parse(await line)).toMatchObject({ input: text });
    }
    child.stdin.end();
    expect((await end).code).toBe(3);
  });

  it.runIf(existsSync("/dev/full"))("reports a full disk and exits with 2", () => {
    const queries = [[], ["-o", "json"], ["--count"]].map((args) => ["query", places, ...args]);
    for (const args of [...queries, ["check", "true"], ["--help"]]) {
      const full = openSync("/dev/full", "w");
      const options: SpawnSyncOptionsWithStringEncoding = {
        stdio: ["ignore", full, "pipe"],
        encoding: "utf8",
      };
      const { status, stderr } = spawnSync(process.execPath, [BIN, ...args], options);
      closeSync(full);
      const message = "tamis: The output cannot be written. The disk is full.\n";
      expect([args, status, stderr]).toEqual([args, 2, message]);
    }
  });
});

describe.runIf(canRunInBash)("the program in a pipe", () => {
  it("ends silently when the reader closes the pipe, also with endless input", () => {
    const line = `{ ${endless}; } 2>/dev/null | tamis query -i ndjson | head -n 1; echo "\${PIPESTATUS[1]}"`;
    const { out, err } = inBash(line, ROOT);
    expect({ out, err }).toEqual({ out: '{"a":1}\n0\n', err: "" });
  });

  it("reads gzip, and its own output", () => {
    const line =
      "gzip -c examples/data/places.ndjson | tamis query -f 'gt(pop_max,10000000)' -o csv | tamis query -i csv --count";
    const direct = inBash("tamis query examples/data/places.ndjson -f 'gt(pop_max,10000000)' --count", ROOT);
    expect(inBash(line, ROOT)).toEqual(direct);
    expect(Number(direct.out)).toBeGreaterThan(5);
  });

  it("streams with little memory, also when it sorts with a limit", () => {
    // 40 MB of rows, which do not fit into the heap limit as a whole.
    const rows = `awk 'BEGIN { for (i = 0; i < 400000; i++) printf "{\\"id\\":%d,\\"name\\":\\"name %d\\",\\"text\\":\\"some more text to make the row longer than it was\\"}\\n", i, (i * 7919) % 400000 }'`;
    const small = 'tamis() { "$TAMIS_NODE" --max-old-space-size=48 "$TAMIS_BIN" "$@"; }';
    const streamed = inBash(`${small}; ${rows} | tamis query -i ndjson -f "gt(id,100000)" | tail -n 1`, ROOT);
    expect(streamed.out).toContain('{"id":399999,');
    const sort = "tamis query -i ndjson -s name:descending -n 2 --select name";
    const sorted = inBash(`${small}; ${rows} | ${sort}`, ROOT);
    expect(sorted.out).toBe('{"name":"name 99999"}\n{"name":"name 99998"}\n');
  });
});
