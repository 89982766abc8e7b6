import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { authorizationCode, clientCredentials, createClient, TokenError } from "tamis/client";
import { script, type Reply, type SeenRequest } from "./serve.ts";

/** A deployment whose token service issues numbered tokens. Its collection accepts only the last one. */
async function deployment(token: (form: URLSearchParams, issued: number) => Reply) {
  let issued = 0;
  const forms: URLSearchParams[] = [];
  const server = await script((request: SeenRequest) => {
    if (request.target !== "/VendorLogon/oauth/token")
      return request.headers.authorization === `Bearer t${issued}`
        ? { body: { items: [] } }
        : { status: 401, body: {} };
    const form = new URLSearchParams(request.body);
    forms.push(form);
    return token(form, ++issued);
  });
  return { ...server, forms };
}

it("client credentials: one token for simultaneous requests, renewed before it expires and after 401", async () => {
  const { baseUrl, requests, forms } = await deployment((_, issued) => ({
    body: { access_token: `t${issued}`, token_type: "bearer", expires_in: issued === 1 ? 30 : 3_600 },
  }));
  const auth = clientCredentials({ baseUrl, clientId: "my app", clientSecret: "s:é&", renewBefore: 10_000 });
  const client = createClient({ baseUrl, auth });
  await Promise.all([client.list("/rows"), client.list("/rows"), client.list("/rows")]);
  expect(forms.map((form) => Object.fromEntries(form))).toEqual([
    { grant_type: "client_credentials", scope: "uaa.none" },
  ]);
  const [, credentials] = requests[0]!.headers.authorization!.split(" ");
  expect(Buffer.from(credentials!, "base64").toString()).toBe("my+app:s%3A%C3%A9%26");

  await client.list("/rows");
  expect(forms).toHaveLength(1);
  expect(await auth.token("t1")).toBe("t2");
  await client.list("/rows");
  expect(forms).toHaveLength(2);

  const early = clientCredentials({ baseUrl, clientId: "a", clientSecret: "b", renewBefore: 3_700_000 });
  await early.token();
  await early.token();
  expect(forms).toHaveLength(4);
});

it.each(["invalid_client", "invalid_scope", "unauthorized_client"])(
  "%s of the token service is a typed error",
  async (code) => {
    const { baseUrl } = await deployment(() => ({
      status: 401,
      body: { error: code, error_description: "Not known." },
    }));
    const auth = clientCredentials({ baseUrl, clientId: "a", clientSecret: "hidden" });
    const error = (await createClient({ baseUrl, auth })
      .list("/rows")
      .catch((each: unknown) => each)) as TokenError;
    expect(error).toBeInstanceOf(TokenError);
    expect(error).toMatchObject({ code: "token", error: code, status: 401 });
    expect(error.message).not.toContain("hidden");
  },
);

it("a failed token request is not kept", async () => {
  const { baseUrl } = await deployment((_, issued) =>
    issued === 1 ? { status: 500, body: "down" } : { body: { access_token: `t${issued}` } },
  );
  const auth = clientCredentials({ baseUrl, clientId: "a", clientSecret: "b" });
  await expect(auth.token()).rejects.toThrow(TokenError);
  expect(await auth.token()).toBe("t2");
  expect(await auth.token()).toBe("t2");
});

it("the secret does not follow a redirect", async () => {
  const other = await script(() => ({ body: { access_token: "stolen" } }));
  const { baseUrl } = await script(() => ({ status: 307, headers: { location: other.baseUrl } }));
  const auth = clientCredentials({ baseUrl, clientId: "a", clientSecret: "b" });
  await expect(auth.token()).rejects.toMatchObject({ code: "network" });
  expect(other.requests).toEqual([]);
});

it("authorization code: PKCE, the check of the state, and renewal by refresh token", async () => {
  const { baseUrl, forms } = await deployment((form, issued) => ({
    body: {
      access_token: `t${issued}`,
      expires_in: 3_600,
      ...(form.get("grant_type") === "authorization_code" ? { refresh_token: "r1" } : {}),
    },
  }));
  const stored: (string | undefined)[] = [];
  const redirectUri = "https://app.example/return";
  const flow = authorizationCode({
    baseUrl,
    clientId: "page",
    redirectUri,
    onTokens: ({ refreshToken }) => stored.push(refreshToken),
  });
  const signIn = await flow.begin();
  const asked = new URL(signIn.url);
  expect(asked.pathname).toBe("/VendorLogon/oauth/authorize");
  expect(Object.fromEntries(asked.searchParams)).toEqual({
    response_type: "code",
    client_id: "page",
    redirect_uri: redirectUri,
    scope: "openid",
    state: signIn.state,
    code_challenge: createHash("sha256").update(signIn.verifier).digest("base64url"),
    code_challenge_method: "S256",
  });
  expect((await flow.begin()).verifier).not.toBe(signIn.verifier);

  await expect(flow.finish(`${redirectUri}?code=c&state=other`, signIn)).rejects.toMatchObject({
    error: "state",
  });
  await expect(
    flow.finish(`${redirectUri}?error=access_denied&state=${signIn.state}`, signIn),
  ).rejects.toMatchObject({ error: "access_denied" });
  expect(forms).toEqual([]);

  const auth = await flow.finish(`${redirectUri}?code=c1&state=${signIn.state}`, signIn);
  await createClient({ baseUrl, auth }).list("/rows");
  expect(Object.fromEntries(forms[0]!)).toEqual({
    grant_type: "authorization_code",
    code: "c1",
    redirect_uri: redirectUri,
    code_verifier: signIn.verifier,
    client_id: "page",
  });
  expect(await auth.token("t1")).toBe("t2");
  // The service does not repeat a refresh token that stays valid.
  expect(await auth.token("t2")).toBe("t3");
  expect(forms.slice(1).map((form) => form.get("refresh_token"))).toEqual(["r1", "r1"]);
  expect(await flow.resume("r9").token()).toBe("t4");
  expect(forms[3]!.get("refresh_token")).toBe("r9");
  expect(stored).toEqual(["r1", "r1", "r1", "r9"]);
});
