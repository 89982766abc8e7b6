import assert from "node:assert/strict";
import type fc from "fast-check";
import type { State } from "./state.ts";
import type { Reply, System } from "./system.ts";

export type ModelCommand = fc.AsyncCommand<State, System>;

/**
 * Returns a command of the model.
 *
 * @param show its name and arguments, for the report of a failure
 * @param find returns what the command works on; undefined if it cannot run in this state
 */
export function command<T>(
  show: string,
  find: (state: State) => T | undefined,
  run: (found: T, state: State, system: System) => Promise<void>,
): ModelCommand {
  return {
    check: (state) => find(state as State) !== undefined,
    async run(state, system) {
      state.steps++;
      await run(find(state)!, state, system);
    },
    toString: () => show,
  };
}

/** Expects the status and the error code of a reply. */
export function expectFailure({ status, json }: Reply, expected: readonly [number, number | string]): void {
  assert.deepEqual([status, json?.errorCode ?? json?.error], expected);
}

export function expectStatus({ status, json }: Reply, expected: number): void {
  assert.deepEqual([status, status < 400 ? undefined : json], [expected, undefined]);
}
