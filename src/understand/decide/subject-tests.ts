import { withArguments } from "../../ast/make-node.ts";
import { name } from "../../ast/constructors.ts";
import { printNode } from "../../ast/print.ts";
import type { Call, Expression } from "../../ast/nodes.ts";
import { buildCatalog } from "../../catalog/build-catalog.ts";
import { frozenCopy } from "../../catalog/json-data.ts";
import { resolveMember } from "../../catalog/resolve-member.ts";
import type { CatalogDefinition } from "../../catalog/types.ts";
import type { Checked } from "../../checker/checked.ts";
import { compileOperand } from "../../evaluator/operand.ts";
import type { Reader } from "../../functions/definition/types.ts";
import { SCALAR_TYPES } from "../../values/types.ts";
import type { Atom, Problem, Subject } from "./problem.ts";
import { rowWith } from "./rows.ts";
import { maskOfValue } from "./truth.ts";

/** Evaluates atoms on values of their subject, with the evaluator of filters. */
export class SubjectTests {
  readonly #readers: readonly Reader[];
  readonly #subject: Subject;

  constructor(problem: Problem, subject: Subject, atoms: readonly Atom[]) {
    this.#subject = subject;
    const { checked, locale } = problem;
    this.#readers = atoms.map(({ node }) =>
      subject.name === undefined
        ? compileOperand(withSubject(node as Call, subject), {
            checked: standIn(subject, checked),
            locale,
          }).read()
        : compileOperand(node, { checked, locale }).read(),
    );
  }

  /** Returns the row with a value of the subject. `undefined` is null. */
  rowOf(value: unknown): object {
    const { name: node, member } = this.#subject;
    if (node === undefined) return rowWith(["value"], [], value);
    return member === undefined
      ? rowWith(node.name.split("."), [], value)
      : rowWith(member.path, member.lists, value);
  }

  masksOf(value: unknown): readonly number[] {
    const row = this.rowOf(value);
    return this.#readers.map((read) => maskOfValue(read(row)));
  }
}

/** A catalog with a member of each type. In tests of a function, such a member replaces the function. */
const stand = buildCatalog(
  frozenCopy({
    name: "values",
    members: Object.fromEntries(SCALAR_TYPES.map((type) => [type, { type, property: "value" }])),
  }) as CatalogDefinition,
);

/** Replaces the function in a test by a member. */
function withSubject(node: Call, { key, type }: Subject): Call {
  const member = name(type!.type);
  return withArguments(
    node,
    node.args.map((argument): Expression => (printNode(argument) === key ? member : argument)),
  );
}

function standIn({ type }: Subject, { functions }: Checked): Checked {
  const resolved = resolveMember(stand, type!.type)!;
  return { catalog: stand, functions, members: { get: () => resolved } as unknown as Checked["members"] };
}
