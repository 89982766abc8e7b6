import type {
  Disposable,
  MonacoMarker,
  MonacoModel,
  MonacoPosition,
  MonacoProviders,
} from "../../src/monaco/api.ts";

/** A model whose lines end with `\n` or `\r\n`, with the positions of Monaco. */
export class FakeModel implements MonacoModel<string> {
  readonly uri: string;
  languageId: string;
  markers: readonly MonacoMarker[] = [];
  readonly listeners = new Set<() => void>();
  #text: string;
  #version = 1;

  constructor(text: string, languageId = "tamis-filter", uri = "memory:1") {
    this.#text = text;
    this.languageId = languageId;
    this.uri = uri;
  }

  change(text: string): void {
    this.#text = text;
    this.#version++;
    for (const listener of [...this.listeners]) listener();
  }

  getValue = () => this.#text;
  getVersionId = () => this.#version;
  getLanguageId = () => this.languageId;

  getPositionAt(offset: number): MonacoPosition {
    const before = this.#text.slice(0, offset).split("\n");
    return { lineNumber: before.length, column: before.at(-1)!.length + 1 };
  }

  getOffsetAt({ lineNumber, column }: MonacoPosition): number {
    const lines = this.#text.split("\n").slice(0, lineNumber - 1);
    return lines.reduce((sum, line) => sum + line.length + 1, 0) + column - 1;
  }

  onDidChangeContent(listener: () => void): Disposable {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  }
}

/** Records what a program registers, by the name of the method without `register` and `Provider`. */
export function fakeMonaco(...models: readonly FakeModel[]) {
  const registered = new Map<string, { readonly languageId: string; readonly provider: unknown }>();
  const events = {
    created: new Set<(model: FakeModel) => void>(),
    disposed: new Set<(model: FakeModel) => void>(),
    changed: new Set<(event: { readonly model: FakeModel }) => void>(),
  };
  const listen =
    <T>(listeners: Set<T>) =>
    (listener: T): Disposable => {
      listeners.add(listener);
      return { dispose: () => void listeners.delete(listener) };
    };
  const register = (name: string) => (languageId: string, provider: unknown) => {
    registered.set(name, { languageId, provider });
    return { dispose: () => void registered.delete(name) };
  };
  const monaco = {
    MarkerSeverity: { Error: 8, Warning: 4, Hint: 1 },
    editor: {
      getModels: () => models,
      onDidCreateModel: listen(events.created),
      onWillDisposeModel: listen(events.disposed),
      onDidChangeModelLanguage: listen(events.changed),
      setModelMarkers: (model: FakeModel, _: string, markers: MonacoMarker[]) =>
        void (model.markers = markers),
    },
    languages: {
      CompletionItemKind: { Field: 3, Property: 9, Function: 1, Keyword: 17, Value: 13, Variable: 4 },
      CompletionItemInsertTextRule: { InsertAsSnippet: 4 },
      register: () => undefined,
      setLanguageConfiguration: register("configuration"),
      registerDocumentSemanticTokensProvider: register("semanticTokens"),
      registerCompletionItemProvider: register("completion"),
      registerHoverProvider: register("hover"),
      registerSignatureHelpProvider: register("signatureHelp"),
      registerDocumentFormattingEditProvider: register("formatting"),
      registerCodeActionProvider: register("codeActions"),
      registerRenameProvider: register("rename"),
      registerFoldingRangeProvider: register("folding"),
      registerSelectionRangeProvider: register("selection"),
    },
  };
  const provider = <K extends keyof MonacoProviders<string>>(name: K) =>
    registered.get(name)!.provider as MonacoProviders<string>[K];
  return { monaco, registered, events, provider };
}
