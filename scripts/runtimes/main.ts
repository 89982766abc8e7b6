import { readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { runChecks, type CheckInput } from "./checks.ts";

/* Runs the checks in a runtime with processes, and prints their outcome as JSON. */

const input = JSON.parse(readFileSync("input.json", "utf8")) as CheckInput;
const database = new DatabaseSync(":memory:");
// Node 22.13 to 22.15 cannot return rows as arrays, which SQLite needs.
const isUsable = Object.hasOwn(
  Object.getPrototypeOf(database.prepare("SELECT 1")) as object,
  "setReturnArrays",
);
console.log(JSON.stringify(await runChecks(input, isUsable ? database : undefined)));
