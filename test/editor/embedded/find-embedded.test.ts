import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { format } from "../../../src/ast/format.ts";
import { print } from "../../../src/ast/print.ts";
import { applyEdits } from "../../../src/diagnostics/diagnostic.ts";
import { findEmbedded, languageOfFile } from "../../../src/editor/embedded/find-embedded.ts";
import { openEmbedded } from "../../../src/editor/embedded/embedded-document.ts";
import type { Embedded } from "../../../src/editor/embedded/source.ts";
import { foreignSyntax } from "../../../src/editor/foreign-syntax/index.ts";
import { createLanguageService } from "../../../src/editor/service.ts";
import { countOf } from "../../effort.ts";
import { anyText, sortBys, trees } from "../../properties/arbitraries.ts";
import { REPORTS } from "../catalog.ts";
import { choices, ENCODINGS } from "./encodings.ts";

const numRuns = countOf("editor/embedded/find-embedded: runs");

const filters = fc
  .tuple(trees, fc.constantFrom(undefined, 20, 60))
  .map(([tree, width]) => (width === undefined ? print(tree) : format(tree, { width })));
const expressions = fc
  .oneof(
    filters.map((text) => ({ kind: "filter" as const, text })),
    sortBys.map((sort) => ({ kind: "sortBy" as const, text: print(sort) })),
  )
  .filter(({ text }) => text.isWellFormed() && text.trim() !== "");

const found = (text: string, languageId: string) =>
  findEmbedded(text, languageId).map((each) => [
    each.kind,
    each.text,
    text.slice(each.span.start, each.span.end),
  ]);

describe.each(ENCODINGS)("an expression in $name", ({ accepts, place }) => {
  it("is decoded, and each offset maps back exactly", () => {
    let placed = 0;
    fc.assert(
      fc.property(expressions, choices, ({ kind, text }, choose) => {
        fc.pre(accepts(text));
        placed++;
        const { languageId, before, pieces, after } = place(text, kind, choose);
        const outer = before + pieces.join("") + after;
        const embedded = findEmbedded(outer, languageId).filter((each) => each.kind === kind);
        expect(embedded.map((each) => each.text)).toEqual([text]);
        const [only] = embedded as [Embedded];
        expect(only.problems).toEqual([]);
        let inner = 0;
        let at = before.length;
        const wrong: unknown[] = [];
        for (const [i, character] of [...text].entries()) {
          const next = at + pieces[i]!.length;
          const span = only.toOuterSpan({ start: inner, end: inner + character.length });
          if (
            only.toOuter(inner) !== at ||
            only.toInner(at) !== inner ||
            span.start !== at ||
            span.end !== next
          )
            wrong.push({ inner, at, next, span });
          inner += character.length;
          at = next;
        }
        expect(wrong).toEqual([]);
        expect(only.span).toEqual({ start: before.length, end: at });
      }),
      { numRuns },
    );
    expect(placed).toBeGreaterThan(10);
  });

  it("stays the only change after a text is inserted by an edit", () => {
    fc.assert(
      fc.property(expressions, choices, ({ kind, text }, choose) => {
        fc.pre(accepts(text));
        const { languageId, before, pieces, after } = place(text, kind, choose);
        const outer = before + pieces.join("") + after;
        const only = findEmbedded(outer, languageId).find((each) => each.kind === kind)!;
        const inserted = "or(eq(name,'it''s \"x\" 5%'),true)";
        const encoded = only.encode(inserted);
        if (encoded === undefined) return;
        const changed = applyEdits(outer, [{ span: only.span, text: encoded }]);
        const again = findEmbedded(changed, languageId).filter((each) => each.kind === kind);
        expect(again.map((each) => each.text)).toEqual([inserted]);
      }),
      { numRuns },
    );
  });
});

