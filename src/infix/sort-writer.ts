import { makeSortBy, makeSortKey } from "../ast/make-node.ts";
import type { SortBy, SortKey } from "../ast/nodes.ts";
import { isStrength, type Strength } from "../collation/order/strength.ts";
import { show } from "../diagnostics/show.ts";
import type { Span } from "../diagnostics/span.ts";
import { isOperator, type ForeignName, type ForeignNode } from "../readers/nodes.ts";
import { stringValue } from "./comparison-writer.ts";
import { ConditionWriter } from "./condition-writer.ts";
import type { MixedSortKey } from "./mixed-reader.ts";
import { entriesOf } from "./objects.ts";

type Direction = SortKey["direction"];
type Option = MixedSortKey["options"][number];

const DIRECTIONS: ReadonlyMap<string, Direction> = new Map<string, Direction>([
  ["asc", "ascending"],
  ["ascending", "ascending"],
  ["1", "ascending"],
  ["desc", "descending"],
  ["dsc", "descending"],
  ["descending", "descending"],
  ["-1", "descending"],
]);

/** Writes the sort keys of another language. */
export class SortWriter extends ConditionWriter {
  writeKeys(keys: readonly MixedSortKey[]): SortBy {
    const [first] = keys;
    const span = { start: first!.span.start, end: keys.at(-1)!.span.end };
    return makeSortBy(
      keys.flatMap((key) => this.#key(key)),
      span,
    );
  }

  #key(key: MixedSortKey): readonly SortKey[] {
    const { sign, of, options, separator } = key;
    if (separator?.text === ";") this.findings.note("separator", ";", separator.span);
    if (isOperator(of, "{}", "[]")) return this.#json(of);
    let direction: Direction = "ascending";
    if (sign !== undefined) {
      this.findings.note("sign", sign.text, sign.span);
      if (sign.text === "-") direction = "descending";
    }
    let strength: Strength | undefined;
    for (let i = 0; i < options.length; i++) {
      const option = options[i]!;
      const word = option.word.toLowerCase();
      const named = DIRECTIONS.get(word);
      if (named !== undefined) {
        this.#noteDirection(option, named);
        direction = named;
      } else if (isStrength(word)) {
        if (!option.hasColon || word !== option.word)
          this.findings.note("direction", option.word, option.span);
        strength = word;
      } else if (word === "nulls" && i + 1 < options.length) {
        this.#nulls(option, options[++i]!, direction);
      } else {
        this.impossible(`There is no sort option ${show(option.word)}.`, option.span);
      }
    }
    const quoted = stringValue(of);
    if (quoted !== undefined)
      this.findings.note("quotedName", this.source.text.charAt(of.span.start), of.span);
    const node = quoted === undefined ? of : nameNode(quoted, of.span);
    return [makeSortKey(this.member(node), direction, strength, key.span)];
  }

  #noteDirection({ word, hasColon, span }: Option, meant: Direction): void {
    if (word === meant && hasColon) return;
    this.findings.note(hasColon || word === meant ? "direction" : "sign", word, span);
  }

  /** Reads `NULLS FIRST` or `NULLS LAST`. Nulls can only be first in ascending order and last in descending order. */
  #nulls(option: Option, { word, span }: Option, direction: Direction): void {
    const whole = { start: option.span.start, end: span.end };
    this.findings.note("sign", `${option.word} ${word}`, whole);
    const isDefault = word.toLowerCase() === (direction === "ascending" ? "first" : "last");
    if (!isDefault)
      this.impossible("Null is the lowest value: first in ascending order, last in descending order.", whole);
  }

  /** Writes an order in JSON: `{"name":-1}`, `["name","-size"]`, `[["name","desc"]]` or `[{"name":"desc"}]`. */
  #json(node: ForeignNode): readonly SortKey[] {
    const { start } = node.span;
    this.findings.note("json", this.source.text.charAt(start), { start, end: start + 1 });
    if (isOperator(node, "{}"))
      return entriesOf(this, node).map(({ key, value, at, span }) =>
        makeSortKey(this.path(nameNode(key, at)), this.#direction(value), undefined, span),
      );
    const items = isOperator(node, "[]", "()") ? node.args : [];
    return items.flatMap((item) => {
      if (isOperator(item, "{}")) return this.#json(item);
      const [name, direction] = isOperator(item, "[]", "()") ? item.args : [item];
      const text = stringValue(name) ?? (name?.kind === "name" ? name.path : undefined);
      if (text === undefined) {
        this.impossible("A sort key is the name of a member.", item.span);
        return [];
      }
      const signed = text.startsWith("-") ? "descending" : "ascending";
      const member = this.path(nameNode(text.replace(/^[-+]/, ""), item.span));
      return [
        makeSortKey(
          member,
          direction === undefined ? signed : this.#direction(direction),
          undefined,
          item.span,
        ),
      ];
    });
  }

  #direction(value: ForeignNode): Direction {
    const word = value.kind === "value" ? value.text : value.kind === "name" ? value.path : "";
    const direction = DIRECTIONS.get(word.toLowerCase());
    if (direction === undefined) this.impossible("A direction is ascending or descending.", value.span);
    return direction ?? "ascending";
  }
}

const nameNode = (path: string, span: Span): ForeignName => ({ kind: "name", path, isQuoted: false, span });
