import { workDone } from "../../../src/values/work.ts";

/** Returns the largest work (units of `workDone`) of one turn of the event loop, and the number of turns, until the promise settles. */
export async function largestTurn(run: () => Promise<unknown>): Promise<{ units: number; turns: number }> {
  let units = 0;
  let turns = 0;
  let before = workDone();
  const state = { isOver: false };
  const sample = () => {
    units = Math.max(units, workDone() - before);
    turns++;
    before = workDone();
    if (!state.isOver) setImmediate(sample);
  };
  setImmediate(sample);
  await run().finally(() => {
    state.isOver = true;
  });
  return { units: Math.max(units, workDone() - before), turns };
}

/** Calls a function in each turn of the event loop, with the number of the turn, until it returns false. */
export function inEachTurn(step: (turn: number) => boolean): void {
  let turn = 0;
  const next = () => {
    if (step(++turn)) setImmediate(next);
  };
  setImmediate(next);
}
