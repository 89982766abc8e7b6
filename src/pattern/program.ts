import type { CodePointSet } from "./code-point-set.ts";
import type { PatternTree } from "./pattern-tree.ts";

/** Kinds of instructions. `accept` is the end of the pattern. */
export const INSTRUCTION = { accept: 0, take: 1, assert: 2, split: 3 } as const;

/**
 * Nondeterministic automaton (Thompson's construction), as columns indexed by instruction. `take` reads a code point
 * and `assert` checks an assertion; both continue at `out`. `split` continues at both `out` and `other`.
 */
export interface Program {
  readonly start: number;
  readonly kinds: Uint8Array;
  readonly out: Int32Array;
  /** For `take` the index of a set, for `assert` the bit of an assertion, for `split` the second target. */
  readonly other: Int32Array;
  readonly sets: readonly CodePointSet[];
  readonly assertions: number;
}

/** Compiles a tree. */
export function compileProgram(tree: PatternTree): Program {
  const kinds: number[] = [INSTRUCTION.accept];
  const out: number[] = [0];
  const other: number[] = [0];
  const sets: CodePointSet[] = [];
  const indexes = new Map<CodePointSet, number>();
  let assertions = 0;

  const instruction = (kind: number, next: number, extra: number): number => {
    out.push(next);
    other.push(extra);
    return kinds.push(kind) - 1;
  };

  const indexOf = (set: CodePointSet): number => {
    let index = indexes.get(set);
    if (index === undefined) indexes.set(set, (index = sets.push(set) - 1));
    return index;
  };

  /**
   * Writes the instructions of a node that continue at `next`. Returns the index of the first one. Later nodes are
   * written first.
   */
  const write = (node: PatternTree, next: number): number => {
    switch (node.kind) {
      case "set":
      case "foreign":
        return instruction(INSTRUCTION.take, next, indexOf(node.set));
      case "assertion":
        assertions |= node.assertion;
        return instruction(INSTRUCTION.assert, next, node.assertion);
      case "concat":
        return node.children.reduceRight((following, child) => write(child, following), next);
      case "alternate":
        return node.children
          .map((child) => write(child, next))
          .reduceRight((following, branch) => instruction(INSTRUCTION.split, branch, following));
      case "repeat":
        return writeRepeat(node.child, node.min, node.max, next);
    }
  };

  const writeRepeat = (child: PatternTree, min: number, max: number, next: number): number => {
    let entry = next;
    if (max === Infinity) {
      entry = instruction(INSTRUCTION.split, next, next);
      out[entry] = write(child, entry);
    } else {
      for (let count = min; count < max; count++)
        entry = instruction(INSTRUCTION.split, write(child, entry), next);
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
