import { describe, expect, it } from "vitest";
import { createLanguageService } from "../../src/editor/service.ts";
import type { ExpressionKind } from "../../src/editor/contract/types.ts";
import { describeSignature } from "../../src/editor/explanation/signature-help.ts";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { signatureText } from "../../src/functions/definition/signature-text.ts";
import { clockFunctions } from "../../src/functions/factories/clock-functions.ts";
import { DEFAULT_LIMITS } from "../../src/diagnostics/limits.ts";
import { applyEdits } from "../../src/diagnostics/diagnostic.ts";
import type { Span } from "../../src/diagnostics/span.ts";
import { atCursor, REPORTS } from "./catalog.ts";

const service = createLanguageService({
  catalog: REPORTS,
  functions: clockFunctions({ now: "2026-01-31T12:00:00Z" }),
  timeZone: "Europe/Berlin",
});

function open(marked: string, kind: ExpressionKind = "filter") {
  const { text, offset } = atCursor(marked);
  return { document: service.open(text, { kind }), text, offset };
}

const cut = (text: string, span: Span | undefined) => span && text.slice(span.start, span.end);

describe("signature help", () => {
  function active(marked: string) {
    const { document, offset } = open(marked);
    const help = document.signatureHelp(offset);
    if (help === undefined) return undefined;
    const { label, parameters } = help.signatures[help.activeSignature]!;
    const parameter = help.activeParameter === undefined ? undefined : parameters[help.activeParameter];
    return `${label} ${cut(label, parameter?.span) ?? "none"}`;
  }

  it.each([
    ["contains(|", "contains(member, substring) member"],
    ["contains(name,|)", "contains(member, substring) substring"],
    ["contains($primary,na|me,'x')", "contains(member, substring) member"],
    ["contains($pri|", "contains(member, substring) none"],
    ["substr(name,1,|", "substr(member, start[, length]) length"],
    ["substr(name,1,2,|", "substr(member, start[, length]) none"],
    ["in(name,'a','b','c|')", "in(member, value, …) …"],
    ["gt(1,size,|10)", "gt(member, value, …) …"],
    ["gt(|1,size,10)", "gt(member, value, …) member"],
    ["and(eq(name,(|", "eq(member, value) value"],
    ["and(eq(name,'x'),|", "and(condition, condition, …) condition"],
    ["ago(7,|'days')", "ago(n, unit) unit"],
    ["eq(name,'x')|", undefined],
    ["nosuch(|", undefined],
    ["|", undefined],
  ])("%s", (marked, expected) => {
    expect(active(marked)).toBe(expected);
  });

  it("labels signatures like the documentation, with the span of each parameter", () => {
    for (const definition of FUNCTIONS) {
      for (const signature of definition.signatures) {
        const { label, parameters } = describeSignature(definition, signature, Infinity);
        expect(label).toBe(signatureText(definition.name, signature, Infinity));
        const names = [...signature.parameters.map(({ name }) => name), ...(signature.rest ? ["…"] : [])];
        expect(parameters.map(({ span }) => cut(label, span))).toEqual(names);
        for (const name of names) expect(name).toMatch(/^[a-z]{3,}[A-Za-z]*$|^…$/);
      }
    }
  });

  it("mentions further arguments of comparisons only to calls that have them", () => {
    const { document } = open("gt(size,1)|");
    expect(document.signatureHelp(3)?.signatures).toMatchObject([{ label: "gt(member, value)" }]);
    expect(document.hover(0)?.title).toBe("gt(member, value): boolean");
    expect(service.open("gt", { kind: "filter" }).complete(2).items).toMatchObject([
      { detail: "gt(member, value)", snippet: "gt(${1:member},${2:value})" },
    ]);
  });
});

