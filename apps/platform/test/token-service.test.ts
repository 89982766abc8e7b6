import { createHash } from "node:crypto";
import { describe, expect, it, vi } from "vitest";
import { ALL, create } from "./annotations-fixture.ts";
import {
  basic,
  clientWith,
  connectAdministrator,
  ISSUER,
  recordedStorage,
  registration,
  rowsOf,
  SECRET,
  sqliteOpener,
  startPlatform,
  tokenOf,
  type TestPlatform,
} from "./platform-fixture.ts";
import type { Caller } from "../src/access/caller.ts";
import { VerifiedTokens } from "../src/tokens/store/verified-tokens.ts";
import type { PlatformOptions } from "../src/platform.ts";
import type { Registration } from "../src/tokens/register-client.ts";

const CREDENTIALS = { grant_type: "client_credentials" };
const CALLBACK = "https://app.example/callback";
const VERIFIER = "a".repeat(43);
const CHALLENGE = createHash("sha256").update(VERIFIER).digest("base64url");

async function platformWithUser(options: Partial<PlatformOptions> = {}): Promise<TestPlatform> {
  const platform = await startPlatform(options);
  await addUser(platform);
  return platform;
}

/** Adds a user, and a client in which users sign in. */
async function addUser({ tokens }: TestPlatform): Promise<void> {
  const grants = {
    authorized_grant_types: ["authorization_code", "refresh_token"],
    redirect_uri: [CALLBACK],
  };
  await tokens.addUser("ann", "correct horse", ["writers"]);
  await tokens.addClient(registration("app", grants));
}

/** Returns a registration as clients send it: with one redirect URI, and without fields that have no value. */
const published = ({ redirect_uri, access_token_validity, ...others }: Registration) => ({
  ...others,
  ...(redirect_uri.length === 0 ? {} : { redirect_uri: redirect_uri[0] }),
  ...(access_token_validity === null ? {} : { access_token_validity }),
});
const PUBLISHED = published(registration("c"));

const authorizeQuery = (others: Record<string, string> = {}) =>
  new URLSearchParams({
    client_id: "app",
    response_type: "code",
    redirect_uri: CALLBACK,
    state: "s t&a=te",
    code_challenge: CHALLENGE,
    code_challenge_method: "S256",
    ...others,
  }).toString();

const authorize = ({ send }: TestPlatform, others: Record<string, string> = {}) =>
  send(`/VendorLogon/oauth/authorize?${authorizeQuery(others)}`);

