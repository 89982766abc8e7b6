import { describe, expect, it } from "vitest";
import { completeWithValues, createLanguageService } from "../../src/editor/service.ts";
import type { ExpressionKind } from "../../src/editor/contract/types.ts";
import { defineCatalog } from "../../src/catalog/define-catalog.ts";
import { applyEdits } from "../../src/diagnostics/diagnostic.ts";
import { FUNCTIONS } from "../../src/functions/list.ts";
import { atCursor, REPORTS } from "./catalog.ts";

const service = createLanguageService({ catalog: REPORTS });

function complete(marked: string, kind: ExpressionKind = "filter") {
  const { text, offset } = atCursor(marked);
  return service.open(text, { kind }).complete(offset);
}

/** Returns the text after the first completion, with the cursor after it. */
function first(marked: string, kind: ExpressionKind = "filter"): string {
  const { text } = atCursor(marked);
  const { span, items } = complete(marked, kind);
  return items.length === 0 ? "nothing" : applyEdits(text, [{ span, text: items[0]!.text }]);
}

const labels = (marked: string, kind: ExpressionKind = "filter") =>
  complete(marked, kind).items.map(({ label }) => label);

describe("the first completion of a filter", () => {
  it.each([
    ["ena|", "enabled"],
    ["conta|", "contains("],
    ["and(eq(id,1),ena|)", "and(eq(id,1),enabled)"],
    ["eq(na|me,'x')", "eq(name,'x')"],
    ["eq(name|,'x')", "eq(nameOfOwner,'x')"],
    ["eq(nam|,'x')", "eq(name,'x')"],
    ["eq(owner.c|ity,'x')", "eq(owner.city,'x')"],
    ["eq(ci|,'x')", "eq(owner.city,'x')"],
    ["eq(OfO|,'x')", "eq(nameOfOwner,'x')"],
    ["eq(NAM|,'x')", "eq(name,'x')"],
    ["conta|(name,'x')", "contains(name,'x')"],
    ["eq($pri|,name,'x')", "eq($primary,name,'x')"],
    ["eq($pri|)", "eq($primary,)"],
    ["eq(state,'do|", "eq(state,'done'"],
    ["eq(state,'do|')", "eq(state,'done')"],
    ["eq(state,'op|, or (so)')", "eq(state,'open')"],
    ["in(state,'op|,'done')", "in(state,'open','done')"],
    ["eq(state,'it|''s over')", "eq(state,'it''s over')"],
    ['eq(state,"IT|', `eq(state,"it's over"`],
    ["eq(state,'|)", "eq(state,'open')"],
    ["eq('open',st|)", "eq('open',state)"],
    ["eq(|,3)", "eq(size,3)"],
    ["eq(|,2020-01-31)", "eq(day,2020-01-31)"],
    ["in(|,true)", "in(enabled,true)"],
    ["eq(length(name),|)", "eq(length(name),0)"],
    ["startsWith(name,|)", "startsWith(name,'')"],
    ["match(name,|)", "match(name,'')"],
    ["in(start,|)", "in(start,12:00:00)"],
    ["substr(name,|)", "substr(name,0)"],
    ["substr(state,|)", "substr(state,0)"],
    ["size|", "eq(size,"],
    ["and(enabled,or(siz|))", "and(enabled,or(size))"],
    ["not(tags|)", "not(eq(tags,)"],
    ["owner|", "isNull(owner)"],
    ["gt(|,length(name))", "gt(id,length(name))"],
    ["eq(enabled,tr|", "eq(enabled,true"],
    ["eq(owner.home.street.side.l|", "eq(owner.home.street.side.left"],
    ["match(prop|", "match(properties"],
    ["length(ta|", "length(tags"],
    ["eq(code|,'x')", "nothing"],
  ])("%s", (marked, expected) => {
    expect(first(marked)).toBe(expected);
  });
});

