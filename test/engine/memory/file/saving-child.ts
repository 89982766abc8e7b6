import { createCollection } from "../../../../src/engine/memory/collection.ts";
import { saveCollection } from "../../../../src/engine/memory/file/save-collection.ts";
import { killedCatalog, killedRows } from "./killed-saves.ts";

/*
 * Saves a collection again and again, each time another version of it, until it is killed. What it has saved last it
 * says on its output.
 */

const [path, first, kernels] = process.argv.slice(2) as [string, string, string];
for (let version = Number(first); ; version++) {
  const collection = createCollection(killedRows(version), {
    catalog: killedCatalog,
    kernels: kernels as "plain",
  });
  process.stdout.write(`s${version}\n`);
  const result = await saveCollection(collection, path);
  if (!result.ok) throw new Error(result.reason.message);
  process.stdout.write(`d${version}\n`);
}
