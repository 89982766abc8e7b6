import type { Catalog } from "tamis";
import { createLanguageService, type ExpressionKind } from "tamis/editor";
import { clockFunctions } from "tamis/functions";

/** Possible completions. Each item begins with the text from `start` to the cursor and replaces it. */
export interface Completion {
  readonly start: number;
  readonly items: readonly string[];
}

export interface CompletionContext {
  readonly catalog: Catalog;
  /** Returns the most frequent values of a member that begin with the prefix, most frequent first. */
  readonly values: (member: string, prefix: string) => readonly string[];
}

export const NO_COMPLETION: Completion = { start: 0, items: [] };

/** Completes an expression by the language service. A terminal can only add characters to the text before the cursor. */
export function completeText(
  text: string,
  kind: ExpressionKind,
  { catalog, values }: CompletionContext,
): Completion {
  const service = createLanguageService({ catalog, functions: clockFunctions() });
  const document = service.open(text, { kind });
  const { span, items, values: request } = document.complete(text.length);
  const valueItems =
    request?.part === "value" ? document.completeValues(request, values(request.member, request.prefix)) : [];
  return matching(
    text,
    span.start,
    [...valueItems, ...items].map((item) => item.text),
  );
}

const MAX_ITEMS = 200;

/** Returns the items that begin with the text from `start` to the cursor. */
export function matching(text: string, start: number, items: Iterable<string>): Completion {
  const typed = text.slice(start);
  const matches = new Set<string>();
  for (const item of items) {
    if (item.startsWith(typed) && item !== typed) matches.add(item);
    if (matches.size === MAX_ITEMS) break;
  }
  return { start, items: [...matches] };
}
