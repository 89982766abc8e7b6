import { CompletionContext, type CompletionResult, type CompletionSource } from "@codemirror/autocomplete";
import { HighlightStyle, foldable, syntaxHighlighting } from "@codemirror/language";
import { linter, type Action, type Diagnostic } from "@codemirror/lint";
import { EditorState, type Extension, type Transaction, type TransactionSpec } from "@codemirror/state";
import { EditorView, hoverTooltip, showTooltip, type Tooltip } from "@codemirror/view";
import * as highlight from "@lezer/highlight";
import { describe, expect, it } from "vitest";
import { codeMirrorLanguage } from "../../src/codemirror/extension.ts";
import type { ValueProvider } from "../../src/editor/contract/types.ts";
import { createLanguageService } from "../../src/editor/service.ts";
import { REPORTS, atCursor } from "../editor/catalog.ts";
import { MODULES } from "./modules.ts";

const service = createLanguageService({ catalog: REPORTS });
const tamis = codeMirrorLanguage(MODULES, { service });

const open = (doc: string, extensions: Extension = tamis) => EditorState.create({ doc, extensions });

/** An editor without a page: a state, and the transactions that replace it. */
function editorOf(state: EditorState): EditorView {
  const editor = {
    state,
    dispatch(transaction: Transaction | TransactionSpec) {
      editor.state = ("state" in transaction ? transaction : editor.state.update(transaction)).state;
    },
  };
  return editor as unknown as EditorView;
}

/** Marked words with their classes. */
function marks(state: EditorState): readonly string[] {
  const found: string[] = [];
  for (const set of state.facet(EditorView.decorations)) {
    if (typeof set === "function") continue;
    for (const cursor = set.iter(); cursor.value !== null; cursor.next())
      found.push(
        `${state.sliceDoc(cursor.from, cursor.to)} ${(cursor.value.spec as { class: string }).class}`,
      );
  }
  return found;
}

async function complete(
  marked: string,
  { isExplicit = true, extensions = tamis } = {},
): Promise<{ readonly state: EditorState; readonly result: CompletionResult | null }> {
  const { text, offset } = atCursor(marked);
  const state = open(text, extensions);
  const [source] = state.languageDataAt<CompletionSource>("autocomplete", offset);
  return { state, result: await source!(new CompletionContext(state, offset, isExplicit)) };
}

describe("words of an expression in CodeMirror", () => {
  it("have a class for their kind, also after a change and in a broken text", () => {
    const state = open("and(eq(name,'a\nb'),gt(size,5)");
    expect(marks(state)).toEqual([
      "and tamis-function",
      "eq tamis-function",
      "name tamis-member",
      "'a\nb' tamis-string",
      "gt tamis-function",
      "size tamis-member",
      "5 tamis-number",
    ]);
    const changed = state.update({ changes: { from: 0, to: state.doc.length, insert: "eq(day," } }).state;
    expect(marks(changed)).toEqual(["eq tamis-function", "day tamis-member"]);
  });

  it("have the classes of the editor's highlight style if the tags are given", () => {
    const { tags } = highlight;
    const style = HighlightStyle.define([
      { tag: tags.function(tags.variableName), class: "fn" },
      { tag: tags.variableName, class: "var" },
      { tag: tags.string, class: "str" },
    ]);
    const styled = codeMirrorLanguage({ ...MODULES, highlight }, { service });
    expect(marks(open("eq(name,'a')", [styled, syntaxHighlighting(style)]))).toEqual([
      "eq fn",
      "name var",
      "'a' str",
    ]);
  });

  it("of sorts are options and members", () => {
    const sorts = codeMirrorLanguage(MODULES, { service, kind: "sortBy" });
    expect(marks(open("name:descending", sorts))).toEqual(["name tamis-member", "descending tamis-option"]);
  });
});

