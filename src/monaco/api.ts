/*
 * The parts of Monaco that the adapter uses, as structural types: the package does not depend on Monaco. Methods in place of
 * function properties: their parameters are compared in both directions, so that the real module fits.
 */

export interface Disposable {
  dispose(): void;
}

/** Lines and columns start at 1. */
export interface MonacoPosition {
  readonly lineNumber: number;
  readonly column: number;
}

export interface MonacoRange {
  startLineNumber: number;
  startColumn: number;
  endLineNumber: number;
  endColumn: number;
}

export interface MonacoModel<Uri> {
  readonly uri: Uri;
  getValue(): string;
  getVersionId(): number;
  getLanguageId(): string;
  getPositionAt(offset: number): MonacoPosition;
  getOffsetAt(position: MonacoPosition): number;
  onDidChangeContent(listener: () => void): Disposable;
}

export interface MonacoMarker extends MonacoRange {
  severity: number;
  message: string;
  code: string;
  source: string;
}

interface MonacoEdit {
  range: MonacoRange;
  text: string;
}

interface WorkspaceEdits<Uri> {
  edits: { resource: Uri; versionId: number; textEdit: MonacoEdit }[];
}

export interface CancellationToken {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): Disposable;
}

interface MonacoSuggestion {
  label: string;
  kind: number;
  insertText: string;
  insertTextRules?: number;
  detail?: string;
  documentation?: string;
  range: MonacoRange;
  filterText: string;
  sortText: string;
}

export interface MonacoSuggestions {
  suggestions: MonacoSuggestion[];
  incomplete: boolean;
}

interface MonacoSignatures extends Disposable {
  value: {
    signatures: {
      label: string;
      documentation: string;
      parameters: { label: [number, number]; documentation: string }[];
    }[];
    activeSignature: number;
    activeParameter: number;
  };
}

export interface CodeActionList<Uri> extends Disposable {
  actions: { title: string; kind: string; isPreferred: boolean; edit: WorkspaceEdits<Uri> }[];
}

type RenameEdits<Uri> = WorkspaceEdits<Uri> & { rejectReason?: string };

type RenameLocation = { range: MonacoRange; text: string } & { rejectReason?: string };

/** Providers of a language. `Uri` is the type of the addresses of models. */
export interface MonacoProviders<Uri> {
  readonly semanticTokens: {
    getLegend(): { tokenTypes: string[]; tokenModifiers: string[] };
    provideDocumentSemanticTokens(model: MonacoModel<Uri>): { data: Uint32Array };
    releaseDocumentSemanticTokens(): void;
  };
  readonly completion: {
    triggerCharacters: string[];
    provideCompletionItems(
      model: MonacoModel<Uri>,
      position: MonacoPosition,
      context: unknown,
      token: CancellationToken,
    ): MonacoSuggestions | Promise<MonacoSuggestions>;
  };
  readonly hover: {
    provideHover(
      model: MonacoModel<Uri>,
      position: MonacoPosition,
    ): { range: MonacoRange; contents: { value: string }[] } | undefined;
  };
  readonly signatureHelp: {
    signatureHelpTriggerCharacters: string[];
    provideSignatureHelp(model: MonacoModel<Uri>, position: MonacoPosition): MonacoSignatures | undefined;
  };
  readonly formatting: { provideDocumentFormattingEdits(model: MonacoModel<Uri>): MonacoEdit[] };
  readonly codeActions: {
    provideCodeActions(model: MonacoModel<Uri>, range: MonacoRange): CodeActionList<Uri>;
  };
  readonly rename: {
    provideRenameEdits(model: MonacoModel<Uri>, position: MonacoPosition, name: string): RenameEdits<Uri>;
    resolveRenameLocation(model: MonacoModel<Uri>, position: MonacoPosition): RenameLocation;
  };
  readonly folding: { provideFoldingRanges(model: MonacoModel<Uri>): { start: number; end: number }[] };
  readonly selection: {
    provideSelectionRanges(model: MonacoModel<Uri>, positions: MonacoPosition[]): { range: MonacoRange }[][];
  };
}

/** The module `monaco-editor`. */
export interface MonacoApi<Uri> {
  readonly MarkerSeverity: { readonly Error: number; readonly Warning: number; readonly Hint: number };
  readonly editor: {
    getModels(): readonly MonacoModel<Uri>[];
    onDidCreateModel(listener: (model: MonacoModel<Uri>) => void): Disposable;
    onWillDisposeModel(listener: (model: MonacoModel<Uri>) => void): Disposable;
    onDidChangeModelLanguage(listener: (event: { readonly model: MonacoModel<Uri> }) => void): Disposable;
    setModelMarkers(model: MonacoModel<Uri>, owner: string, markers: MonacoMarker[]): void;
  };
  readonly languages: {
    readonly CompletionItemKind: Readonly<
      Record<"Field" | "Property" | "Function" | "Keyword" | "Value" | "Variable", number>
    >;
    readonly CompletionItemInsertTextRule: { readonly InsertAsSnippet: number };
    register(language: { id: string }): unknown;
    setLanguageConfiguration(
      languageId: string,
      configuration: { brackets: [string, string][]; autoClosingPairs: { open: string; close: string }[] },
    ): Disposable;
    registerDocumentSemanticTokensProvider(
      languageId: string,
      provider: MonacoProviders<Uri>["semanticTokens"],
    ): Disposable;
    registerCompletionItemProvider(
      languageId: string,
      provider: MonacoProviders<Uri>["completion"],
    ): Disposable;
    registerHoverProvider(languageId: string, provider: MonacoProviders<Uri>["hover"]): Disposable;
    registerSignatureHelpProvider(
      languageId: string,
      provider: MonacoProviders<Uri>["signatureHelp"],
    ): Disposable;
    registerDocumentFormattingEditProvider(
      languageId: string,
      provider: MonacoProviders<Uri>["formatting"],
    ): Disposable;
    registerCodeActionProvider(
      languageId: string,
      provider: MonacoProviders<Uri>["codeActions"],
      metadata: { providedCodeActionKinds: string[] },
    ): Disposable;
    registerRenameProvider(languageId: string, provider: MonacoProviders<Uri>["rename"]): Disposable;
    registerFoldingRangeProvider(languageId: string, provider: MonacoProviders<Uri>["folding"]): Disposable;
    registerSelectionRangeProvider(
      languageId: string,
      provider: MonacoProviders<Uri>["selection"],
    ): Disposable;
  };
}