describe("scalars of YAML", () => {
  const lines = fc.array(fc.constantFrom("a", "b c", "  d", "", "", "e'", "\tf", " ", "eq(a,'x')"), {
    minLength: 1,
    maxLength: 8,
  });

  it("have the values that the parser of YAML returns", () => {
    let compared = 0;
    const styles = [
      (text: readonly string[], header: string) =>
        `k:\n  filter: ${header}\n${text.map((line) => `    ${line}`).join("\n")}\n  z: 1\n`,
      (text: readonly string[]) => `filter: '${text.join("\n   ").replaceAll("'", "''")}'\nz: 1\n`,
      (text: readonly string[]) => `filter: "${text.join("\\\n   ")}"\nz: 1\n`,
      (text: readonly string[]) => `filter: "${text.join("\r\n   ")}"\nz: 1\n`,
      (text: readonly string[]) => `filter: x${text.join("\n  ")}\nz: 1\n`,
    ];
    const headers = fc.constantFrom("|", ">", "|-", ">-", "|2", ">2-");
    fc.assert(
      fc.property(lines, fc.constantFrom(...styles), headers, (text, write, header) => {
        const outer = write(text, header);
        let value: unknown;
        try {
          const tree = parse(outer) as { filter?: unknown; k?: { filter?: unknown } };
          value = tree.filter ?? tree.k?.filter;
        } catch {
          return;
        }
        if (typeof value !== "string" || value.trim() === "") return;
        compared++;
        expect({ outer, values: findEmbedded(outer, "yaml").map((each) => each.text) }).toEqual({
          outer,
          values: [value],
        });
      }),
      { numRuns: numRuns * 5 },
    );
    expect(compared).toBeGreaterThan(50);
  });
});

it("never throws, and all spans lie inside of the text", () => {
  const pieces = fc.constantFrom(
    ..."'\"`${}[]()\\%+?&#=:|>-\n \r\t",
    ...[
      "filter=",
      "sortBy:",
      '"filter":',
      "filter`",
      "curl ",
      "--data-urlencode ",
      "```json\n",
      "GET /x?",
      "${",
      "%2",
      "eq(a,1)",
      "\ud83d",
      "'\\''",
      "$'",
      "{{x}}",
      "\n  - ",
      ": |\n  ",
      "/*",
      "//",
      "&filter=",
      "<a>",
      "<<A",
      "<<-'A'",
      "\nA\n",
      "\n\tA",
    ],
  );
  const texts = fc.oneof(
    anyText,
    fc.array(pieces, { maxLength: 40 }).map((list) => list.join("")),
  );
  const languages = fc.constantFrom(
    "json",
    "yaml",
    "http",
    "typescript",
    "typescriptreact",
    "shellscript",
    "markdown",
    "plaintext",
    "tamis-filter",
  );
  const service = createLanguageService({ catalog: REPORTS });
  fc.assert(
    fc.property(texts, languages, fc.nat(), (text, languageId, position) => {
      for (const embedded of findEmbedded(text, languageId)) {
        const { start, end } = embedded.span;
        expect(0 <= start && start <= end && end <= text.length).toBe(true);
        const offset = start + (position % (end - start + 1));
        const inner = embedded.toInner(offset);
        expect(0 <= inner && inner <= embedded.text.length).toBe(true);
        const document = openEmbedded(service, embedded);
        const spans = [
          ...document.diagnostics().map(({ span }) => span),
          ...document.semanticTokens().map(({ span }) => span),
          ...document.selectionRanges(offset),
          ...document.codeActions(embedded.span).flatMap(({ edits }) => edits.map(({ span }) => span)),
        ];
        document.complete(offset);
        document.hover(offset);
        document.format();
        expect(
          spans.filter((span) => !(0 <= span.start && span.start <= span.end && span.end <= text.length)),
        ).toEqual([]);
      }
    }),
    { numRuns: numRuns * 20 },
  );
});

describe("holes", () => {
  const service = createLanguageService({ catalog: REPORTS });
  const open = (text: string, languageId = "typescript") =>
    openEmbedded(service, findEmbedded(text, languageId)[0]!);

  it("are placeholders, and are not reported", () => {
    const text = "filter`and(eq(name,${name}),eq(nmae,'x'),gt(id,${a ? `${b}` : 1}))`";
    expect(
      open(text)
        .diagnostics()
        .map(({ code, span }) => [code, text.slice(span.start, span.end)]),
    ).toEqual([["unknown-member", "nmae"]]);
  });

  it("remain as they are in edits", () => {
    const text = "const q = filter`and(eq(name,${value}))`;";
    const [fix] = open(text).codeActions({ start: 17, end: 17 });
    expect(applyEdits(text, fix!.edits)).toBe("const q = filter`eq(name,${value})`;");
    const unformatted = "filter`  and( eq(name,${a}), eq(state,'draft') )\n`";
    expect(applyEdits(unformatted, open(unformatted).format())).toBe(
      "filter`  and(eq(name, ${a}), eq(state, 'draft'))\n`",
    );
  });

  it("have the fixes of the mistakes next to them", () => {
    const fixed = (text: string) =>
      open(text)
        .diagnostics()
        .flatMap(({ fixes }) => fixes.map(({ edits }) => applyEdits(text, edits)));
    expect(fixed("filter`eq(nmae,${x})`")).toEqual(["filter`eq(name,${x})`"]);
    expect(fixed("filter`eq(nmae,'${x}')`")).toEqual(["filter`eq(name,'${x}')`"]);
    expect(fixed("filter`eq(size,'12',${x})`")).toEqual(["filter`eq(size,12,${x})`"]);
    expect(fixed("filter`eq(length(name) ${x})`")).toEqual(["filter`eq(length(name), ${x})`"]);
    // No fix writes a placeholder into a string.
    expect(fixed("filter`eq(name,New ${x})`")).toEqual([]);
  });

  it("are variables of shells and of request files", () => {
    expect(open(`curl "/x?filter=eq(name,'$NAME')"`, "shellscript").diagnostics()).toEqual([]);
    expect(open("GET /x?filter=and(eq(id,{{id}}),eq(name,'a'))", "http").diagnostics()).toEqual([]);
    expect(findEmbedded("fetch(`/x?filter=${encodeURIComponent(f)}`)", "typescript")).toEqual([]);
  });
});

