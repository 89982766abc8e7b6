import { describe, expect, it } from "vitest";
import { startDetection, VALID } from "./detection-fixture.ts";

describe("the state of detection", () => {
  it("is shown without a token only as healthy and ready", async () => {
    const { platform } = await startDetection();
    const health = await platform.send("/detection/health");
    expect(health.json).toEqual({
      message: { Message: "The service is running." },
      errorCode: 0,
      readiness: { message: "ready" },
    });
    expect((await platform.send("/detection/ready")).status).toBe(200);
    for (const path of ["/", "/metrics", "/stats", "/settings", "/decision", "/decision/rulemetrics"])
      expect((await platform.send(`/detection${path}`)).status).toBe(401);
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
