import { makeSortBy, makeSortKey } from "../ast/make-node.ts";
import type { SortBy, SortKey } from "../ast/nodes.ts";
import { isStrength, type Strength } from "../collation/order/strength.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { isOperator, spanning, type ForeignName, type ForeignNode } from "../readers/nodes.ts";
import type { ForeignToken } from "../readers/token-stream.ts";
import { stringValue } from "./comparison-writer.ts";
import { ConditionWriter } from "./condition-writer.ts";
import { MixedReader } from "./mixed-reader.ts";
import { entriesOf } from "./objects.ts";
import { isSign } from "./tokens.ts";

type Direction = SortKey["direction"];

const ASCENDING = /^(?:asc|ascending|1)$/i;
const DESCENDING = /^(?:desc|dsc|descending|-1)$/i;

/** Keys of JSON for the member and the direction of a sort key. */
const FIELD = /^(?:field|name|key|id|column|property|member|colId|selector)$/;
const ORDER = /^(?:direction|dir|order|sort)$/;

const isDirection = (text: string) => ASCENDING.test(text) || DESCENDING.test(text);

/** Reads sort keys with signs, words or colons for the directions, and writes them. */
export class SortReader extends MixedReader {
  readonly #writer = new ConditionWriter(this.source);

  sortBy(): SortBy {
    const { tokens, source } = this;
    const { start } = tokens.next.span;
    const keys = [...this.#keys()];
    for (let next = tokens.next; isSign(next, ",", ";"); next = tokens.next) {
      tokens.take();
      if (next.text === ";") source.findings.note("separator", ";", next.span);
      keys.push(...this.#keys());
    }
    tokens.expectEnd();
    return makeSortBy(keys, { start, end: tokens.previousEnd });
  }

  /** Reads a key, or a list of keys in JSON. */
  #keys(): readonly SortKey[] {
    const { tokens } = this;
    const { findings } = this.source;
    const first = tokens.next;
    const hasSign = isSign(first, "-", "+");
    if (hasSign) findings.note("sign", tokens.take().text, first.span);
    const of = this.operand();
    if (isOperator(of, "{}", "[]")) return this.#json(of);
    let direction: Direction = isSign(first, "-") ? "descending" : "ascending";
    let strength: Strength | undefined;
    for (;;) {
      const hasColon = tokens.takeSymbol(":");
      if (!hasColon && !/^(?:word|number)$/.test(tokens.next.kind)) break;
      const option = tokens.take();
      const { text, span } = option;
      const word = text.toLowerCase();
      if (DESCENDING.test(word) || ASCENDING.test(word)) {
        direction = DESCENDING.test(word) ? "descending" : "ascending";
        const isOwn = text === direction;
        if (!isOwn || !hasColon) findings.note(hasColon || isOwn ? "direction" : "sign", text, span);
      } else if (isStrength(word)) {
        strength = word;
        if (!hasColon || word !== text) findings.note("direction", text, span);
      } else if (word === "collate" && /^(?:word|string|quoted)$/.test(tokens.next.kind)) {
        const collation = tokens.take();
        const image = `${text} ${collation.text}`;
        findings.note("collation", image, spanning(option, collation));
        strength = "secondary";
        if (!/^nocase$/i.test(collation.text))
          findings.impossible(`There is no sort option ${show(image)}.`, span);
      } else if (word === "nulls" && tokens.next.kind === "word") {
        this.#nulls(option, tokens.take(), direction);
      } else {
        findings.impossible(`There is no sort option ${show(text)}.`, span);
      }
    }
    const quoted = stringValue(of);
    const member = this.#writer.member(quoted === undefined ? of : nameNode(quoted, of.span));
    return [makeSortKey(member, direction, strength, { start: first.span.start, end: tokens.previousEnd })];
  }

  /** Reads `NULLS FIRST` or `NULLS LAST`. Nulls can only be first in ascending order and last in descending order. */
  #nulls(nulls: ForeignToken, end: ForeignToken, direction: Direction): void {
    const span = spanning(nulls, end);
    this.source.findings.note("sign", `${nulls.text} ${end.text}`, span);
    const rule = "Null is the lowest value: first in ascending order, last in descending order.";
    if (end.text.toLowerCase() !== (direction === "ascending" ? "first" : "last"))
      this.source.findings.impossible(rule, span);
  }

  /**
   * Writes an order in JSON: `{"name":-1}`, `["name","-size"]`, `[["name","desc"]]`, `[{"name":"desc"}]` or
   * `[{"field":"name","direction":"desc"}]`.
   */
  #json(node: ForeignNode): readonly SortKey[] {
    const { start } = node.span;
    this.source.findings.note("json", this.source.text.charAt(start), { start, end: start + 1 });
    if (isOperator(node, "{}")) {
      const entries = entriesOf(this.#writer, node);
      const valueOf = (name: RegExp) => entries.find(({ key }) => name.test(key))?.value;
      const [name, direction] = [valueOf(FIELD), valueOf(ORDER)];
      const text = stringValue(name);
      if (text !== undefined && entries.length === (direction === undefined ? 1 : 2) && !isDirection(text))
        return [this.#jsonKey(text, direction, name!.span, node.span)];
      return entries.map(({ key, value, at, span }) => this.#jsonKey(key, value, at, span));
    }
    if (!isOperator(node, "[]")) return [];
    return node.args.flatMap((item) => {
      if (isOperator(item, "{}")) return this.#json(item);
      const [name, direction] = isOperator(item, "[]") ? item.args : [item];
      return [this.#jsonKey(stringValue(name) ?? "", direction, item.span, item.span)];
    });
  }

  #jsonKey(name: string, value: ForeignNode | undefined, at: Span, span: Span): SortKey {
    const word = value?.kind === "value" ? value.text : name.startsWith("-") ? "-1" : "1";
    const direction = DESCENDING.test(word) ? "descending" : "ascending";
    if (!isDirection(word)) this.source.findings.impossible("A direction is ascending or descending.", span);
    return makeSortKey(
      this.#writer.path(nameNode(name.replace(/^[-+]/, ""), at)),
      direction,
      undefined,
      span,
    );
  }
}

const nameNode = (path: string, span: Span): ForeignName => ({ kind: "name", path, isQuoted: true, span });
