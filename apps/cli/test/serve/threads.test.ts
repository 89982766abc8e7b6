/** Several threads on one port. The threads run the built program. */
import { appendFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import type { Worker } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { shareOf } from "../../src/serve/threads/serve-threads.ts";
import { portFault } from "../../src/serve/threads/thread-count.ts";
import { canRun } from "../built-program.ts";
import { insertRows, sqliteFile } from "../databases/database-files.ts";
import { folder } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";
import { send, serve, until, type Serving } from "./running-server.ts";

const write = folder();
const notes = Array.from({ length: 7 }, (_, i) => ({ id: i + 1, text: `note ${i + 1}` }));
const file = sqliteFile(
  write("notes.sqlite", ""),
  `CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL); ${insertRows("notes", notes)}`,
);

const fault = await portFault("127.0.0.1", 0);
if (fault !== undefined) console.warn(`The tests of threads are skipped, because ${fault}.`);

describe.runIf(canRun && fault === undefined)("two threads", () => {
  const TOKEN = "secret-token";
  const threads: Worker[] = [];
  const keep = (worker: Worker) => void threads.push(worker);
  let server: Serving;
  let alone: Serving;
  beforeAll(async () => {
    const args = [file, "--paging", "cursor", "--token", TOKEN];
    process.on("worker", keep);
    server = await serve([...args, "--threads", "2", "--metrics", "--cors", "https://app.example"]);
    // The other server starts threads for SQLite.
    process.removeListener("worker", keep);
    alone = await serve(args);
  });
  afterAll(() => Promise.all([server.stop(), alone.stop()]));

  /** Each request has a connection of its own, so that the system chooses a thread for each. */
  const get = (path: string, { url } = server) =>
    send(url + path, { headers: { authorization: `Bearer ${TOKEN}`, origin: "https://app.example" } });
  const pagesOf = async (of: Serving) => {
    const items: unknown[] = [];
    let path: string | undefined = "/notes?sortBy=text:descending&limit=2";
    while (path !== undefined) {
      const { json } = await send(of.url + path, { headers: { authorization: `Bearer ${TOKEN}` } });
      items.push(json.items);
      path = json.links.find(({ rel }: { rel: string }) => rel === "next")?.uri;
    }
    return items;
  };
  const responsesOf = async () => {
    const { text } = await get("/metrics");
    const values = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, value]) => Number(value));
    return {
      text,
      each: values(/^tamis_http_thread_requests_total\{thread="\d+"\} (\d+)$/gm),
      all: values(/^tamis_http_requests_total\{.*\} (\d+)$/gm),
    };
  };
  const bothAnswer = () =>
    until(async () => {
      await get("/notes?limit=1");
      return (await responsesOf()).each.filter((count) => count > 0).length === 2;
    });

  it("answer the pages of one, with cursors that both accept", async () => {
    const expected = await pagesOf(alone);
    expect(expected).toHaveLength(4);
    for (let i = 0; i < 4; i++) expect(await pagesOf(server)).toEqual(expected);
    await bothAnswer();
  });

  it("have one log, one health, the same rules, and metrics that are merged", async () => {
    await bothAnswer();
    const { text, each, all } = await responsesOf();
    const sum = (values: readonly number[]) => values.reduce((a, b) => a + b, 0);
    expect(sum(all)).toBe(sum(each));
    expect(text.match(/^process_cpu_seconds_total /gm)).toHaveLength(1);
    expect(text).toContain("tamis_http_requests_in_progress 1\n");
    for (let i = 0; i < 4; i++) {
      expect((await send(`${server.url}/health`)).json).toEqual({ status: "ok" });
      expect((await send(`${server.url}/notes`)).status).toBe(401);
      expect((await get("/notes?limit=1")).headers).toMatchObject({
        "access-control-allow-origin": "https://app.example",
        "server-timing": expect.any(String),
      });
    }
    await until(() => server.log().includes("GET /health 200"));
    expect(server.log().match(/^tamis: http:.*\/notes$/gm)).toHaveLength(1);
  });

  it("are two again after one has ended", async () => {
    await threads[0]!.terminate();
    await until(() => /thread 1 ended \(exit code 1\)\. A new one takes its place\./.test(server.log()));
    expect((await get("/notes/3")).json.text).toBe("note 3");
    await bothAnswer();
  });

  it("end after the running requests", async () => {
    const other = await serve([file, "--threads", "2", "--log", "none"]);
    const answers = Array.from({ length: 8 }, () => send(`${other.url}/notes/@rows`));
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await other.stop()).toBe(0);
    await expect(send(other.url)).rejects.toThrow("ECONNREFUSED");
  });

  it("do not start on a port in use, nor without a table", async () => {
    const busy = await tamis(["serve", file, "--threads", "2", "--port", String(server.port)]);
    expect([busy.code, busy.err]).toEqual([2, expect.stringContaining(`Port ${server.port} is in use.`)]);
    const wrong = await tamis(["serve", file, "--threads", "2", "--port", "0", "--table", "note"]);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringMatching(/^tamis: .*Did you mean notes\?\n$/)]);
  });
});

