/**
 * From the options of a command to a filter and an order that can be run, in two steps: what is wrong whatever the rows
 * are is told before a file is opened; the rest when the first rows are there.
 *
 * With a catalog the rules are strict about types. Without one the rows decide, as the language says; but a slip in a
 * name would then find nothing and say nothing. So the first rows tell which members there are: a name that no row has
 * is an error where all rows were seen, and a warning where more may come.
 */
import {
  check,
  checkSortBy,
  hasErrors,
  parseFilter,
  parseSortBy,
  type Catalog,
  type CheckedFilter,
  type CheckedSortBy,
  type Diagnostic,
} from "tamis";
import { catalogFromRows } from "tamis/catalog";
import type { Scope } from "./command.ts";
import type { Naming } from "./naming.ts";
import { note, report } from "./report.ts";
import { hasMember } from "./row-members.ts";

/** The expression is wrong, and it has been told why. */
export class ExpressionError extends Error {
  override readonly name = "ExpressionError";
  readonly exitCode = 3;

  constructor() {
    super("");
  }
}

/** What is known of the rows before all of them were read. */
export interface Sample {
  readonly sample: readonly unknown[];
  readonly complete: boolean;
  readonly naming: Naming;
}

export interface Asked {
  readonly filter: string;
  readonly sortBy: string;
  /** The filter has basic filters in it, whose values stand in no quotes and take the member's type. */
  readonly hasBasics?: boolean;
}

export interface Prepared {
  readonly filter: CheckedFilter;
  readonly sortBy: CheckedSortBy;
}

/** A text with what was found in it. `T` is what it becomes if it is right. */
interface Finding<T> {
  readonly checked: T | undefined;
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads what was asked. What is wrong with it whatever the rows are is told; then it throws. */
export function readAsked(
  asked: Asked,
  catalog: Catalog | undefined,
  scope: Scope,
): (rows: Sample) => Prepared {
  const mode = scope.args.flag("strict") ? "strict" : "lenient";
  const filter = parseFilter(asked.filter, { mode });
  const sortBy = parseSortBy(asked.sortBy, { mode });
  const checkedFilter = found(filter, (tree) => {
    const { filter: checked, diagnostics } = check(tree, catalog, { mode });
    return { checked, diagnostics };
  });
  const checkedSortBy = found(sortBy, (tree) => {
    const { sortBy: checked, diagnostics } = checkSortBy(tree, catalog, { mode });
    return { checked, diagnostics };
  });
  if (checkedFilter.checked === undefined || checkedSortBy.checked === undefined) {
    tell(asked, checkedFilter, checkedSortBy, scope);
    throw new ExpressionError();
  }
  return (rows) => {
    tellNames(rows, scope, scope.io.stderrIsTTY);
    const { catalog: seen } = catalog === undefined ? catalogFromRows(rows.sample, { name: "rows" }) : {};
    if (seen === undefined) return settled(asked, checkedFilter, checkedSortBy, scope);
    const hinted = check(filter.expression!, seen, { mode });
    // Where the rows' own members explain what was meant (an unquoted value, say), that reading is what is run. A
    // member whose type the rows do not tell is not among them: then nothing is read into the text, and of types
    // nothing is said.
    const misread = hinted.diagnostics.some(
      ({ code, span }) => isName(code) && inRows(asked.filter, span, rows),
    );
    const hints = hintsOf(hinted.diagnostics, asked.filter, rows).filter(({ code }) =>
      misread ? code === "unknown-member" : code !== "quoted-value" || asked.hasBasics !== true,
    );
    const meant = misread || hinted.filter === undefined ? filter.expression! : hinted.filter.expression;
    const final = check(meant, undefined, { mode });
    const order = checkSortBy(sortBy.expression!, seen, { mode });
    const orderHints = hintsOf(order.diagnostics, asked.sortBy, rows);
    const unknown = [...hints, ...orderHints].some(({ code }) => isName(code));
    tellNames(rows, scope, unknown && !scope.io.stderrIsTTY);
    return settled(
      asked,
      { checked: final.filter, diagnostics: [...filter.diagnostics, ...final.diagnostics, ...hints] },
      {
        checked: checkedSortBy.checked,
        diagnostics: [...checkedSortBy.diagnostics, ...orderHints],
      },
      scope,
    );
  };
}

function found<Tree, T>(
  parsed: { readonly expression: Tree | undefined; readonly diagnostics: readonly Diagnostic[] },
  checkTree: (tree: Tree) => Finding<T>,
): Finding<T> {
  if (parsed.expression === undefined) return { checked: undefined, diagnostics: parsed.diagnostics };
  const { checked, diagnostics } = checkTree(parsed.expression);
  return { checked, diagnostics: [...parsed.diagnostics, ...diagnostics] };
}

function settled(
  asked: Asked,
  filter: Finding<CheckedFilter>,
  sortBy: Finding<CheckedSortBy>,
  scope: Scope,
): Prepared {
  tell(asked, filter, sortBy, scope);
  const wrong = hasErrors(filter.diagnostics) || hasErrors(sortBy.diagnostics);
  if (wrong || filter.checked === undefined || sortBy.checked === undefined) throw new ExpressionError();
  return { filter: filter.checked, sortBy: sortBy.checked };
}

/** What the seen rows say of names and readings. Their types bind nobody: another row may hold something else. */
function hintsOf(diagnostics: readonly Diagnostic[], text: string, rows: Sample): Diagnostic[] {
  return diagnostics.flatMap((each): Diagnostic[] => {
    switch (each.code) {
      case "unknown-member": {
        if (inRows(text, each.span, rows)) return [];
        if (rows.complete) return [each];
        return [
          {
            ...each,
            severity: "warning",
            message: each.message.replace(" here", " in the rows seen so far"),
          },
        ];
      }
      case "unquoted-string":
        return inRows(text, each.span, rows) ? [] : [each];
      case "quoted-member":
      case "quoted-value":
        return [each];
      case "type-mismatch":
      case "not-a-condition":
        return [{ ...each, severity: "warning" }];
      default:
        return [];
    }
  });
}

/** What members are called that cannot be named as they are: for whoever looks on, and where a name was not found. */
function tellNames({ naming }: Sample, scope: Scope, asked: boolean): void {
  const text = asked ? naming.text() : undefined;
  if (text !== undefined) note(scope, text);
}

function isName(code: Diagnostic["code"]): boolean {
  return code === "unknown-member" || code === "unquoted-string";
}

/** Whether the name at a place of a text is one that the rows have, if only with null or with values of several types. */
function inRows(text: string, { start, end }: Diagnostic["span"], { sample }: Sample): boolean {
  return hasMember(sample, text.slice(start, end));
}

function tell(asked: Asked, filter: Finding<unknown>, sortBy: Finding<unknown>, scope: Scope): void {
  for (const [text, { diagnostics }] of [
    [asked.filter, filter],
    [asked.sortBy, sortBy],
  ] as const) {
    report(
      text,
      diagnostics.filter(({ severity }) => severity !== "hint"),
      scope,
    );
  }
}
