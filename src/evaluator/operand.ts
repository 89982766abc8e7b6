import { strengthOf, type Expression, type Literal, type Name } from "../ast/nodes.ts";
import type { ResolvedMember } from "../catalog/resolve-member.ts";
import type { Checked } from "../checker/checked.ts";
import { constantCallOf } from "../functions/definition/constant-call.ts";
import type { Operand, Reader, Test } from "../functions/definition/types.ts";
import { plainReader } from "../functions/in-memory/member-closures.ts";
import { ownNestedProperty } from "../functions/in-memory/member-readers.ts";
import {
  isInherited,
  ownDataProperty,
  readDeclaredPath,
  readPath,
  valueOrNull,
} from "../values/read-path.ts";
import { isScalarType, type ValueType } from "../values/types.ts";
import { memberReader } from "./declared-value.ts";
import { ownProperty } from "../values/own-properties.ts";

export interface CompileScope {
  readonly checked: Checked;
  readonly locale: string | undefined;
  /** Whether rows are plain data. See `EvaluateOptions.rows`. */
  readonly plainRows?: boolean;
}

/** Compiles an argument. Its closures are created on first use. */
export function compileOperand(node: Expression, scope: CompileScope): Operand {
  switch (node.kind) {
    case "literal":
      return literalOperand(node);
    case "name":
      return memberOperand(node, resolvedMember(node, scope), ownProperty(scope, "plainRows") === true);
    case "call": {
      const definition = scope.checked.functions.get(node.callee);
      if (definition === undefined)
        throw new TypeError(`Unknown function ${node.callee}: the expression was not checked.`);
      const constant = definition.constant && constantCallOf(node, scope.checked.functions);
      if (constant !== undefined) return literalOperand(constant);
      const compiled = definition.compile({
        operands: node.args.map((argument) => compileOperand(argument, scope)),
        strength: strengthOf(node),
        locale: scope.locale,
      });
      const { isTrue, isFalse, read } = compiled;
      const type: ValueType = { type: definition.result };
      const base = { type, comparison: undefined, constant: undefined, property: undefined };
      if (isTrue === undefined) return { ...base, ...conditionOf(memoize(read)) };
      return {
        ...base,
        memberTest: ownProperty(compiled, "memberTest"),
        falseTest: ownProperty(compiled, "falseTest"),
        isTrue: memoize(isTrue),
        isFalse: memoize(isFalse),
        read: memoize(read),
      };
    }
  }
}

/** Caches the result of `make`. Without the cache, nested calls would be compiled repeatedly. */
function memoize<T>(make: () => T): () => T {
  let cached: T | undefined;
  return () => (cached ??= make());
}

/** Returns the member that the checker resolved for a name. With a catalog, other names are not read. */
function resolvedMember(node: Name, { checked }: CompileScope): ResolvedMember | undefined {
  const member = checked.members.get(node);
  if (member === undefined && checked.catalog !== undefined) {
    throw new TypeError(`Unresolved name ${node.name}: the expression was not checked.`);
  }
  return member;
}

/** Returns the reader and tests of a value as a condition. Values other than true and false are unknown. */
function conditionOf(read: () => Reader): Pick<Operand, "read" | "isTrue" | "isFalse"> {
  const equals = (expected: boolean) => (): Test => {
    const value = read();
    return (row) => value(row) === expected;
  };
  return { read, isTrue: equals(true), isFalse: equals(false) };
}

function literalOperand(node: Literal): Operand {
  const { value } = node;
  return {
    type: { type: node.type },
    comparison: undefined,
    constant: { value },
    property: undefined,
    ...conditionOf(() => () => value),
  };
}

function memberOperand(node: Name, member: ResolvedMember | undefined, plainRows: boolean): Operand {
  const path = member?.path ?? node.name.split(".");
  const type = member?.type;
  const declared = member === undefined ? undefined : memberReader(member);
  const [key, inner] = path;
  const isPlain = plainRows && !path.some(isInherited);
  return {
    type,
    comparison: member?.strength,
    constant: undefined,
    // Only members with scalar values can be tested directly, without conversion.
    property:
      path.length <= 2 && (type === undefined || isScalarType(type.type))
        ? { key: key!, inner, plain: isPlain }
        : undefined,
    ...conditionOf(() => {
      const raw: Reader =
        path.length === 1
          ? isPlain
            ? plainReader(key!)
            : (row) => valueOrNull(ownDataProperty(row, key!))
          : path.length === 2
            ? (row) => valueOrNull(ownNestedProperty(row, key!, inner!))
            : (row) => valueOrNull(readPath(row, path));
      if (declared === undefined) return raw;
      if (path.length === 1) return (row) => declared(raw(row));
      const { lists } = member!;
      return (row) => declared(valueOrNull(readDeclaredPath(row, path, lists)));
    }),
  };
}
