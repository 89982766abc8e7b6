import { afterAll, expect, it } from "vitest";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { described, fuzz } from "./fuzz/fuzz.ts";
import { openEngines } from "./engines.ts";

const seed = Number(process.env["TAMIS_SEED"] ?? Math.floor(Math.random() * 2 ** 31));
const expressions = process.env["TAMIS_TESTS"] === "full" ? 20_000 : 3_000;

const engines = await openEngines();
afterAll(() => Promise.all(engines.map((engine) => engine.close())));

it(`${expressions} random expressions, orders and pages are the same as in memory on ${engines.length} engines (seed ${seed})`, async () => {
  const figures = await fuzz({ engines, expressions, seed });
  expect(figures.found.map(described)).toEqual([]);
  expect(figures.valid).toBeGreaterThan(expressions * 0.9);
  const used = new Set(Object.keys(figures.functions).map((key) => key.split(" ")[0]));
  expect(FUNCTIONS.map(({ name }) => name).filter((name) => !used.has(name))).toEqual([]);
  for (const { name } of engines) {
    expect([name, figures.exact[name]! > figures.valid * 0.3]).toEqual([name, true]);
    expect([name, figures.pages[name]! > 0]).toEqual([name, true]);
  }
}, 600_000);
