import { existsSync } from "node:fs";
import { BRIDGES, type Bridge } from "tamis/bridges";
import type { BridgeExample, JsonExample } from "./examples.ts";

/** Bridges with tests of their own: the other notation is text, or the models are those of data grids. */
const WITH_OWN_TESTS = ["cql2-json", "tanstack-table", "ag-grid"];

/** Loads all bridges. Throws an error that names what a new one lacks. */
export async function loadBridges(): Promise<readonly (readonly [name: string, bridge: Bridge])[]> {
  return Promise.all(
    [...BRIDGES].map(async ([name, load]) => {
      const bridge = (await load()) as Bridge | undefined;
      if (bridge === undefined)
        throw new Error(
          `src/bridges/${name}/bridge.ts does not export the bridge that src/bridges/list.ts loads`,
        );
      return [name, bridge] as const;
    }),
  );
}

/** Reads the examples of the bridges with a form: the list that `test/bridges/NAME/examples.ts` exports. */
async function examplesOf<E>(form: Bridge["form"]): Promise<Readonly<Record<string, readonly E[]>>> {
  const examples: Record<string, readonly E[]> = {};
  for (const [name, bridge] of await loadBridges()) {
    const file = new URL(`${name}/examples.ts`, import.meta.url);
    if (bridge.form !== form || WITH_OWN_TESTS.includes(name) || !existsSync(file)) continue;
    const lists = Object.values((await import(file.href)) as object).filter((each) => Array.isArray(each));
    examples[name] = (lists[0] ?? []) as readonly E[];
  }
  return examples;
}

export const EXAMPLES = await examplesOf<BridgeExample>("text");
export const JSON_EXAMPLES = await examplesOf<JsonExample>("json");

/** Returns what a bridge lacks in its file of examples. The tests of the bridge need at least one. */
export function missingExamples(name: string): readonly string[] {
  const file = `test/bridges/${name}/examples.ts`;
  if (WITH_OWN_TESTS.includes(name)) return [];
  const examples = EXAMPLES[name] ?? JSON_EXAMPLES[name];
  if (examples === undefined) return [`${file} is missing: it exports a list of examples`];
  const hasFirst = examples.length > 0 && examples[0]!.part !== "sortBy" && examples[0]!.tamis !== undefined;
  return hasFirst ? [] : [`${file} must begin with a filter that compares a member with a value`];
}
