import { describe, expect, it } from "vitest";
import { load } from "ion-js";
import { registration, codeOf, tokenOf } from "./platform-fixture.ts";
import { EXECUTE, MESSAGE, startDetection, toBinary, VALID } from "./detection-fixture.ts";

describe("the execution of a decision", () => {
  it("is the same for Ion text and binary Ion", async () => {
    const { execute } = await startDetection();
    const large = VALID.replace("12.50", "150");
    for (const body of [large, toBinary(large)]) {
      const { status, json } = await execute(body);
      expect(status).toBe(200);
      expect(json).toMatchObject({
        messageId: "m1",
        deployment: { id: "card-payments-1", build: 1 },
        messageClassificationName: "authorization",
        timeStamp: "2026-03-01T12:00:00.000Z",
        outcome: "decline",
        firedRules: [{ id: "LIMIT", alertType: "amount", outcome: "decline" }],
        alerts: [{ alertType: "amount", rules: ["LIMIT"] }],
      });
    }
    expect((await execute(VALID)).json).toMatchObject({ outcome: "approve", firedRules: [], alerts: [] });
  });

  it("can answer in Ion", async () => {
    const { execute } = await startDetection();
    for (const type of ["application/ion", "text/ion"]) {
      expect((await execute(VALID, { headers: { accept: type } })).headers["content-type"]).toBe(type);
    }
    const { text } = await execute(VALID, { headers: { accept: "text/ion" } });
    expect(load(text)!.get("outcome")!.stringValue()).toBe("approve");
  });

  it("uses earlier messages of the same account", async () => {
    const { execute, platform } = await startDetection();
    const outcomes: string[] = [];
    for (let i = 0; i < 6; i++) outcomes.push((await execute(VALID)).json.outcome as string);
    expect(outcomes).toEqual(["approve", "approve", "approve", "approve", "approve", "review"]);
    expect((await execute(VALID.replace("A-1", "A-2"))).json.outcome).toBe("approve");
    platform.clock.time += 3_600_000;
    expect((await execute(VALID)).json.outcome).toBe("approve");
  });

  it("needs an authority and a known media type", async () => {
    const { execute, platform, token } = await startDetection();
    await platform.tokens.addClient(registration("reader", { authorities: [] }));
    const reader = await tokenOf(platform, "reader");
    expect((await execute(VALID, { token: reader })).status).toBe(403);
    expect((await execute(VALID, { type: "application/ion" })).status).toBe(200);
    expect((await execute(VALID, { type: "text/ion" })).status).toBe(200);
    const accept = (value: string) => execute(VALID, { headers: { accept: value } });
    expect(codeOf(await accept("image/png"))).toEqual([406, 10712]);
    const later = await accept("application/vnd.vendor.detection.decision+json;version=2");
    expect(codeOf(later)).toEqual([406, 10712]);
    expect(codeOf(await accept("application/json;version=0"))).toEqual([400, 10713]);
    expect(codeOf(await execute(VALID, { type: `${MESSAGE};version=2` }))).toEqual([400, 10713]);
    const headers = { authorization: `Bearer ${token}` };
    const untyped = await platform.handle({ method: "POST", path: EXECUTE, headers, body: VALID });
    expect([untyped.status, JSON.parse(untyped.body as string).errorCode]).toEqual([406, 10748]);
  });
});
