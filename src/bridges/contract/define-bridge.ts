import { makeLiteral, makeSortBy } from "../../ast/make-node.ts";
import type { Expression, SortBy, SortKey } from "../../ast/nodes.ts";
import { requireExpression, requireSortBy } from "../../ast/validate.ts";
import { describeValue } from "../../diagnostics/describe-value.ts";
import { resolveLimits, type Limits } from "../../diagnostics/limits.ts";
import { NOWHERE } from "../../diagnostics/span.ts";
import { ownProperties } from "../../values/own-properties.ts";
import { BridgeImporter } from "./importer.ts";
import { MemberTypes } from "./members.ts";
import { writePieces, type TextPiece } from "./pieces.ts";
import { placesInText } from "./places.ts";
import { BridgeReport } from "./report.ts";
import { exceededLimit } from "./tree-limits.ts";
import type {
  Bridge,
  BridgeNote,
  BridgeOptions,
  BridgePlace,
  BridgeQuery,
  ExportResult,
  ForeignQuery,
  ImportResult,
} from "./types.ts";

/** The arguments of the functions that write a language. `N` is the type of the result's nodes. */
export interface ExportContext<N extends object> {
  readonly report: BridgeReport<N>;
  readonly types: MemberTypes;
}

/** The parts of a bridge that differ between languages. `N` is the type of the result's nodes. */
export interface BridgeLanguage<T, N extends object> {
  readonly name: string;
  readonly title: string;
  readonly form: Bridge["form"];
  /** Reads a filter. Returns undefined if the whole filter is left out, or after `report.fail`. */
  readFilter(source: T, importer: BridgeImporter): Expression | undefined;
  /** Undefined for a language without orders, as `writeSortBy`. */
  readonly readSortBy?: (source: T, importer: BridgeImporter) => readonly SortKey[];
  /** Writes a condition. Returns undefined if the whole condition is left out. */
  writeFilter(filter: Expression, context: ExportContext<N>): N | undefined;
  /** Writes sort keys. Returns undefined if there are none. */
  readonly writeSortBy?: (sortBy: SortBy, context: ExportContext<N>) => N | undefined;
  /** Returns the condition that keeps all rows. */
  writeTrue(): N;
  /** Returns the finished filter or order, and the places of its nodes. */
  render(root: N): { readonly value: T; readonly placeOf: (node: N) => BridgePlace | undefined };
}

/** Creates a bridge: limits, reports and places are the same for all languages. */
export function defineBridge<T, N extends object>(language: BridgeLanguage<T, N>): Bridge<T> {
  const { name, title, form } = language;
  const noOrder = `${title} has no order.`;
  const {
    readSortBy = (source: T, { report }: BridgeImporter) => {
      report.fail(
        "syntax",
        noOrder,
        form === "text" ? { start: 0, end: String(source).length } : { pointer: "" },
      );
      return [];
    },
    writeSortBy = ({ keys }: SortBy, { report }: ExportContext<N>): undefined => {
      for (const { span = NOWHERE } of keys) report.drop("unsupported-order", noOrder, span);
    },
  } = language;
  return Object.freeze({
    name,
    title,
    form,
    importQuery(source: ForeignQuery<T>, options: BridgeOptions = {}): ImportResult {
      const { filter, sortBy } = ownProperties(source);
      const { catalog, limits: partial } = ownProperties(options);
      const limits = resolveLimits(partial);
      const types = new MemberTypes(catalog);
      const report: BridgeNote[] = [];
      const translate = <R extends Expression | SortBy>(
        part: BridgeNote["part"],
        input: T,
        readPart: (importer: BridgeImporter) => R,
      ): R | undefined => {
        requireForm(input, part, form);
        const notes = new BridgeReport<Expression | SortKey>(part);
        const tree = isTooLong(input, limits, notes)
          ? undefined
          : readPart(new BridgeImporter(notes, types, limits));
        if (tree !== undefined)
          checkLimits(tree, limits, notes, (node) => (form === "text" ? node.span : { pointer: "" }));
        const places = tree && placesInText(tree);
        const partNotes = notes.finish((node) => places?.get(node));
        report.push(...partNotes);
        return partNotes.some(({ effect }) => effect === "failed") ? undefined : tree;
      };
      return {
        filter:
          filter === undefined
            ? undefined
            : translate(
                "filter",
                filter,
                (importer) => language.readFilter(filter, importer) ?? makeLiteral("boolean", true, NOWHERE),
              ),
        sortBy:
          sortBy === undefined
            ? undefined
            : translate("sortBy", sortBy, (importer) => makeSortBy(readSortBy(sortBy, importer), NOWHERE)),
        report,
      };
    },
    exportQuery(query: BridgeQuery, options: BridgeOptions = {}): ExportResult<T> {
      const { filter, sortBy } = ownProperties(query);
      const types = new MemberTypes(ownProperties(options).catalog);
      const report: BridgeNote[] = [];
      const write = (
        part: BridgeNote["part"],
        writePart: (context: ExportContext<N>) => N | undefined,
      ): T | undefined => {
        const notes = new BridgeReport<N>(part);
        const root = writePart({ report: notes, types });
        const rendered = root && language.render(root);
        report.push(...notes.finish((node) => rendered?.placeOf(node)));
        return rendered?.value;
      };
      if (filter !== undefined) requireExpression(filter, "filter");
      if (sortBy !== undefined) requireSortBy(sortBy, "sortBy");
      return {
        filter:
          filter &&
          write("filter", (context) => language.writeFilter(filter, context) ?? language.writeTrue()),
        sortBy: sortBy && write("sortBy", (context) => writeSortBy(sortBy, context)),
        report,
      };
    },
  });
}

/** The parts of the bridge of a language whose filters and orders are texts. */
export type TextLanguage = Omit<BridgeLanguage<string, TextPiece>, "form" | "render">;

export function defineTextBridge(language: TextLanguage): Bridge<string> {
  return defineBridge({
    ...language,
    form: "text",
    render: (root: TextPiece) => {
      const { text, places } = writePieces(root);
      return { value: text, placeOf: (node: TextPiece) => places.get(node) };
    },
  });
}

function requireForm(source: unknown, part: string, form: Bridge["form"]): void {
  if (form === "text" && typeof source !== "string")
    throw new TypeError(`${part} must be a string, got ${describeValue(source)}`);
}

function isTooLong(source: unknown, limits: Limits, report: BridgeReport<Expression | SortKey>): boolean {
  if (typeof source !== "string" || source.length <= limits.text) return false;
  const message = `The text has ${source.length} characters; at most ${limits.text} are allowed.`;
  report.fail("limit", message, { start: limits.text, end: source.length });
  return true;
}

function checkLimits(
  tree: Expression | SortBy,
  limits: Limits,
  report: BridgeReport<Expression | SortKey>,
  placeOf: (node: Expression) => BridgePlace,
): void {
  const roots = tree.kind === "sortBy" ? tree.keys.map(({ expression }) => expression) : [tree];
  if (roots.length > limits.sortKeys) {
    const message = `The order has ${roots.length} keys; at most ${limits.sortKeys} are allowed.`;
    report.fail("limit", message, placeOf(roots[limits.sortKeys]!));
    return;
  }
  for (const root of roots) {
    const problem = exceededLimit(root, limits);
    if (problem !== undefined) {
      report.fail("limit", problem, placeOf(root));
      return;
    }
  }
}