describe("completions of a filter", () => {
  it("are conditions where a condition is expected", () => {
    const conditions = FUNCTIONS.filter(({ result }) => result === "boolean").map(({ name }) => name);
    const all = labels("|");
    expect(all.filter((label) => conditions.includes(label))).toEqual(conditions);
    expect(all.slice(0, -conditions.length)).toEqual(
      expect.arrayContaining(["enabled", "size", "owner.city"]),
    );
    expect(labels("or(enabled,not(|")).toEqual(labels("|"));
  });

  it("are members of the same type first, then those that compare with it, and last the member itself", () => {
    const members = (marked: string) =>
      complete(marked)
        .items.filter(({ kind }) => kind === "member")
        .map(({ label }) => label);
    expect(members("eq(created,|)")).toEqual(["created", "day"].toReversed());
    expect(members("gt(size,|)")).toEqual(["sizes", "id", "owner.age", "size"]);
    expect(members("gt(start,|)")).toEqual(["start"]);
  });

  it("are conditions on a member after its name, with holes for their arguments", () => {
    const conditions = (marked: string) => labels(marked).filter((label) => label.includes("("));
    expect(conditions("and(enabled,size|)")).toEqual([
      ...["eq", "ne", "lt", "le", "gt", "ge"].map((name) => `${name}(size, value)`),
      "in(size, value, …)",
      "isNull(size)",
    ]);
    expect(conditions("name|")).toContain("contains(name, substring)");
    expect(conditions("tags|")).toContain("contains(tags, substring)");
    expect(conditions("properties|")).toEqual([
      "match(properties, keyPattern, valuePattern)",
      "isNull(properties)",
    ]);
    expect(labels("enabled|").slice(0, 2)).toEqual(["enabled", "eq(enabled, value)"]);
    expect(conditions("enabled|").at(-1)).toBe("not(enabled)");
    expect(conditions("code|").length).toBeLessThan(3);
    for (const marked of ["secret|", "nosuch|", "eq(size|", "size|(", "'size|"])
      expect(conditions(marked)).toEqual([]);
    expect(complete("size|").items.at(4)).toMatchObject({ snippet: "gt(size,${1})", continues: true });
    expect(complete("siz|").items[0]).toMatchObject({ text: "size", continues: true });
  });

  it("begin with a literal of the type that an argument takes", () => {
    expect(complete("eq(name,|").items[0]).toMatchObject({
      label: "'…'",
      snippet: "'${1}'",
      detail: "a string",
    });
    expect(first("lt(day,|)")).toMatch(/^lt\(day,\d{4}-\d\d-\d\d\)$/);
    expect(first("lt(created,|)")).toMatch(/^lt\(created,\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ\)$/);
    for (const marked of ["eq(|,size)", "isNull(|", "length(|", "eq(1,|)", "eq(size,1|)"])
      expect(complete(marked).items.filter(({ kind }) => kind === "value")).toEqual([]);
  });

  it("contain a strength only as the first argument of functions that accept one", () => {
    const strengths = (marked: string) => labels(marked).filter((label) => label.startsWith("$"));
    expect(strengths("eq(|")).toHaveLength(5);
    expect(strengths("eq($|")).toHaveLength(5);
    for (const marked of ["eq($primary,|", "eq(name,$|", "match(|", "and($|", "|"])
      expect(strengths(marked)).toEqual([]);
  });

  it("omit members that filters cannot name, and those that do not allow the function", () => {
    for (const marked of ["|", "eq(|", "isNull(|", "secr|"]) expect(labels(marked)).not.toContain("secret");
    expect(labels("eq(cod|,'x')")).toEqual(["code"]);
    expect(labels("contains(cod|,'x')")).toEqual([]);
  });

  it("are none where no expression can begin", () => {
    for (const marked of [
      "eq(id,1)|",
      "eq(id,1) |",
      "eq(id,12|",
      "eq(name,'x'|)",
      "eq(“|",
      "eq(created,2020-|",
    ])
      expect(labels(marked)).toEqual([]);
  });

  it("have types, signatures, documentation and snippets", () => {
    expect(complete("eq(nam|").items[0]).toEqual({
      kind: "member",
      label: "name",
      text: "name",
      detail: "string",
      documentation: "Title of the report.",
    });
    const [substr] = complete("eq(subs|").items;
    expect(substr).toMatchObject({
      kind: "function",
      snippet: "substr(${1:member},${2:start})",
      detail: "substr(member, start[, length])",
    });
    expect(substr!.documentation).toContain("null");
    expect(complete("eq(subs|(name,1)").items[0]).not.toHaveProperty("snippet");
  });

  it("are at most 200, and say so", () => {
    const members = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`m${i}`, "boolean" as const]));
    const many = createLanguageService({ catalog: defineCatalog({ name: "many", members }) });
    const { items, isIncomplete } = many.open("m", { kind: "filter" }).complete(1);
    expect(items).toHaveLength(200);
    expect(isIncomplete).toBe(true);
    expect(many.open("m29", { kind: "filter" }).complete(3)).toMatchObject({ isIncomplete: false });
  });
});

