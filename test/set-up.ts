import { relative } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { beforeEach } from "vitest";
import { isInSample } from "./effort.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

// With a seed, property tests without their own one are the same in each run. Without it, each run draws other inputs.
const seed = process.env["TAMIS_SEED"];
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });

beforeEach(({ task, skip }) => {
  const file = relative(ROOT, task.file.filepath).replaceAll("\\", "/");
  if (!isInSample(file, task.id)) skip("not in this sample");
});
