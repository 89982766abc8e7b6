/** HTML that needs no escaping. */
export class SafeHtml {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type HtmlPart = SafeHtml | string | number | undefined | readonly HtmlPart[];

/**
 * Creates HTML from a template. Escapes every value except {@link SafeHtml}, joins lists, and leaves out undefined.
 * Attributes must be in double quotes.
 *
 * @example markup`<b>${"a < b"}</b>`.text // "<b>a &lt; b</b>"
 */
export function markup(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): SafeHtml {
  let text = strings[0]!;
  for (const [i, part] of parts.entries()) text += partText(part) + strings[i + 1]!;
  return new SafeHtml(text);
}

function partText(part: HtmlPart): string {
  if (part === undefined) return "";
  if (part instanceof SafeHtml) return part.text;
  return typeof part === "object" ? part.map(partText).join("") : escapeHtml(String(part));
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for elements and attributes. HTML cannot represent control characters and lone surrogates. */
export function escapeHtml(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => ENTITIES[character]!)
    .replace(/[\0-\x08\x0b-\x1f\x7f-\x9f\p{Cs}]/gu, "\ufffd");
}
