import assert from "node:assert/strict";
import { command, expectStatus, type ModelCommand } from "./command.ts";
import { expectContent, expectItem, newItem } from "./item-commands.ts";
import { ANNOTATIONS, PREFIX, REPORTS, saveContent, type Kind } from "./kinds.ts";
import { pick, type Item, type State } from "./state.ts";
import type { Reply, System } from "./system.ts";
import { expectTokens, refreshed, requestRefresh } from "./token-commands.ts";

/** A request that a kill can leave without an answer. */
interface InFlight {
  readonly send: () => Promise<Reply>;
  /** Applies the reply to the state. */
  readonly answered: (reply: Reply) => void | Promise<void>;
  /** Finds out whether the request had an effect, and applies it to the state. */
  readonly unanswered: () => Promise<boolean>;
}

/** Kills the process while it answers requests. All acknowledged changes must be there after the restart. */
export const kill = (number: number, milliseconds: number): ModelCommand =>
  command(
    `kill(${number}, ${milliseconds})`,
    (state) => state,
    async (_, state, system) => {
      const requests = inFlight(state, system, number);
      const replies = await system.killDuring(
        requests.map(({ send }) => send),
        milliseconds,
      );
      state.kills++;
      for (const [i, { answered }] of requests.entries())
        if (replies[i] !== undefined) await answered(replies[i]);
      for (const [i, { unanswered }] of requests.entries()) {
        if (replies[i] !== undefined) continue;
        state.unanswered++;
        if (await unanswered()) state.effective++;
      }
      await expectAll(state, system);
    },
  );

/** Expects everything that the service has acknowledged. */
export async function expectAll(state: State, system: System): Promise<void> {
  for (const kind of [ANNOTATIONS, REPORTS]) {
    for (const item of kind.list(state)) await expectItem(system, kind, item);
    assert.deepEqual(
      (await listed(system, kind)).map(({ name }) => name),
      kind
        .list(state)
        .map(({ name }) => name)
        .sort(),
    );
  }
  for (const item of state.reports) await expectContent(system, item);
  for (const signIn of state.signIns.slice(-4)) await expectTokens(signIn, state, system);
}

async function listed(system: System, kind: Kind): Promise<readonly Reply["json"][]> {
  const reply = await system.send(`${kind.query(PREFIX)}&limit=1000`);
  expectStatus(reply, 200);
  return reply.json.items as Reply["json"][];
}

/** Requests for different items, but for three changes of one version of an annotation. */
function inFlight(state: State, system: System, number: number): readonly InFlight[] {
  const [changed, removed] = distinct(state.annotations, number);
  const [saved, replaced, gone] = distinct(state.reports, number);
  const signIn = pick(state.signIns, number);
  return [
    ...[ANNOTATIONS, REPORTS].map((kind) => creation(state, system, kind, number)),
    ...(changed === undefined ? [] : [1, 2, 3].map(() => replacement(state, system, ANNOTATIONS, changed))),
    ...(replaced === undefined ? [] : [replacement(state, system, REPORTS, replaced)]),
    ...(removed === undefined ? [] : [deletion(state, system, ANNOTATIONS, removed)]),
    ...(gone === undefined ? [] : [deletion(state, system, REPORTS, gone)]),
    ...(saved === undefined ? [] : [saving(state, system, saved)]),
    ...(signIn === undefined || signIn.isRevoked ? [] : [refreshing(signIn, system)]),
  ];
}

function distinct(items: readonly Item[], number: number): readonly Item[] {
  const start = number % Math.max(1, items.length);
  return [...items.slice(start), ...items.slice(0, start)];
}

function creation(state: State, system: System, kind: Kind, number: number): InFlight {
  // The name must be free.
  let name = `${PREFIX}${number}`;
  while (kind.list(state).some((each) => each.name === name)) name += "x";
  const note = state.nextNote();
  const add = (item: Item) => void kind.list(state).push(item);
  return {
    send: () => kind.create(system, name, note),
    answered: (reply) => add(newItem(state, reply, name, note)),
    async unanswered() {
      const found = (await listed(system, kind)).find((each) => each.name === name);
      if (found === undefined) {
        // The name must be free.
        add(newItem(state, await kind.create(system, name, note), name, note));
        return false;
      }
      assert.deepEqual(kind.noteOf(found), note);
      const path = (found.links as Reply["json"][]).find(({ rel }) => rel === "self").href as string;
      const { etag } = await system.send(path);
      if (kind === REPORTS && !(await isFiled(system, name))) {
        // The report is in no folder, so its name is free.
        expectStatus(await system.send(path, { method: "DELETE", ifMatch: etag }), 204);
        add(newItem(state, await kind.create(system, name, note), name, note));
        return true;
      }
      add({ path, name, note, tag: state.newTag(etag), oldTags: [], content: undefined });
      return true;
    },
  };
}

async function isFiled(system: System, name: string): Promise<boolean> {
  const { json } = await system.send(`/folders/folders/public/members?name=${name}`);
  return json.count === 1;
}

function replacement(state: State, system: System, kind: Kind, item: Item): InFlight {
  const note = state.nextNote(item);
  const { tag } = item;
  return {
    send: () => kind.replace(system, item, note, tag),
    answered(reply) {
      if (reply.status === 412) return;
      expectStatus(reply, 200);
      // Only one change can replace a version.
      assert.deepEqual(item.tag, tag);
      state.changed(item, reply.etag, { note });
    },
    async unanswered() {
      const { etag, json } = await system.send(item.path);
      if (kind.noteOf(json) !== note) return false;
      assert.deepEqual(item.tag, tag);
      state.changed(item, etag, { note });
      return true;
    },
  };
}

function saving(state: State, system: System, item: Item): InFlight {
  const content = state.nextNote(item);
  return {
    send: () => saveContent(system, item, content, item.tag),
    answered(reply) {
      expectStatus(reply, 204);
      state.changed(item, reply.etag, { content });
    },
    async unanswered() {
      const { etag, json } = await system.send(`${item.path}/content`);
      if (json.label !== content) return false;
      state.changed(item, etag, { content });
      return true;
    },
  };
}

function deletion(state: State, system: System, kind: Kind, item: Item): InFlight {
  return {
    send: () => system.send(item.path, { method: "DELETE", ifMatch: item.tag }),
    answered(reply) {
      expectStatus(reply, 204);
      state.delete(kind.list(state), item);
    },
    async unanswered() {
      const { status } = await system.send(item.path);
      if (status !== 404) return false;
      state.delete(kind.list(state), item);
      // The name must be free.
      const note = state.nextNote();
      kind.list(state).push(newItem(state, await kind.create(system, item.name, note), item.name, note));
      return true;
    },
  };
}

function refreshing(signIn: State["signIns"][number], system: System): InFlight {
  return {
    send: () => requestRefresh(system, signIn.current),
    answered(reply) {
      expectStatus(reply, 200);
      refreshed(signIn, reply);
    },
    /** The client does not know whether its refresh token is used: it tries again, which can look like a second use. */
    async unanswered() {
      const reply = await requestRefresh(system, signIn.current);
      if (reply.status === 200) {
        refreshed(signIn, reply);
        return false;
      }
      assert.deepEqual([reply.status, reply.json.error], [400, "invalid_grant"]);
      signIn.isRevoked = true;
      return true;
    },
  };
}