describe("hover", () => {
  function hover(marked: string, kind: ExpressionKind = "filter") {
    const { document, text, offset } = open(marked, kind);
    const found = document.hover(offset);
    return found && { word: cut(text, found.span), title: found.title, lines: found.lines.join(" ") };
  }

  it("explains functions with an example that is true", () => {
    const { document } = open("contains(name,'x')|");
    expect(document.hover(3)).toMatchObject({
      span: { start: 0, end: 8 },
      title: "contains(member, substring): boolean",
      example: { is: true },
    });
    for (const { name } of FUNCTIONS)
      expect(service.open(`${name}(`, { kind: "filter" }).hover(0)!.lines.length).toBeGreaterThan(1);
  });

  it.each([
    ["eq(na|me,1)", "name", "name: string", "Title of the report."],
    ["eq(owner.ci|ty,1)", "owner.city", "owner.city: string", "null"],
    ["eq(own|er.city,1)", "owner", "owner: object", "null"],
    ["eq(sta|te,1)", "state", "state: string", "'it's over'"],
    ["length(ta|gs)", "tags", "tags: list of string", ""],
    ["eq(properties.co|lor,1)", "properties.color", "properties.color: string", ""],
    ["eq(blo|b,1)", "blob", "blob: string", "cannot be sorted"],
    ["eq(cod|e,1)", "code", "code: string", "Functions: eq, in."],
    ["eq(name,'O''Br|ien')", "'O''Brien'", "O'Brien", "7 characters"],
    ["eq(name,'\u{1f600}|')", "'\u{1f600}'", "\u{1f600}", "1 character."],
    ["eq(size,12345|67)", "1234567", "1234567", "1,234,567"],
    [
      "gt(created,2026-01-31T12:00:0|0Z)",
      "2026-01-31T12:00:00Z",
      "2026-01-31T12:00:00Z",
      "Saturday, January 31, 2026",
    ],
    ["gt(day,2026-01|-31)", "2026-01-31", "2026-01-31", "Saturday, January 31, 2026"],
    ["eq(start,13:45|)", "13:45", "13:45", "UTC"],
    ["eq(enabled,tr|ue)", "true", "true", "boolean"],
    ["eq($prim|ary,name,'x')", "$primary", "$primary", "base letters"],
    ["eq(sec|ret,1)", undefined, undefined, undefined],
    ["eq(nosuch|,1)", undefined, undefined, undefined],
    ["eq(created,2020-13-|01)", undefined, undefined, undefined],
    ["eq( | name,1)", undefined, undefined, undefined],
  ])("%s", (marked, word, title, line) => {
    const found = hover(marked);
    expect(found?.word).toBe(word);
    expect(found?.title).toBe(title);
    if (line !== undefined) expect(found!.lines).toContain(line);
  });

  it("shows an instant in the time zone of the reader and in UTC", () => {
    const { lines } = hover("gt(created,2026-01-31T12:00:00|Z)")!;
    expect(lines).toContain("1:00:00");
    expect(lines).toContain("12:00:00");
  });

  it("explains options of sorts, and words of query strings", () => {
    expect(hover("name:desc|ending", "sortBy")?.lines).toContain("greatest");
    expect(hover("name:prim|ary", "sortBy")?.lines).toContain("base letters");
    expect(hover("?filter=eq(name,%27O%27%27Br|ien%27)", "query")).toMatchObject({
      word: "%27O%27%27Brien%27",
      title: "O'Brien",
    });
  });
});

