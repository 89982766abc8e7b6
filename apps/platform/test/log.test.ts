import { expect, it } from "vitest";
import { readConfiguration } from "../src/configuration.ts";
import { createLog, LOG_LEVELS, type LogLevel } from "../src/log/log.ts";
import { memoryStorage } from "../src/storage/storage.ts";
import { basic, connectTo, registration, SECRET, startPlatform, tokenOf } from "./platform-fixture.ts";
import { startProcess, isBuilt } from "./process-fixture.ts";

interface Line {
  readonly level: number;
  readonly time: string;
  readonly msg: string;
  readonly method?: string;
  readonly path?: string;
  readonly status?: number;
  readonly milliseconds?: number;
  readonly client?: string | null;
  readonly user?: string | null;
  readonly error?: { readonly message: string };
}

function recording(level: LogLevel) {
  const lines: string[] = [];
  const log = createLog(level, { write: (line: string) => void lines.push(line) });
  return { log, lines, parsed: () => lines.map((line) => JSON.parse(line) as Line) };
}

it("has each request with its client, and no secret, password, token or code", async () => {
  const { log, lines, parsed } = recording("info");
  const platform = await startPlatform({
    sample: true,
    tokenInQuery: true,
    passwordGrant: true,
    onRequest: log.request,
    onError: log.error,
  });
  const { client, user } = platform.firstAccounts!;
  await platform.tokens.addClient(
    registration("c", { authorized_grant_types: ["client_credentials", "password", "refresh_token"] }),
  );
  await platform.tokens.addUser("ada", "a long password", ["writers"]);
  const token = await tokenOf(platform, "c");
  const granted = await platform.token("c", SECRET, {
    grant_type: "password",
    username: "ada",
    password: "a long password",
  });
  const { access_token: ofUser, refresh_token: refresh } = granted.json as Readonly<Record<string, string>>;
  const admin = await platform.token(client.id, client.secret, {
    grant_type: "client_credentials",
    scope: "VendorAdministrators",
  });
  const { access_token: ofAdmin } = admin.json as Readonly<Record<string, string>>;
  await platform.send(`/annotations/annotations?access_token=${token}&filter=eq(name,'private-value')`);
  await platform.send("/annotations/annotations", { token: ofUser });
  await platform.send("/annotations/annotations?access_token=broken-token");
  await platform.send("/VendorLogon/oauth/authorize?client_id=c&response_type=code&state=secret-state");
  await platform.send("/VendorLogon/oauth/code?code=secret-code");
  await platform.token("c", "a wrong secret");
  await platform.token("c", SECRET, { grant_type: "refresh_token", refresh_token: refresh! });
  const registered = {
    ...registration("new", { client_secret: "a registered secret" }),
    redirect_uri: undefined,
  };
  await platform.send("/VendorLogon/oauth/clients", { token: ofAdmin, json: registered });
  await platform.send(`/${"x".repeat(5_000)}`, { token });
  const secrets = [
    SECRET,
    client.secret,
    user.password,
    "a long password",
    token,
    ofUser!,
    ofAdmin!,
    refresh!,
  ];
  const sent = [
    "private-value",
    "broken-token",
    "secret-state",
    "secret-code",
    "a wrong secret",
    "a registered secret",
  ];
  const text = lines.join("");
  for (const secret of [...secrets, ...sent, basic("c", SECRET)]) expect(text.includes(secret)).toBe(false);

  const requests = parsed();
  expect(requests.every(({ msg, level }) => msg === "request" && level === 30)).toBe(true);
  const reads = requests.filter(({ path }) => path === "/annotations/annotations");
  expect(reads.map(({ method, status, client: id, user: name }) => [method, status, id, name])).toEqual([
    ["GET", 200, "c", null],
    ["GET", 200, "c", "ada"],
    ["GET", 401, null, null],
  ]);
  for (const { milliseconds, time } of requests) {
    expect(milliseconds).toBeGreaterThanOrEqual(0);
    expect(new Date(time).toISOString()).toBe(time);
  }
  expect(Math.max(...requests.map(({ path }) => path!.length))).toBe(501);
  await platform.close();
});

it("has errors with their request, without the values that drivers add", async () => {
  const { log, lines, parsed } = recording("warn");
  const memory = memoryStorage();
  const failure = Object.assign(new Error("the disk is full"), {
    code: "ENOSPC",
    detail: "Key (name)=(private)",
  });
  let isBroken = false;
  const storage: typeof memory = {
    ...memory,
    open: async (...given) => {
      const store = await memory.open(...given);
      if (given[0].name !== "reports") return store;
      const read: typeof store.read = (key) => (isBroken ? Promise.reject(failure) : store.read(key));
      return { ...store, read };
    },
  };
  const platform = await startPlatform({ storage, onError: log.error, onRequest: log.request });
  const { send } = await connectTo(platform);
  isBroken = true;
  const { status, json } = await send("/reports/reports/r1/content");
  expect(status).toBe(500);
  const [line] = parsed();
  expect(line).toMatchObject({ level: 50, path: "/reports/reports/r1/content", traceId: json.id });
  expect(line!.error).toMatchObject({ message: "the disk is full", code: "ENOSPC" });
  expect(lines.join("").includes("private")).toBe(false);
  // Requests have a lower level.
  expect(lines).toHaveLength(1);
});

it("has the levels of the option --log", () => {
  for (const level of LOG_LEVELS)
    expect(readConfiguration(["--log", level])).toMatchObject({
      kind: "configuration",
      configuration: { log: level },
    });
  expect(readConfiguration([])).toMatchObject({ configuration: { log: "warn" } });
  expect(readConfiguration(["--log", "loud"])).toEqual({
    kind: "error",
    message: "--log must be silent, error, warn, info, got loud",
  });
});

it.skipIf(!isBuilt)("is on standard error of the process", async () => {
  const { base, child, ended } = await startProcess(["--database", ":memory:", "--log", "info"]);
  let output = "";
  child.stderr!.on("data", (chunk: Buffer) => (output += chunk.toString()));
  expect((await fetch(`${base}/detection/health?x=y`)).status).toBe(200);
  while (!output.includes("\n")) await new Promise((resolve) => setTimeout(resolve, 10));
  child.kill();
  await ended;
  const [line] = output.trim().split("\n");
  expect(JSON.parse(line!)).toMatchObject({
    method: "GET",
    path: "/detection/health",
    status: 200,
    client: null,
  });
});
