import { strengthOf, type Expression, type Literal, type Name } from "../ast/nodes.ts";
import type { ResolvedMember } from "../catalog/resolve-member.ts";
import type { Checked } from "../checker/checked.ts";
import type { Operand, Reader, Test } from "../functions/definition/types.ts";
import { isInherited, isNull, own, readDeclaredPath, readPath } from "../values/read-path.ts";
import type { Value, ValueType } from "../values/types.ts";
import { memberReader } from "./declared-value.ts";
import { ownProperties } from "../values/own-properties.ts";

/** What compiling needs to know beside the tree. */
export interface CompileScope {
  readonly checked: Checked;
  readonly locale: string | undefined;
  /** Whether the caller vouches for the rows: see `EvaluateOptions.rows`. */
  readonly plainRows?: boolean;
}

/** Compiles a node into what functions take as an argument: closures, made when they are asked for. */
export function compileOperand(node: Expression, scope: CompileScope): Operand {
  switch (node.kind) {
    case "literal":
      return literalOperand(node);
    case "name":
      return memberOperand(node, resolvedMember(node, scope), scope.plainRows === true);
    case "call": {
      const definition = scope.checked.functions.get(node.callee);
      if (definition === undefined)
        throw new TypeError(`There is no function ${node.callee}: the tree is not checked.`);
      const { isTrue, isFalse, read, memberTest } = ownProperties(
        definition.compile({
          operands: node.args.map((argument) => compileOperand(argument, scope)),
          strength: strengthOf(node),
          locale: scope.locale,
        }),
      );
      const type: ValueType = { type: definition.result };
      const base = { type, comparison: undefined, constant: undefined, place: undefined };
      if (isTrue === undefined) return { ...base, ...conditionOf(once(read)) };
      return { ...base, memberTest, isTrue: once(isTrue), isFalse: once(isFalse), read: once(read) };
    }
  }
}

/** A function that makes something, once: two that ask a call for it must not make all that is below it twice. */
function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => (made ??= make());
}

/** Under a catalog only what the checker has resolved is read: never a property that may not be asked for. */
function resolvedMember(node: Name, { checked }: CompileScope): ResolvedMember | undefined {
  const member = checked.members.get(node);
  if (member === undefined && checked.catalog !== undefined) {
    throw new TypeError(`The name ${node.name} is not resolved: the tree is not checked.`);
  }
  return member;
}

/** A value read as a condition: true, false, or else unknown. */
function conditionOf(read: () => Reader): Pick<Operand, "read" | "isTrue" | "isFalse"> {
  const equals = (wanted: boolean) => (): Test => {
    const value = read();
    return (row) => value(row) === wanted;
  };
  return { read, isTrue: equals(true), isFalse: equals(false) };
}

function literalOperand(node: Literal): Operand {
  const { value } = node;
  return {
    type: { type: node.type },
    comparison: undefined,
    constant: { value },
    place: undefined,
    ...conditionOf(() => () => value),
  };
}

function memberOperand(node: Name, member: ResolvedMember | undefined, plainRows: boolean): Operand {
  const path = member?.path ?? node.name.split(".");
  const type = member?.type;
  const declared = member === undefined ? undefined : memberReader(member);
  const [key, inner] = path;
  return {
    type,
    comparison: member?.strength,
    constant: undefined,
    // A test of the raw value is enough where it tells the declared type's values from all others.
    place:
      path.length <= 2 && (type === undefined || PLAIN.has(type.type))
        ? { key: key!, inner, plain: plainRows && !path.some(isInherited) }
        : undefined,
    ...conditionOf(() => {
      const raw: Reader =
        path.length === 1
          ? (row) => nullable(own(row, key!))
          : path.length === 2
            ? nestedReader(path[0]!, path[1]!, path)
            : (row) => nullable(readPath(row, path));
      if (declared === undefined) return raw;
      if (path.length === 1) return (row) => declared(raw(row));
      const { lists } = member!;
      return (row) => declared(nullable(readDeclaredPath(row, path, lists)));
    }),
  };
}

const PLAIN: ReadonlySet<string> = new Set([
  "string",
  "integer",
  "number",
  "boolean",
  "date",
  "time",
  "dateTime",
]);

/** One object in another is the most frequent path; a list on the way takes the general one. */
function nestedReader(outer: string, inner: string, path: readonly string[]): Reader {
  return (row) => {
    const value = own(row, outer);
    return nullable(Array.isArray(value) ? readPath(row, path) : own(value, inner));
  };
}

function nullable(value: unknown): Value {
  return isNull(value) ? null : (value as Value);
}
