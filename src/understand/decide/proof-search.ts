import { domainOf } from "./domain.ts";
import { truthsOf, type Atom, type Problem, type Subject } from "./problem.ts";
import type { Domain } from "./domain.ts";
import { ANY_TRUTH, FALSE, TRUE, UNKNOWN } from "./truth.ts";

/** Returns whether rows with these truth values of the atoms can be a counterexample. */
export type Goal = (atoms: Uint8Array) => boolean;

/** A choice that the search makes: a cell of a subject, the order of a pair of subjects, or the result of an opaque atom. */
interface Choice {
  readonly atoms: readonly number[];
  /** Results of the atoms for each option. */
  readonly options: readonly Option[];
  /** Returns whether an option is consistent with the options that were chosen before. */
  readonly allows: (option: Option, isNull: ReadonlyMap<string, boolean>) => boolean;
  /** Key of the subject whose cell is chosen, to record whether it is null. */
  readonly subject: string | undefined;
}

interface Option {
  readonly masks: readonly number[];
  readonly isNull: boolean;
}

/**
 * Searches all combinations of cells for one that can be a counterexample. The cells cover all rows, so if there is none, no
 * row is a counterexample.
 *
 * @returns whether no row is a counterexample. False also if the search ends early.
 */
export function provesNone(
  problem: Problem,
  domains: ReadonlyMap<string, Domain>,
  goal: Goal,
  mayContinue: () => boolean,
): boolean {
  const choices = choicesOf(problem, domains);
  if (choices === undefined) return false;
  const atoms = new Uint8Array(problem.atoms.length).fill(ANY_TRUTH);
  const isNull = new Map<string, boolean>();
  /** Returns whether no combination of the choices from `depth` on can be a counterexample. */
  const isExcluded = (depth: number): boolean => {
    if (!mayContinue()) return false;
    if (!goal(atoms)) return true;
    const choice = choices[depth];
    if (choice === undefined) return false;
    for (const option of choice.options) {
      if (!choice.allows(option, isNull)) continue;
      for (const [i, atom] of choice.atoms.entries()) atoms[atom] = option.masks[i]!;
      if (choice.subject !== undefined) isNull.set(choice.subject, option.isNull);
      if (!isExcluded(depth + 1)) return false;
    }
    for (const atom of choice.atoms) atoms[atom] = ANY_TRUTH;
    if (choice.subject !== undefined) isNull.delete(choice.subject);
    return true;
  };
  return isExcluded(0);
}

/** Returns all choices. Undefined if a subject can have values outside of its cells: the search would prove nothing. */
function choicesOf(problem: Problem, domains: ReadonlyMap<string, Domain>): readonly Choice[] | undefined {
  const names: Choice[] = [];
  const functions: Choice[] = [];
  for (const subject of problem.subjects.values()) {
    const domain = domains.get(subject.key);
    if (domain === undefined) continue;
    if (!domain.isComplete) return undefined;
    const choice: Choice = {
      atoms: atomsOf(problem, subject).map(({ index }) => index),
      options: domain.cells,
      allows: (option, isNull) =>
        !subject.isStrict || option.isNull || !subject.names.some((name) => isNull.get(name) === true),
      subject: subject.key,
    };
    (subject.name === undefined ? functions : names).push(choice);
  }
  return [...names, ...functions, ...pairChoices(problem), ...opaqueChoices(problem)];
}

export function atomsOf(problem: Problem, subject: Subject): readonly Atom[] {
  return problem.atoms.filter(({ depends }) => depends.kind === "subject" && depends.subject === subject);
}

/** Returns the cells of all subjects that atoms depend on, and of all members: whether these are null matters to functions. */
export function domainsOf(problem: Problem, related: readonly string[]): ReadonlyMap<string, Domain> {
  const domains = new Map<string, Domain>();
  const subjects = new Set<Subject>();
  const addSubject = (subject: Subject) => {
    subjects.add(subject);
    for (const name of subject.names) subjects.add(problem.subjects.get(name)!);
  };
  for (const { depends } of problem.atoms) {
    if (depends.kind === "subject") addSubject(depends.subject);
    if (depends.kind === "pair") [depends.left, depends.right].forEach(addSubject);
  }
  for (const name of problem.names.keys()) subjects.add(problem.subjects.get(name)!);
  for (const subject of subjects)
    domains.set(
      subject.key,
      domainOf(subject, atomsOf(problem, subject), problem, subject.name === undefined ? [] : related),
    );
  return domains;
}

/** Returns the choices of orders of two values: less, equal, greater, or not comparable because one is null. */
function pairChoices(problem: Problem): readonly Choice[] {
  const byKey = Map.groupBy(
    problem.atoms.filter(({ depends }) => depends.kind === "pair"),
    ({ depends }) => depends.kind === "pair" && depends.key,
  );
  return [...byKey.values()].map((atoms): Choice => {
    const pairs = atoms.flatMap(({ depends }) => (depends.kind === "pair" ? [depends] : []));
    const { left, right, isKnown } = pairs[0]!;
    const truths = pairs.map(({ relation }) => truthsOf(relation));
    const orders = left === right ? [1, 3] : [0, 1, 2, 3];
    return {
      atoms: atoms.map(({ index }) => index),
      options: orders.map((order) => ({ masks: truths.map((truth) => truth[order]!), isNull: order === 3 })),
      allows: (option, isNull) => {
        const hasNull = [left, right].some(({ key }) => isNull.get(key) === true);
        return isKnown ? option.isNull === hasNull : option.isNull || !hasNull;
      },
      subject: undefined,
    };
  });
}

function opaqueChoices(problem: Problem): readonly Choice[] {
  const byKey = Map.groupBy(
    problem.atoms.filter(({ depends }) => depends.kind === "opaque"),
    ({ depends }) => depends.kind === "opaque" && depends.key,
  );
  return [...byKey.values()].map((atoms): Choice => ({
    atoms: atoms.map(({ index }) => index),
    options: [TRUE, FALSE, UNKNOWN].map((mask) => ({ masks: atoms.map(() => mask), isNull: false })),
    allows: () => true,
    subject: undefined,
  }));
}
