import { MIRRORED } from "../../functions/definition/comparisons.ts";
import { makeCall } from "../../ast/make-node.ts";
import { strengthOf, type Call, type Expression, type Literal, type Name } from "../../ast/nodes.ts";
import { printNode } from "../../ast/print.ts";
import { walk } from "../../ast/walk.ts";
import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Checked } from "../../checker/checked.ts";
import type { Comparison } from "../../collation/order/strength.ts";
import { compileOperand } from "../../evaluator/operand.ts";
import { constantCallOf } from "../../functions/definition/constant-call.ts";
import { comparisonName } from "../../functions/definition/function-table.ts";
import type { RelationName } from "../../functions/definition/port.ts";
import type { FunctionDefinition } from "../../functions/definition/types.ts";
import { comparable } from "../../values/comparable.ts";
import { isScalarType, type ValueType } from "../../values/types.ts";
import { maskOfValue, UNKNOWN, type Formula } from "./truth.ts";

/** A value that atoms test: a member, or a function of members such as `length(name)`. */
export interface Subject {
  readonly key: string;
  readonly node: Name | Call;
  /** Undefined for a function. */
  readonly name: Name | undefined;
  readonly member: ResolvedMember | undefined;
  /** Undefined for members without a catalog. */
  readonly type: ValueType | undefined;
  /** Names that the value depends on. */
  readonly names: readonly string[];
  /** Whether the value is null if one of the names is null. */
  readonly isStrict: boolean;
  readonly isCount: boolean;
}

/** The values that the result of an atom depends on. */
export type Dependence =
  /** One value and constants. */
  | { readonly kind: "subject"; readonly subject: Subject }
  /** The order of two single values. */
  | {
      readonly kind: "pair";
      readonly key: string;
      readonly left: Subject;
      readonly right: Subject;
      readonly relation: RelationName;
      /** Whether the values are comparable unless one is null. */
      readonly isKnown: boolean;
    }
  /** Other values. Nothing is known about the result of such an atom. */
  | { readonly kind: "opaque"; readonly key: string };

export interface Atom {
  readonly index: number;
  readonly node: Expression;
  readonly names: readonly string[];
  readonly depends: Dependence;
}

/** Collects the atoms and the values of one or two checked filters. */
export class Problem {
  readonly atoms: Atom[] = [];
  readonly subjects = new Map<string, Subject>();
  /** The first name node of each name, which the results of the checker refer to. */
  readonly names = new Map<string, Name>();
  readonly checked: Checked;
  readonly locale: string | undefined;
  readonly #byText = new Map<string, number>();

  constructor(checked: Checked, locale: string | undefined) {
    this.checked = checked;
    this.locale = locale;
  }

  /** Returns the formula of a condition. Recursion is safe: the checker limits the depth. */
  formulaOf(node: Expression): Formula {
    if (node.kind === "literal") return { kind: "constant", mask: maskOfValue(node.value) };
    if (node.kind === "name") return this.#atom(node, this.#dependence(node, [node]));
    const definition = this.checked.functions.get(node.callee)!;
    const { role } = definition;
    if (!hasName(node)) return { kind: "constant", mask: maskOfValue(this.evaluate(node, {})) };
    if (definition.result !== "boolean" || definition.group === "service") return this.#opaqueFormula(node);
    const { args } = node;
    switch (role?.kind) {
      case "logic":
        return role.operation === "not"
          ? { kind: "not", of: this.formulaOf(args[0]!) }
          : { kind: role.operation, parts: args.map((argument) => this.formulaOf(argument)) };
      case "nullTest": {
        const [value] = args as [Expression];
        if (value.kind !== "call") return this.#atom(node, this.#dependence(node, args));
        const inner = this.checked.functions.get(value.callee)!;
        if (inner.result === "boolean" && inner.group !== "service")
          return { kind: "isUnknown", of: this.formulaOf(value) };
        return inner.result === "boolean"
          ? this.#opaqueFormula(node)
          : this.#atom(node, this.#dependence(node, args));
      }
      case "comparison":
        return this.#comparison(node, role.relation);
      default:
        return this.#atom(node, this.#dependence(node, args));
    }
  }

  /** Evaluates an expression on a row with the evaluator of filters. */
  evaluate(node: Expression, row: unknown): unknown {
    return compileOperand(node, { checked: this.checked, locale: this.locale }).read()(row);
  }

  constantOf(node: Expression): Literal | undefined {
    if (node.kind === "literal") return node;
    return node.kind === "call" ? constantCallOf(node, this.checked.functions) : undefined;
  }

  /** Returns how a call compares strings with a value: at its own strength, or at that of a member among its arguments. */
  comparisonOf(node: Call): Comparison {
    const members = node.args.map((argument) =>
      argument.kind === "name" ? this.checked.members.get(argument) : undefined,
    );
    return strengthOf(node) ?? members.find((part) => part?.strength !== undefined)?.strength ?? "identical";
  }

  definitionOf({ callee }: Call): FunctionDefinition {
    return this.checked.functions.get(callee)!;
  }

