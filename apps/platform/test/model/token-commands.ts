import assert from "node:assert/strict";
import { command, expectFailure, expectStatus, type ModelCommand } from "./command.ts";
import { pick, type SignIn, type State } from "./state.ts";
import { USER, type Reply, type System } from "./system.ts";

const TARGET = "/annotations/annotations?limit=0";

export const requestRefresh = (system: System, refresh: string): Promise<Reply> =>
  system.requestToken({ grant_type: "refresh_token", refresh_token: refresh });

export function refreshed(signIn: SignIn, { json }: Reply): void {
  signIn.used.push(signIn.current);
  signIn.current = json.refresh_token as string;
  signIn.access.push(json.access_token as string);
}

export const signIn = (): ModelCommand =>
  command(
    "sign in",
    (state) => state,
    async (_, state, system) => {
      const form = { grant_type: "password", username: USER, password: system.password };
      const reply = await system.requestToken(form);
      expectStatus(reply, 200);
      const { access_token: access, refresh_token: current } = reply.json;
      state.signIns.push({ access: [access as string], current, used: [], isRevoked: false });
    },
  );

const onSignIn =
  (name: string, run: (found: SignIn, state: State, system: System) => Promise<void>) =>
  (number: number): ModelCommand =>
    command(`${name}(${number})`, ({ signIns }) => pick(signIns, number), run);

/** Each refresh token works once. */
export const refresh = onSignIn("refresh", async (found, _, system) => {
  const reply = await requestRefresh(system, found.current);
  if (found.isRevoked) return expectFailure(reply, [400, "invalid_grant"]);
  expectStatus(reply, 200);
  refreshed(found, reply);
});

/** A second use of a refresh token revokes all tokens of the sign-in. */
export const reuse = onSignIn("reuse", async (found, _, system) => {
  const old = found.used.at(-1);
  if (old === undefined) return;
  expectFailure(await requestRefresh(system, old), [400, "invalid_grant"]);
  found.isRevoked = true;
});

/** The oldest and the newest access token of a sign-in work until it is revoked. */
export const useTokens = onSignIn("use tokens", expectTokens);

export async function expectTokens(found: SignIn, _: unknown, system: System): Promise<void> {
  for (const token of [found.access[0]!, found.access.at(-1)!]) {
    const { status } = await system.send(TARGET, { token });
    assert.deepEqual(status, found.isRevoked ? 401 : 200);
  }
}
