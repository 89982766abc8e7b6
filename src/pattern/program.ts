import type { CodePointSet } from "./code-point-set.ts";
import type { PatternTree } from "./pattern-tree.ts";

/** What a step does. `accept` is the end of the pattern. */
export const INSTRUCTION = { accept: 0, take: 1, assert: 2, split: 3 } as const;

/**
 * A pattern as steps (Thompson's construction): `take` needs a code point of a set and goes on at `out`, `assert`
 * needs something to hold at the place, `split` goes on at both `out` and `other`.
 */
export interface Program {
  readonly start: number;
  readonly kinds: Uint8Array;
  readonly out: Int32Array;
  /** The index of a set, the bit of an assertion, or the second way of a split. */
  readonly other: Int32Array;
  readonly sets: readonly CodePointSet[];
  /** The bits of all assertions that occur. */
  readonly assertions: number;
}

/** Writes the steps of a tree. The tree must have no foreign parts. */
export function compileProgram(tree: PatternTree): Program {
  const kinds: number[] = [INSTRUCTION.accept];
  const out: number[] = [0];
  const other: number[] = [0];
  const sets: CodePointSet[] = [];
  const indexes = new Map<CodePointSet, number>();
  let assertions = 0;

  const step = (kind: number, next: number, extra: number): number => {
    out.push(next);
    other.push(extra);
    return kinds.push(kind) - 1;
  };

  const indexOf = (set: CodePointSet): number => {
    let index = indexes.get(set);
    if (index === undefined) indexes.set(set, (index = sets.push(set) - 1));
    return index;
  };

  /** Writes a tree that goes on at `next`, and returns where it begins: so the end is written first. */
  const write = (node: PatternTree, next: number): number => {
    switch (node.kind) {
      case "set":
        return step(INSTRUCTION.take, next, indexOf(node.set));
      case "assertion":
        assertions |= node.assertion;
        return step(INSTRUCTION.assert, next, node.assertion);
      case "concat":
        return node.children.reduceRight((following, child) => write(child, following), next);
      case "alternate":
        return node.children
          .map((child) => write(child, next))
          .reduceRight((following, branch) => step(INSTRUCTION.split, branch, following));
      case "repeat":
        return writeRepeat(node.child, node.min, node.max, next);
      case "foreign":
        throw new Error("a foreign set has no steps");
    }
  };

  const writeRepeat = (child: PatternTree, min: number, max: number, next: number): number => {
    let entry = next;
    if (max === Infinity) {
      entry = step(INSTRUCTION.split, next, next);
      out[entry] = write(child, entry);
    } else {
      for (let count = min; count < max; count++) entry = step(INSTRUCTION.split, write(child, entry), next);
    }
    for (let count = 0; count < min; count++) entry = write(child, entry);
    return entry;
  };

  const start = write(tree, 0);
  return {
    start,
    kinds: Uint8Array.from(kinds),
    out: Int32Array.from(out),
    other: Int32Array.from(other),
    sets,
    assertions,
  };
}