  #comparison(call: Call, relation: RelationName | "ne" | "in"): Formula {
    const { args } = call;
    const [first, ...others] = args as [Expression, ...Expression[]];
    if (relation === "ne") return { kind: "not", of: this.#pair(call, "eq", first, others[0]!) };
    if (relation === "in") {
      // If all values are constants, the whole `in` is one atom. Otherwise each value needs an atom.
      if (this.#isSubject(first) && others.every((operand) => this.constantOf(operand) !== undefined))
        return this.#atom(call, this.#dependence(call, [first]));
      return { kind: "or", parts: others.map((operand) => this.#pair(call, "eq", first, operand)) };
    }
    const parts = others.map((operand, i) => this.#pair(call, relation, args[i]!, operand));
    return parts.length === 1 ? parts[0]! : { kind: "and", parts };
  }

  #pair(call: Call, relation: RelationName, left: Expression, right: Expression): Formula {
    const name = comparisonName(this.checked.functions, relation);
    const node = makeCall(name, strengthOf(call), [left, right], call.span);
    if (!hasName(node)) return { kind: "constant", mask: maskOfValue(this.evaluate(node, {})) };
    return this.#atom(node, this.#dependence(node, [left, right], relation));
  }

  #isSubject(node: Expression): node is Name | Call {
    if (node.kind === "name") return true;
    return node.kind === "call" && hasName(node) && this.definitionOf(node).result !== "boolean";
  }

  #dependence(node: Expression, args: readonly Expression[], relation?: RelationName): Dependence {
    const variable = args.filter((argument) => hasName(argument));
    if (!variable.every((operand) => this.#isSubject(operand))) return opaqueOf(node);
    const subjects = variable.map((operand) => this.#subject(operand));
    const [left, right] = subjects;
    // The other operands are constants. They can be calls, such as upCase('a'), which the evaluator computes.
    if (subjects.length === 1) return { kind: "subject", subject: left! };
    if (subjects.length !== 2 || relation === undefined || node.kind !== "call") return opaqueOf(node);
    const isMirrored = left!.key > right!.key;
    const [a, b] = isMirrored ? [right!, left!] : [left!, right!];
    const orientedRelation = isMirrored ? MIRRORED[relation] : relation;
    const key = `${this.comparisonOf(node)} ${JSON.stringify([a.key, b.key])}`;
    const isKnown = isKnownPair(a, b);
    // Lists have no order, so the results of `lt` and `gt` of two lists are independent. A value compared with itself is a pair:
    // it equals itself or is not comparable.
    if (!isKnown && a !== b) return { kind: "opaque", key: `${orientedRelation} ${key}` };
    return { kind: "pair", key, left: a, right: b, relation: orientedRelation, isKnown };
  }

  #subject(node: Name | Call): Subject {
    const key = printNode(node);
    const cached = this.subjects.get(key);
    if (cached !== undefined) return cached;
    const names = this.#namesIn(node);
    const member = node.kind === "name" ? this.checked.members.get(node) : undefined;
    const definition = node.kind === "call" ? this.definitionOf(node) : undefined;
    const subject: Subject = {
      key,
      node,
      name: node.kind === "name" ? node : undefined,
      member,
      type: definition === undefined ? member?.type : { type: definition.result },
      names,
      // A function with a condition as argument can have a value although a name in it is null.
      isStrict: node.kind === "call" && this.#isStrict(node),
      isCount: definition?.role?.kind === "measure",
    };
    this.subjects.set(key, subject);
    return subject;
  }

  #isStrict(node: Call): boolean {
    return node.args.every(
      (argument) =>
        argument.kind !== "call" ||
        (this.definitionOf(argument).result !== "boolean" && this.#isStrict(argument)),
    );
  }

  #opaqueFormula(node: Expression): Formula {
    return this.#atom(node, opaqueOf(node));
  }

  #atom(node: Expression, depends: Dependence): Formula {
    const text = printNode(node);
    let index = this.#byText.get(text);
    if (index === undefined) {
      index = this.atoms.length;
      this.#byText.set(text, index);
      this.atoms.push({ index, node, names: this.#namesIn(node), depends });
    }
    return { kind: "atom", atom: index };
  }

  #namesIn(node: Expression): readonly string[] {
    const names = new Set<string>();
    walk(node, (child) => {
      if (child.kind !== "name") return;
      names.add(child.name);
      if (!this.names.has(child.name)) {
        this.names.set(child.name, child);
        this.#subject(child);
      }
    });
    return [...names];
  }
}

/** Returns whether two values are not lists, and are always comparable unless one is null. */
function isKnownPair({ type: a }: Subject, { type: b }: Subject): boolean {
  if (a === undefined || b === undefined) return false;
  return isScalarType(a.type) && isScalarType(b.type) && comparable(a, b);
}

function opaqueOf(node: Expression): Dependence {
  return { kind: "opaque", key: printNode(node) };
}

function hasName(node: Expression): boolean {
  let isFound = false;
  walk(node, (child) => {
    if (child.kind === "name") isFound = true;
    return !isFound;
  });
  return isFound;
}

/** Returns the truth value of a relation for each order of two values: less, equal, greater, not comparable. */
export function truthsOf(relation: RelationName): readonly number[] {
  const [less, equal, greater] = ORDERS_OF[relation];
  return [maskOfValue(less), maskOfValue(equal), maskOfValue(greater), UNKNOWN];
}

const ORDERS_OF: Readonly<Record<RelationName, readonly [boolean, boolean, boolean]>> = {
  eq: [false, true, false],
  lt: [true, false, false],
  le: [true, true, false],
  gt: [false, false, true],
  ge: [false, true, true],
};
