import { readSync, writeSync } from "node:fs";
import { createCollection } from "../../../../src/engine/store/collections/create-collection.ts";
import { saveCollection } from "../../../../src/engine/store/file/save-collection.ts";
import { writeCollection } from "../../../../src/engine/store/file/write-collection.ts";
import { succeeded } from "../../../succeeded.ts";
import { rowsOfVersion, versionsCatalog } from "./saved-versions.ts";

/*
 * Saves version after version of a collection until it is killed. Reads the number of the first version from its input,
 * and reports each start and end of a save on its output.
 */

const collectionOf = (version: number) =>
  createCollection(rowsOfVersion(version), { catalog: versionsCatalog, kernels: "plain" });

const path = process.argv[2]!;
// Load and run the code once before the first measured save.
await writeCollection(collectionOf(1), () => undefined);
const told = new Uint8Array(16);
const first = Number(new TextDecoder().decode(told.subarray(0, readSync(0, told))));
for (let version = first; first > 0; version++) {
  const collection = collectionOf(version);
  writeSync(1, `s${version}\n`);
  succeeded(await saveCollection(collection, path));
  writeSync(1, `d${version}\n`);
}
