import { PositionEncodingKind } from "vscode-languageserver";
import { own, ownString } from "./messages/own.ts";
import { pathOfUri } from "./catalogs/settings.ts";
import type { Encoding } from "./text/positions.ts";
import type { Client } from "./features/state.ts";

/** Reads what the client supports from the parameters of `initialize`. */
export function readClient(params: unknown): Client {
  const capabilities = own(params, "capabilities");
  const can = (...path: readonly string[]) => own(capabilities, ...path) === true;
  const hover = own(capabilities, "textDocument", "hover", "contentFormat");
  return {
    snippets: can("textDocument", "completion", "completionItem", "snippetSupport"),
    markdown: Array.isArray(hover) && hover.includes("markdown"),
    versionedEdits: can("workspace", "workspaceEdit", "documentChanges"),
    labelOffsets: can(
      "textDocument",
      "signatureHelp",
      "signatureInformation",
      "parameterInformation",
      "labelOffsetSupport",
    ),
    pullsDiagnostics: own(capabilities, "textDocument", "diagnostic") !== undefined,
    refreshesDiagnostics:
      can("workspace", "diagnostics", "refreshSupport") || can("workspace", "diagnostic", "refreshSupport"),
    watchesFiles: can("workspace", "didChangeWatchedFiles", "dynamicRegistration"),
    relativePatterns: can("workspace", "didChangeWatchedFiles", "relativePatternSupport"),
    registersFormatting: can("textDocument", "formatting", "dynamicRegistration"),
    configuration: can("workspace", "configuration"),
    registersConfiguration: can("workspace", "didChangeConfiguration", "dynamicRegistration"),
  };
}

/** UTF-8 only if the client prefers it: UTF-16 needs no conversion. */
export function chooseEncoding(params: unknown): Encoding {
  const offered = own(params, "capabilities", "general", "positionEncodings");
  if (!Array.isArray(offered)) return "utf-16";
  const encoding = offered.find(
    (candidate) => candidate === PositionEncodingKind.UTF8 || candidate === PositionEncodingKind.UTF16,
  ) as Encoding | undefined;
  return encoding ?? "utf-16";
}

/** Returns the folder that relative paths of catalogs start from. */
export function rootOf(params: unknown): string | undefined {
  const folders = own(params, "workspaceFolders");
  const first = Array.isArray(folders) ? ownString(folders[0], "uri") : undefined;
  const uri = first ?? ownString(params, "rootUri");
  return uri === undefined ? ownString(params, "rootPath") : pathOfUri(uri);
}
