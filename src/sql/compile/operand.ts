import { strengthOf, type Call, type Expression, type Name } from "../../ast/nodes.ts";
import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Checked } from "../../checker/checked.ts";
import type { Span } from "../../diagnostics/span.ts";
import {
  exactCondition,
  isCondition,
  isExactCondition,
  isRefusal,
  undecided,
  type Extent,
  type Port,
  type Refusal,
  type SqlCondition,
  type SqlOperand,
  type SqlResult,
  type SqlScalar,
  type Truth,
} from "../../functions/definition/port.ts";
import type { Operand, Reader } from "../../functions/definition/types.ts";
import type { Value } from "../../values/types.ts";
import type { SqlText } from "../fragments/fragment.ts";
import type { MemberExpressions } from "./member-expressions.ts";
import { ownProperty } from "../../values/own-properties.ts";

export interface SqlScope {
  readonly checked: Checked;
  readonly locale: string | undefined;
  readonly port: Port;
  readonly members: MemberExpressions;
  readonly note: (node: Expression, reason: string) => void;
}

/** Reason why the database cannot evaluate a part of the query exactly. */
export interface InexactReason {
  readonly span: Span;
  /** Clause without a final period. */
  readonly reason: string;
  readonly node: Expression;
}

const NO_SINGLE_VALUE: Refusal = { refused: "it is not a single value" };

export function sqlOperand(node: Expression, scope: SqlScope): SqlOperand {
  const folded = node.kind === "name" ? undefined : fold(node, scope);
  if (folded !== undefined) return constantOperand(folded, scope);
  return node.kind === "name" ? memberOperand(node, scope) : callOperand(node as Call, scope);
}

interface Folded {
  readonly value: Value;
  readonly type: SqlOperand["type"];
  readonly operand: Operand;
}

/** Evaluates a constant expression in memory. Returns undefined if the node depends on a row. */
function fold(node: Expression, scope: SqlScope): Folded | undefined {
  if (node.kind === "name") return undefined;
  if (node.kind === "literal") return constant(node.value, { type: node.type });
  const args: Operand[] = [];
  for (const argument of node.args) {
    const folded = fold(argument, scope);
    if (folded === undefined) return undefined;
    args.push(folded.operand);
  }
  const definition = scope.checked.functions.get(node.callee)!;
  const { isTrue, isFalse, read } = definition.compile({
    operands: args,
    strength: strengthOf(node),
    locale: scope.locale,
  });
  const value =
    isTrue === undefined
      ? read()(undefined)
      : isTrue()(undefined)
        ? true
        : isFalse()(undefined)
          ? false
          : null;
  return constant(value, { type: definition.result });
}

function constant(value: Value, type: SqlOperand["type"]): Folded {
  const read = (): Reader => () => value;
  return {
    value,
    type,
    operand: {
      type,
      comparison: undefined,
      constant: { value },
      property: undefined,
      read,
      isTrue: () => () => value === true,
      isFalse: () => () => value === false,
    },
  };
}

function constantOperand({ value, type, operand }: Folded, { port }: SqlScope): SqlOperand {
  return {
    type,
    comparison: undefined,
    constant: { value, inMemory: operand },
    scalar: () => port.constant(value, type.type as SqlScalar["type"]),
    list: () => NO_SINGLE_VALUE,
    map: () => NO_SINGLE_VALUE,
    condition: () => exactCondition(value === true, value === false),
    isNull: () => exactCondition(value === null, value !== null),
  };
}

function memberOperand(node: Name, scope: SqlScope): SqlOperand {
  const { port, members: members } = scope;
  const member = scope.checked.members.get(node) as ResolvedMember;
  const noteRefusal = <T extends object>(result: T | Refusal): T | Refusal => {
    if (!isRefusal(result) || result.refused === "") return result;
    scope.note(node, result.refused);
    return { refused: "" };
  };
  const scalar = memoize(() => noteRefusal(members.scalar(node.name, member)));
  const list = memoize(() => noteRefusal(members.list(node.name, member)));
  const map = memoize(() => noteRefusal(members.map(node.name, member)));
  return {
    type: member.type,
    comparison: member.strength,
    constant: undefined,
    scalar,
    list,
    map,
    condition: () => {
      const value = scalar();
      return isRefusal(value) ? undecided(value.refused) : port.conditionOf(value);
    },
    isNull: () => {
      const { type } = member.type;
      if (type === "object") return swapSides(noteRefusal(members.presence(node.name, member)));
      const collection = type === "list" ? list() : type === "map" ? map() : undefined;
      if (collection !== undefined)
        return isRefusal(collection)
          ? undecided(collection.refused)
          : exactCondition(collection.isNull, collection.isNotNull);
      const value = scalar();
      return isRefusal(value)
        ? undecided(value.refused)
        : exactCondition(port.isNull(value), port.isNotNull(value));
    },
  };
}

