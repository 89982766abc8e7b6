import type * as realMonaco from "monaco-editor";
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import type { ValueProvider } from "../../src/editor/contract/types.ts";
import { createLanguageService } from "../../src/editor/service.ts";
import type { MonacoApi } from "../../src/monaco/api.ts";
import { registerMonacoLanguage } from "../../src/monaco/language.ts";
import { REPORTS, atCursor } from "../editor/catalog.ts";
import { fakeMonaco, FakeModel } from "./fake.ts";

const service = createLanguageService({ catalog: REPORTS });
const { monaco, provider } = fakeMonaco();
registerMonacoLanguage(monaco, { service });

/** Opens a text with its cursor `|`. */
function at(marked: string) {
  const { text, offset } = atCursor(marked);
  const model = new FakeModel(text);
  return { model, position: model.getPositionAt(offset) };
}

const NEVER = {
  isCancellationRequested: false,
  onCancellationRequested: () => ({ dispose: () => undefined }),
};

it("the real module fits the types of the adapter", () => {
  expectTypeOf<typeof realMonaco>().toExtend<MonacoApi<realMonaco.Uri>>();
});

describe("providers of Monaco", () => {
  it("complete the whole word in the order of the service, so that Monaco filters no item", async () => {
    const { model, position } = at("eq(na|me,'x')");
    const { suggestions, incomplete } = await provider("completion").provideCompletionItems(
      model,
      position,
      undefined,
      NEVER,
    );
    expect(incomplete).toBe(true);
    expect(suggestions[0]).toMatchObject({
      label: "name",
      kind: 3,
      insertText: "name",
      filterText: "na",
      range: { startLineNumber: 1, startColumn: 4, endLineNumber: 1, endColumn: 8 },
    });
    const keys = suggestions.map(({ sortText }) => sortText);
    expect(keys).toEqual(keys.toSorted());
    expect(new Set(suggestions.map(({ filterText }) => filterText))).toEqual(new Set(["na"]));
  });

  it("complete functions as snippets", async () => {
    const { model, position } = at("startsW|");
    const found = await provider("completion").provideCompletionItems(model, position, undefined, NEVER);
    expect(found.suggestions[0]).toMatchObject({
      insertText: "startsWith(${1:member},${2:prefix})",
      insertTextRules: 4,
    });
  });

  it("complete nothing in a string with several lines, which Monaco cannot replace", async () => {
    const { model, position } = at("eq(state,'op\n|");
    const found = await provider("completion").provideCompletionItems(model, position, undefined, NEVER);
    expect(found.suggestions).toEqual([]);
  });

  it("add values of the data first, and stop the provider of a canceled request", async () => {
    let isAborted: boolean | undefined;
    const values: ValueProvider = (_, { signal }) => {
      isAborted = signal?.aborted;
      return ["Paris"];
    };
    const own = fakeMonaco();
    registerMonacoLanguage(own.monaco, { service, values });
    const { model, position } = at("eq(name,'Pa|");
    const complete = (token: typeof NEVER) =>
      own.provider("completion").provideCompletionItems(model, position, undefined, token);
    expect((await complete(NEVER)).suggestions[0]?.insertText).toBe("'Paris'");
    expect(isAborted).toBe(false);
    await complete({ ...NEVER, isCancellationRequested: true });
    expect(isAborted).toBe(true);
  });

  it("encode tokens relative to each other, and split strings at line ends", () => {
    const { model } = at("and(eq(name,'a\r\nb'),\r\n  gt(size,5))|");
    const { data } = provider("semanticTokens").provideDocumentSemanticTokens(model);
    const legend = provider("semanticTokens").getLegend().tokenTypes;
    const tokens = Array.from({ length: data.length / 5 }, (_, i) => [...data.slice(i * 5, i * 5 + 4)]);
    expect(tokens.map(([line, column, length, type]) => [line, column, length, legend[type!]])).toEqual([
      [0, 0, 3, "function"],
      [0, 4, 2, "function"],
      [0, 3, 4, "variable"],
      [0, 5, 2, "string"],
      [1, 0, 2, "string"],
      [1, 2, 2, "function"],
      [0, 3, 4, "variable"],
      [0, 5, 1, "number"],
    ]);
  });

  it("explain words in Markdown that shows descriptions as they are", () => {
    const { model, position } = at("eq(na|me,'x')");
    const hover = provider("hover").provideHover(model, position);
    expect(hover?.range).toMatchObject({ startColumn: 4, endColumn: 8 });
    expect(hover?.contents.map(({ value }) => value)).toContain("Title of the report\\.");
    const quoted = at("eq(name,'a```b<b>|')");
    const [title] = provider("hover").provideHover(quoted.model, quoted.position)!.contents;
    expect(title?.value).toBe("````\na```b<b>\n````");
  });

  it("show the signature with the active parameter", () => {
    const { model, position } = at("contains(name,|");
    const { value } = provider("signatureHelp").provideSignatureHelp(model, position)!;
    const { label, parameters } = value.signatures[value.activeSignature]!;
    expect(label.slice(...parameters[value.activeParameter]!.label)).toBe("substring");
    const outside = at("|");
    expect(provider("signatureHelp").provideSignatureHelp(outside.model, outside.position)).toBeUndefined();
  });

  it("offer fixes and rewritings as edits of this version of the model", () => {
    const { model } = at("and(eq(nmae,'x'))|");
    const range = { startLineNumber: 1, startColumn: 9, endLineNumber: 1, endColumn: 9 };
    const { actions } = provider("codeActions").provideCodeActions(model, range);
    expect(actions.find(({ title }) => title === "Write name")).toMatchObject({
      kind: "quickfix",
      isPreferred: true,
      edit: {
        edits: [
          {
            resource: "memory:1",
            versionId: 1,
            textEdit: { range: { startColumn: 8, endColumn: 12 }, text: "name" },
          },
        ],
      },
    });
  });

  it("rename a member everywhere, and refuse other words and names", () => {
    const { model, position } = at("and(eq(na|me,'x'),isNull(name))");
    const rename = provider("rename");
    expect(rename.resolveRenameLocation(model, position)).toMatchObject({ text: "name" });
    const { edits } = rename.provideRenameEdits(model, position, "title");
    expect(edits.map(({ textEdit }) => textEdit.text)).toEqual(["title", "title"]);
    expect(rename.provideRenameEdits(model, position, "a b").rejectReason).toMatch(/\S/);
    const literal = at("eq(name,'x|')");
    expect(rename.resolveRenameLocation(literal.model, literal.position).rejectReason).toMatch(/\S/);
  });

  it("format, fold and select", () => {
    const { model, position } = at("and(\n  eq(si|ze,1),\n  eq(size,2)\n)");
    expect(provider("folding").provideFoldingRanges(model)).toEqual([{ start: 1, end: 3 }]);
    const [ranges] = provider("selection").provideSelectionRanges(model, [position]);
    expect(ranges?.map(({ range }) => range.startLineNumber)).toEqual([2, 2, 2, 1, 1]);
    const [edit] = provider("formatting").provideDocumentFormattingEdits(model);
    expect(edit).toMatchObject({ text: "and(eq(size, 1), eq(size, 2))", range: { endLineNumber: 4 } });
  });
});

