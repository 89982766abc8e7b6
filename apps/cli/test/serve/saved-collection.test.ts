import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { folder, lines } from "../files.ts";
import { tamis } from "../run-command.ts";
import { send, serve } from "./running-server.ts";

const write = folder();

const ROWS = 40_000;

it("a saved collection is read on demand: only requests of a damaged part fail", async () => {
  const rows = Array.from({ length: ROWS }, (_, id) => ({ id, name: id === ROWS - 1 ? "zebra" : `n${id}` }));
  const saved = write("animals.tamis", "");
  await tamis(["save", write("animals.ndjson", lines(rows)), "-o", saved, "--force"]);
  const bytes = readFileSync(saved);
  const at = bytes.indexOf("zebra");
  expect(at).toBeGreaterThan(0);
  bytes[at] = "Z".charCodeAt(0);
  writeFileSync(saved, bytes);
  // The whole file would be verified at the start.
  const server = await serve([saved]);
  const page = (query: string) => send(`${server.url}/animals?${query}`);
  expect((await page("limit=1")).json).toMatchObject({ count: ROWS, items: [{ id: 0, name: "n0" }] });
  const damaged = await page(`start=${ROWS - 1}&limit=1`);
  expect(damaged.status).toBe(500);
  expect(damaged.text).not.toContain(saved);
  expect((await page("start=1&limit=1")).json.items).toMatchObject([{ id: 1, name: "n1" }]);
});
