import fc from "fast-check";
import type { ModelCommand } from "./command.ts";
import { create, page, race, read, readDeleted, remove, replace, save } from "./item-commands.ts";
import { expectAll, kill } from "./kill-command.ts";
import { ANNOTATIONS, REPORTS } from "./kinds.ts";
import { State, type TagKind } from "./state.ts";
import { System } from "./system.ts";
import { refresh, reuse, signIn, useTokens } from "./token-commands.ts";

export interface ModelRun {
  readonly steps: number;
  readonly kills: number;
  /** Requests that a kill left without an answer. */
  readonly unanswered: number;
  /** Those of them that had an effect. */
  readonly effective: number;
}

const number = fc.nat({ max: 199 });
const kind = fc.constantFrom(ANNOTATIONS, REPORTS);
const tag = fc.oneof(
  { arbitrary: fc.constant<TagKind>("current"), weight: 4 },
  { arbitrary: fc.constantFrom<TagKind>("old", "none"), weight: 1 },
);
const start = fc.nat({ max: 12 });

/** Weights of the commands. Kills take a second each. */
const COMMANDS: readonly { readonly weight: number; readonly arbitrary: fc.Arbitrary<ModelCommand> }[] = [
  { weight: 160, arbitrary: fc.tuple(kind, number).map((args) => create(...args)) },
  { weight: 120, arbitrary: fc.tuple(kind, number).map((args) => read(...args)) },
  { weight: 200, arbitrary: fc.tuple(tag, kind, number).map(([each, ...args]) => replace(each)(...args)) },
  { weight: 120, arbitrary: fc.tuple(tag, number).map(([each, at]) => save(each)(REPORTS, at)) },
  { weight: 80, arbitrary: fc.tuple(tag, kind, number).map(([each, ...args]) => remove(each)(...args)) },
  { weight: 40, arbitrary: fc.tuple(kind, number).map((args) => race(...args)) },
  {
    weight: 100,
    arbitrary: fc.tuple(kind, fc.constantFrom("", "1", "12"), start, start).map((args) => page(...args)),
  },
  { weight: 40, arbitrary: number.map(readDeleted) },
  { weight: 30, arbitrary: fc.constant(undefined).map(signIn) },
  { weight: 40, arbitrary: number.map(refresh) },
  { weight: 15, arbitrary: number.map(reuse) },
  { weight: 40, arbitrary: number.map(useTokens) },
  { weight: 6, arbitrary: fc.tuple(number, fc.nat({ max: 100 })).map((args) => kill(...args)) },
];

/**
 * Runs random commands against a platform with an empty database, and compares each response with a model.
 *
 * @param most maximum number of commands of a run
 * @throws Error with the smallest list of commands that fails
 */
export async function runModel(seed: number, most: number): Promise<ModelRun> {
  const commands = fc.commands(
    COMMANDS.flatMap(({ weight, arbitrary }) => Array.from({ length: weight }, () => arbitrary)),
    { maxCommands: most, size: "max" },
  );
  let done: State | undefined;
  await fc.assert(
    fc.asyncProperty(commands, async (each) => {
      const system = new System();
      const model = new State();
      try {
        await system.start();
        await fc.asyncModelRun(() => ({ model, real: system }), each);
        await system.restart();
        await expectAll(model, system);
        done = model;
      } finally {
        await system.end();
      }
    }),
    { numRuns: 1, seed, endOnFailure: most > 2_000, interruptAfterTimeLimit: 600_000 },
  );
  const { steps, kills, unanswered, effective } = done!;
  return { steps, kills, unanswered, effective };
}