describe("structure", () => {
  it("gives each word one kind, in the order of the text", () => {
    const kinds = (text: string, kind: ExpressionKind) =>
      service
        .open(text, { kind })
        .semanticTokens()
        .map(({ span, type }) => `${cut(text, span)}:${type}`);
    expect(kinds("and(eq($primary,name,'x'),gt(size,-1.5),lt(day,2020-01-31),true)", "filter")).toEqual([
      "and:function",
      "eq:function",
      "$primary:strength",
      "name:member",
      "'x':string",
      "gt:function",
      "size:member",
      "-1.5:number",
      "lt:function",
      "day:member",
      "2020-01-31:date",
      "true:boolean",
    ]);
    expect(kinds("name:descending", "sortBy")).toEqual(["name:member", "descending:option"]);
    expect(kinds("filter=eq(name,%27x%27)&limit=1", "query")).toEqual([
      "filter:parameter",
      "eq:function",
      "name:member",
      "%27x%27:string",
      "limit:parameter",
    ]);
  });

  it("folds calls of several lines", () => {
    const text = "and(\n  eq(name,'x'),\n  or(\n    enabled,\n    gt(size,1)";
    const folded = service.open(text, { kind: "filter" }).foldingRanges();
    expect(folded.map((span) => cut(text, span)!.trim().split("\n").length)).toEqual([5 - 1, 2]);
    expect(service.open("and(a,b)\n", { kind: "filter" }).foldingRanges()).toEqual([]);
  });

  it("selects the word, the argument, the arguments, the call, up to the whole text", () => {
    const { document, text, offset } = open(" and(enabled,eq(na|me,'x')) ");
    expect(document.selectionRanges(offset).map((span) => cut(text, span))).toEqual([
      "name",
      "name,'x'",
      "eq(name,'x')",
      "enabled,eq(name,'x')",
      "and(enabled,eq(name,'x'))",
      text,
    ]);
  });

  it("selects only ranges around an offset inside of an encoded character", () => {
    const { document, text, offset } = open("filter=eq(a,27Br%C3|%ADe)", "query");
    const ranges = document.selectionRanges(offset);
    expect(ranges.filter(({ start, end }) => start > offset || end < offset)).toEqual([]);
    expect(cut(text, ranges[0])).toBe("%C3%ADe");
  });

  it("selects in query strings, up to the parameter", () => {
    const { document, text, offset } = open("filter=eq(na|me,1)&limit=1", "query");
    expect(
      document
        .selectionRanges(offset)
        .map((span) => cut(text, span))
        .slice(-3),
    ).toEqual(["eq(name,1)", "filter=eq(name,1)", text]);
  });
});

describe("formatting", () => {
  it("lays out a filter or sort, and leaves broken texts and query strings alone", () => {
    const formatted = (text: string, kind: ExpressionKind = "filter") =>
      applyEdits(text, service.open(text, { kind }).format({ width: 20 }));
    expect(formatted("and( eq(name,'x'),enabled)")).toBe("and(\n  eq(name, 'x'),\n  enabled\n)");
    expect(formatted("name : descending,nameOfOwner", "sortBy")).toBe("name:descending,\nnameOfOwner");
    for (const text of ["and(eq(name,", "", " ", "name = 1"]) expect(formatted(text)).toBe(text);
    expect(formatted("filter=eq( name,1)", "query")).toBe("filter=eq( name,1)");
    expect(service.open("eq(name, 1)", { kind: "filter" }).format()).toEqual([]);
  });
});

describe("renaming a member", () => {
  function rename(marked: string, name: string, kind: ExpressionKind = "filter") {
    const { document, text, offset } = open(marked, kind);
    const result = document.rename(offset, name);
    return result.ok ? applyEdits(text, result.edits) : result.message;
  }

  it.each([
    [
      "and(eq(na|me,'name'),gt(length(name),1),eq(nameOfOwner,1))",
      "title",
      "and(eq(title,'name'),gt(length(title),1),eq(nameOfOwner,1))",
    ],
    [
      "and(eq(own|er.city,1),isNull(owner),gt(owner.age,1))",
      "user",
      "and(eq(user.city,1),isNull(user),gt(user.age,1))",
    ],
    ["and(eq(owner.ci|ty,1),gt(owner.age,1))", "town", "and(eq(owner.town,1),gt(owner.age,1))"],
    ["and(eq(name,1),eq(na|me,", "title", "and(eq(title,1),eq(title,"],
    ["eq(name|,1)", "", "Write the new name of the member."],
    ["eq(name|,1)", "a b", "a b cannot be the name of a member."],
    ["eq(name|,1)", "true", "true cannot be the name of a member."],
    ["e|q(name,1)", "x", "There is no name of a member here."],
    ["eq(enabled,tr|ue)", "x", "There is no name of a member here."],
  ])("%s to %s", (marked, name, expected) => {
    expect(rename(marked, name)).toBe(expected);
  });

  it("includes the sort of the same query string, but not its options", () => {
    expect(rename("filter=eq(na|me,%27%26%27)&sortBy=name:descending&limit=1", "größe", "query")).toBe(
      "filter=eq(gr%C3%B6%C3%9Fe,%27%26%27)&sortBy=gr%C3%B6%C3%9Fe:descending&limit=1",
    );
    expect(rename("name:desc|ending", "x", "sortBy")).toBe("There is no name of a member here.");
  });

  it("reports the range that it replaces", () => {
    const { document, text, offset } = open("eq(owner.ci|ty,1)");
    expect(cut(text, document.renameRange(offset))).toBe("city");
    expect(document.renameRange(0)).toBeUndefined();
  });
});

