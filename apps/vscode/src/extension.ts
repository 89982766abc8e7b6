import { window, workspace, type ExtensionContext } from "vscode";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { documentSelector, hasSemanticTokens, serverOptions } from "./options.ts";

let client: LanguageClient | undefined;

/** Starts the server. The editor calls it for the first document in one of the languages of the manifest. */
export async function activate(context: ExtensionContext): Promise<void> {
  const start = async () => {
    const program: unknown = workspace.getConfiguration("tamis").get("server.path");
    client = new LanguageClient(
      "tamis",
      {
        ...serverOptions(context.asAbsolutePath("dist/server.cjs"), program),
        transport: TransportKind.stdio,
      },
      {
        documentSelector: documentSelector(context.extension.packageJSON),
        middleware: {
          provideDocumentSemanticTokens: (document, token, next) =>
            hasSemanticTokens(document.languageId) ? next(document, token) : null,
          provideDocumentRangeSemanticTokens: (document, range, token, next) =>
            hasSemanticTokens(document.languageId) ? next(document, range, token) : null,
        },
      },
    );
    try {
      await client.start();
    } catch (error) {
      void window.showErrorMessage(`tamis: The server does not start. ${String(error)}`);
    }
  };
  context.subscriptions.push(
    workspace.onDidChangeConfiguration(async (event) => {
      if (!event.affectsConfiguration("tamis.server.path")) return;
      await deactivate();
      await start();
    }),
  );
  await start();
}

export async function deactivate(): Promise<void> {
  const old = client;
  client = undefined;
  await old?.dispose();
}
