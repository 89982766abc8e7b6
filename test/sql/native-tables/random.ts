/** A seeded random generator: the same seed draws the same table. */
export interface Random {
  /** Returns an integer from 0 (inclusive) to `below` (exclusive). */
  readonly integer: (below: number) => number;
  readonly chance: (probability: number) => boolean;
  readonly pick: <T>(from: readonly T[]) => T;
  /** Up to `many` different entries. */
  readonly some: <T>(from: readonly T[], many: number) => T[];
}

/** Mulberry32. */
export function randomOf(seed: number): Random {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const integer = (below: number) => Math.floor(next() * below);
  return {
    integer,
    chance: (probability) => next() < probability,
    pick: (from) => from[integer(from.length)]!,
    some: (from, many) => {
      const rest = [...from];
      return Array.from(
        { length: Math.min(many, rest.length) },
        () => rest.splice(integer(rest.length), 1)[0]!,
      );
    },
  };
}

/** A setting with the probability that a session changes it, and the values to draw from. */
export type Setting = readonly [probability: number, name: string, values: readonly string[]];

/** Draws settings of a session, as statements. */
export function sessionOf(settings: readonly Setting[], random: Random): readonly string[] {
  return settings.flatMap(([probability, name, values]) =>
    random.chance(probability) ? [`SET ${name} = ${random.pick(values)}`] : [],
  );
}
