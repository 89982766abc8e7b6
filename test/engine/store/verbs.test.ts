import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { asynchronousVerbs, synchronousVerbs, verbs } from "../../../src/engine/store/queries/verbs.ts";

const FOLDER = fileURLToPath(new URL("../../../src/engine/store/queries/", import.meta.url));

/** Names of the tasks that have the name of their file, such as `minMax` in `min-max.ts`. */
const verbsInFolder = readdirSync(FOLDER).flatMap((file) => {
  const name = file.slice(0, -".ts".length).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const source = readFileSync(FOLDER + file, "utf8");
  return source.includes(`export function* ${name}<`) || source.includes(`export function* ${name}(`)
    ? [name]
    : [];
});

it("every verb in the folder of queries is in the list of verbs", () => {
  expect(verbsInFolder.length).toBeGreaterThan(5);
  expect(Object.keys(verbs()).toSorted()).toEqual(verbsInFolder.toSorted());
});

it("the list yields a synchronous method per verb, and an asynchronous one per verb with a request", () => {
  expect(Object.keys(synchronousVerbs(() => undefined))).toEqual(Object.keys(verbs()));
  const withRequest = Object.entries(verbs()).filter(([, { request }]) => request !== undefined);
  expect(Object.keys(asynchronousVerbs({} as never))).toEqual(withRequest.map(([name]) => name));
});
