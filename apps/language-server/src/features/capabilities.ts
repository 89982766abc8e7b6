import { TextDocumentSyncKind, type ServerCapabilities } from "vscode-languageserver";
import type { Encoding } from "../text/positions.ts";
import { COMPLETION_TRIGGERS } from "./completion.ts";
import { ACTION_KINDS } from "./edits.ts";
import type { Client } from "./state.ts";
import { TOKEN_LEGEND } from "./structure.ts";

/** Command that loads all catalogs again. */
export const RELOAD_CATALOGS = "tamis.reloadCatalogs";

export function capabilitiesFor(client: Client, encoding: Encoding): ServerCapabilities {
  return {
    positionEncoding: encoding,
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
    completionProvider: { triggerCharacters: COMPLETION_TRIGGERS },
    signatureHelpProvider: { triggerCharacters: ["(", ","] },
    hoverProvider: true,
    codeActionProvider: { codeActionKinds: ACTION_KINDS },
    renameProvider: { prepareProvider: true },
    foldingRangeProvider: true,
    selectionRangeProvider: true,
    semanticTokensProvider: {
      legend: { tokenTypes: TOKEN_LEGEND, tokenModifiers: [] },
      full: true,
      range: true,
    },
    executeCommandProvider: { commands: [RELOAD_CATALOGS] },
    // A client that pulls diagnostics would show pushed ones twice.
    ...(client.pullsDiagnostics && {
      diagnosticProvider: { identifier: "tamis", interFileDependencies: false, workspaceDiagnostics: false },
    }),
    // Otherwise registered for files of filters only: in a script, the formatter of the language must stay the only one.
    ...(!client.registersFormatting && {
      documentFormattingProvider: true,
      documentRangeFormattingProvider: true,
    }),
  };
}