function swapSides(presence: SqlCondition | Refusal): SqlCondition {
  if (isRefusal(presence)) return undecided(presence.refused);
  return { isTrue: presence.isFalse, isFalse: presence.isTrue };
}

function callOperand(node: Call, scope: SqlScope): SqlOperand {
  const { port } = scope;
  const definition = scope.checked.functions.get(node.callee)!;
  const type = { type: definition.result } as const;
  const result = memoize(() => noteInexact(node, compileCall(node, scope), scope));
  const condition = memoize((): SqlCondition => {
    const compiled = result();
    if (isCondition(compiled)) return compiled;
    return isRefusal(compiled) ? undecided(compiled.refused) : port.conditionOf(compiled);
  });
  return {
    type,
    comparison: undefined,
    constant: undefined,
    scalar: () => {
      const compiled = result();
      return isCondition(compiled) ? port.truthValue(compiled) : compiled;
    },
    list: () => NO_SINGLE_VALUE,
    map: () => NO_SINGLE_VALUE,
    condition,
    isNull: () => {
      const compiled = result();
      if (isRefusal(compiled)) return undecided(compiled.refused);
      if (!isCondition(compiled)) return exactCondition(port.isNull(compiled), port.isNotNull(compiled));
      const { isTrue, isFalse } = compiled;
      // A condition is known (not null) if its true side or its false side holds. Each bound of "known" joins the same
      // bound of the two sides.
      const isKnown = {
        upper: port.or([isTrue.upper, isFalse.upper]),
        lower: port.or([isTrue.lower, isFalse.lower]),
      };
      if (isExactCondition(compiled)) return exactCondition(port.isNotTrue(isKnown.upper), isKnown.upper);
      return {
        isTrue: { upper: port.isNotTrue(isKnown.lower), lower: port.isNotTrue(isKnown.upper) },
        isFalse: isKnown,
      };
    },
  };
}

function compileCall(node: Call, scope: SqlScope): SqlResult {
  const definition = scope.checked.functions.get(node.callee)!;
  if (definition.toSql === undefined)
    return { refused: `the function ${node.callee} is not implemented in SQL` };
  return definition.toSql({
    operands: node.args.map((argument) => sqlOperand(argument, scope)),
    strength: strengthOf(node),
    locale: scope.locale,
    port: scope.port,
  });
}

/** Maximum size of one node's SQL, in fragment pieces. Nested functions that repeat an argument grow exponentially. */
const MAX_PIECES = 50_000;
const TOO_LARGE = "its SQL would be too large";

function sizeOf(result: SqlScalar | SqlCondition): number {
  if (!isCondition(result)) return (result.sql as SqlText).size;
  return Math.max(extentSize(result.isTrue), extentSize(result.isFalse));
}

function extentSize({ upper, lower }: Extent): number {
  return lower === upper ? truthSize(upper) : Math.max(truthSize(upper), truthSize(lower));
}

function truthSize(truth: Truth): number {
  return typeof truth === "boolean" ? 0 : (truth as SqlText).size;
}

/**
 * Records the reason why a call is inexact. Returns the result with an empty reason, so that parent nodes do not record it
 * again.
 */
function noteInexact(node: Call, compiled: SqlResult, scope: SqlScope): SqlResult {
  const isLarge = !isRefusal(compiled) && sizeOf(compiled) > MAX_PIECES;
  const result = !isLarge ? compiled : isCondition(compiled) ? undecided(TOO_LARGE) : { refused: TOO_LARGE };
  if (isRefusal(result)) {
    if (result.refused !== "") scope.note(node, result.refused);
    return { refused: "" };
  }
  if (!isCondition(result)) return result;
  const reason = ownProperty(result, "reason");
  if (reason === undefined) return result;
  if (reason !== "") scope.note(node, reason);
  return { ...result, reason: "" };
}

function memoize<T>(make: () => T): () => T {
  let cached: { readonly value: T } | undefined;
  return () => (cached ??= { value: make() }).value;
}