describe("findEmbedded", () => {
  it("finds URLs in prose without the punctuation around them", () => {
    expect(
      found(
        "See [x](/a?filter=eq(a,1)), '/b?sortBy=a,b:descending', or /c?x=1&filter=eq(a,'b)').",
        "plaintext",
      ),
    ).toEqual([
      ["filter", "eq(a,1)", "eq(a,1)"],
      ["sortBy", "a,b:descending", "a,b:descending"],
      ["filter", "eq(a,'b)')", "eq(a,'b)')"],
    ]);
    expect(found("a filter=eq(a,1) & sortBy=a", "plaintext")).toEqual([]);
  });

  it("reads `&` and parentheses of an unquoted URL in a command", () => {
    expect(found("$ curl https://h/x?filter=eq(a,1)&sortBy=b\n", "console")).toEqual([
      ["filter", "eq(a,1)", "eq(a,1)"],
      ["sortBy", "b", "b"],
    ]);
  });

  it("reads the data of curl, and of no other command", () => {
    expect(found("curl -G -d 'sortBy=a%3Adescending' --json '{\"filter\":\"eq(a,1)\"}' x", "sh")).toEqual([
      ["sortBy", "a:descending", "a%3Adescending"],
      ["filter", "eq(a,1)", "eq(a,1)"],
    ]);
    expect(found("echo --data-urlencode 'filter=eq(a,1)'; curl x", "sh")).toEqual([]);
  });

  it("reads other keys if it is told to", () => {
    const options = { filterNames: ["where"], sortByNames: ["order"] };
    expect(
      findEmbedded('{"where":"a","filter":"b","order":"c"}', "json", options).map(({ kind, text }) => [
        kind,
        text,
      ]),
    ).toEqual([
      ["filter", "a"],
      ["sortBy", "c"],
    ]);
  });

  it("reports percent-encoding that is not valid", () => {
    const [only] = findEmbedded("/x?filter=eq(a,'5%')", "plaintext");
    expect([only?.text, only?.problems.map(({ code, span }) => [code, span.start])]).toEqual([
      "eq(a,'5%')",
      [["invalid-percent-encoding", 17]],
    ]);
  });

  it("knows languages by the extension", () => {
    expect(["a/b.HTTP", "x.tamis-filter", "y.mts", "Makefile"].map(languageOfFile)).toEqual([
      "http",
      "tamis-filter",
      "typescript",
      "plaintext",
    ]);
  });

  it("takes work linear in the length of the text", () => {
    const units = [
      "[",
      "- ",
      "{a: ",
      "'",
      '"',
      "`${",
      "/x?filter=",
      "&filter=%",
      "?(",
      "'\\''",
      "$'a",
      "${",
      "```\n",
      "a: |\n ",
      "\\\n",
      "(",
      '"filter":"',
      "{{",
      "/*",
      '"\\',
    ];
    const languages = ["json", "yaml", "http", "typescript", "shellscript", "markdown", "plaintext"];
    for (const unit of units) {
      for (const languageId of languages) {
        // Quadratic work on a text of this size would take minutes, and deep recursion would throw.
        expect(findEmbedded(unit.repeat(60_000), languageId).length).toBeLessThanOrEqual(10_000);
      }
    }
  });
});