describe("the first completion of a sort", () => {
  it.each([
    ["nam|", "name"],
    ["name:de|", "name:descending"],
    ["name:descending:|", "name:descending:primary"],
    ["name:primary:|,id", "name:primary:ascending,id"],
    ["name,nam|", "name,nameOfOwner"],
    ["name:descending,i|", "name:descending,id"],
    ["eq(name,'x'):des|", "eq(name,'x'):descending"],
    ["eq(state,'op|'):descending", "eq(state,'open'):descending"],
  ])("%s", (marked, expected) => {
    expect(first(marked, "sortBy")).toBe(expected);
  });

  it("is never a list, a map, an object, a member that cannot be sorted by, or a used one", () => {
    const all = labels("name,owner.city:descending,|", "sortBy");
    for (const label of ["tags", "properties", "owner", "blob", "secret", "name", "owner.city"])
      expect(all).not.toContain(label);
    expect(all).toContain("owner.age");
  });
});

describe("the first completion of a query string", () => {
  it.each([
    ["filter=conta|", "filter=contains("],
    ["?filter=eq(state,%27do|", "?filter=eq(state,'done'"],
    ["?filter=eq(state,%27it|%27)&limit=1", "?filter=eq(state,'it''s%20over')&limit=1"],
    ["limit=5&sortBy=crea|&start=1", "limit=5&sortBy=created&start=1"],
    ["fil|", "filter="],
    ["fil|=x", "filter=x"],
    ["filter=enabled&so|", "filter=enabled&sortBy="],
    ["state=op|", "state=open"],
    ["state=open%7Cit|", "state=open%7Cit's%20over"],
    ["enabled=|&limit=1", "enabled=true&limit=1"],
    ["own|", "owner="],
  ])("%s", (marked, expected) => {
    expect(first(marked, "query")).toBe(expected);
  });

  it("is no parameter that is given already", () => {
    expect(labels("filter=enabled&|", "query")).not.toContain("filter");
  });
});

describe("values of the data", () => {
  const VALUES = ["Paris", "Parma", "O'Fallon", "lone \ud800"];
  const provider = ({ prefix }: { prefix: string }) => VALUES.filter((value) => value.startsWith(prefix));

  it.each([
    ["eq(name,'Pari|", "filter", "eq(name,'Paris'"],
    ["eq(name,|)", "filter", "eq(name,'Paris')"],
    ["eq(name,'O''|')", "filter", "eq(name,'O''Fallon')"],
    ['contains(tags,"Par|")', "filter", 'contains(tags,"Paris")'],
    ["filter=eq(name,%27O|", "query", "filter=eq(name,'O''Fallon'"],
    ["name=Par|", "query", "name=Paris"],
  ] as const)("%s", async (marked, kind, expected) => {
    const { text, offset } = atCursor(marked);
    const document = service.open(text, { kind });
    const [item] = await completeWithValues(document, offset, (request) =>
      Promise.resolve(provider(request)),
    );
    expect(applyEdits(text, [{ span: document.complete(offset).span, text: item!.text }])).toBe(expected);
  });

  it("are requested with the member, the part and the beginning", () => {
    expect(complete("eq(owner.city,'Pa|')").values).toEqual({
      member: "owner.city",
      part: "value",
      prefix: "Pa",
      span: { start: 14, end: 18 },
      quote: "'",
    });
    for (const marked of [
      "eq(state,'|",
      "eq(size,'|",
      "match(name,'|",
      "eq(nosuch,'|",
      "'|",
      "eq(name,x|",
      "substr(name,|",
    ])
      expect(complete(marked).values).toBeUndefined();
  });

  it("can be keys of a map", () => {
    const { text, offset } = atCursor("eq(properties.co|lor,'red')");
    const document = service.open(text, { kind: "filter" });
    const { values } = document.complete(offset);
    expect(values).toMatchObject({ member: "properties", part: "key", prefix: "co" });
    const items = document.completeValues(values!, ["color", "not a name"]);
    expect(items.map((item) => item.text)).toEqual(["properties.color"]);
    expect(text.slice(values!.span.start, values!.span.end)).toBe("properties.color");
  });

  it("are not requested if there is nothing to complete, and the signal reaches the provider", async () => {
    const document = service.open("eq(size,", { kind: "filter" });
    const requests: unknown[] = [];
    const { signal } = new AbortController();
    await completeWithValues(document, 8, (request) => (requests.push(request), []));
    expect(requests).toEqual([]);
    const signals: unknown[] = [];
    const named = service.open("eq(name,", { kind: "filter" });
    await completeWithValues(named, 8, (_, options) => (signals.push(options.signal), []), { signal });
    expect(signals).toEqual([signal]);
  });
});