const hidden = (page: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`)
    .exec(page)![1]!
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code)));

const cookieOf = (headers: Readonly<Record<string, string>>) => headers["set-cookie"]!.split(";")[0]!;

/** Signs in and allows the access, as a browser does. Returns the address of the last redirect. */
async function consent(platform: TestPlatform, query = authorizeQuery()): Promise<URL> {
  const first = await platform.send(`/VendorLogon/oauth/authorize?${query}`);
  const signedIn = await platform.send("/VendorLogon/login", {
    headers: { cookie: cookieOf(first.headers) },
    form: {
      request: hidden(first.text, "request"),
      token: hidden(first.text, "token"),
      username: "ann",
      password: "correct horse",
    },
  });
  expect(signedIn.status).toBe(303);
  const cookie = cookieOf(signedIn.headers);
  const page = await platform.send(signedIn.headers["location"]!, { headers: { cookie } });
  const decided = await platform.send("/VendorLogon/oauth/authorize", {
    headers: { cookie },
    body: new URLSearchParams([
      ["request", hidden(page.text, "request")],
      ["token", hidden(page.text, "token")],
      ["scope", "openid"],
      ["decision", "allow"],
    ]).toString(),
    type: "application/x-www-form-urlencoded",
  });
  expect(decided.status).toBe(303);
  return new URL(decided.headers["location"]!);
}

const exchange = (platform: TestPlatform, code: string, others: Record<string, string> = {}, id = "app") =>
  platform.token(id, SECRET, {
    grant_type: "authorization_code",
    code,
    redirect_uri: CALLBACK,
    code_verifier: VERIFIER,
    ...others,
  });

/** Returns a new token of the client that a platform starts with. */
const firstToken = async ({ token, firstAccounts }: TestPlatform) =>
  (await token(firstAccounts!.client.id, firstAccounts!.client.secret)).json.access_token as string;

/** Reads with a token, and returns the status. */
const statusWith = (platform: TestPlatform, token: string) => clientWith(platform, token).statusOf(ALL);

describe("client_credentials", () => {
  it("returns a token in the published shape, and the token is accepted", async () => {
    const platform = await startPlatform();
    const { id, secret } = platform.firstAccounts!.client;
    const { status, headers, json } = await platform.token(id, secret);
    expect(status).toBe(200);
    expect(headers["cache-control"]).toBe("no-store");
    expect(json).toMatchObject({ token_type: "bearer", expires_in: 3600, scope: "uaa.none" });
    expect(await statusWith(platform, json.access_token)).toBe(200);
  });

  it("gives the group of administrators only to tokens whose scope names it", async () => {
    const platform = await startPlatform();
    const { id, secret } = platform.firstAccounts!.client;
    const register = async (scope: string) => {
      const { json } = await platform.token(id, secret, { ...CREDENTIALS, scope });
      return platform.send("/VendorLogon/oauth/clients", {
        token: json.access_token,
        json: published(registration(`c-${scope}`)),
      });
    };
    expect((await register("uaa.none")).status).toBe(403);
    expect((await register("VendorAdministrators")).status).toBe(201);
  });

  it.each([
    ["another scope", { ...CREDENTIALS, scope: "openid VendorAdministrators" }, "invalid_scope"],
    ["another grant", { grant_type: "password", username: "a", password: "b" }, "unauthorized_client"],
    ["an unknown grant", { grant_type: "implicit" }, "unsupported_grant_type"],
    ["no grant", {}, "invalid_request"],
    ["the secret in the body", { ...CREDENTIALS, client_secret: SECRET }, "invalid_request"],
    ["another client_id in the body", { ...CREDENTIALS, client_id: "x" }, "invalid_request"],
  ])("refuses %s", async (_, form, error) => {
    const platform = await startPlatform();
    await platform.tokens.addClient(registration("c"));
    const answer = await platform.token("c", SECRET, form);
    expect([answer.status, answer.json.error]).toEqual([400, error]);
  });

  it("refuses a repeated parameter, another media type, and two authorizations", async () => {
    const platform = await startPlatform();
    await platform.tokens.addClient(registration("c"));
    const authorization = basic("c", SECRET);
    const send = (parts: object) =>
      platform.send("/VendorLogon/oauth/token", { headers: { authorization }, ...parts });
    const twice = "grant_type=client_credentials&grant_type=client_credentials";
    const errors = [
      await send({ body: twice, type: "application/x-www-form-urlencoded" }),
      await send({ json: CREDENTIALS }),
      await send({ form: CREDENTIALS, headers: { authorization: [authorization, authorization] } }),
    ];
    expect(errors.map(({ status, json }) => `${status} ${json.error}`)).toEqual([
      "400 invalid_request",
      "400 invalid_request",
      // The platform refuses such a request before an operation reads it.
      "400 undefined",
    ]);
  });

  it("accepts a secret with percent signs and plus signs, raw as curl sends it and encoded as OAuth asks", async () => {
    const platform = await startPlatform();
    const secret = "100%25 sure + more";
    await platform.tokens.addClient(registration("c", { client_secret: secret }));
    expect((await platform.token("c", secret)).status).toBe(200);
    expect((await platform.token("c", encodeURIComponent(secret))).status).toBe(200);
  });

  it("answers alike for an unknown client and for a wrong secret, and pauses after five wrong ones", async () => {
    const platform = await startPlatform();
    await platform.tokens.addClient(registration("c"));
    const tries = async (id: string) => {
      const answers = [];
      for (let i = 0; i < 7; i++) answers.push(await platform.token(id, "wrong secret!"));
      return answers.map(({ status, headers, json }) => [status, json, headers["retry-after"]]);
    };
    const known = await tries("c");
    expect(known).toEqual(await tries("nobody"));
    expect(known[0]).toEqual([401, expect.objectContaining({ error: "invalid_client" }), undefined]);
    expect(known[5]![2]).toBe("1");
    // The right secret has to wait, too. Otherwise guessing would go on during a pause.
    expect((await platform.token("c", SECRET)).status).toBe(401);
    const statusFrom = async (address: string, secret: string) =>
      (await platform.tokenFrom(address, "c", secret)).status;
    for (let i = 0; i < 6; i++) expect(await statusFrom("2001:db8::1", "wrong secret!")).toBe(401);
    expect(await statusFrom("2001:db8::2", SECRET)).toBe(401);
    expect(await statusFrom("2001:db8:0:1::1", SECRET)).toBe(200);
    expect(await statusFrom("192.0.2.1", SECRET)).toBe(200);
    for (let i = 0; i < 6; i++) expect(await statusFrom("::ffff:192.0.2.2", "wrong secret!")).toBe(401);
    expect(await statusFrom("192.0.2.2", SECRET)).toBe(401);
    platform.clock.time += 1_000;
    expect((await platform.token("c", SECRET)).status).toBe(200);
    expect((await platform.token("c", "wrong secret!")).headers["retry-after"]).toBeUndefined();
  });
});

describe("access tokens", () => {
  it("end with their second, and with the key that signed them", async () => {
    const platform = await startPlatform();
    await platform.tokens.addClient(registration("c", { access_token_validity: 60 }));
    const short = await tokenOf(platform, "c");
    platform.clock.time += 59_000;
    expect(await statusWith(platform, short)).toBe(200);
    platform.clock.time += 1_000;
    expect(await statusWith(platform, short)).toBe(401);
    // A valid token has its signature verified once. A wrong one is verified each time.
    const verify = vi.spyOn(crypto.subtle, "verify");
    const token = await tokenOf(platform, "c");
    const wrong = `${token.slice(0, -8)}AAAAAAAA`;
    const statuses = [];
    for (const each of [token, token, wrong, wrong]) statuses.push(await statusWith(platform, each));
    expect([statuses, verify.mock.calls.length]).toEqual([[200, 200, 401, 401], 3]);
    verify.mockRestore();
  });

  it("are kept up to a maximum number, after which the oldest one makes room", () => {
    const kept = new VerifiedTokens(3);
    const caller: Caller = { kind: "caller", name: "a", client: "a", groups: [], scopes: [] };
    const verified = { caller, expires: 1, key: "k", family: undefined };
    for (const token of ["1", "2", "3", "3"]) kept.set(token, verified);
    expect([kept.size, kept.get("1")]).toEqual([3, verified]);
    kept.set("4", verified);
    const callers = ["1", "2", "4"].map((token) => kept.get(token));
    expect([kept.size, callers]).toEqual([3, [undefined, verified, verified]]);
    kept.delete("4");
    expect([kept.size, kept.get("4")]).toEqual([2, undefined]);
  });

  it("are signed by a new key after the rotation, while older tokens stay valid", async () => {
    const platform = await startPlatform({ keyRotation: 3_600, accessTokenValidity: 7_200 });
    const older = await firstToken(platform);
    platform.clock.time += 3_600_000;
    const newer = await firstToken(platform);
    const keyOf = (token: string) =>
      JSON.parse(Buffer.from(token.split(".")[0]!, "base64url").toString()).kid;
    expect(keyOf(newer)).not.toBe(keyOf(older));
    const keys = (await platform.send("/VendorLogon/token_keys")).json.keys;
    expect(keys.map((key: { kid: string }) => key.kid)).toEqual([keyOf(newer), keyOf(older)]);
    expect(keys.every((key: object) => !Object.hasOwn(key, "d"))).toBe(true);
    for (const token of [older, newer]) expect(await statusWith(platform, token)).toBe(200);
  });

  it("are refused if they are altered, unsigned, of another issuer, or too long", async () => {
    const platform = await startPlatform();
    const other = await startPlatform({ issuer: "https://other.example" });
    const token = await firstToken(platform);
    const [head, claims, signature] = token.split(".") as [string, string, string];
    const decoded = JSON.parse(Buffer.from(claims, "base64url").toString());
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const wrong = [
      `${head}.${encode({ ...decoded, groups: ["VendorAdministrators"] })}.${signature}`,
      `${encode({ alg: "none", typ: "at+jwt" })}.${claims}.`,
      `${encode({ alg: "HS256", typ: "at+jwt" })}.${claims}.${signature}`,
      await firstToken(other),
      "x".repeat(100_000),
      "",
    ];
    for (const each of wrong) {
      const answer = await platform.send(ALL, { token: each });
      expect(answer.status).toBe(401);
      expect(answer.headers["www-authenticate"]).toContain('error="invalid_token"');
      expect(answer.text).not.toContain("jose");
    }
  });

  it("are read from the URL only if the deployment allows it, and never from two places", async () => {
    const closed = await startPlatform();
    const open = await startPlatform({ tokenInQuery: true });
    const statuses = [];
    for (const platform of [closed, open]) {
      const token = await firstToken(platform);
      // Each character of a name can be percent-encoded.
      for (const name of ["access_token", "access%5ftoken"]) {
        const url = `/annotations/annotations?${name}=${token}`;
        const given = await platform.send(url);
        expect(given.text).not.toContain(token);
        statuses.push(given.status, (await platform.send(url, { token })).status);
      }
      const headers = { authorization: [`Bearer ${token}`, `Bearer ${token}`] };
      statuses.push((await platform.send(ALL, { headers })).status);
    }
    expect(statuses).toEqual([400, 400, 400, 400, 400, 200, 400, 200, 400, 400]);
  });
});

describe("registration", () => {
  const register = async (json: unknown) => {
    const platform = await startPlatform();
    const { send } = await connectAdministrator(platform);
    return send("/VendorLogon/oauth/clients", typeof json === "string" ? { body: json } : { json });
  };

  it("returns the published fields, and not the secret", async () => {
    const { status, json, text } = await register({
      ...PUBLISHED,
      authorized_grant_types: "client_credentials",
    });
    expect(status).toBe(201);
    expect(Object.keys(json).sort()).toEqual([
      ...["authorities", "authorized_grant_types", "autoapprove", "client_id", "lastModified"],
      ...["redirect_uri", "required_user_groups", "resource_ids", "scope"],
    ]);
    expect(text).not.toContain(SECRET);
  });

  it.each([
    ["", [""]],
    ["[1]", [""]],
    [{}, ["/authorized_grant_types", "/client_id", "/client_secret", "/scope"]],
    [{ ...PUBLISHED, client_secret: "short" }, ["/client_secret"]],
    [{ ...PUBLISHED, client_id: "a:b" }, ["/client_id"]],
    [{ ...PUBLISHED, authorized_grant_types: ["implicit"] }, ["/authorized_grant_types/0"]],
    [{ ...PUBLISHED, authorities: [] }, ["/authorities"]],
    [{ ...PUBLISHED, access_token_validity: 0 }, ["/access_token_validity"]],
    [{ ...PUBLISHED, authorized_grant_types: ["authorization_code"] }, ["/redirect_uri"]],
    [{ ...PUBLISHED, redirect_uri: "javascript:alert(1)" }, ["/redirect_uri"]],
    [{ ...PUBLISHED, redirect_uri: "http://app.example/" }, ["/redirect_uri"]],
    [{ ...PUBLISHED, redirect_uri: "https://app.example/a/../b" }, ["/redirect_uri"]],
    [{ ...PUBLISHED, redirect_uri: "https://ann@app.example/" }, ["/redirect_uri"]],
    [{ ...PUBLISHED, scope: ["a b"] }, ["/scope/0"]],
  ])("refuses %j with each problem", async (body, pointers) => {
    const { status, json } = await register(body);
    expect(status).toBe(400);
    expect(json.errors.map((each: { pointer: string }) => each.pointer).sort()).toEqual(pointers);
  });

  it("refuses a client_id that exists", async () => {
    expect((await register({ ...PUBLISHED, client_id: "admin" })).status).toBe(409);
  });
});

describe("authorization_code", () => {
  it("leads from the sign-in to tokens of the user", async () => {
    const platform = await platformWithUser();
    const target = await consent(platform);
    expect(target.origin + target.pathname).toBe(CALLBACK);
    expect(target.searchParams.get("state")).toBe("s t&a=te");
    expect(target.searchParams.get("iss")).toBe(ISSUER);
    const { status, json } = await exchange(platform, target.searchParams.get("code")!);
    expect(status).toBe(200);
    expect(json).toMatchObject({ token_type: "bearer", scope: "openid" });
    const created = await create(clientWith(platform, json.access_token), { domain: "d", name: "n" });
    expect(created.json.createdBy).toBe("ann");
  });

  it("revokes all tokens of a code that is used twice", async () => {
    const platform = await platformWithUser();
    const code = (await consent(platform)).searchParams.get("code")!;
    const { json } = await exchange(platform, code);
    const again = await exchange(platform, code);
    expect([again.status, again.json.error]).toEqual([400, "invalid_grant"]);
    expect(await statusWith(platform, json.access_token)).toBe(401);
    const refresh = { grant_type: "refresh_token", refresh_token: json.refresh_token };
    expect((await platform.token("app", SECRET, refresh)).json.error).toBe("invalid_grant");
  });

  it("refuses a code with another verifier, redirect URI or client, and an expired one", async () => {
    const platform = await platformWithUser();
    await platform.tokens.addClient(
      registration("other", { authorized_grant_types: ["authorization_code"], redirect_uri: [CALLBACK] }),
    );
    const code = (await consent(platform)).searchParams.get("code")!;
    const wrong = [
      await exchange(platform, code, { code_verifier: "b".repeat(43) }),
      await exchange(platform, code, { code_verifier: "" }),
      await exchange(platform, code, { redirect_uri: `${CALLBACK}/` }),
      await exchange(platform, code, { redirect_uri: "" }),
      await exchange(platform, code, {}, "other"),
      await exchange(platform, `${code}x`),
    ];
    expect(wrong.map(({ json }) => json.error)).toEqual(Array(6).fill("invalid_grant"));
    expect(new Set(wrong.map(({ text }) => text)).size).toBe(1);
    platform.clock.time += 121_000;
    expect((await exchange(platform, code)).json.error).toBe("invalid_grant");
  });

  it.each([
    `${CALLBACK}.evil.example`,
    "https://app.example@evil.example/callback",
    `${CALLBACK}/..`,
    `${CALLBACK}/%2e%2e`,
    `${CALLBACK};a`,
    `${CALLBACK}#a`,
    `${CALLBACK}?a=b`,
    "https://app.example:8443/callback",
    "http://app.example/callback",
    "https://APP.example/callback",
    "https://app.example./callback",
    // The first letter is Cyrillic.
    "https://\u0430pp.example/callback",
    "https://xn--pp-6kc.example/callback",
    "javascript:alert(1)",
    "data:text/html,x",
    "urn:ietf:wg:oauth:2.0:oob",
  ])("shows an error page, without a redirect, for the redirect URI %s", async (uri) => {
    const platform = await platformWithUser();
    const answer = await authorize(platform, { redirect_uri: uri });
    expect(answer.status).toBe(400);
    expect(answer.headers["location"]).toBeUndefined();
    expect(answer.headers["content-security-policy"]).toContain("default-src 'none'");
  });

  it.each([
    [{ response_type: "token" }, "unsupported_response_type"],
    [{ scope: "openid VendorAdministrators" }, "invalid_scope"],
    [{ code_challenge: "" }, "invalid_request"],
    [{ code_challenge_method: "plain" }, "invalid_request"],
    [{ code_challenge: "short" }, "invalid_request"],
  ] as const)("tells the client about %j", async (others, error) => {
    const platform = await platformWithUser();
    const { status, headers } = await authorize(platform, others);
    const { searchParams } = new URL(headers["location"]!);
    const found = [status, searchParams.get("error"), searchParams.get("state")];
    expect(found).toEqual([303, error, "s t&a=te"]);
  });

  it("shows the code for the published request of a client without a web page", async () => {
    const platform = await startPlatform();
    await platform.tokens.addUser("ann", "correct horse", []);
    const oob = "urn:ietf:wg:oauth:2.0:oob";
    await platform.tokens.addClient(
      registration("app", { authorized_grant_types: ["authorization_code"], redirect_uri: [oob] }),
    );
    const target = await consent(platform, "client_id=app&response_type=code");
    expect(target.origin + target.pathname).toBe(`${ISSUER}/VendorLogon/oauth/code`);
    const code = target.searchParams.get("code")!;
    expect((await platform.send(`${target.pathname}${target.search}`)).text).toContain(
      `<code>${code}</code>`,
    );
    const answer = await platform.token("app", SECRET, { grant_type: "authorization_code", code });
    expect(answer.status).toBe(200);
  });

  it("refuses forms of other sites, and passwords that are wrong", async () => {
    const platform = await platformWithUser();
    const page = await authorize(platform);
    const token = hidden(page.text, "token");
    const form = { request: "", token, username: "ann", password: "correct horse" };
    expect((await platform.send("/VendorLogon/login", { form })).status).toBe(400);
    const headers = { cookie: cookieOf(page.headers) };
    const signIn = (others: Record<string, string>) =>
      platform.send("/VendorLogon/login", { headers, form: { ...form, ...others } });
    expect((await signIn({ token: "x" })).status).toBe(400);
    const wrong = await signIn({ password: "x" });
    expect([wrong.status, wrong.headers["location"]]).toEqual([401, undefined]);
    // The request of the form is a query string for one path, so it cannot lead to another site.
    const elsewhere = await signIn({ request: "//evil.example" });
    expect(elsewhere.headers["location"]).toMatch(/^\/VendorLogon\/oauth\/authorize\?/);
  });

  it("escapes what a request puts into a page", async () => {
    const platform = await platformWithUser();
    const answer = await authorize(platform, { state: '"><script>alert(1)</script>' });
    expect(answer.text).not.toContain("<script>");
  });
});

