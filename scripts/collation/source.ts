/** Reads root and the collation types of all locales from the files of ICU. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { readIcuData, type IcuData } from "./icu-data.ts";
import { readBundle, type ResourceTable } from "./resource-bundle.ts";

export interface Bundle {
  /** The bundle that this one is an alias of. */
  readonly alias: string | undefined;
  readonly parent: string | undefined;
  readonly defaultType: string | undefined;
  /** Compiled tailorings by type: `standard`, `phonebook` … */
  readonly types: ReadonlyMap<string, IcuData>;
}

export interface Source {
  readonly root: IcuData;
  readonly bundles: ReadonlyMap<string, Bundle>;
}

/** @param folder contains `ucadata-unihan.icu` and the compiled bundles of ICU. */
export function readSource(folder: string): Source {
  const bundles = new Map<string, Bundle>();
  for (const file of readdirSync(folder).sort()) {
    if (file.endsWith(".res") && file !== "res_index.res") {
      bundles.set(file.slice(0, -4), bundleOf(readBundle(readFileSync(join(folder, file)))));
    }
  }
  return { root: readIcuData(readFileSync(join(folder, "ucadata-unihan.icu"))), bundles };
}

function bundleOf(table: ResourceTable): Bundle {
  const types = new Map<string, IcuData>();
  let defaultType: string | undefined;
  const collations = table.get("collations");
  if (collations instanceof Map) {
    for (const [name, entry] of collations) {
      if (name === "default" && typeof entry === "string") defaultType = entry;
      if (!(entry instanceof Map)) continue;
      const data = entry.get("%%CollationBin");
      if (data instanceof Uint8Array) types.set(name, readIcuData(data));
    }
  }
  const text = (key: string): string | undefined => {
    const value = table.get(key);
    return typeof value === "string" ? value : undefined;
  };
  return { alias: text("%%ALIAS"), parent: text("%%Parent"), defaultType, types };
}

/** Greatest variable weight of each of the four groups: spaces, punctuation, symbols, currency signs. */
export function variableTops(scripts: Uint16Array): number[] {
  const count = scripts[0]!;
  return [0, 1, 2, 3].map((group) => {
    const index = scripts[1 + count + group]!;
    return ((scripts[1 + count + 16 + index + 1]! << 16) >>> 0) - 1;
  });
}

/**
 * Returns the script reordering of a compiled collation: lead bytes, and ranges from the first lead byte on that several scripts share.
 */
export function compiledReorder(data: IcuData): { leads: Uint8Array; ranges: readonly number[] } | undefined {
  if (data.reorderTable === undefined) {
    if (data.reorderCodes.length > 0)
      throw new Error("collation with script reordering, but without a reordering table");
    return undefined;
  }
  const split = data.reorderRanges.findIndex((range) => (range & 0xff0000) !== 0);
  return { leads: data.reorderTable, ranges: split < 0 ? [] : data.reorderRanges.slice(split) };
}
