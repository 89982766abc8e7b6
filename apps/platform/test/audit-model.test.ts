import { describe, expect, it } from "vitest";
import { countOf } from "../../../test/effort.ts";
import { entriesDuring, STORAGES } from "./audit-fixture.ts";
import { connectAll } from "./authorization-client.ts";
import { startPlatform } from "./platform-fixture.ts";
import { numbersBelow } from "../../../test/numbers-below.ts";

const ALL = "/annotations/annotations";
const TYPE = "application/vnd.vendor.annotation+json";
const MERGE = "application/merge-patch+json";
const STEPS = countOf("apps/platform/test/audit-model: steps");

/** What an entry of the trail must say. */
interface Expected {
  readonly client: string;
  readonly method: string;
  readonly resourceUri: string;
  readonly kind: string;
  readonly entityTagBefore: string | null;
  readonly entityTagAfter: string | null;
  /** Changed members, without those that record the change. */
  readonly changed: readonly string[];
}

interface Known {
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
      const expected: Expected[] = [];
      const items: Known[] = [];
      let refusals = 0;

      const step = async (): Promise<number> => {
        const name = pick(["admin", "writer"] as const);
        const { send } = clients[name];
        const client = name === "admin" ? "root" : name;
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
          return expected.push({
            client,
            method: "POST",
            resourceUri: path,
            kind: "create",
            ...tags,
            changed: [],
          });
        }
        const { path, tag } = item!;
        const condition = pick([tag, tag, '"another"']);
        const known = { client, resourceUri: path, entityTagBefore: tag };
        if (verb === "delete") {
          const { status } = await send(path, { method: "DELETE", headers: { "if-match": condition } });
          if (status !== 204) return refusals++;
          items.splice(index, 1);
          return expected.push({
            ...known,
            method: "DELETE",
            kind: "delete",
            entityTagAfter: null,
            changed: [],
          });
        }
        const isPatch = verb === "patch";
        const json = isPatch ? { label: values.label } : values;
        const method = isPatch ? "PATCH" : "PUT";
        const type = isPatch ? MERGE : TYPE;
        const answer = await send(path, { method, type, json, headers: { "if-match": condition } });
        if (answer.status !== 200) return refusals++;
        const next = { ...item!.values, ...json } as Known["values"];
        const entityTagAfter = answer.headers["etag"]!;
        items[index] = { path, tag: entityTagAfter, values: next };
        const changed = Object.keys(next).filter((each) => next[each] !== item!.values[each]);
        return expected.push({ ...known, method, kind: "update", entityTagAfter, changed });
      };

      const entries = await entriesDuring(admin, async () => {
        for (let i = 0; i < STEPS; i++) {
          platform.clock.time += 10;
          await step();
        }
      });
      const found = entries.map(({ changedMembers, ...entry }) => ({
        ...Object.fromEntries(
          ["client", "method", "resourceUri", "kind", "entityTagBefore", "entityTagAfter"].map((name) => [
            name,
            entry[name as keyof typeof entry],
          ]),
        ),
        changed: changedMembers.filter((name) => !STAMPED.has(name)).sort(),
      }));
      expect(found).toEqual(expected.map((each) => ({ ...each, changed: [...each.changed].sort() })));
      // The sequence has changes and refusals of each kind.
      expect(new Set(expected.map(({ method }) => method)).size).toBe(4);
      expect(refusals).toBeGreaterThan(STEPS / 10);
      await platform.close();
    });
  }, 300_000);
});
