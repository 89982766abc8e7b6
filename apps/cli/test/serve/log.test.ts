import { describe, expect, it } from "vitest";
import { logLine, requestLog } from "../../src/serve/http/request-log.ts";
import { example } from "../files.ts";
import { send, serve } from "./running-server.ts";

const answer = {
  remoteAddress: "127.0.0.1",
  method: "GET",
  target: "/places?limit=5",
  status: 200,
  milliseconds: 3.14,
  isComplete: true,
};

describe("a line of the log", () => {
  it("has the request, the status and the duration", () => {
    expect(logLine(answer)).toBe("127.0.0.1 GET /places?limit=5 200 3.1 ms");
    expect(logLine({ ...answer, isComplete: false })).toMatch(/ \(incomplete\)$/);
  });

  it("hides the values of secret parameters", () => {
    const target = "/a?access_token=abc&x=1&api_key=def&Password=ghi";
    expect(logLine({ ...answer, target })).toContain("/a?access_token=***&x=1&api_key=***&Password=*** 200");
  });

  it("is short", () => {
    expect(logLine({ ...answer, target: `/${"x".repeat(60_000)}` }).length).toBeLessThan(600);
  });

  it("is written for the chosen requests", () => {
    const written = (level: "requests" | "errors" | "none", status: number) => {
      let text = "";
      requestLog({ stderr: { write: (line) => ((text += line), true) } }, level)({ ...answer, status });
      return text !== "";
    };
    expect([written("requests", 200), written("errors", 500)]).toEqual([true, true]);
    expect([written("errors", 404), written("none", 500)]).toEqual([false, false]);
  });
});

it("the log of a server contains neither its token nor control characters", async () => {
  const secrets = ["--token", "s3cret-token", "--cursor-secret", "hidden words"];
  const server = await serve([example("places.ndjson"), ...secrets]);
  const headers = { authorization: "Bearer s3cret-token" };
  for (const query of ["filter=s3cret-token&x=hidden%20words", "filter=%1B[2J%0d%0aforged"])
    expect((await send(`${server.url}/places?${query}`, { headers })).status).toBe(400);
  await server.stop();
  expect(server.log()).not.toMatch(/s3cret-token|hidden%20words/);
  expect(server.log()).toContain("/places?filter=***");
  expect(server.log()).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
});
