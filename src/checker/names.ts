import { makeCall, makeName } from "../ast/make-node.ts";
import type { Expression, Name } from "../ast/nodes.ts";
import { printNode } from "../ast/print.ts";
import type { ResolvedMember } from "../catalog/resolve-member.ts";
import type { Catalog } from "../catalog/types.ts";
import { diagnostic, replace } from "../diagnostics/diagnostic.ts";
import { codePointName } from "../diagnostics/describe-value.ts";
import { show } from "../diagnostics/show.ts";
import { isProbablyMeant, suggest } from "../diagnostics/suggest.ts";
import { questionFor } from "../diagnostics/unknown-name.ts";
import type { CheckContext } from "./context.ts";
import { usableMember, usableNames } from "./member-gate.ts";

/** Resolves a name and records its member, or reports that it is unknown. */
export function checkName(node: Name, context: CheckContext): ResolvedMember | undefined {
  const { catalog } = context;
  if (catalog === undefined) return undefined;
  const resolved = usableMember(catalog, node.name);
  if (resolved === undefined) addUnknownMember(node, catalog, context);
  else context.members.note(node, resolved);
  return resolved;
}

function addUnknownMember(node: Name, catalog: Catalog, context: CheckContext): void {
  if (context.isFull) return;
  const meant = meantByPath(node, catalog);
  if (meant !== undefined) {
    const text = printNode(meant);
    const fix = context.propose(replace(`Write ${text}`, node.span, text), node, meant);
    const message = `There is no member '${show(node.name)}' here. Write ${show(text)}.`;
    context.add(diagnostic("unknown-member", node.span, message, [fix]));
    return;
  }
  const near = suggest(node.name, usableNames(catalog));
  const foreign = [...node.name.slice(0, 200)].find((character) => character > "\x7f");
  const letter = foreign === undefined ? "" : ` (the name has the character ${codePointName(foreign)})`;
  const fixes = near
    .filter((name) => isProbablyMeant(node.name, name))
    .map((name) =>
      context.propose(replace(`Write ${name}`, node.span, name), node, makeName(name, node.span)),
    );
  context.add(
    diagnostic(
      "unknown-member",
      node.span,
      `There is no member '${show(node.name)}' here${letter}.${questionFor(near)}`,
      fixes,
    ),
  );
}

/** Words before the name of a member in other languages. */
const ROW = /^(?:this|self|it|item|row|record|entry|doc|obj)\./;
/** A property of strings and lists in other languages. */
const LENGTH = /\.(?:length|size|count)$/;

/** Returns what `row.name` and `name.length` mean. Undefined for other names. */
function meantByPath({ name, span }: Name, catalog: Catalog): Expression | undefined {
  const withoutRow = name.replace(ROW, "");
  if (withoutRow !== name && usableMember(catalog, withoutRow) !== undefined)
    return makeName(withoutRow, span);
  const of = withoutRow.replace(LENGTH, "");
  const type = of === withoutRow ? undefined : usableMember(catalog, of)?.type.type;
  if (type !== "string" && type !== "list" && type !== "map") return undefined;
  return makeCall("length", undefined, [makeName(of, span)], span);
}