describe("refresh tokens", () => {
  const signIn = async (platform: TestPlatform) =>
    (await exchange(platform, (await consent(platform)).searchParams.get("code")!)).json;
  const refresh = (platform: TestPlatform, token: string, others: Record<string, string> = {}) =>
    platform.token("app", SECRET, { grant_type: "refresh_token", refresh_token: token, ...others });

  it("work once, and a second use revokes the family", async () => {
    const platform = await platformWithUser();
    const first = await signIn(platform);
    const second = await refresh(platform, first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.json.refresh_token).not.toBe(first.refresh_token);
    const tokens: readonly string[] = [first.access_token, second.json.access_token];
    for (const token of tokens) expect(await statusWith(platform, token)).toBe(200);
    expect((await refresh(platform, first.refresh_token)).json.error).toBe("invalid_grant");
    expect((await refresh(platform, second.json.refresh_token)).json.error).toBe("invalid_grant");
    for (const token of tokens) expect(await statusWith(platform, token)).toBe(401);
  });

  it("have at most one winner among 50 requests at the same time", async () => {
    const platform = await platformWithUser();
    const { refresh_token: token } = await signIn(platform);
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(platform, token)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it("cannot get more scopes, and keep their own after a request with fewer", async () => {
    const platform = await platformWithUser();
    const { refresh_token: token } = await signIn(platform);
    expect((await refresh(platform, token, { scope: "openid uaa.user" })).json.error).toBe("invalid_scope");
    expect((await refresh(platform, token, { scope: "openid" })).status).toBe(200);
  });

  it("are deleted when they have expired, and so are codes and revoked families", async () => {
    const { storage, stores } = recordedStorage();
    const platform = await platformWithUser({ storage });
    const { refresh_token: token } = await signIn(platform);
    await refresh(platform, token);
    await refresh(platform, token);
    const names = ["codes", "refresh_tokens", "revoked_families"];
    const counts = () => Promise.all(names.map(async (name) => (await rowsOf(stores.get(name)!)).length));
    expect(await counts()).toEqual([1, 2, 1]);
    platform.clock.time += 31 * 86_400_000;
    await platform.tokens.deleteExpired();
    expect(await counts()).toEqual([0, 0, 0]);
  });

  it("stay valid and revoked after a restart", async () => {
    const open = sqliteOpener();
    const platform = await startPlatform({ storage: await open() });
    await addUser(platform);
    const [kept, stolen] = [await signIn(platform), await signIn(platform)];
    await refresh(platform, stolen.refresh_token);
    await refresh(platform, stolen.refresh_token);
    const restarted = await startPlatform({ storage: await open() });
    expect(restarted.firstAccounts).toBeUndefined();
    expect(await statusWith(restarted, kept.access_token)).toBe(200);
    expect(await statusWith(restarted, stolen.access_token)).toBe(401);
    expect((await refresh(restarted, kept.refresh_token)).status).toBe(200);
  });
});

describe("password", () => {
  it("is off unless the deployment allows it", async () => {
    const statuses = [];
    for (const passwordGrant of [false, true]) {
      const platform = await startPlatform({ passwordGrant });
      await platform.tokens.addUser("ann", "correct horse", []);
      await platform.tokens.addClient(registration("cli", { authorized_grant_types: ["password"] }));
      const form = { grant_type: "password", username: "ann", password: "correct horse" };
      const answer = await platform.token("cli", SECRET, form);
      statuses.push(answer.json.error ?? answer.status);
      statuses.push((await platform.token("cli", SECRET, { ...form, password: "x" })).json.error);
    }
    expect(statuses).toEqual(["unsupported_grant_type", "unsupported_grant_type", 200, "invalid_grant"]);
  });
});

describe("cross-origin requests", () => {
  it("are answered for configured origins only", async () => {
    const platform = await startPlatform({ origins: ["https://app.example"] });
    const allowed = async (origin: string, method = "GET") => {
      const headers = { origin, ...(method === "OPTIONS" ? { "access-control-request-method": "GET" } : {}) };
      const answer = await platform.send(ALL, { method, headers });
      return [answer.headers["access-control-allow-origin"], answer.headers["vary"]?.includes("origin")];
    };
    expect(await allowed("https://app.example")).toEqual(["https://app.example", true]);
    expect(await allowed("https://app.example", "OPTIONS")).toEqual(["https://app.example", true]);
    for (const origin of ["null", "https://app.example.evil", "http://app.example", "*"])
      expect(await allowed(origin)).toEqual([undefined, true]);
  });
});
