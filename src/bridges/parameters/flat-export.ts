import type { Expression, Name } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import type { ExportContext } from "../contract/define-bridge.ts";
import { joinPieces, textPiece, type TextPiece } from "../contract/pieces.ts";
import { ignoresCase, memberTests, noteWrittenStrings, type WrittenTest } from "./export.ts";
import { encodeParameter } from "./query-string.ts";
import { BridgeExporter } from "../contract/exporter.ts";

/** How a language without `or` and `not` writes tests. */
export interface FlatSpelling {
  readonly language: string;
  /** Returns the name and the value of the parameter, or a string with the reason if the language lacks the test. */
  test(test: WrittenTest, isFolded: boolean): readonly [name: string, value: string] | string;
  nullTest(member: Name, isNull: boolean): readonly [name: string, value: string] | string;
  /** Returns the opposite test, such as `ne` for `eq`. Undefined if the language has none. */
  opposite(callee: string): string | undefined;
  /** Returns whether a test can ignore case. */
  canFold(callee: string): boolean;
  canWrite(name: string): boolean;
}

/** Writes a conjunction: each of its conditions is one parameter. */
export class FlatExporter extends BridgeExporter<TextPiece> {
  readonly #spelling: FlatSpelling;

  constructor(context: ExportContext<TextPiece>, spelling: FlatSpelling) {
    super(context);
    this.#spelling = spelling;
  }

  filter(node: Expression): TextPiece | undefined {
    if (node.kind === "literal" && node.value === true) return textPiece(1, "");
    return this.condition(node);
  }

  /** Writes a condition. Recursion is safe: the depth of trees is limited. */
  condition(node: Expression): TextPiece | undefined {
    const { report } = this.context;
    if (node.kind === "name") return this.#tests([{ callee: "eq", member: node, values: [], node }]);
    if (node.kind === "literal")
      return this.drop("unsupported-value", "There is no condition without a member.", node);
    const { callee, args } = node;
    if (callee === "and")
      return report.join(
        "and",
        args.map((argument) => this.condition(argument)),
        (pieces) => joinPieces(1, pieces, "&"),
      );
    if (callee === "or" || callee === "not") return this.#opposite(node, callee, args);
    if (callee === "isNull") return this.#isNull(args[0]!, true, node);
    const tests = memberTests(node, this.context, this.#spelling.language);
    return tests && this.#tests(tests);
  }

  /** Writes a negation as the opposite test. Left out, with a note, if the language has no such test. */
  #opposite(node: Expression, callee: string, args: readonly Expression[]): TextPiece | undefined {
    const [inner] = args as [Expression];
    if (callee === "not" && inner.kind === "call") {
      if (inner.callee === "not") return this.condition(inner.args[0]!);
      if (inner.callee === "isNull") return this.#isNull(inner.args[0]!, false, node);
      const opposite = this.#spelling.opposite(inner.callee);
      const isPair = inner.args.length === 2 || inner.callee === "in";
      if (opposite !== undefined && isPair) {
        const tests = memberTests(inner, this.context, this.#spelling.language);
        return tests && this.#tests(tests.map((test) => ({ ...test, callee: opposite })));
      }
    }
    return this.drop("unsupported-operator", `${this.#spelling.language} has no ${callee}.`, node);
  }

  #tests(tests: readonly WrittenTest[]): TextPiece | undefined {
    const { report } = this.context;
    return report.join(
      "and",
      tests.map((test) => this.#test(test)),
      (pieces) => joinPieces(1, pieces, "&"),
    );
  }

  #test(test: WrittenTest): TextPiece | undefined {
    const { member, node, callee } = test;
    const { types } = this.context;
    if (!this.#canWrite(member)) return undefined;
    if (types.isList(member))
      return this.drop("list-logic", "The server may compare the whole list, and not its elements.", node);
    const isFolded = ignoresCase(test, this.context) && this.#spelling.canFold(callee);
    const parameter = this.#spelling.test(test, isFolded);
    if (typeof parameter === "string") return this.drop("unsupported-value", parameter, node);
    const piece = parameterPiece(parameter);
    noteWrittenStrings(test, isFolded, piece, this.context);
    if (callee === "ne" && types.isNullable(member)) {
      const message = "Some servers keep rows without a value.";
      this.context.report.note("null-logic", "more", message, node.span, piece);
    }
    return piece;
  }

  #isNull(of: Expression, isNull: boolean, node: Expression): TextPiece | undefined {
    if (of.kind !== "name")
      return this.drop("unsupported-function", "Only members are tested for null.", node);
    if (!this.#canWrite(of)) return undefined;
    const parameter = this.#spelling.nullTest(of, isNull);
    if (typeof parameter === "string") return this.drop("unsupported-value", parameter, node);
    return parameterPiece(parameter);
  }

  #canWrite({ name, span }: Name): boolean {
    if (this.#spelling.canWrite(name)) return true;
    const message = `${this.#spelling.language} cannot write the name ${show(name)}.`;
    this.context.report.drop("unwritable-name", message, span);
    return false;
  }
}

function parameterPiece([name, value]: readonly [string, string]): TextPiece {
  return textPiece(1, `${encodeParameter(name)}=${encodeParameter(value)}`);
}
