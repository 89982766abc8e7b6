import { languageOfFile } from "tamis/editor/embedded";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { TextDocumentContentChangeEvent } from "vscode-languageserver";
import { isObject, own, ownString } from "../messages/own.ts";
import { invalidParams, readRange, readUri } from "./params.ts";
import { Positions, type Encoding } from "./positions.ts";

/** One version of a text that the client has open. A change replaces it. `content` is changed in place. */
export interface OpenDocument {
  readonly uri: string;
  /** Language for `findEmbedded`. */
  readonly language: string;
  readonly content: TextDocument;
  readonly positions: Positions;
}

const KNOWN_LANGUAGES =
  /^(?:json[c5l]?|ndjson|ya?ml|http|rest|(?:java|type)script(?:react)?|[jt]sx?|mjs|shellscript|sh|bash|zsh|markdown|md|tamis-filter)$/;

/** The open documents, kept up to date by the notifications of the client. */
export class Documents {
  readonly #documents = new Map<string, OpenDocument>();
  encoding: Encoding = "utf-16";

  get(uri: string): OpenDocument | undefined {
    return this.#documents.get(uri);
  }

  all(): IterableIterator<OpenDocument> {
    return this.#documents.values();
  }

  open(params: unknown): OpenDocument {
    const uri = readUri(params);
    const text =
      ownString(params, "textDocument", "text") ?? invalidParams("textDocument.text must be a string");
    const version = own(params, "textDocument", "version");
    const languageId = ownString(params, "textDocument", "languageId") ?? "";
    const content = TextDocument.create(
      uri,
      languageId,
      Number.isInteger(version) ? (version as number) : 0,
      text,
    );
    const positions = new Positions(content, this.encoding);
    const document = { uri, language: languageOf(uri, languageId), content, positions };
    this.#documents.set(uri, document);
    return document;
  }

  /**
   * Applies changes in their order. Undefined for a document that is not open.
   * @throws ResponseError for an invalid change. The changes before it stay.
   */
  change(params: unknown): OpenDocument | undefined {
    const document = this.#documents.get(readUri(params));
    if (document === undefined) return undefined;
    const { content } = document;
    const version = own(params, "textDocument", "version");
    const changes = own(params, "contentChanges");
    if (!Array.isArray(changes)) invalidParams("contentChanges must be an array");
    try {
      for (const change of changes as readonly unknown[]) {
        const positions = new Positions(content, this.encoding);
        TextDocument.update(content, [readChange(change, content, positions)], content.version);
      }
    } finally {
      TextDocument.update(content, [], Number.isInteger(version) ? (version as number) : content.version);
      this.#documents.set(content.uri, { ...document, positions: new Positions(content, this.encoding) });
    }
    return this.#documents.get(content.uri);
  }

  close(params: unknown): string {
    const uri = readUri(params);
    this.#documents.delete(uri);
    return uri;
  }
}

function readChange(
  change: unknown,
  content: TextDocument,
  positions: Positions,
): TextDocumentContentChangeEvent {
  const text = ownString(change, "text") ?? invalidParams("the text of a change must be a string");
  if (!isObject(change) || !Object.hasOwn(change, "range")) return { text };
  const { start, end } = positions.spanOf(readRange(change["range"]));
  return { text, range: { start: content.positionAt(start), end: content.positionAt(end) } };
}

/** Editors have names of their own for some languages, so the extension of the file decides about unknown ones. */
function languageOf(uri: string, languageId: string): string {
  const byFile = languageOfFile(uri.replace(/[?#].*$/, ""));
  if (byFile === "tamis-filter") return byFile;
  if (KNOWN_LANGUAGES.test(languageId)) return languageId;
  return byFile === "plaintext" ? languageId : byFile;
}
