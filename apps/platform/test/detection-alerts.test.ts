import { readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { describe, expect, it } from "vitest";
import { RejectedAlert, type Alert, type AlertSink } from "../src/detection/alerts/alert.ts";
import { fileSink } from "../src/detection/alerts/file-sink.ts";
import { webhookSink } from "../src/detection/alerts/webhook-sink.ts";
import { sqliteOpener, codeOf } from "./platform-fixture.ts";
import { startDetection, VALID, withFolder, eventually } from "./detection-fixture.ts";

const LARGE = VALID.replace("12.50", "150");

/** A sink that fails a number of times before it accepts alerts. */
function sinkAfter(failures: number, error: () => Error = () => new Error("down")) {
  const delivered: Alert[] = [];
  let attempts = 0;
  const sink: AlertSink = {
    description: "test",
    batch: 1,
    deliver: (alerts) => {
      if (attempts++ < failures) return Promise.reject(error());
      delivered.push(...alerts);
      return Promise.resolve();
    },
    close: () => Promise.resolve(),
  };
  return { sink, delivered, attempts: () => attempts };
}

describe("alerts", () => {
  it("have the rules, the message and an id of their own", async () => {
    const { sink, delivered } = sinkAfter(0);
    const { execute, send } = await startDetection({ detection: { sink } });
    const { json } = await execute(LARGE);
    await eventually(() => delivered).toHaveLength(1);
    expect(delivered[0]).toMatchObject({
      id: json.alerts[0].id,
      alertType: "amount",
      rules: ["LIMIT"],
      messageId: "m1",
      deploymentId: "card-payments-1",
      build: 1,
      messageClassificationName: "authorization",
      outcome: "decline",
      timeStamp: "2026-03-01T12:00:00.000Z",
      message: { payment: { amount: 150 } },
    });
    expect((await send("/detection/stats")).json.alerts).toEqual({ pending: 0, failed: 0 });
  });

  it("are tried again with growing pauses, in their order", async () => {
    const { sink, delivered, attempts } = sinkAfter(3);
    const { execute, send } = await startDetection({ detection: { sink, pause: 2 } });
    const ids = [];
    for (let i = 0; i < 3; i++) ids.push((await execute(LARGE)).json.alerts[0].id);
    await eventually(() => delivered.map(({ id }) => id)).toEqual(ids);
    expect(attempts()).toBe(6);
    expect((await send("/detection/metrics")).text).toContain('alert_deliveries_total{status="retry"} 3');
  });

  it.each([
    ["after the last attempt", () => new Error("down"), 4],
    ["at once if the receiver refuses them", () => new RejectedAlert("no"), 1],
  ])("are kept as failed %s, and tried again by a restart", async (_, error, expected) => {
    const { sink, delivered, attempts } = sinkAfter(expected, error);
    const errors: unknown[] = [];
    const { execute, send, admin } = await startDetection({
      detection: { sink, pause: 1, attempts: 4 },
      onError: (each) => errors.push(each),
    });
    await execute(LARGE);
    const alerts = async () => (await send("/detection/stats")).json.alerts as object;
    await eventually(alerts).toEqual({ pending: 0, failed: 1 });
    expect([attempts(), delivered.length, errors.length]).toEqual([expected, 0, 1]);
    expect((await send("/detection/restart", { method: "PATCH", token: admin })).status).toBe(200);
    await eventually(() => delivered).toHaveLength(1);
    await eventually(alerts).toEqual({ pending: 0, failed: 0 });
  });

  it("are limited: a message with an alert beyond the capacity is refused with NKAF", async () => {
    const delivered: Alert[] = [];
    let open: (() => void) | undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const sink: AlertSink = {
      description: "test",
      batch: 1,
      deliver: async (alerts) => {
        await gate;
        delivered.push(...alerts);
      },
      close: () => Promise.resolve(),
    };
    const { execute } = await startDetection({ detection: { sink, queueCapacity: 2 } });
    expect((await execute(LARGE)).status).toBe(200);
    expect((await execute(LARGE)).status).toBe(200);
    expect(codeOf(await execute(LARGE))).toEqual([400, "NKAF"]);
    expect((await execute(VALID)).status).toBe(200);
    open!();
    await eventually(() => delivered).toHaveLength(2);
    await eventually(async () => (await execute(LARGE)).status).toBe(200);
  });

  it("that wait are delivered after a restart, with the same ids", async () => {
    const open = sqliteOpener();
    const down = sinkAfter(Number.POSITIVE_INFINITY);
    const first = await startDetection({
      storage: await open(),
      detection: { sink: down.sink, pause: 10_000 },
    });
    const { json } = await first.execute(LARGE);
    await first.platform.close();
    const up = sinkAfter(0);
    const second = await startDetection({ storage: await open(), detection: { sink: up.sink } });
    await eventually(() => up.delivered.map(({ id }) => id)).toEqual([json.alerts[0].id]);
    await second.platform.close();
    const third = sinkAfter(0);
    const client = await startDetection({ storage: await open(), detection: { sink: third.sink } });
    await client.execute(VALID);
    expect(third.delivered).toEqual([]);
  });
});

const alert = (id: string): Alert => ({
  id,
  alertType: "amount",
  rules: ["R"],
  messageId: "m",
  deploymentId: "d",
  build: 1,
  messageClassificationName: null,
  outcome: "review",
  timeStamp: "2026-03-01T12:00:00.000Z",
  message: {},
});
const signal = new AbortController().signal;

describe("a file of alerts", () => {
  it("has one line for each alert, and goes on after a line that was not finished", async () => {
    await withFolder(async (path) => {
      const file = path("alerts.ndjson");
      const ids = () =>
        readFileSync(file, "utf8")
          .split("\n")
          .filter((line) => line.startsWith("{") && line.endsWith("}"))
          .map((line) => (JSON.parse(line) as Alert).id);
      const sink = fileSink(file);
      await sink.deliver([alert("1"), alert("2")], signal);
      await sink.deliver([alert("3")], signal);
      expect(ids()).toEqual(["1", "2", "3"]);
      expect(readFileSync(file, "utf8").split("\n")).toHaveLength(4);
      await sink.close();
      writeFileSync(file, '{"id": "to', { flag: "a" });
      const next = fileSink(file);
      await next.deliver([alert("4")], signal);
      await next.close();
      expect(ids()).toEqual(["1", "2", "3", "4"]);
    });
  });

  it("is opened again after an error", async () => {
    await withFolder(async (path) => {
      const sink = fileSink(path("missing/alerts.ndjson"));
      await expect(sink.deliver([alert("1")], signal)).rejects.toThrow("ENOENT");
      const { mkdirSync } = await import("node:fs");
      mkdirSync(path("missing"));
      await sink.deliver([alert("1")], signal);
      await sink.close();
      expect(readFileSync(path("missing/alerts.ndjson"), "utf8")).toContain('"id":"1"');
    });
  });
});

describe("a webhook", () => {
  it("receives each alert as JSON, and decides by its status about a further attempt", async () => {
    const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = [];
    let status = 200;
    const server = createServer((request, response) => {
      let body = "";
      request.on("data", (chunk: Buffer) => (body += chunk.toString()));
      request.on("end", () => {
        received.push({ headers: request.headers, body });
        response.writeHead(status, { location: "/elsewhere" }).end("ignored");
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as { readonly port: number };
    const sink = webhookSink(`http://127.0.0.1:${port}/alerts?key=secret`);
    expect(sink.description).toBe(`webhook http://127.0.0.1:${port}/alerts`);
    await sink.deliver([alert("1")], signal);
    expect(JSON.parse(received[0]!.body)).toEqual(alert("1"));
    expect(received[0]!.headers).toMatchObject({
      "idempotency-key": "1",
      "content-type": "application/json",
    });
    for (const temporary of [500, 503, 429, 408]) {
      status = temporary;
      await expect(sink.deliver([alert("2")], signal)).rejects.not.toBeInstanceOf(RejectedAlert);
    }
    for (const final of [400, 404, 413]) {
      status = final;
      await expect(sink.deliver([alert("2")], signal)).rejects.toBeInstanceOf(RejectedAlert);
    }
    status = 302;
    await expect(sink.deliver([alert("2")], signal)).rejects.toThrow();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await expect(sink.deliver([alert("3")], signal)).rejects.not.toBeInstanceOf(RejectedAlert);
  });
});
