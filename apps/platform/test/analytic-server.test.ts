import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { describe, expect, it } from "vitest";
import { analyticServer } from "tamis/families";
import { unreadableMembers } from "tamis/evaluator";
import { startDetection, eventually } from "./detection-fixture.ts";
import { adminToken, isBuilt, startProcess } from "./process-fixture.ts";

const REQUESTS = [
  { method: "DELETE", path: "/cas" },
  { method: "POST", path: "/cas/shutdown" },
] as const;

describe("the shutdown", () => {
  it.each(REQUESTS)("by $method $path needs an administrator", async ({ method, path }) => {
    let stops = 0;
    const { platform, send, admin } = await startDetection({ shutDown: () => stops++ });
    expect((await platform.send(path, { method })).status).toBe(401);
    const refused = await send(path, { method });
    expect([refused.status, refused.json.httpStatusCode]).toEqual([403, 403]);
    expect((await send(path, { method, token: admin, headers: { accept: "image/png" } })).status).toBe(406);
    expect(stops).toBe(0);
    expect((await send("/annotations/annotations")).status).toBe(200);
  });

  it.each(REQUESTS)("by $method $path reports the action result in full", async ({ method, path }) => {
    let stops = 0;
    const { send, admin } = await startDetection({ shutDown: () => stops++ });
    const { status, json, headers } = await send(path, { method, token: admin });
    expect([status, stops]).toEqual([200, 1]);
    const { catalog } = analyticServer.resources.actionResult;
    expect(unreadableMembers(catalog)(json)).toEqual([]);
    expect(missingMembers(catalog.definition.members, json)).toEqual([]);
    expect(json).toMatchObject({ status: 0, disposition: { severity: "Normal", statusCode: 0 } });
    expect(headers["deprecation"] === undefined).toBe(method === "DELETE");
    const later = await send("/annotations/annotations");
    expect([later.status, later.headers["connection"]]).toEqual([503, "close"]);
  });

  it("cannot be asked for by a page of another path", async () => {
    const { send, admin } = await startDetection();
    expect((await send("/cas", { token: admin })).status).toBe(405);
    expect((await send("/cas/shutdown", { token: admin })).status).toBe(405);
  });
});

/** Returns the members of a catalog that a value lacks, at any depth. */
function missingMembers(members: object, value: Record<string, unknown>): readonly string[] {
  return Object.entries(members).flatMap(([name, member]: [string, unknown]) => {
    if (!Object.hasOwn(value, name)) return [name];
    const inner = (member as { readonly members?: object }).members;
    return inner === undefined ? [] : missingMembers(inner, value[name] as Record<string, unknown>);
  });
}

describe.skipIf(!isBuilt)("the process", () => {
  it.each(REQUESTS)(
    "ends after $method $path, and after the requests that are being answered",
    async ({ method, path }) => {
      const running = await startProcess(["--database", ":memory:"]);
      const token = await adminToken(running, running.secret!);
      const headers = { authorization: `Bearer ${token}` };
      const type = { "content-type": "application/vnd.vendor.annotation+json", expect: "100-continue" };
      const waiting = request(`${running.base}/annotations/annotations`, {
        method: "POST",
        headers: { ...headers, ...type },
        // The server would otherwise keep the connection open for some seconds.
        agent: false,
      });
      const answered = once(waiting, "response") as Promise<[IncomingMessage]>;
      waiting.flushHeaders();
      // The server has begun the request. It is stopped before the body comes.
      await once(waiting, "continue");
      const stopped = await fetch(`${running.base}${path}`, { method, headers });
      const result = (await stopped.json()) as { readonly log: string };
      expect([stopped.status, result.log]).toEqual([200, expect.stringContaining("after 1 other requests")]);
      await eventually(() =>
        fetch(`${running.base}/detection/health`).then(
          () => "answered",
          () => "refused",
        ),
      ).toBe("refused");
      expect(running.child.exitCode).toBeNull();
      waiting.end('{"domain": "d", "name": "late"}');
      const [{ statusCode }] = await answered;
      expect(statusCode).toBe(201);
      expect(await running.ended).toEqual({ code: 0, signal: null });
    },
    60_000,
  );
});
