import { requireKind } from "../diagnostics/require-argument.ts";
import type { ExpressionKind, LanguageService, ValueProvider } from "../editor/contract/types.ts";
import { ownProperties } from "../values/own-properties.ts";
import type { Disposable, MonacoApi } from "./api.ts";
import { completionProvider } from "./completion.ts";
import { watchMarkers } from "./markers.ts";
import { openModels } from "./open-models.ts";
import { ACTION_KINDS, readingProviders } from "./providers.ts";

export interface MonacoOptions {
  readonly service: LanguageService;
  /** Default `filter`. */
  readonly kind?: ExpressionKind | undefined;
  /** Language of the models that the service is for. Default `tamis-` and the kind. Each catalog of a page needs its own. */
  readonly languageId?: string | undefined;
  /** Finds values of the data for completion. */
  readonly values?: ValueProvider | undefined;
}

/** A registered language. `dispose` removes its providers and markers. */
export interface MonacoLanguage extends Disposable {
  readonly languageId: string;
}

/**
 * Registers a language in Monaco, with semantic tokens, markers, completion, hover, signature help, formatting, code actions,
 * rename, folding and selection ranges.
 *
 * @example
 * const { languageId } = registerMonacoLanguage(monaco, { service, kind: "filter" });
 * monaco.editor.create(element, { language: languageId, "semanticHighlighting.enabled": true });
 */
export function registerMonacoLanguage<Uri>(monaco: MonacoApi<Uri>, options: MonacoOptions): MonacoLanguage {
  requireKind(monaco, "monaco", "the module of Monaco", "languages", "editor");
  const { service, kind = "filter", languageId = `tamis-${kind}`, values } = ownProperties(options);
  const { languages } = monaco;
  const open = openModels<Uri>(service, kind);
  const providers = readingProviders(open);
  languages.register({ id: languageId });
  const registered = [
    languages.setLanguageConfiguration(languageId, {
      brackets: [["(", ")"]],
      autoClosingPairs: ["()", "''", '""'].map((pair) => ({ open: pair.charAt(0), close: pair.charAt(1) })),
    }),
    languages.registerDocumentSemanticTokensProvider(languageId, providers.semanticTokens),
    languages.registerCompletionItemProvider(languageId, completionProvider(monaco, open, values)),
    languages.registerHoverProvider(languageId, providers.hover),
    languages.registerSignatureHelpProvider(languageId, providers.signatureHelp),
    languages.registerDocumentFormattingEditProvider(languageId, providers.formatting),
    languages.registerCodeActionProvider(languageId, providers.codeActions, {
      // Without them, Monaco does not offer the commands for these kinds.
      providedCodeActionKinds: Object.values(ACTION_KINDS),
    }),
    languages.registerRenameProvider(languageId, providers.rename),
    languages.registerFoldingRangeProvider(languageId, providers.folding),
    languages.registerSelectionRangeProvider(languageId, providers.selection),
    watchMarkers(monaco, languageId, open),
  ];
  return {
    languageId,
    dispose() {
      for (const disposable of registered) disposable.dispose();
    },
  };
}