describe.runIf(canRun && fault === undefined)("two threads with files", () => {
  const lines = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `{"id":${from + i},"name":"n${(from + i) % 7}"}\n`).join("");
  const text = write("lines.ndjson", lines(0, 50));
  const csv = write("cells.csv", "id;when;size\n1;2024/1/5;1,5\n2;;x\n3;Jan 6, 2024;2,5\n");
  const json = write("list.json", '[{"id":1,"tags":["a"]},{"id":2,"tags":[]}]');
  const saved = write("kept.tamis", "");
  const paths = [
    "/lines?sortBy=name:primary&filter=gt(id,3)&limit=7",
    "/cells?filter=gt(when,2024-01-05)",
    "/list?filter=contains(tags,'a')",
    "/kept?sortBy=name:descending&limit=3",
    "/lines/@facets?members=name",
    "/notes?limit=2",
  ];
  const threads: Worker[] = [];
  const keep = (worker: Worker) => void threads.push(worker);
  let server: Serving;
  beforeAll(async () => {
    rmSync(saved);
    expect((await tamis(["save", text, "-o", saved])).code).toBe(0);
    process.on("worker", keep);
    const args = [text, csv, json, saved, file, "--paging", "cursor", "--prepare", "name:primary"];
    server = await serve([...args, "--threads", "2", "--watch"]);
    process.removeListener("worker", keep);
    alone = await serve(args);
  });
  let alone: Serving;
  afterAll(() => Promise.all([server.stop(), alone.stop()]));
  const itemsOf = async ({ url }: Serving, path: string) => {
    const { json, status } = await send(url + path);
    return { status, items: json.items ?? json, count: json.count };
  };
  const countInEach = async (count: number) => {
    let same = 0;
    await until(async () => {
      same = (await itemsOf(server, "/lines?limit=1")).count === count ? same + 1 : 0;
      // The system chooses a thread for each connection.
      return same >= 16;
    });
  };

  it("answer like one, also after a file has changed, and after a thread has ended", async () => {
    for (const path of paths)
      for (let i = 0; i < 4; i++) expect(await itemsOf(server, path)).toEqual(await itemsOf(alone, path));
    appendFileSync(text, lines(50, 60));
    await countInEach(60);
    expect(server.log()).toContain("has changed. It has 60 rows now.");
    await threads[0]!.terminate();
    await until(() => server.log().includes("A new one takes its place."));
    await countInEach(60);
    appendFileSync(text, "broken\n");
    const degraded = async () => (await send(`${server.url}/health`)).json.status === "degraded";
    await until(degraded);
    await countInEach(60);
  });
});

it.each([
  [[file, "--threads", "2", "--writable"], "--threads cannot be combined with --writable"],
  [[file, "--threads", "0"], "--threads must be a number from 1 to 64, or auto, not '0'."],
  [[file, "--threads", "all"], "not 'all'."],
])("tamis serve refuses %j", async (args, message) => {
  const err = await failure(2, ["serve", "--port", "0", ...args]);
  expect(err).toContain(message);
  expect(err.trim().split("\n")).toHaveLength(1);
});

it("the threads together have the limits of the process, and each can answer a request", () => {
  expect([0, 1, 2].map((index) => shareOf(8, index, 3))).toEqual([3, 3, 2]);
  expect([0, 1, 2].map((index) => shareOf(1, index, 3))).toEqual([1, 1, 1]);
});

it("one thread serves if the system cannot share a port", async () => {
  const newServer = () => {
    const server = createServer();
    const listen = server.listen.bind(server);
    return Object.assign(server, {
      listen: (port: number | object, ...rest: never[]) => {
        if (typeof port === "number") return listen(port, ...rest);
        return server.emit("error", Object.assign(new Error("listen ENOTSUP"), { code: "ENOTSUP" }));
      },
    }) as never;
  };
  expect(await portFault("127.0.0.1", 0, newServer)).toBe("this system cannot share a port between threads");
});
