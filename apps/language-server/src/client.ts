import { PositionEncodingKind } from "vscode-languageserver";
import { own, ownString } from "./messages/own.ts";
import { pathOfUri } from "./catalogs/settings.ts";
import type { Encoding } from "./text/positions.ts";
import type { Client } from "./features/state.ts";

/** Reads what the client supports from the parameters of `initialize`. */
export function readClient(params: unknown): Client {
  const capabilities = own(params, "capabilities");
  const has = (...path: readonly string[]) => own(capabilities, ...path) === true;
  const hover = own(capabilities, "textDocument", "hover", "contentFormat");
  return {
    snippets: has("textDocument", "completion", "completionItem", "snippetSupport"),
    markdown: Array.isArray(hover) && hover.includes("markdown"),
    versionedEdits: has("workspace", "workspaceEdit", "documentChanges"),
    labelOffsets: has(
      "textDocument",
      "signatureHelp",
      "signatureInformation",
      "parameterInformation",
      "labelOffsetSupport",
    ),
    pullsDiagnostics: own(capabilities, "textDocument", "diagnostic") !== undefined,
    refreshesDiagnostics:
      has("workspace", "diagnostics", "refreshSupport") || has("workspace", "diagnostic", "refreshSupport"),
    watchesFiles: has("workspace", "didChangeWatchedFiles", "dynamicRegistration"),
    relativePatterns: has("workspace", "didChangeWatchedFiles", "relativePatternSupport"),
    registersFormatting: has("textDocument", "formatting", "dynamicRegistration"),
    configuration: has("workspace", "configuration"),
    registersConfiguration: has("workspace", "didChangeConfiguration", "dynamicRegistration"),
  };
}

/** UTF-8 only if the client prefers it: UTF-16 needs no conversion. */
export function chooseEncoding(params: unknown): Encoding {
  const offered = own(params, "capabilities", "general", "positionEncodings");
  if (!Array.isArray(offered)) return "utf-16";
  const known = offered.find(
    (each) => each === PositionEncodingKind.UTF8 || each === PositionEncodingKind.UTF16,
  ) as Encoding | undefined;
  return known ?? "utf-16";
}

/** Returns the folder that relative paths of catalogs start from. */
export function rootOf(params: unknown): string | undefined {
  const folders = own(params, "workspaceFolders");
  const first = Array.isArray(folders) ? ownString(folders[0], "uri") : undefined;
  const uri = first ?? ownString(params, "rootUri");
  return uri === undefined ? ownString(params, "rootPath") : pathOfUri(uri);
}