describe("fixes of expressions in other texts", () => {
  const service = createLanguageService({ catalog: REPORTS });
  const fixed = (text: string, languageId: string) =>
    findEmbedded(text, languageId)
      .flatMap((each) => openEmbedded(service, each).diagnostics())
      .flatMap(({ fixes }) => fixes.map(({ edits }) => applyEdits(text, edits)));

  it.each([
    ["single quotation marks", "curl -d 'filter=eq(id,1' -G u", "curl -d 'filter=eq(id,1)' -G u"],
    ["quotation marks of a value", 'curl -d filter="eq(id,1"', 'curl -d filter="eq(id,1)"'],
    ["$'…'", "curl --url-query $'filter=eq(id,1'", "curl --url-query $'filter=eq(id,1)'"],
    [
      "escapes of $'…'",
      "curl -d $'filter=eq(nm\\x61e,\\u0027x\\')'",
      "curl -d $'filter=eq(name,\\u0027x\\')'",
    ],
    ["a here-document", "cat <<A\n/x?filter=eq(nmae,'\\$')\nA\n", "cat <<A\n/x?filter=eq(name,'\\$')\nA\n"],
    [
      "the second here-document with one delimiter",
      "cat <<A\nA\ncat <<A\n/x?filter=eq(nmae,'\\$')\nA\n",
      "cat <<A\nA\ncat <<A\n/x?filter=eq(name,'\\$')\nA\n",
    ],
  ])("stay inside of %s in a shell", (_, text, expected) => {
    expect(fixed(text, "shellscript")).toEqual([expected]);
  });

  it("are not offered in a word of a shell with changing quotation marks", () => {
    expect(fixed("curl -d 'filter=eq(nmae,'a')'", "shellscript")).toEqual([]);
  });

  it("keep the line break after a block of YAML", () => {
    const text = "filter: |\n  eq(id,1)\n  eq(id,2)\nnext: 1\n";
    expect(fixed(text, "yaml")).toContain("filter: |\n  and(eq(id,1),eq(id,2))\nnext: 1\n");
  });
});

describe("settings of other programs", () => {
  const OTHERS: readonly (readonly [language: string, text: string])[] = [
    ["yaml", "- uses: actions/checkout@v4\n  with:\n    filter: blob:none\n"],
    ["yaml", "- uses: actions/checkout@v4\n  with:\n    filter: tree:0\n"],
    ["json", '{"transform":[{"filter":"datum.x > 5 && isValid(datum.y)"}]}'],
    ["json", '{"transform":[{"filter":"length(datum.tags) > 2"}]}'],
    ["yaml", "filter: blur(5px) contrast(1.2)\n"],
    ["json", '{"filter":"(&(objectClass=user)(!(cn=x*)))"}'],
    ["yaml", 'filter: sum(rate(http_requests_total{code="500"}[5m])) by (path)\n'],
    ["yaml", "filter: not contains(name, 'x') and size gt 5\n"],
    ["json", '{"filter":"resource.type=\\"gce\\" severity>=ERROR"}'],
    ["json", '{"filter":".items[] | select(.name == \\"x\\")"}'],
    ["json", '{"sortBy":"-created,name"}'],
    ["yaml", "sortBy: created desc\n"],
    ["http", "GET https://example.org/api?filter=name eq 'x'&sortBy=created:desc\n"],
    ["markdown", "See https://example.org/?filter=blob:none and `?sortBy=name+asc`.\n"],
  ];
  const problemsIn = (text: string, language: string, catalog?: typeof REPORTS) => {
    const service = createLanguageService({ catalog, foreignSyntax });
    return findEmbedded(text, language).flatMap((each) => {
      const document = openEmbedded(service, each);
      const whole = { start: 0, end: text.length };
      return [
        ...document.diagnostics(),
        ...document.codeActions(whole).filter(({ diagnostic }) => diagnostic),
      ];
    });
  };

  it.each(OTHERS)("are not reported without a catalog: %s %j", (language, text) => {
    expect(problemsIn(text, language)).toEqual([]);
  });

  it("are reported with a catalog, and mistakes in comparisons without one", () => {
    expect(problemsIn("filter: blob:none\n", "yaml", REPORTS)).not.toEqual([]);
    expect(problemsIn("filter: and(not(eq(a,1)),eq(b,2\n", "yaml")).not.toEqual([]);
    expect(problemsIn('{"sortBy":"name:descending:primry"}', "json")).not.toEqual([]);
    expect(problemsIn("contains(a,'x'", "tamis-filter")).not.toEqual([]);
  });
});
