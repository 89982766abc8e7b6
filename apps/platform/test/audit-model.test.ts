import { describe, expect, it } from "vitest";
import { ALL, TYPE } from "./annotations-fixture.ts";
import { countOf } from "../../../test/effort.ts";
import { entriesDuring, STORAGES, type Entry } from "./audit-fixture.ts";
import { connectAll } from "./authorization-client.ts";
import { startPlatform } from "./platform-fixture.ts";
import { numbersBelow } from "../../../test/numbers-below.ts";

const MERGE = "application/merge-patch+json";
const STEPS = countOf("apps/platform/test/audit-model: steps");

/** What an entry of the trail must say of its change. `changed` are the members, without those that record the change. */
type Change = Pick<Entry, "method" | "resourceUri" | "kind" | "entityTagBefore" | "entityTagAfter"> & {
  readonly changed: readonly string[];
};

interface Annotation {
  readonly path: string;
  readonly tag: string;
  readonly values: Readonly<Record<string, string | null>>;
}

const STAMPED = new Set(["modifiedTimeStamp", "modifiedBy", "version"]);

describe.each(STORAGES)("after random requests in %s", (_name, withStorage) => {
  it("the audit trail has exactly the changes of a model, in their order", async () => {
    await withStorage(async (storage) => {
      const clients = await connectAll(await startPlatform({ storage }));
      const { admin, platform } = clients;
      const random = numbersBelow(Number(process.env["TAMIS_SEED"] ?? 1));
      const pick = <T>(list: readonly T[]): T => list[random(list.length)]!;
      const expected: object[] = [];
      const items: Annotation[] = [];
      let refusals = 0;

      const step = async (): Promise<number> => {
        const name = pick(["admin", "writer"] as const);
        const { send } = clients[name];
        const record = (change: Change) =>
          expected.push({
            ...change,
            client: name === "admin" ? "root" : name,
            user: null,
            family: "annotations",
            path: change.kind === "create" ? ALL : change.resourceUri,
            outcome: "success",
            time: platform.clock.time,
            changed: [...change.changed].sort(),
          });
        const values = { domain: "d", name: `n${random(30)}`, label: pick([null, "a", "b"]) };
        const index = random(Math.max(1, items.length));
        const item = items[index];
        const verb = item === undefined ? "create" : pick(["create", "replace", "patch", "delete"] as const);
        if (verb === "create") {
          const { status, headers } = await send(ALL, { type: TYPE, json: values });
          if (status !== 201) return refusals++;
          const [path, tag] = [headers["location"]!, headers["etag"]!];
          items.push({ path, tag, values });
          const tags = { entityTagBefore: null, entityTagAfter: tag };
          return record({ method: "POST", resourceUri: path, kind: "create", ...tags, changed: [] });
        }
        const { path, tag } = item!;
        const condition = pick([tag, tag, '"another"']);
        const before = { resourceUri: path, entityTagBefore: tag };
        if (verb === "delete") {
          const { status } = await send(path, { method: "DELETE", headers: { "if-match": condition } });
          if (status !== 204) return refusals++;
          items.splice(index, 1);
          return record({ ...before, method: "DELETE", kind: "delete", entityTagAfter: null, changed: [] });
        }
        const isPatch = verb === "patch";
        const json = isPatch ? { label: values.label } : values;
        const method = isPatch ? "PATCH" : "PUT";
        const type = isPatch ? MERGE : TYPE;
        const answer = await send(path, { method, type, json, headers: { "if-match": condition } });
        if (answer.status !== 200) return refusals++;
        const next = { ...item!.values, ...json } as Annotation["values"];
        const entityTagAfter = answer.headers["etag"]!;
        items[index] = { path, tag: entityTagAfter, values: next };
        const changed = Object.keys(next).filter((member) => next[member] !== item!.values[member]);
        return record({ ...before, method, kind: "update", entityTagAfter, changed });
      };

      const entries = await entriesDuring(admin, async () => {
        for (let i = 0; i < STEPS; i++) {
          platform.clock.time += 10;
          await step();
        }
      });
      const changes = entries.map(({ changedMembers, timeStamp, ...entry }) => ({
        ...entry,
        time: Date.parse(timeStamp),
        changed: changedMembers.filter((name) => !STAMPED.has(name)).sort(),
      }));
      expect(changes).toHaveLength(expected.length);
      expect(changes).toMatchObject(expected);
      // The sequence has changes and refusals of each kind.
      expect(new Set(entries.map(({ method }) => method)).size).toBe(4);
      expect(refusals).toBeGreaterThan(STEPS / 10);
      await platform.close();
    });
  }, 300_000);
});
