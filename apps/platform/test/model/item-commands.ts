import assert from "node:assert/strict";
import { command, expectFailure, expectStatus, type ModelCommand } from "./command.ts";
import { PREFIX, REPORTS, saveContent, type Kind } from "./kinds.ts";
import { EXPECTED, pick, tagOf, type Item, type State, type TagKind } from "./state.ts";
import type { Reply, System } from "./system.ts";

/** Reads an item, and expects its acknowledged version. */
export async function expectItem(system: System, kind: Kind, item: Item): Promise<void> {
  const reply = await system.send(item.path);
  expectStatus(reply, 200);
  assert.deepEqual([reply.etag, reply.json.name, kind.noteOf(reply.json)], [item.tag, item.name, item.note]);
}

/** Reads the content of a report, and expects what was acknowledged. */
export async function expectContent(system: System, item: Item): Promise<void> {
  const reply = await system.send(`${item.path}/content`);
  if (item.content === undefined) return expectFailure(reply, [404, 10730]);
  expectStatus(reply, 200);
  assert.deepEqual([reply.etag, reply.json.label], [item.tag, item.content]);
}

export function newItem(state: State, reply: Reply, name: string, note: string): Item {
  expectStatus(reply, 201);
  return {
    path: reply.location!,
    name,
    note,
    tag: state.newTag(reply.etag),
    oldTags: [],
    content: undefined,
  };
}

function failsBecause({ codes }: Kind, tag: Exclude<TagKind, "current">): readonly [number, number] {
  return [EXPECTED[tag], tag === "old" ? codes.mismatch : codes.required];
}

export const create = (kind: Kind, number: number): ModelCommand => {
  const name = `${PREFIX}${number}`;
  return command(
    `create(${name})`,
    () => kind,
    async (_, state, system) => {
      const note = state.nextNote();
      const list = kind.list(state);
      const reply = await kind.create(system, name, note);
      if (list.some((each) => each.name === name)) expectFailure(reply, kind.conflict);
      else list.push(newItem(state, reply, name, note));
    },
  );
};

const onItem =
  (name: string, run: (kind: Kind, item: Item, state: State, system: System) => Promise<void>) =>
  (kind: Kind, number: number): ModelCommand =>
    command(
      `${name}(${number})`,
      (state) => pick(kind.list(state), number),
      (item, state, system) => run(kind, item, state, system),
    );

export const read = onItem("read", async (kind, item, _, system) => {
  await expectItem(system, kind, item);
  if (kind === REPORTS) await expectContent(system, item);
});

export const replace = (tag: TagKind) =>
  onItem(`replace with ${tag} tag`, async (kind, item, state, system) => {
    const note = state.nextNote(item);
    const reply = await kind.replace(system, item, note, tagOf(item, tag));
    if (tag !== "current") return expectFailure(reply, failsBecause(kind, tag));
    expectStatus(reply, 200);
    state.changed(item, reply.etag, { note });
  });

export const save = (tag: TagKind) =>
  onItem(`save content with ${tag} tag`, async (_, item, state, system) => {
    const content = state.nextNote(item);
    const reply = await saveContent(system, item, content, tagOf(item, tag));
    const isFirst = item.content === undefined && tag === "none";
    if (tag !== "current" && !isFirst) return expectFailure(reply, failsBecause(REPORTS, tag));
    expectStatus(reply, 204);
    state.changed(item, reply.etag, { content });
  });

export const remove = (tag: TagKind) =>
  onItem(`delete with ${tag} tag`, async (kind, item, state, system) => {
    const reply = await system.send(item.path, { method: "DELETE", ifMatch: tagOf(item, tag) });
    if (tag === "old") return expectFailure(reply, failsBecause(kind, tag));
    if (reply.status === 428) return expectFailure(reply, failsBecause(kind, "none"));
    expectStatus(reply, 204);
    state.delete(kind.list(state), item);
  });

/** Several changes of one version at the same time: one succeeds. */
export const race = onItem("race", async (kind, item, state, system) => {
  const notes = Array.from({ length: 4 }, () => state.nextNote(item));
  const replies = await Promise.all(notes.map((note) => kind.replace(system, item, note, item.tag)));
  assert.deepEqual(replies.map(({ status }) => status).sort(), [200, 412, 412, 412]);
  const winner = replies.findIndex(({ status }) => status === 200);
  state.changed(item, replies[winner]!.etag, { note: notes[winner]! });
});

/** A page of the items whose names begin with a string. */
export const page = (kind: Kind, prefix: string, start: number, limit: number): ModelCommand =>
  command(
    `page(${prefix}, ${start}, ${limit})`,
    () => kind,
    async (_, state, system) => {
      const found = kind
        .list(state)
        .filter(({ name }) => name.startsWith(`${PREFIX}${prefix}`))
        .map(({ name, note }) => [name, note])
        .sort(([a = ""], [b = ""]) => (a < b ? -1 : 1));
      const reply = await system.send(`${kind.query(`${PREFIX}${prefix}`)}&start=${start}&limit=${limit}`);
      expectStatus(reply, 200);
      const items = (reply.json.items as Reply["json"][]).map((each) => [each.name, kind.noteOf(each)]);
      assert.deepEqual([reply.json.count, items], [found.length, found.slice(start, start + limit)]);
    },
  );

/** Deleted items stay deleted. */
export const readDeleted = (number: number): ModelCommand =>
  command(
    `read deleted(${number})`,
    ({ deleted }) => pick(deleted, number),
    async (path, _, system) => {
      expectStatus({ ...(await system.send(path)), json: undefined }, 404);
    },
  );
