import type { Expression } from "../../ast/nodes.ts";
import type { ResolvedMember } from "../../catalog/resolve-member.ts";
import { ownProperty } from "../../values/own-properties.ts";
import type { ListColumn } from "./list-column.ts";
import { cellOperand, eachTest, rowsCondition, type VectorCondition, type VectorContext } from "./vector.ts";

/**
 * A condition on a member that is a list. Where it is read "some element", each different element is asked once, as the
 * only one of a list: the whole holds if it holds for some element, and fails if it fails for each.
 */
export function listsCondition(
  node: Expression,
  member: ResolvedMember,
  column: ListColumn,
  context: VectorContext,
): VectorCondition {
  if (!isOfElements(node, context)) return rowsCondition(node, context);
  const operand = cellOperand(node, member, context);
  const ask = (isTrue: boolean) => {
    const test = isTrue ? operand.isTrue() : operand.isFalse();
    return Uint8Array.from(column.values, (value, code) => (code > 0 && test({ v: [value] }) ? 1 : 0));
  };
  const { starts, elements } = column;
  const { rows } = context;
  let holds: Uint8Array | undefined;
  let fails: Uint8Array | undefined;
  return {
    isTrue: () =>
      eachTest(
        (row) => {
          const table = (holds ??= ask(true));
          for (let i = starts[row]!; i < starts[row + 1]!; i++) if (table[elements[i]!] === 1) return true;
          return false;
        },
        rows,
        ASKING_LISTS,
      ),
    isFalse: () =>
      eachTest(
        (row) => {
          if (column.isNull(row)) return false;
          const table = (fails ??= ask(false));
          for (let i = starts[row]!; i < starts[row + 1]!; i++) {
            if (elements[i] !== 0 && table[elements[i]!] === 0) return false;
          }
          return true;
        },
        rows,
        ASKING_LISTS,
      ),
  };
}

const ASKING_LISTS = 20;

/** A list and literals: of two arguments either may be the list, of more only the first, where each is asked by itself. */
function isOfElements(node: Expression, { checked }: VectorContext): boolean {
  if (node.kind !== "call") return false;
  const definition = checked.functions.get(node.callee)!;
  if (!definition.someElement || definition.group === "service") return false;
  const names = node.args.filter(({ kind }) => kind === "name");
  if (names.length !== 1 || node.args.some(({ kind }) => kind === "call")) return false;
  if (node.args.length === 2) return true;
  return ownProperty(definition, "equality") === "oneOf" && node.args[0]!.kind === "name";
}
