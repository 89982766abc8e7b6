import type { CancellationToken, ClientCapabilities } from "vscode-languageserver";
import type { Analysis } from "../text/analysis.ts";
import type { OpenDocument } from "../text/documents.ts";

/** One version of a document, with its expressions. */
export interface Snapshot {
  readonly document: OpenDocument;
  readonly version: number;
  readonly analysis: Analysis;
  /** Identifies the text and the catalogs. */
  readonly revision: string;
}

/** What the client supports. */
export interface Client {
  readonly snippets: boolean;
  readonly markdown: boolean;
  readonly versionedEdits: boolean;
  readonly labelOffsets: boolean;
  readonly pullsDiagnostics: boolean;
  readonly refreshesDiagnostics: boolean;
  readonly watchesFiles: boolean;
  readonly relativePatterns: boolean;
  readonly registersFormatting: boolean;
  readonly configuration: boolean;
  readonly registersConfiguration: boolean;
}

export type Handler<T> = (params: unknown, token: CancellationToken) => Promise<T>;

export type Capabilities = ClientCapabilities;