describe("completion in CodeMirror", () => {
  it("replaces the whole word, in the order of the service", async () => {
    const { result } = await complete("eq(na|me,'x')");
    expect([result?.from, result?.to, result?.filter]).toEqual([3, 7, false]);
    expect(result?.options[0]).toMatchObject({
      label: "name",
      type: "property",
      detail: "string",
      apply: "name",
    });
    expect(result?.options[0]?.info).toContain("Title of the report.");
  });

  it("inserts functions as snippets whose first argument is selected", async () => {
    const { state, result } = await complete("and(star|");
    const option = result!.options.find(({ label }) => label === "startsWith")!;
    const editor = editorOf(state);
    if (typeof option.apply !== "function") throw new Error("expected a snippet");
    option.apply(editor, option, result!.from, result!.to!);
    expect(editor.state.doc.toString()).toBe("and(startsWith(member,prefix)");
    const { from, to } = editor.state.selection.main;
    expect(editor.state.sliceDoc(from, to)).toBe("member");
  });

  it("opens by typing only in a word and where an argument begins", async () => {
    const isOpened = async (marked: string) =>
      (await complete(marked, { isExplicit: false })).result !== null;
    expect(await Promise.all(["no|", "eq(|", "eq(name,|", "eq(owner.|"].map(isOpened))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(await Promise.all(["|", "eq(name,'a') |"].map(isOpened))).toEqual([false, false]);
    expect((await complete("|")).result?.options.length).toBeGreaterThan(5);
  });

  it("adds values from a provider before the other items", async () => {
    const values: ValueProvider = ({ member, prefix }) =>
      Promise.resolve(["Paris", "Parma"].map((city) => `${city}-${member}-${prefix}`));
    const extensions = codeMirrorLanguage(MODULES, { service, values });
    const { result } = await complete("eq(name,'Pa|", { extensions });
    expect(result?.options.slice(0, 2).map(({ apply }) => apply)).toEqual([
      "'Paris-name-Pa'",
      "'Parma-name-Pa'",
    ]);
  });

  it("has no result once the request is aborted, and tells the provider", async () => {
    const listeners: (() => void)[] = [];
    let signal: AbortSignal | undefined;
    const values: ValueProvider = (_, options) => {
      signal = options.signal;
      listeners.forEach((listener) => listener());
      return ["Paris"];
    };
    const state = open("eq(name,'Pa", codeMirrorLanguage(MODULES, { service, values }));
    const [source] = state.languageDataAt<CompletionSource>("autocomplete", 11);
    const context = new CompletionContext(state, 11, true);
    context.addEventListener = (_, listener) => void listeners.push(listener);
    expect(await source!(context)).toBeNull();
    expect(signal?.aborted).toBe(true);
  });
});

describe("diagnostics in CodeMirror", () => {
  let source: ((view: EditorView) => readonly Diagnostic[]) | undefined;
  const lint = {
    linter: (given: never) => {
      source = given;
      return linter(given);
    },
  };
  const extension = codeMirrorLanguage({ ...MODULES, lint }, { service });
  const check = (doc: string, extensions: Extension = extension) => {
    const editor = editorOf(open(doc, extensions));
    return { editor, found: source!(editor) };
  };
  const apply = (action: Action | undefined, editor: EditorView, { from, to }: Diagnostic, by = 0) =>
    action!.apply(editor, from + by, to + by);

  it("have the span, the severity and the fixes of the service", () => {
    const { editor, found } = check("eq(nmae,'x')");
    expect(found).toMatchObject([{ from: 3, to: 7, severity: "error", source: "tamis" }]);
    expect(found[0]?.actions?.map(({ name }) => name)).toEqual(["Write name"]);
    apply(found[0]!.actions![0], editor, found[0]!);
    expect(editor.state.doc.toString()).toBe("eq(name,'x')");
  });

  it("have fixes that find their place after a change before it", () => {
    const { editor, found } = check("eq(nmae,'x')");
    editor.dispatch({ changes: { from: 0, insert: "not(" } });
    apply(found[0]!.actions![0], editor, found[0]!, 4);
    expect(editor.state.doc.toString()).toBe("not(eq(name,'x')");
  });

  it("have fixes that change nothing once the error is gone, or in a read-only editor", () => {
    const { editor, found } = check("eq(nmae,'x')");
    editor.dispatch({ changes: { from: 3, to: 7, insert: "size" } });
    apply(found[0]!.actions![0], editor, found[0]!);
    expect(editor.state.doc.toString()).toBe("eq(size,'x')");
    const fixed = check("eq(nmae,'x')", [extension, EditorState.readOnly.of(true)]);
    apply(fixed.found[0]!.actions![0], fixed.editor, fixed.found[0]!);
    expect(fixed.editor.state.doc.toString()).toBe("eq(nmae,'x')");
  });
});

describe("formatting in CodeMirror", () => {
  const long = `and(${Array.from({ length: 9 }, () => "contains(name,'Paris')").join(" , ")})`;

  it("replaces a text without syntax errors", () => {
    const editor = editorOf(open(long));
    expect(tamis.format(editor)).toBe(true);
    expect(editor.state.doc.lines).toBeGreaterThan(5);
    expect(tamis.format(editor)).toBe(false);
  });

  it("does nothing for syntax errors, and in a read-only editor", () => {
    expect(tamis.format(editorOf(open(long.slice(0, -1))))).toBe(false);
    expect(tamis.format(editorOf(open(long, [tamis, EditorState.readOnly.of(true)])))).toBe(false);
  });

  it("makes calls with several lines foldable between their parentheses", () => {
    const state = open("and(\n  eq(size,1),\n  eq(size,2)\n)");
    const line = state.doc.line(1);
    expect(foldable(state, line.from, line.to)).toEqual({ from: 4, to: state.doc.length - 1 });
    const second = state.doc.line(2);
    expect(foldable(state, second.from, second.to)).toBeNull();
  });
});

describe("tooltips in CodeMirror", () => {
  const shown = (state: EditorState) => state.facet(showTooltip).filter((tooltip) => tooltip !== null);
  const typed = (state: EditorState, insert: string) =>
    state.update({
      changes: { from: state.doc.length, insert },
      selection: { anchor: state.doc.length + insert.length },
      userEvent: "input.type",
    }).state;

  it("show the signature after typing in a call, and hide it outside of calls", () => {
    const state = open("contains");
    expect(shown(state)).toEqual([]);
    const inside = typed(state, "(na");
    expect(shown(inside)).toMatchObject([{ pos: 11, above: true }]);
    expect(shown(typed(inside, "me,"))).toMatchObject([{ pos: 14 }]);
    expect(shown(inside.update({ selection: { anchor: 0 } }).state)).toEqual([]);
  });

  it("do not show the signature for a cursor that only moves, or a text that a program inserts", () => {
    const state = open("contains(name,'x')");
    expect(shown(state.update({ selection: { anchor: 12 } }).state)).toEqual([]);
    expect(shown(state.update({ changes: { from: 12, insert: "x" } }).state)).toEqual([]);
  });

  it("explain the word under the pointer", () => {
    let source: ((view: EditorView, offset: number, side: -1 | 1) => Tooltip | null) | undefined;
    const view = {
      ...MODULES.view,
      hoverTooltip: (given: never) => {
        source = given;
        return hoverTooltip(given);
      },
    };
    const editor = editorOf(open("eq(name,'x')", codeMirrorLanguage({ ...MODULES, view }, { service })));
    expect(source!(editor, 5, 1)).toMatchObject({ pos: 3, end: 7, above: true });
  });
});
