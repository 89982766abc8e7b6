import { isScalarType, isTemporal, isSafeInteger, type ValueType } from "../../values/types.ts";
import { shapeOf, testsElements, type AtomShape } from "./atom-shape.ts";
import { instantPoints } from "./instant-points.ts";
import { numberPoints } from "./number-points.ts";
import type { Atom, Problem, Subject } from "./problem.ts";
import { Outcomes, type ValueCell } from "./outcomes.ts";
import { stringCells } from "./string-cells.ts";
import { stringWitnesses } from "./string-witnesses.ts";
import { SubjectTests } from "./subject-tests.ts";
import { ANY_TRUTH, FALSE, TRUE, UNKNOWN } from "./truth.ts";

/** The values of a subject, divided into cells: each atom has one result in a cell. */
export interface Domain {
  readonly cells: readonly ValueCell[];
  /** Whether each value that a row can have is in one of the cells. */
  readonly isComplete: boolean;
}

/** @param related strings that values of other subjects are compared with */
export function domainOf(
  subject: Subject,
  atoms: readonly Atom[],
  problem: Problem,
  related: readonly string[],
): Domain {
  return new DomainBuilder(subject, atoms, problem, related).build();
}

class DomainBuilder {
  readonly #subject: Subject;
  readonly #atoms: readonly Atom[];
  readonly #problem: Problem;
  readonly #related: readonly string[];
  readonly #tests: SubjectTests;

  constructor(subject: Subject, atoms: readonly Atom[], problem: Problem, related: readonly string[]) {
    this.#subject = subject;
    this.#atoms = atoms;
    this.#problem = problem;
    this.#related = related;
    this.#tests = new SubjectTests(problem, subject, atoms);
  }

  build(): Domain {
    const outcomes = new Outcomes();
    outcomes.add(this.#tests.masksOf(undefined), true, undefined);
    const { type } = this.#subject;
    if (type === undefined) this.#addAnything(outcomes);
    else if (isScalarType(type.type)) this.#addScalars(outcomes, type, false);
    else if (type.type === "list" && isScalarType(type.items.type)) this.#addLists(outcomes, [type.items]);
    else this.#addOther(outcomes, type.type !== "list" ? {} : this.#isThroughList() ? [{}] : []);
    return { cells: outcomes.cells(), isComplete: outcomes.isComplete };
  }

  /** Returns whether the value is the flat list of the leaves at the end of a path through lists, which is null without leaves. */
  #isThroughList(): boolean {
    const { member } = this.#subject;
    return member !== undefined && member.type !== member.member;
  }

