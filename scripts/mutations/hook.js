// Loaded into each Node process of a run of tests. `TAMIS_MUTATION` is the number of the active change. With `TAMIS_MUTATION_LOG`,
// no change is active, and the file gets one line for each change that a test file reaches.
import { appendFileSync } from "node:fs";

const { TAMIS_MUTATION: active = "-1", TAMIS_MUTATION_LOG: log } = process.env;
const number = Number(active);
let seen = new Set();

globalThis.__tamisMutation = log === undefined ? (id) => id === number : record;

/** Attributes what follows to a test file. Child processes inherit the environment and so the test file. */
globalThis.__tamisTestFile = (path) => {
  process.env.TAMIS_MUTATION_TEST = path;
  seen = new Set();
};

function record(id) {
  if (!seen.has(id)) {
    seen.add(id);
    appendFileSync(log, `${id}\t${process.env.TAMIS_MUTATION_TEST ?? ""}\n`);
  }
  return false;
}
