import type { Expression } from "../../ast/nodes.ts";
import { show } from "../../diagnostics/show.ts";
import { likeSearch, type Search } from "../../readers/patterns.ts";
import { Translator } from "../contract/importer.ts";
import { importNullTest, importSearch, importTest, parameterValue } from "../parameters/import.ts";
import { POSTGREST_COMPARISONS, type PostgrestNode } from "./parse.ts";
import { completedTest } from "../syntax/null-equality.ts";
import { importRegex } from "../syntax/searches.ts";

type Test = PostgrestNode & { readonly kind: "test" };

/** Translates filters of PostgREST. PostgreSQL evaluates them, with three-valued logic as in tamis. */
export class PostgrestImporter extends Translator {
  /** Translates a condition. Recursion is safe: the parser limits the depth. */
  condition(node: PostgrestNode): Expression | undefined {
    const { isNegated, span } = node;
    const inner = (): Expression | undefined => {
      if (node.kind === "test") return this.#test(node);
      const parts = node.parts.map((part) => this.condition(part));
      return node.operator === "and" ? this.to.and(parts, span) : this.to.or(parts, span);
    };
    return isNegated ? this.to.not(inner, span) : inner();
  }

  #test(node: Test): Expression | undefined {
    const { path, operator, values, span } = node;
    const [text = ""] = values;
    const callee = operator === "in" ? operator : POSTGREST_COMPARISONS.get(operator);
    if (callee !== undefined) return importTest({ path, callee, values, span }, this.to);
    switch (operator) {
      case "is":
        return this.#is(path, text.toLowerCase(), node);
      case "like":
      case "ilike":
        return importSearch(
          path,
          likeSearch(text.replaceAll("*", "%"), operator === "ilike"),
          operator === "ilike",
          span,
          this.to,
        );
      case "match":
      case "imatch":
        return this.#pattern(node, importRegex(text, operator === "imatch" ? "i" : ""));
      case "cs":
      case "ov":
        return this.#array(node);
      default:
        return this.#drop("unsupported-operator", `tamis has no operator ${show(operator)}.`, node);
    }
  }

  #drop(
    code: "unsupported-operator" | "unsupported-value" | "type-conversion",
    message: string,
    { span }: Test,
  ): undefined {
    return this.to.report.drop(code, message, span);
  }

  /** Translates `is.true`. For null, it is false, and a member of tamis is unknown: the same rows, unless they are negated. */
  #is(path: string, word: string, node: Test): Expression | undefined {
    const { span } = node;
    if (word === "null" || word === "unknown") return importNullTest(path, true, span, this.to);
    if (word === "not_null") return importNullTest(path, false, span, this.to);
    const name = this.to.name(path, span);
    if (name === undefined) return undefined;
    if (word !== "true" && word !== "false")
      return this.#drop(
        "unsupported-value",
        "is has the value null, not_null, true, false or unknown.",
        node,
      );
    const test = word === "true" ? name : this.to.call("not", [name], span);
    return completedTest(test, name, false, span, this.to);
  }

  #pattern(node: Test, search: Search | undefined): Expression | undefined {
    const condition = importSearch(node.path, search, false, node.span, this.to);
    const message = "Patterns of PostgreSQL have another notation than RE2.";
    if (condition !== undefined) this.to.report.note("pattern", "other", message, node.span, condition);
    return condition;
  }

  /** Translates tests of arrays: `cs.{a,b}` holds if both values are elements, `ov.{a,b}` if one is. */
  #array(node: Test): Expression | undefined {
    const { path, operator, values, span } = node;
    const { types } = this.to;
    const name = this.to.name(path, span);
    if (name === undefined) return undefined;
    const type = types.typeOfAll([name]);
    if (values.length === 0 || (values.length === 1 && /^[[{"]/.test(values[0]!)))
      return this.#drop("unsupported-value", "tamis has no such value.", node);
    const literals = values.map((text) => parameterValue(text, type, span, this.to));
    const strength = types.exactStrength([name]);
    if (operator === "ov") {
      // One value has no translation. The list without it would keep fewer rows.
      if (literals.includes(undefined)) return undefined;
      return this.to.call("in", [name, ...(literals as Expression[])], span, strength);
    }
    return this.to.and(
      literals.map((literal) => literal && this.to.call("eq", [name, literal], span, strength)),
      span,
    );
  }
}
