import { makeSortBy, makeSortKey } from "../ast/make-node.ts";
import type { SortBy, SortKey } from "../ast/nodes.ts";
import { isStrength, type Strength } from "../collation/order/strength.ts";
import { show } from "../diagnostics/show.ts";
import { FilterWriter } from "./filter-writer.ts";
import { entryKey } from "./objects.ts";
import { readForeignString } from "./tokens/scan-string.ts";
import type { InfixNode, InfixSortKey } from "./syntax.ts";

type Direction = SortKey["direction"];
type Option = InfixSortKey["options"][number];

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
export class SortWriter extends FilterWriter {
  writeKeys(keys: readonly InfixSortKey[]): SortBy {
    const [first] = keys;
    const span = { start: first!.span.start, end: keys.at(-1)!.span.end };
    return makeSortBy(
      keys.flatMap((key) => this.#key(key)),
      span,
    );
  }

  #key(key: InfixSortKey): readonly SortKey[] {
    const { sign, of, options, separator } = key;
    if (separator?.image === ";") {
      this.note("separator", ";", { start: separator.startOffset, end: separator.startOffset + 1 });
    }
    if (of.kind === "object" || (of.kind === "list" && of.isArray)) return this.#json(of);
    let direction: Direction = "ascending";
    if (sign !== undefined) {
      this.note("sign", sign.image, { start: sign.startOffset, end: sign.startOffset + 1 });
      if (sign.image === "-") direction = "descending";
    }
    let strength: Strength | undefined;
    for (let i = 0; i < options.length; i++) {
      const option = options[i]!;
      const word = option.word.toLowerCase();
      const found = DIRECTIONS.get(word);
      if (found !== undefined) {
        this.#noteDirection(option, found);
        direction = found;
      } else if (isStrength(word)) {
        if (!option.hasColon || word !== option.word) this.note("direction", option.word, option.span);
        strength = word;
      } else if (word === "nulls" && i + 1 < options.length) {
        this.#nulls(option, options[++i]!, direction);
      } else {
        this.impossible(`There is no sort option ${show(option.word)}.`, option.span);
      }
    }
    const node = of.kind === "text" ? this.#quoted(of) : of;
    return [makeSortKey(this.member(node), direction, strength, key.span)];
  }

  #noteDirection({ word, hasColon, span }: Option, meant: Direction): void {
    if (word === meant && hasColon) return;
    this.note(hasColon || word === meant ? "direction" : "sign", word, span);
  }

  /** Reads `NULLS FIRST` or `NULLS LAST`. Nulls can only be first in ascending order and last in descending order. */
  #nulls(option: Option, { word, span }: Option, direction: Direction): void {
    const whole = { start: option.span.start, end: span.end };
    this.note("sign", `${option.word} ${word}`, whole);
    const isDefault = word.toLowerCase() === (direction === "ascending" ? "first" : "last");
    if (!isDefault)
      this.impossible("Null is the lowest value: first in ascending order, last in descending order.", whole);
  }

  #quoted(node: Extract<InfixNode, { readonly kind: "text" }>): InfixNode {
    const { value } = readForeignString(node.image);
    this.note("quotedName", node.image.charAt(0), node.span);
    return { kind: "path", name: value, isQuoted: false, span: node.span };
  }

  /** Writes an order in JSON: `{"name":-1}`, `["name","-size"]`, `[["name","desc"]]` or `[{"name":"desc"}]`. */
  #json(node: InfixNode): readonly SortKey[] {
    this.note("json", node.kind === "object" ? "{" : "[", {
      start: node.span.start,
      end: node.span.start + 1,
    });
    if (node.kind === "object") {
      return node.entries.map(({ key, span, value }) => {
        const direction = this.#direction(value);
        const member: InfixNode = { kind: "path", name: entryKey(key), isQuoted: false, span };
        return makeSortKey(this.path(member), direction, undefined, {
          start: span.start,
          end: value.span.end,
        });
      });
    }
    const items = node.kind === "list" ? node.items : [];
    return items.flatMap((item) => {
      if (item.kind === "object") return this.#json(item);
      const [name, direction] = item.kind === "list" ? item.items : [item];
      const text =
        name?.kind === "text"
          ? readForeignString(name.image).value
          : name?.kind === "path"
            ? name.name
            : undefined;
      if (text === undefined) {
        this.impossible("A sort key is the name of a member.", item.span);
        return [];
      }
      const isDescending = text.startsWith("-");
      const member: InfixNode = {
        kind: "path",
        name: text.replace(/^[-+]/, ""),
        isQuoted: false,
        span: item.span,
      };
      const found =
        direction === undefined ? (isDescending ? "descending" : "ascending") : this.#direction(direction);
      return [makeSortKey(this.path(member), found, undefined, item.span)];
    });
  }

  #direction(value: InfixNode): Direction {
    const word =
      value.kind === "text"
        ? readForeignString(value.image).value
        : value.kind === "numeral"
          ? value.image
          : value.kind === "path"
            ? value.name
            : "";
    const found = DIRECTIONS.get(word.toLowerCase());
    if (found === undefined) this.impossible("A direction is ascending or descending.", value.span);
    return found ?? "ascending";
  }
}