describe("markers of Monaco", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const codes = (model: FakeModel) => model.markers.map(({ code }) => code);

  it("exist for open and new models of the language, and for no others", () => {
    const model = new FakeModel("eq(nmae,'x')");
    const other = new FakeModel("eq(nmae,'x')", "json");
    const { monaco: own, events } = fakeMonaco(model, other);
    registerMonacoLanguage(own, { service });
    expect(model.markers).toMatchObject([{ severity: 8, startColumn: 4, endColumn: 8, source: "tamis" }]);
    expect(codes(other)).toEqual([]);
    const created = new FakeModel("eq(name,");
    for (const listener of events.created) listener(created);
    expect(codes(created)).not.toEqual([]);
  });

  it("follow changes once a person pauses", () => {
    const model = new FakeModel("eq(name,'x')");
    registerMonacoLanguage(fakeMonaco(model).monaco, { service });
    model.change("eq(nmae,'x'");
    model.change("eq(nmae,'x')");
    expect(codes(model)).toEqual([]);
    vi.runAllTimers();
    expect(codes(model)).toEqual(["unknown-member"]);
  });

  it("disappear with another language of the model", () => {
    const model = new FakeModel("eq(nmae,'x')");
    const { monaco: own, events } = fakeMonaco(model);
    registerMonacoLanguage(own, { service });
    model.languageId = "json";
    for (const listener of events.changed) listener({ model });
    expect(codes(model)).toEqual([]);
    expect(model.listeners.size).toBe(0);
  });

  it("disappear with the language, and nothing stays registered", () => {
    const model = new FakeModel("eq(nmae,'x')");
    const { monaco: own, events, registered } = fakeMonaco(model);
    const language = registerMonacoLanguage(own, { service, languageId: "reports-filter" });
    expect(codes(model)).toEqual([]);
    model.languageId = "reports-filter";
    for (const listener of events.changed) listener({ model });
    model.change("eq(nmae,'y')");
    language.dispose();
    vi.runAllTimers();
    expect(codes(model)).toEqual([]);
    expect([registered.size, events.created.size, events.changed.size, model.listeners.size]).toEqual([
      0, 0, 0, 0,
    ]);
  });
});
