import { createHash } from "node:crypto";
import type { HttpResponse } from "tamis/http";

const STYLE =
  ":root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:26rem;margin:10vh auto;padding:0 1rem}" +
  "label{display:block;margin:.75rem 0}input:not([type=checkbox]){display:block;width:100%;box-sizing:border-box;font:inherit;padding:.4rem}" +
  "button{font:inherit;padding:.4rem 1rem;margin:.75rem .5rem 0 0}code{font-size:1.1rem;overflow-wrap:anywhere}[role=alert]{color:#c00}" +
  "@media(prefers-color-scheme:dark){[role=alert]{color:#f88}}";

const STYLE_HASH = createHash("sha256").update(STYLE).digest("base64");

/** HTML that needs no escaping. Only `markup` creates it. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

/** Template tag that escapes its values. */
export function markup(
  parts: TemplateStringsArray,
  ...values: readonly (string | Html | readonly Html[])[]
): Html {
  return new Html(parts.map((part, i) => part + (i < values.length ? escaped(values[i]!) : "")).join(""));
}

function escaped(value: string | Html | readonly Html[]): string {
  if (value instanceof Html) return value.text;
  if (typeof value !== "string") return value.map(({ text }) => text).join("");
  return value.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

export interface PageOptions {
  readonly status?: number;
  /** Value of `Set-Cookie`. */
  readonly cookie?: string;
  /**
   * Origin that a form of the page redirects to, such as that of the client. Browsers apply the rule for forms to redirects, too.
   */
  readonly redirectOrigin?: string | undefined;
}

/** Returns a page that loads nothing, that no other page can frame, and that no cache stores. */
export function page(title: string, content: Html, options: PageOptions = {}): HttpResponse {
  const { status = 200, cookie, redirectOrigin } = options;
  const forms = ["'self'", ...(redirectOrigin === undefined ? [] : [redirectOrigin])].join(" ");
  const document = markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>
<style>${new Html(STYLE)}</style></head><body><main><h1>${title}</h1>${content}</main></body></html>
`;
  return {
    status,
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; form-action ${forms}; frame-ancestors 'none'; base-uri 'none'`,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "x-frame-options": "DENY",
      ...(cookie === undefined ? {} : { "set-cookie": cookie }),
    },
    body: document.text,
  };
}

/** Returns a redirect that a browser follows by GET. */
export function redirect(location: string, cookie?: string): HttpResponse {
  return {
    status: 303,
    headers: {
      location,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      ...(cookie === undefined ? {} : { "set-cookie": cookie }),
    },
    body: undefined,
  };
}
