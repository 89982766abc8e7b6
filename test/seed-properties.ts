import fc from "fast-check";

// With a seed, property tests without their own one are the same in each run. Without it, each run draws other inputs.
const seed = process.env["TAMIS_SEED"];
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