describe("diagnostics", () => {
  it("are those of the parser and the checker, in the order of the text", () => {
    const codes = (text: string, kind: ExpressionKind = "filter") =>
      service
        .open(text, { kind })
        .diagnostics()
        .map(({ code }) => code);
    expect(codes("and(eq(nmae,1),eq(size,")).toEqual(["unknown-member", "missing-parenthesis"]);
    expect(codes("name:descending,nmae", "sortBy")).toEqual(["unknown-member"]);
    expect(codes("filter=eq(nmae,1)&nosuch=1", "query")).toEqual(["unknown-member", "unknown-parameter"]);
    expect(codes("eq(name,'x')")).toEqual([]);
    expect(codes("gt(created,ago(7,'days'))")).toEqual([]);
  });

  it("depend on the mode and the limits of the service", () => {
    const strict = createLanguageService({ catalog: REPORTS, mode: "strict", limits: { text: 20 } });
    expect(strict.open("and(enabled)", { kind: "filter" }).diagnostics()[0]!.severity).toBe("error");
    const codes = (length: number) =>
      strict
        .open("'".padEnd(length, "x"), { kind: "filter" })
        .diagnostics()
        .map(({ code }) => code);
    expect(codes(20)).not.toContain("text-too-long");
    expect(codes(21)).toEqual(["text-too-long"]);
  });

  it("are all that a text over the limit has", () => {
    const text = "eq(name,'x') ".padEnd(DEFAULT_LIMITS.text + 1);
    const document = service.open(text, { kind: "filter" });
    expect(document.complete(3).items).toEqual([]);
    expect(document.hover(3)).toBeUndefined();
    expect(document.semanticTokens()).toEqual([]);
    expect(document.signatureHelp(4)).toBeUndefined();
    const allowed = service.open(text.slice(0, -1), { kind: "filter" });
    expect(allowed.hover(4)).toBeDefined();
    expect(allowed.signatureHelp(4)).toBeDefined();
  });
});

describe("arguments of the service", () => {
  it("are checked", () => {
    expect(() => createLanguageService({ timeZone: "Nowhere" })).toThrow(RangeError);
    expect(() => createLanguageService({ limits: { text: -1 } })).toThrow(RangeError);
    expect(() => service.open(5 as never, { kind: "filter" })).toThrow(/text must be a string/);
    expect(() => service.open("", { kind: "x" as never })).toThrow(/kind must be filter, sortBy or query/);
  });

  it("can be offsets outside of the text", () => {
    const document = service.open("eq(name,", { kind: "filter" });
    for (const offset of [-1, NaN, Infinity, 100, 3.5]) {
      expect(Array.isArray(document.complete(offset).items)).toBe(true);
      expect(() => document.hover(offset)).not.toThrow();
      expect(document.selectionRanges(offset).at(-1)).toEqual({ start: 0, end: 8 });
    }
  });
});