  #shapes(isElement: boolean): readonly AtomShape[] {
    return this.#atoms.map((atom) => shapeOf(atom, this.#subject, this.#problem, isElement));
  }

  #addScalars(outcomes: Outcomes, type: ValueType, isElement: boolean): void {
    const shapes = this.#shapes(isElement);
    const add = (value: unknown) => {
      outcomes.add(this.#tests.masksOf(isElement ? [value] : value), false, value);
    };
    const constants = shapes.flatMap((shape) => (shape.kind === "compare" ? shape.constants : []));
    if (type.type === "boolean") {
      add(true);
      add(false);
    } else if (type.type === "integer" || type.type === "number") {
      const numbers = constants
        .map(({ value }) => value)
        .filter((value) => typeof value === "number" || typeof value === "bigint");
      const points = numberPoints(numbers, {
        isWhole: type.type === "integer",
        isSafe: isSafeInteger(type) || this.#subject.isCount,
        minimum: this.#subject.isCount ? 0 : undefined,
      });
      for (const { value, isOnly } of points) {
        add(value);
        if (!isOnly) this.#addFree(outcomes, isElement ? [value] : value, shapes);
      }
    } else if (type.type === "string") {
      this.#addStrings(outcomes, shapes, isElement, false);
    } else if (isTemporal(type.type)) {
      const instants = constants.flatMap(({ instant }) => (instant === undefined ? [] : [instant]));
      for (const { text, date } of instantPoints(instants, type.type))
        for (const value of [text, date]) {
          if (value === undefined) continue;
          add(value);
          this.#addFree(outcomes, isElement ? [value] : value, shapes);
        }
    }
  }

  /** Adds the cells of a value whose string form is not known: searches and patterns can have any result. */
  #addFree(outcomes: Outcomes, value: unknown, shapes: readonly AtomShape[]): void {
    const masks = this.#tests.masksOf(value);
    const free = shapes.map(({ kind }, i) =>
      kind === "search" || kind === "predicate" ? (masks[i] === UNKNOWN ? UNKNOWN : TRUE | FALSE) : masks[i]!,
    );
    outcomes.addFree(free);
  }

  #addStrings(
    outcomes: Outcomes,
    shapes: readonly AtomShape[],
    isElement: boolean,
    readsInstants: boolean,
  ): void {
    for (const text of stringWitnesses(shapes, this.#related))
      outcomes.add(this.#tests.masksOf(isElement ? [text] : text), false, text);
    const sample = this.#tests.masksOf(isElement ? ["x"] : "x");
    const cells = stringCells(shapes, sample, this.#problem.locale, readsInstants);
    if (cells === undefined) outcomes.isComplete = false;
    else
      for (const { masks, text } of cells) {
        if (text !== undefined) outcomes.add(this.#tests.masksOf(isElement ? [text] : text), false, text);
        outcomes.addVirtual(masks);
      }
  }

  /** Adds the cells of lists, which follow from the cells of their elements. */
  #addLists(outcomes: Outcomes, types: readonly (ValueType | undefined)[]): void {
    const elements = new Outcomes();
    for (const type of types) {
      if (type === undefined) this.#addAnyScalar(elements, true);
      else this.#addScalars(elements, type, true);
    }
    if (!this.#isThroughList()) outcomes.add(this.#tests.masksOf([]), false, []);
    const isOfElements = this.#atoms.map((atom) => testsElements(atom, this.#problem));
    const fixed = this.#shapes(false).map(({ kind }) =>
      kind === "null" ? FALSE : kind === "truth" ? UNKNOWN : ANY_TRUTH,
    );
    outcomes.addLists(elements, isOfElements, fixed, (list) => this.#tests.masksOf(list));
  }

  #addAnyScalar(outcomes: Outcomes, isElement: boolean): void {
    const shapes = this.#shapes(isElement);
    this.#addScalars(outcomes, { type: "boolean" }, isElement);
    this.#addScalars(outcomes, { type: "number" }, isElement);
    this.#addStrings(outcomes, shapes, isElement, true);
    const instants = shapes.flatMap((shape) =>
      shape.kind === "compare"
        ? shape.constants.flatMap(({ type, instant }) =>
            instant === undefined || type === "time" ? [] : [instant],
          )
        : [],
    );
    for (const { date } of instantPoints(instants, "dateTime")) {
      if (date === undefined) continue;
      outcomes.add(this.#tests.masksOf(isElement ? [date] : date), false, date);
    }
    if (isElement) for (const value of [[], {}]) outcomes.add(this.#tests.masksOf([value]), false, value);
  }

  /** Adds the cells of a member without a catalog, whose value can have any type. */
  #addAnything(outcomes: Outcomes): void {
    this.#addAnyScalar(outcomes, false);
    this.#addOther(outcomes, {});
    this.#addLists(outcomes, [undefined]);
  }

  /** Adds the cells of maps, objects and nested lists. Only the result of the null test is known. */
  #addOther(outcomes: Outcomes, value: object): void {
    const masks = this.#tests.masksOf(value);
    outcomes.add(masks, false, value);
    const isUntyped = this.#subject.type === undefined;
    const shapes = this.#shapes(false);
    // Without a catalog, an object compares with no single value: only predicates, which may test its entries, can have a result.
    outcomes.addFree(
      masks.map((mask, i) =>
        shapes[i]!.kind === "null" || (isUntyped && shapes[i]!.kind !== "predicate") ? mask : ANY_TRUTH,
      ),
    );
  }
}
