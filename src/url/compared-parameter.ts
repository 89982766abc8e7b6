import { makeCall, makeName } from "../ast/make-node.ts";
import { printNode } from "../ast/print.ts";
import type { Catalog } from "../catalog/types.ts";
import { literalOfType } from "../checker/lenient-corrections.ts";
import { diagnostic, replace, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import { encodeText } from "../values/urls/percent-encoding.ts";
import { allows, basicFilterTarget } from "./basic-filter.ts";
import type { QueryParameter } from "./decode-parameters.ts";

const CALLEES: ReadonlyMap<string, string> = new Map([
  ["!=", "ne"],
  ["<>", "ne"],
  ["<=", "le"],
  [">=", "ge"],
  ["<", "lt"],
  [">", "gt"],
]);

/** Reports a parameter that compares a member with another operator than `=`, such as `size>=3`. Undefined for other parameters. */
export function comparedParameter(
  parameter: QueryParameter,
  all: readonly QueryParameter[],
  catalog: Catalog | undefined,
): Diagnostic | undefined {
  const [, name = "", operator = "", text = ""] = comparisonIn(parameter) ?? [];
  const target = catalog && basicFilterTarget(name, catalog);
  if (target?.member === undefined) return undefined;
  const callee = CALLEES.get(operator)!;
  const { span } = parameter;
  const value = literalOfType(text.replace(/^(['"])(.*)\1$/s, "$2"), target.member.type, span);
  // Several values, null, and a second filter have no certain meaning.
  const isAlone = all.every(
    (other) => other === parameter || (other.name !== "filter" && !comparisonIn(other)),
  );
  const isClear = isAlone && !/\||^null$/i.test(text);
  const rule = "A parameter compares for equality only. Other comparisons belong in the filter:";
  if (value === undefined || !isClear || !allows(callee, target.member, catalog))
    return diagnostic("unknown-parameter", span, `${rule} filter=${callee}(${show(name)},…).`);
  const written = `filter=${encodeText(printNode(makeCall(callee, undefined, [makeName(name, span), value], span)))}`;
  const message = `${rule} ${show(written)}.`;
  return diagnostic("unknown-parameter", span, message, [replace("Write it as a filter", span, written)]);
}

function comparisonIn({ name, value, nameSpan, span }: QueryParameter): RegExpExecArray | null {
  return /^([^!<>]+)(!=|<>|[<>]=?)(.*)$/s.exec(span.end > nameSpan.end ? `${name}=${value}` : name);
}
