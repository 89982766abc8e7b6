import { compileOperand } from "../../evaluator/operand.ts";
import type { Domain } from "./domain.ts";
import type { Atom, Problem, Subject } from "./problem.ts";
import type { Goal } from "./proof-search.ts";
import { mergeRows } from "./rows.ts";
import { SubjectTests } from "./subject-tests.ts";
import { ANY_TRUTH, maskOfValue } from "./truth.ts";

/** A row with one value of a member. Such rows are merged to complete rows. */
interface Candidate {
  readonly row: object;
  /** Results of the atoms that depend on this member only. */
  readonly masks: readonly number[];
}

interface Member {
  readonly atoms: readonly number[];
  readonly candidates: readonly Candidate[];
  /** Atoms of several members that can be evaluated once this member has a value, because it is the last of them. */
  readonly completed: readonly { readonly index: number; readonly maskOf: (row: object) => number }[];
}

const maxCandidates = 40;

/**
 * Builds rows from the known values of the cells until one is a counterexample. Returns that row, or undefined.
 *
 * @param isCounterexample evaluates the filters on a row
 */
export function findRow(
  problem: Problem,
  domains: ReadonlyMap<string, Domain>,
  extra: readonly unknown[],
  goal: Goal,
  isCounterexample: (row: object) => boolean,
  mayContinue: () => boolean,
): object | undefined {
  const members = membersOf(problem, domains, extra);
  const atoms = new Uint8Array(problem.atoms.length).fill(ANY_TRUTH);
  const search = (depth: number, row: object): object | undefined => {
    if (!mayContinue() || !goal(atoms)) return undefined;
    const member = members[depth];
    if (member === undefined) return isCounterexample(row) ? row : undefined;
    for (const candidate of member.candidates) {
      const next = mergeRows(row, candidate.row);
      for (const [i, atom] of member.atoms.entries()) atoms[atom] = candidate.masks[i]!;
      for (const { index, maskOf } of member.completed) atoms[index] = maskOf(next);
      const witness = search(depth + 1, next);
      if (witness !== undefined) return witness;
    }
    for (const atom of member.atoms) atoms[atom] = ANY_TRUTH;
    for (const { index } of member.completed) atoms[index] = ANY_TRUTH;
    return undefined;
  };
  return search(0, {});
}

function membersOf(
  problem: Problem,
  domains: ReadonlyMap<string, Domain>,
  extra: readonly unknown[],
): readonly Member[] {
  const names = [...problem.names.keys()];
  const maxIndex = ({ names: atomNames }: Atom) => Math.max(...atomNames.map((name) => names.indexOf(name)));
  const atomsByMember = Map.groupBy(problem.atoms, maxIndex);
  return names.map((name, i) => {
    const subject = problem.subjects.get(name)!;
    const completed = atomsByMember.get(i) ?? [];
    const single = completed.filter((atom) => atom.names.length === 1);
    const isJoined = problem.atoms.some((atom) => atom.names.length > 1 && atom.names.includes(name));
    const isComputed = single.some(
      ({ depends }) => depends.kind !== "subject" || depends.subject !== subject,
    );
    const witnesses = (domains.get(name)?.cells ?? []).flatMap((cell) =>
      isJoined ? cell.witnesses : cell.witnesses.slice(0, 1),
    );
    return {
      atoms: single.map(({ index }) => index),
      candidates: candidatesOf(
        problem,
        subject,
        single,
        isJoined || isComputed ? [...witnesses, ...padLists(witnesses, extra), ...extra] : witnesses,
        isJoined ? 4 : 1,
      ),
      completed: completed
        .filter((atom) => atom.names.length > 1)
        .map(({ index, node }) => {
          const read = compileOperand(node, { checked: problem.checked, locale: problem.locale }).read();
          return { index, maskOf: (row: object) => maskOfValue(read(row)) };
        }),
    };
  });
}

/** @param maxAlike maximum number of tried values with the same results */
function candidatesOf(
  problem: Problem,
  subject: Subject,
  atoms: readonly Atom[],
  values: readonly unknown[],
  maxAlike: number,
): readonly Candidate[] {
  const tests = new SubjectTests(problem, subject, atoms);
  const alike = new Map<string, number>();
  const candidates: Candidate[] = [];
  const isOfList = (subject.member?.lists ?? []).some((depth) => depth > 0);
  for (const value of values) {
    if (isOfList && value !== undefined && !Array.isArray(value)) continue;
    const masks = tests.masksOf(value);
    const key = masks.join();
    const count = alike.get(key) ?? 0;
    if (count >= maxAlike) continue;
    alike.set(key, count + 1);
    candidates.push({ row: tests.rowOf(value), masks });
    if (candidates.length >= maxCandidates) break;
  }
  return candidates;
}

/** Returns the lists among `values`, extended with nulls to the length of each longer list in `extra`. */
function padLists(values: readonly unknown[], extra: readonly unknown[]): readonly unknown[] {
  const lengths = extra.flatMap((value) => (Array.isArray(value) ? [value.length] : []));
  return values.flatMap((value) =>
    Array.isArray(value)
      ? lengths.flatMap((length) =>
          length > value.length
            ? [[...(value as unknown[]), ...Array<null>(length - value.length).fill(null)]]
            : [],
        )
      : [],
  );
}
