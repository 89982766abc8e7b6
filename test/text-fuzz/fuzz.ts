import { Random } from "./random.ts";
import { SURFACE_NAMES, SURFACES, type SurfaceName } from "./surfaces.ts";

/** One input. It can be repeated from its surface and its seed. */
export interface FuzzInput {
  readonly surface: SurfaceName;
  readonly seed: number;
}

export interface EscapedInput extends FuzzInput {
  readonly what: string;
}

export interface FuzzFigures {
  readonly inputs: number;
  /** Accepted inputs of each surface, in percent. */
  readonly accepted: Readonly<Record<string, number>>;
  readonly escapes: readonly EscapedInput[];
}

/** Runs one input. Returns why it escaped, or whether it was accepted. */
export function runInput({ surface, seed }: FuzzInput): boolean | string {
  try {
    return SURFACES[surface](new Random(seed));
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  }
}

/** Stops after 20 escapes. */
export function fuzzTexts(inputs: number, seed: number, onProgress?: (done: number) => void): FuzzFigures {
  const escapes: EscapedInput[] = [];
  const counts = new Map(SURFACE_NAMES.map((name) => [name, { inputs: 0, accepted: 0 }]));
  let done = 0;
  for (; done < inputs && escapes.length < 20; done++) {
    if (done % 100_000 === 0) onProgress?.(done);
    // Consecutive seeds of one run differ from those of the runs with the next seeds.
    const input = {
      surface: SURFACE_NAMES[done % SURFACE_NAMES.length]!,
      seed: (Math.imul(seed, 0x9e3779b1) + done) >>> 0,
    };
    const result = runInput(input);
    const count = counts.get(input.surface)!;
    count.inputs++;
    if (result === true) count.accepted++;
    else if (result !== false) escapes.push({ ...input, what: result.slice(0, 300) });
  }
  const accepted = Object.fromEntries(
    [...counts].map(([name, count]) => [
      name,
      Math.round((count.accepted / Math.max(1, count.inputs)) * 100),
    ]),
  );
  return { inputs: done, accepted, escapes };
}
