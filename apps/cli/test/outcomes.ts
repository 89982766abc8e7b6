/** Command lines whose exit code the helpers check. */
import { expect } from "vitest";
import { tamis, type Surroundings } from "./run-command.ts";

/** Runs a command line that must fail with an exit code and without output. Returns its messages. */
export async function failure(code: number, args: readonly string[], around?: Surroundings): Promise<string> {
  const { err, ...outcome } = await tamis(args, around);
  expect({ args, ...outcome }).toEqual({ args, code, out: "" });
  return err;
}

/** Runs a command line that must succeed. Returns its output. */
export async function output(args: readonly string[], around?: Surroundings): Promise<string> {
  const { code, out, err } = await tamis(args, around);
  expect({ args, code, err: code === 0 ? "" : err }).toEqual({ args, code: 0, err: "" });
  return out;
}
