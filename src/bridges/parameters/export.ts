import { mirroredCallee } from "../../functions/definition/comparisons.ts";
import { strengthOf, type Call, type Expression, type Literal, type Name } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import type { ExportContext } from "../contract/define-bridge.ts";
import type { TextPiece } from "../contract/pieces.ts";
import { strengthEffect } from "../contract/strength-effect.ts";
import { instantOfDate } from "../syntax/literals.ts";
import { COLLATION_ORDER } from "../syntax/strings.ts";

/** A test of one member with values. */
export interface WrittenTest {
  readonly callee: string;
  readonly member: Name;
  readonly values: readonly Literal[];
  /** The call that the test comes from, or a boolean member that is used as a condition. */
  readonly node: Call | Name;
}

/**
 * Returns the tests of one member that a condition consists of: `lt(1,a,3)` has two. Undefined, with a note, if it compares
 * anything else.
 */
export function memberTests(
  node: Call,
  { report, types }: ExportContext<TextPiece>,
  language: string,
): readonly WrittenTest[] | undefined {
  const { callee, args, span } = node;
  const isSearch = /^(?:contains|startsWith|endsWith)$/.test(callee);
  if (!isSearch && !/^(?:eq|ne|in|[lg][te])$/.test(callee))
    return report.drop("unsupported-function", `${language} has no function ${show(callee)}(…).`, span);
  const tests: WrittenTest[] = [];
  const add = (name: string, member: Expression, values: readonly Expression[]): boolean => {
    const isPlain = member.kind === "name" && values.every(({ kind }) => kind === "literal");
    if (!isPlain) return false;
    const type = types.typeOfAll([member]);
    tests.push({
      callee: name,
      member,
      values: (values as readonly Literal[]).map((value) => instantOfDate(value, type)),
      node,
    });
    return true;
  };
  const isDone =
    callee === "in" || isSearch
      ? add(callee, args[0]!, args.slice(1))
      : args.slice(1).every((right, i) => {
          const left = args[i]!;
          return left.kind === "literal" && right.kind !== "literal"
            ? add(mirroredCallee(callee), right, [left])
            : add(callee, left, [right]);
        });
  if (!isDone)
    return report.drop("unsupported-operator", `${language} compares a member with values only.`, span);
  const [{ member }] = tests as [WrittenTest];
  const type = types.typeOf(member);
  if (isSearch && ((type !== undefined && type !== "string") || tests[0]!.values[0]?.type !== "string"))
    return report.drop("unsupported-value", `${language} searches strings only.`, span);
  const isInstantOfDate = tests.some(
    (test) =>
      types.typeOfAll([test.member]) === "date" && test.values.some((value) => value.type === "dateTime"),
  );
  if (isInstantOfDate) {
    const message = "A server can read a date-time as a date, because the member is one.";
    return report.drop("type-conversion", message, span);
  }
  return tests;
}

/** Returns whether a test compares strings at a strength that ignores case. */
export function ignoresCase(
  { node, member, values }: WrittenTest,
  { types }: ExportContext<TextPiece>,
): boolean {
  if (node.kind !== "call" || values[0]?.type !== "string") return false;
  const strength = strengthOf(node) ?? types.strengthOf([member]);
  return strength === "primary" || strength === "secondary";
}

/** Records how the comparison of strings differs. `isFolded` says that the written test ignores case. */
export function noteWrittenStrings(
  { node, callee, member, values }: WrittenTest,
  isFolded: boolean,
  piece: TextPiece,
  { report, types }: ExportContext<TextPiece>,
): void {
  if (node.kind !== "call" || values[0]?.type !== "string") return;
  const strength = strengthOf(node) ?? types.strengthOf([member]) ?? "identical";
  if (isFolded) {
    const message = `The server ignores case by rules of its own, tamis by the collation of a language at the strength ${strength}.`;
    report.note("case-sensitivity", "other", message, node.span, piece);
  } else if (strength !== "identical" && strength !== "codePoint") {
    const message = `The server compares each character, and not at the strength ${strength}.`;
    report.note("case-sensitivity", strengthEffect(callee), message, node.span, piece);
  }
  if (/^[lg][te]$/.test(callee) && strength !== "codePoint") {
    report.note("string-order", "other", COLLATION_ORDER, node.span, piece);
  }
}
