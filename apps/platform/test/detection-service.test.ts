import { describe, expect, it } from "vitest";
import { detection } from "tamis/families";
import { EXECUTE, MESSAGE, startDetection, toBinary, VALID } from "./detection-fixture.ts";
import { codeOf } from "./platform-fixture.ts";

describe("the state of detection", () => {
  it("is shown without a token only as healthy and ready", async () => {
    const { platform } = await startDetection();
    expect((await platform.send("/detection/health")).json).toEqual({
      message: { Message: "The service is running." },
      errorCode: 0,
      readiness: { message: "ready" },
    });
    expect((await platform.send("/detection/ready")).status).toBe(200);
  });

  it("is counted by package and status, for Prometheus", async () => {
    const { execute, send } = await startDetection();
    await execute(VALID.replace("12.50", "150"));
    await execute("{");
    const { text, headers } = await send("/detection/metrics", { headers: { accept: "text/plain" } });
    expect(headers["content-type"]).toContain("text/plain");
    expect(text).toContain(
      'vendor_detection_messages_total{deployment_package_id="card-payments-1",status="success"} 1',
    );
    expect(text).toContain('status="IION"} 1');
    expect(text).toContain(
      'vendor_detection_alerts_total{deployment_package_id="card-payments-1",alert_type="amount"} 1',
    );
    expect(text).toMatch(/^vendor_detection_message_duration_seconds_bucket\{le="0.001",/m);
    const names = [...text.matchAll(/^# TYPE (\S+)/gm)].map((match) => match[1]);
    expect(names.filter((name) => !name!.startsWith("vendor_detection_"))).toEqual([]);
    expect(names.length).toBeGreaterThan(5);
  });
});

describe("the root", () => {
  it("links to each endpoint of the family, and all links lead to operations", async () => {
    const { send, admin } = await startDetection();
    const { json, headers } = await send("/detection/", { token: admin });
    expect(headers["content-type"]).toBe("application/vnd.vendor.api+json");
    expect(json.version).toBe(1);
    const links = json.links as readonly { readonly method: string; readonly uri: string }[];
    // One more leads to the OpenAPI document.
    expect(links).toHaveLength(detection.endpoints.length - 1 + 1);
    for (const { method, uri } of links) {
      const { status } = await send(uri, { method, token: admin });
      // Requests without a body or a parameter are refused, but known.
      expect([200, 400, 406], `${method} ${uri}`).toContain(status);
    }
    const others = (await send("/detection/")).json.links as readonly { readonly uri: string }[];
    const closed = links.filter(({ uri }) => others.every((each) => each.uri !== uri));
    expect(closed.map(({ uri }) => uri)).toEqual(["/detection/decision/setverbose", "/detection/restart"]);
    expect((await send("/detection/", { method: "HEAD" })).status).toBe(200);
    for (const { uri } of (await send("/detection/decision")).json.links)
      expect([200, 405]).toContain((await send(uri)).status);
  });
});

describe("descriptions", () => {
  const PATH = "/detection/decision/description";

  it("are collections in the order of the package, which filters and pages apply to", async () => {
    const { send } = await startDetection();
    const names = async (target: string) =>
      (await send(`${PATH}/${target}`)).json.items.map((item: { name: string }) => item.name) as string[];
    expect(await names("rules?limit=2")).toEqual(["Above the limit", "Large payment abroad"]);
    expect(await names("rules?filter=eq(alertType,'velocity')")).toEqual(["Many payments"]);
    expect(await names("rules?sortBy=name:descending&limit=1")).toEqual(["Unknown device"]);
    expect(await names("variableSets")).toEqual(["payment", "account", "device"]);
    expect(await names("profiles")).toEqual(["accountHour"]);
    expect(await names("alertTypes")).toEqual(["amount", "velocity"]);
    expect(await names("messageClassifications")).toEqual(["authorization", "settlement"]);
    expect((await send(`${PATH}/models`)).json.count).toBe(0);
    expect((await send(`${PATH}/rules/LIMIT`)).json.condition).toBe("gt(payment.amount,account.limit)");
    expect((await send(`${PATH}/rules/NONE`)).status).toBe(404);
    expect((await send(`${PATH}/rules?filter=eq(nmae,'x')`)).status).toBe(400);
  });

  it("begin with a summary", async () => {
    const { send } = await startDetection();
    expect((await send(`${PATH}/summary`)).json).toMatchObject({
      id: "card-payments-1",
      build: 1,
      schema: "payments",
      counts: { rules: 5, variableSets: 3, models: 0 },
      deployedTimeStamp: "2026-03-01T12:00:00.000Z",
    });
  });
});

describe("the level of detail", () => {
  it("adds the rules, and then the message, to decisions", async () => {
    const { send, execute, admin } = await startDetection();
    const set = (level: string) => send(`/detection/decision/setverbose${level}`, { token: admin });
    const level = async () => (await send("/detection/decision/getverbose")).json.level as number;
    const members = async () => Object.keys((await execute(VALID)).json as object);
    expect(await level()).toBe(0);
    const brief = await members();
    expect((await set("?level=1")).json).toEqual({ level: 1 });
    expect((await members()).filter((name) => !brief.includes(name))).toEqual(["rules", "profiles"]);
    await set("?level=2");
    const added = (await members()).filter((name) => !brief.includes(name));
    expect(added).toEqual(["rules", "profiles", "message"]);
    for (const wrong of ["", ...["", "3", "-1", "1.5", "x", "1&level=2"].map((level) => `?level=${level}`)])
      expect((await set(wrong)).status, wrong).toBe(400);
    expect(await level()).toBe(2);
    expect((await send("/detection/decision/setverbose?level=0")).status).toBe(403);
    const head = { method: "HEAD", token: admin };
    expect((await send("/detection/decision/setverbose?level=0", head)).status).toBe(200);
    expect(await level()).toBe(2);
  });
});

describe("generation", () => {
  const generate = "/detection/generate";

  it("makes a message in Ion that is valid, without a body from the variables of the package", async () => {
    const { platform, token, execute } = await startDetection();
    for (const kind of ["binaryION", "textION"]) {
      const response = await platform.handle({
        method: "POST",
        path: `${generate}/${kind}`,
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.headers["content-type"]).toBe(kind === "binaryION" ? "application/ion" : "text/ion");
      const { status, json } = await execute(response.body as Uint8Array);
      expect([status, json.messageId]).toEqual([200, "example"]);
    }
  });

  it("turns JSON into Ion, with timestamps for dates", async () => {
    const { send, execute } = await startDetection();
    const json = {
      command: { build: 1, messageClassificationName: "authorization" },
      payment: { amount: 0.1, currency: "EUR", time: "2026-03-01T10:00:00+01:00" },
      account: { number: "A-7", opened: "2020-01-31", limit: 0.05 },
    };
    const { text, status } = await send(`${generate}/textION`, { json });
    expect(status).toBe(200);
    expect(text).toContain("2026-03-01T10:00:00+01:00");
    expect(text).not.toContain('"2020-01-31"');
    expect((await execute(text)).json).toMatchObject({ outcome: "decline" });
    const wrong = { ...json, account: { number: "A", opened: "2020-13-01" } };
    const refused = await send(`${generate}/textION`, { json: wrong });
    expect(refused.status).toBe(400);
    expect(refused.json.errors).toMatchObject([{ pointer: "/account/opened" }]);
    expect((await send(`${generate}/binaryION`, { body: "[]" })).status).toBe(400);
    expect((await send(`${generate}/binaryION`, { body: "{" })).status).toBe(400);
  });

  it("returns the request that executes a message", async () => {
    const { send } = await startDetection();
    const body = toBinary(VALID);
    const executeFrom = (given: string | Uint8Array) =>
      send(`${generate}/executeFromION`, { method: "POST", type: "application/ion", body: given });
    const { json } = await executeFrom(body);
    expect(json).toMatchObject({ method: "POST", uri: EXECUTE, headers: { "Content-Type": MESSAGE } });
    const type = json.headers["Content-Type"];
    const sent = { method: json.method, type, body: Buffer.from(json.body, "base64") };
    expect((await send(json.uri as string, sent)).status).toBe(200);
    expect(codeOf(await executeFrom("{}"))).toEqual([400, "ECMD"]);
  });
});

it("values of any type are refused, never an error of the server", async () => {
  const { send } = await startDetection({ onError: (error) => expect(error).toBeUndefined() });
  const bodies = [
    "null",
    "1",
    '{"payment": 1}',
    '{"payment": {"time": 1}}',
    '{"a": {"b": [1, null, {"c": true}]}}',
    '{"a": "\\ud800"}',
    '{"\\udc00": 1}',
    '{"": {"": ""}}',
  ];
  for (const body of bodies) {
    for (const kind of ["binaryION", "textION"]) {
      const { status } = await send(`/detection/generate/${kind}`, { body });
      expect([200, 400]).toContain(status);
    }
  }
  const deep = `{"a":${"[".repeat(100)}${"]".repeat(100)}}`;
  expect((await send("/detection/generate/textION", { body: deep })).status).toBe(400);
  const integer = await send("/detection/generate/textION", { body: '{"a":{"b":9223372036854775807}}' });
  expect(integer.text).toContain("9223372036854775807");
});
