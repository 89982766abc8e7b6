import { readOptions, type Environment } from "./contract/environment.ts";
import { TextDocument } from "./documents/document.ts";
import { QueryDocument } from "./documents/query-document.ts";
import type {
  CompletionItem,
  ExpressionDocument,
  ExpressionKind,
  LanguageService,
  LanguageServiceOptions,
  ValueProvider,
} from "./contract/types.ts";
import { ownProperty } from "../values/own-properties.ts";
import {
  requireFunction,
  requireKind,
  requireObject,
  requireText,
  wrongArgument,
} from "../diagnostics/require-argument.ts";

/**
 * Creates a service that analyzes filters, sorts and query strings for editors: pure, synchronous, with offsets and plain data.
 *
 * @throws RangeError for an invalid limit, locale or time zone
 * @example
 * const service = createLanguageService({ catalog: reports });
 * service.open("eq(na", { kind: "filter" }).complete(5).items.map(({ text }) => text) // ["name"]
 */
export function createLanguageService(options: LanguageServiceOptions = {}): LanguageService {
  const environment = readOptions(options);
  return {
    catalog: environment.catalog,
    open: (text, openOptions) => {
      requireObject(openOptions, "options");
      return open(text, ownProperty(openOptions, "kind"), environment);
    },
  };
}

function open(text: string, kind: ExpressionKind | undefined, environment: Environment): ExpressionDocument {
  requireText(text, "text");
  switch (kind) {
    case "query":
      return new QueryDocument(text, environment);
    case "filter":
    case "sortBy":
      return new TextDocument(kind, text, environment);
    default:
      throw wrongArgument("kind", "filter, sortBy or query", kind);
  }
}

/**
 * Completes like `document.complete`, and adds values of the data from a provider, after the other items.
 *
 * @throws the error of the provider
 */
export async function completeWithValues(
  document: ExpressionDocument,
  offset: number,
  provider: ValueProvider,
  options: { readonly signal?: AbortSignal | undefined } = {},
): Promise<readonly CompletionItem[]> {
  requireKind(document, "document", "a document of a language service", "complete");
  requireFunction(provider, "provider");
  requireObject(options, "options");
  const { items, values } = document.complete(offset);
  if (values === undefined) return items;
  const providedValues = await provider(values, { signal: ownProperty(options, "signal") });
  return [...document.completeValues(values, providedValues), ...items];
}
