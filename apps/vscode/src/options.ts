import type { DocumentSelector } from "vscode-languageclient";
import type { Executable, NodeModule } from "vscode-languageclient/node";

const ACTIVATION = "onLanguage:";
/** Schemes of documents that have a text of their own: files, new texts and cells of notebooks. */
const SCHEMES = ["file", "untitled", "vscode-notebook-cell", "vscode-vfs"];
const ARGUMENTS = ["language-server"];

/** Returns the documents that the server reads: those whose languages start the extension. */
export function documentSelector(manifest: unknown): DocumentSelector & object[] {
  const { activationEvents } = manifest as { readonly activationEvents: readonly string[] };
  return activationEvents
    .filter((event) => event.startsWith(ACTIVATION))
    .flatMap((event) => SCHEMES.map((scheme) => ({ scheme, language: event.slice(ACTIVATION.length) })));
}

/**
 * Returns how to start the server. The client adds `--stdio`.
 * @param module file of the server in the extension. The client runs it with the Node of the editor.
 * @param program setting `tamis.server.path`: a program that runs in place of it
 */
export function serverOptions(module: string, program: unknown): Executable | NodeModule {
  if (typeof program !== "string" || program.trim() === "") return { module, args: ARGUMENTS };
  // On Windows, programs of npm are command scripts, which only a shell can run.
  const needsShell = /\.(?:cmd|bat)$/i.test(program);
  return {
    command: needsShell ? `"${program.replaceAll('"', "")}"` : program,
    args: ARGUMENTS,
    options: { shell: needsShell },
  };
}

/** Languages with semantic tokens of their own. The editor shows those of one provider only. */
const HIGHLIGHTED = new Set(["javascript", "javascriptreact", "typescript", "typescriptreact"]);

/** Returns whether the server colors the expressions of a document. In other languages, only the grammars do. */
export function hasSemanticTokens(languageId: string): boolean {
  return !HIGHLIGHTED.has(languageId);
}
