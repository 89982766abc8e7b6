import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { childrenOf, type Expression, type Node, type SortBy } from "../../src/ast/nodes.ts";
import { print } from "../../src/ast/print.ts";
import { walk } from "../../src/ast/walk.ts";
import {
  applyFixes,
  hasErrors,
  MAXIMUM_DIAGNOSTICS,
  type Diagnostic,
} from "../../src/diagnostics/diagnostic.ts";
import type { Span } from "../../src/diagnostics/span.ts";
import { parseFilter, parseSortBy, type ParseMode, type ParseResult } from "../../src/parser/parse.ts";
import type {
  PartialExpression,
  PartialFilter,
  PartialSortBy,
  PartialSortKey,
} from "../../src/parser/partial-tree.ts";
import { tokenize } from "../../src/lexer/tokenize.ts";
import { anyText, mutated, tokenSoup, trees } from "./arbitraries.ts";
import { filtersSeen, sortsSeen } from "./corpus.ts";

const MODES: readonly ParseMode[] = ["strict", "lenient"];

/** Requires a result with spans inside the text, and no error without a diagnostic. */
function examine(text: string): void {
  for (const mode of MODES) {
    examineResult(text, parseFilter(text, { mode }));
    examineResult(text, parseSortBy(text, { mode }));
  }
}

function examineResult(text: string, result: ParseResult<Expression> | ParseResult<SortBy>): void {
  const { expression, partial, diagnostics } = result;
  must(diagnostics.length <= MAXIMUM_DIAGNOSTICS, "no more diagnostics than the most", text);
  must((expression === undefined) === hasErrors(diagnostics), "a tree where there is no error", text);
  for (const found of diagnostics) examineDiagnostic(text, found);
  for (const tree of [expression, partial]) if (tree !== undefined) examineSpans(tree, text);
  if (expression !== undefined)
    walk(expression, ({ kind }) => must(KINDS.has(kind), "a complete tree", text));
}

function examineDiagnostic(text: string, { span, fixes, message }: Diagnostic): void {
  must(message !== "", "a message", text);
  must(isWithin(span, 0, text.length), "a span inside of the text", text);
  for (const { edits, title } of fixes) {
    must(title !== "" && edits.length > 0, "a fix with a title and an edit", text);
    let from = 0;
    for (const edit of edits) {
      must(isWithin(edit.span, from, text.length), "edits inside of the text that do not overlap", text);
      from = edit.span.end;
    }
  }
}

/** Requires that a node is within its parent, and that siblings do not overlap. */
function examineSpans(node: AnyNode, text: string): void {
  const stack: { node: AnyNode; start: number; end: number }[] = [{ node, start: 0, end: text.length }];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { span } = next.node;
    must(isWithin(span, next.start, next.end), "a node inside of the node above it", text);
    let from = span.start;
    for (const child of anyChildren(next.node)) {
      stack.push({ node: child, start: from, end: span.end });
      from = child.span.end;
    }
  }
}

type AnyNode = Node | PartialFilter | PartialSortBy | PartialSortKey | PartialExpression;

const KINDS: ReadonlySet<string> = new Set(["literal", "name", "call", "sortBy", "sortKey"]);

function anyChildren(node: AnyNode): readonly AnyNode[] {
  switch (node.kind) {
    case "partialFilter":
      return node.expressions;
    case "partialSortBy":
      return node.keys;
    case "partialSortKey":
      return [node.expression];
    case "partialCall":
      return node.args;
    case "partialName":
    case "partialString":
    case "hole":
      return [];
    default:
      return childrenOf(node);
  }
}

function isWithin({ start, end }: Span, from: number, to: number): boolean {
  return start >= from && end >= start && end <= to;
}

/** Faster than an expectation: called some hundred thousand times. */
function must(holds: boolean, what: string, text: string): void {
  if (!holds) expect.fail(`${JSON.stringify(text)} must give ${what}`);
}

describe("parsing any text", () => {
  it("returns a result for any text, with spans inside the text", () => {
    fc.assert(fc.property(anyText, examine), { numRuns: 1500 });
  });

  it("keeps a sort option with surplus parentheses apart from the next key", () => {
    examine(":(()2020-02-30)(");
  });

  it("returns a result for any sequence of tokens", () => {
    fc.assert(fc.property(tokenSoup, examine), { numRuns: 2000 });
  });

  it("returns a result for randomly changed requests of real clients", () => {
    fc.assert(fc.property(mutated, examine), { numRuns: 2000 });
  });

  it("returns a result for every prefix of every request of real clients", () => {
    for (const { text } of [...filtersSeen(), ...sortsSeen()]) {
      for (let length = 0; length <= text.length; length++) examine(text.slice(0, length));
    }
  });

  it("returns a result for every request of real clients without one of its tokens", () => {
    for (const { text } of [...filtersSeen(), ...sortsSeen()]) {
      for (const { startOffset, image } of tokenize(text)) {
        examine(text.slice(0, startOffset) + text.slice(startOffset + image.length));
      }
    }
  });

  it("returns a result for random valid filters without one of their tokens", () => {
    const property = fc.property(trees, fc.nat(), (tree, which) => {
      const text = print(tree);
      const found = tokenize(text);
      const { startOffset, image } = found[which % found.length]!;
      examine(text.slice(0, startOffset) + text.slice(startOffset + image.length));
    });
    fc.assert(property, { numRuns: 1000 });
  });

  it("returns a result for every prefix of random valid filters", () => {
    const property = fc.property(trees, fc.nat(), (tree, at) => {
      const text = print(tree);
      examine(text.slice(0, at % (text.length + 1)));
    });
    fc.assert(property, { numRuns: 1500 });
  });

  it("reports an error for any valid filter without one of its parentheses", () => {
    const property = fc.property(trees, fc.nat(), (tree, which) => {
      const text = print(tree);
      const parentheses = tokenize(text).filter(({ image }) => image === "(" || image === ")");
      fc.pre(parentheses.length > 0);
      const { startOffset } = parentheses[which % parentheses.length]!;
      const result = parseFilter(text.slice(0, startOffset) + text.slice(startOffset + 1));
      expect(hasErrors(result.diagnostics)).toBe(true);
    });
    fc.assert(property, { numRuns: 800 });
  });

  it("returns the same tree in lenient mode for every text that strict mode accepts", () => {
    const property = fc.property(fc.oneof(tokenSoup, mutated, trees.map(print)), (text) => {
      const strict = parseFilter(text, { mode: "strict" });
      const lenient = parseFilter(text, { mode: "lenient" });
      if (strict.expression !== undefined) {
        expect(lenient.expression).toEqual(strict.expression);
        expect(lenient.diagnostics.filter(({ severity }) => severity === "warning")).toEqual([]);
      }
      if (lenient.expression === undefined) expect(strict.expression).toBeUndefined();
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it("has fixes for lenient warnings that strict mode accepts", () => {
    const property = fc.property(
      fc.constantFrom("filter=", " filter = ", "filter=filter=", ""),
      trees,
      (prefix, tree) => {
        const text = prefix + print(tree);
        const { expression, diagnostics } = parseFilter(text);
        expect(print(parseFilter(applyFixes(text, diagnostics), { mode: "strict" }).expression!)).toBe(
          print(expression!),
        );
      },
    );
    fc.assert(property, { numRuns: 300 });
  });
});
