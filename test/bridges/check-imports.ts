import { expect } from "vitest";
import { parseFilter, parseSortBy, print, type Catalog } from "tamis";
import { effectOf, type Bridge, type BridgeNote } from "tamis/bridges";
import type { JsonExample } from "./examples.ts";

export const codesOf = (report: readonly BridgeNote[]) => report.map(({ code, effect }) => [code, effect]);

/** Requires the translation of an example, its report, and the query that it is exported to. */
export function checkExample(bridge: Bridge, example: JsonExample, catalog?: Catalog): void {
  const { part = "filter", foreign, tamis, notes = [] } = example;
  const back = Object.hasOwn(example, "back") ? example.back : foreign;
  const found = bridge.importQuery({ [part]: foreign }, { catalog });
  const tree = found[part];
  expect({ tree: tree && print(tree), notes: codesOf(found.report) }).toEqual({ tree: tamis, notes });
  if (tamis === undefined || back === null) return;
  expect(bridge.exportQuery({ [part]: tree }, { catalog })[part]).toEqual(back);
}

/** Requires that any query has a result: a report that it failed, or a tree that can be printed and read. */
export function checkAnyImport(bridge: Bridge, foreign: unknown, catalog?: Catalog): void {
  const { filter, report } = bridge.importQuery({ filter: foreign }, { catalog });
  expect([foreign, filter === undefined]).toEqual([foreign, effectOf(report) === "failed"]);
  if (filter !== undefined) expect(parseFilter(print(filter)).diagnostics).toEqual([]);
  const { sortBy } = bridge.importQuery({ sortBy: foreign });
  if (sortBy !== undefined && sortBy.keys.length > 0)
    expect(parseSortBy(print(sortBy)).diagnostics).toEqual([]);
}

/** Requires that a query of the maximum size is read, and a larger one is reported. */
export function checkLimits(bridge: Bridge, foreign: unknown): void {
  const at = (limits: object) => codesOf(bridge.importQuery({ filter: foreign }, { limits }).report);
  const requirement = `the first example must compare a member with a value, got ${JSON.stringify(foreign)}`;
  expect(at({ nodes: 3, depth: 1, arguments: 2 }), requirement).toEqual([]);
  for (const limits of [{ nodes: 2 }, { depth: 0 }, { arguments: 1 }])
    expect([limits, at(limits)], requirement).toEqual([limits, [["limit", "failed"]]]);
}
