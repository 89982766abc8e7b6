import { makeCall, makeLiteral, makeName } from "../ast/make-node.ts";
import type { Expression, Literal } from "../ast/nodes.ts";
import { readNumeral } from "../ast/literals.ts";
import { localDate } from "../ast/local-dates.ts";
import { isDottedName } from "../ast/spelling.ts";
import { diagnostic, type Diagnostic } from "../diagnostics/diagnostic.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { kindOfOperator, type Construct, type ConstructKind } from "./constructs.ts";
import { readForeignString } from "./tokens/scan-string.ts";
import type { InfixNode, InfixOperator } from "./syntax.ts";

type PathNode = Extract<InfixNode, { readonly kind: "path" }>;
type TextNode = Extract<InfixNode, { readonly kind: "text" }>;
type IndexNode = Extract<InfixNode, { readonly kind: "index" }>;

/** Writes the nodes of values and names, and collects foreign constructs and problems. */
export class ValueWriter {
  readonly constructs: Construct[] = [];
  readonly problems: Diagnostic[] = [];
  /** Whether unquoted words after an operator are strings, as in RSQL and in search boxes. */
  readonly hasBareValues: boolean;
  /** Whether the text is a search of GitHub or Lucene, in which `1..5` and `[1 TO 5]` are ranges. */
  readonly isSearch: boolean;

  constructor(hasBareValues = false, isSearch = false) {
    this.hasBareValues = hasBareValues;
    this.isSearch = isSearch;
  }

  note(kind: ConstructKind, image: string, span: Span): void {
    this.constructs.push({ kind, image, span });
  }

  noteOperator({ image, span }: InfixOperator): void {
    this.note(kindOfOperator(image), image, span);
  }

  /** Records a problem that makes the translation impossible. Returns a placeholder node. */
  impossible(message: string, span: Span): Expression {
    this.problems.push(diagnostic("foreign-syntax", span, message));
    return makeName("_", span);
  }

  string(value: string, span: Span): Literal {
    return makeLiteral("string", value, span);
  }

  call(callee: string, args: readonly Expression[], span: Span): Expression {
    return makeCall(callee, undefined, args, span);
  }

  not(node: Expression, span: Span): Expression {
    return this.call("not", [node], span);
  }

  path({ name, isQuoted, span }: PathNode): Expression {
    if (isQuoted) this.note("quotedName", "`", span);
    const lower = name.toLowerCase();
    if (!isQuoted && (lower === "true" || lower === "false")) {
      if (name !== lower) this.note("value", name, span);
      return makeLiteral("boolean", lower === "true", span);
    }
    const plain = name.replaceAll("?.", ".");
    if (plain !== name) this.note("path", "?.", span);
    if (!isDottedName(plain)) return this.impossible(unwritable(plain), span);
    return makeName(plain, span);
  }

  numeral(image: string, span: Span): Expression {
    const { node, problem: found } = readNumeral(image, span);
    if (node !== undefined) return node;
    const problem = localDate(image, span) ?? found;
    if (/^[-+]?0\d+$/.test(image)) {
      return this.impossible(
        `A number has no leading zeros: write ${Number(image)}, or '${show(image)}' for a string.`,
        span,
      );
    }
    // The fix of an invalid number or date contains the corrected value, which is used instead.
    const meant = problem!.fixes.length === 1 ? problem!.fixes[0]!.edits[0]!.text : undefined;
    if (meant === undefined) {
      this.problems.push(problem!);
      return makeName("_", span);
    }
    this.note("value", image, span);
    if (meant.startsWith("'")) return this.string(meant.slice(1, -1).replaceAll("''", "'"), span);
    return readNumeral(meant, span).node ?? this.impossible(problem!.message, span);
  }

  text({ image, prefix, span }: TextNode): Expression {
    const { value, difference } = readForeignString(image);
    if (difference !== undefined)
      this.note(difference === "apostrophe" ? "value" : difference, image.charAt(0), span);
    if (prefix === undefined) return this.string(value, span);
    this.note("type", prefix, span);
    if (/^(?:date|time|timestamp|datetime|datetimeoffset|timestamptz)$/i.test(prefix)) {
      return this.numeral(value.replace(" ", "T"), span);
    }
    if (/^(?:interval|duration|binary|x|b)$/i.test(prefix)) {
      return this.impossible(`The language has no value of the type ${show(prefix)}.`, span);
    }
    return this.string(value, span);
  }

  /** Writes an unquoted value of RSQL: a number, a date, `true`, `false` or a string. */
  bare(image: string, span: Span): Expression {
    const lower = image.toLowerCase();
    if (lower === "true" || lower === "false") return makeLiteral("boolean", lower === "true", span);
    const read = /^-?\d/.test(image) ? readNumeral(image, span).node : undefined;
    if (read !== undefined) return read;
    return this.string(image, span);
  }

  /** Writes the index of a value: `x/y`, `x->'y'`, `x['y']` or `x[*]`. */
  index(node: IndexNode): Expression {
    const parts: string[] = [];
    let at: InfixNode = node;
    for (; at.kind === "index"; at = at.of) {
      const part = this.#segment(at);
      if (part === undefined) {
        this.note("path", "[]", node.span);
        return makeName("_", node.span);
      }
      if (part !== "") parts.push(part);
    }
    if (at.kind !== "path") {
      return this.impossible("A path begins with the name of a member, such as owner.city.", node.span);
    }
    const name = [at.name, ...parts.reverse()].join(".");
    this.note("path", name, node.span);
    if (!isDottedName(name)) return this.impossible(unwritable(name), node.span);
    return makeName(name, node.span);
  }

  #segment({ of, index, isBracket, span }: IndexNode): string | undefined {
    if (index === undefined) return "";
    // A name of one letter counts in a loop: tags[i].
    if (index.kind === "path" && (!isBracket || index.name.length > 1)) return index.name;
    if (index.kind === "text") return readForeignString(index.image).value;
    const list = of.kind === "path" ? show(of.name) : "tags";
    const place = { start: of.span.end, end: span.end };
    const message =
      index.kind === "numeral" ? listIndex(list) : `A path is written with dots, such as owner.city.`;
    this.impossible(message, place);
    return undefined;
  }
}

/** Returns the message about an index of a list: `tags[0]` or `tags.0`. */
export function listIndex(list: string): string {
  return `A list has no index here: eq(${list},'x') is true if any element equals 'x'.`;
}

function unwritable(name: string): string {
  return `A name has letters, digits, _, @ and - only, so ${show(name)} cannot be written; the catalog can give the member another name.`;
}
