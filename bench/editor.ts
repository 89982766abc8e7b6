import { sqlBridge } from "../src/bridges/sql/bridge.ts";
import { defineCatalog } from "../src/catalog/define-catalog.ts";
import type { ExpressionDocument, ExpressionKind } from "../src/editor/contract/types.ts";
import { createLanguageService } from "../src/editor/service.ts";
import { readTokens } from "../src/editor/syntax/tokens.ts";
import { progress, sink } from "./harness.ts";
import { duration } from "./numbers.ts";
import { atMost, type PartOptions, type PartResult } from "./part-result.ts";

/** Length of each text in UTF-16 code units. */
const LENGTH = 4_096;
/** A call that takes more milliseconds is measured again, and its shortest time counts. */
const REPEATED_FROM = 1;
const REPETITIONS = 20;
/** Milliseconds that the longest call may take. */
const MAXIMUM = 5;

const catalog = defineCatalog({
  name: "reports",
  members: {
    id: "integer",
    name: { type: "string", description: "Title of the report." },
    state: { type: "string", enum: ["draft", "open", "done"] },
    size: "integer",
    created: "dateTime",
    enabled: "boolean",
    tags: { type: "list", items: "string" },
    owner: { type: "object", members: { name: "string", city: "string" } },
  },
});

const CONDITIONS = [
  "eq($primary,name,'O''Brien')",
  "gt(size,-1.5e3)",
  "not(isNull(owner.city))",
  "in(state,'open','done')",
  "and(ge(created,2020-01-31T13:45:10.5+02:00),lt(created,2020-02-29))",
  "or(eq(name,'a'),eq(name,'b'),eq(name,'c'))",
  "contains(owner.name,'straße')",
  "match(name,'^a.*[b-c]{2}$')",
];

/** Joins parts up to the length of the texts. */
function joined(parts: readonly string[], separator: string, rest: number): string {
  let text = parts[0]!;
  for (let i = 1; text.length + separator.length + parts[i % parts.length]!.length + rest <= LENGTH; i++)
    text += separator + parts[i % parts.length]!;
  return text;
}

const TEXTS: readonly (readonly [string, ExpressionKind, string])[] = [
  ["many conditions", "filter", `and(${joined(CONDITIONS, ",", 5)})`],
  ["nested conditions", "filter", nested()],
  ["a list of values", "filter", `in(name,${joined(["'a'", "'O''Brien'", "'straße'"], ",", 9)})`],
  [
    "a query string",
    "query",
    `filter=and(${joined(CONDITIONS.map(encodeURIComponent), ",", 40)})&sortBy=name:descending,size`,
  ],
];

/** Conditions inside of each other, as deep as the limits allow. */
function nested(): string {
  let text = "enabled";
  for (let i = 0; i < 120; i++) {
    const next = `and(${CONDITIONS[i % CONDITIONS.length]!},${text})`;
    if (next.length > LENGTH) break;
    text = next;
  }
  return text;
}

type Call = (document: ExpressionDocument, offset: number) => unknown;

const CALLS: Readonly<Record<string, Call>> = {
  diagnostics: (document) => document.diagnostics(),
  complete: (document, offset) => document.complete(offset),
  signatureHelp: (document, offset) => document.signatureHelp(offset),
  hover: (document, offset) => document.hover(offset),
  format: (document) => document.format(),
  semanticTokens: (document) => document.semanticTokens(),
  foldingRanges: (document) => document.foldingRanges(),
  selectionRanges: (document, offset) => document.selectionRanges(offset),
  renameRange: (document, offset) => document.renameRange(offset),
  rename: (document, offset) => document.rename(offset, "other"),
  "codeActions at the offset": (document, offset) => document.codeActions({ start: offset, end: offset }),
  "codeActions of the text": (document) => document.codeActions({ start: 0, end: document.text.length }),
};

/**
 * Measures each call of the language service on broken texts of 4 KB: every prefix, and every text without one of its tokens. Each call
 * has a document of its own, so that none uses the work of another.
 */
export function runEditor({ quick }: PartOptions): PartResult {
  const service = createLanguageService({ catalog, languages: [sqlBridge] });
  const longest = new Map<string, { milliseconds: number; text: string }>();
  const step = quick ? 61 : 1;
  let texts = 0;
  const measure = (kind: ExpressionKind, name: string, text: string, offset: number) => {
    texts++;
    for (const [call, run] of Object.entries(CALLS)) {
      const once = () => {
        const document = service.open(text, { kind });
        const start = performance.now();
        sink.value = run(document, offset);
        return performance.now() - start;
      };
      let milliseconds = once();
      // Other programs on the machine can interrupt a call, but rarely the same one each time.
      for (let i = 1; i < REPETITIONS && milliseconds > REPEATED_FROM; i++)
        milliseconds = Math.min(milliseconds, once());
      if (milliseconds > (longest.get(call)?.milliseconds ?? 0))
        longest.set(call, { milliseconds, text: `${name}, ${text.length} characters` });
    }
  };
  for (const [name, kind, text] of TEXTS) {
    // The engine compiles the code first.
    for (let i = 0; i < 20; i++) measure(kind, name, text.slice(0, text.length - i), text.length >> 1);
  }
  longest.clear();
  texts = 0;
  for (const [name, kind, text] of TEXTS) {
    progress(`editor: ${name}`);
    for (let end = 0; end <= text.length; end += step) measure(kind, name, text.slice(0, end), end);
    for (const [i, { start, end }] of readTokens(text).entries())
      if (i % step === 0) measure(kind, name, text.slice(0, start) + text.slice(end), start);
  }
  return {
    tables: [
      {
        name: "editor",
        title: "Calls of the language service on broken texts of 4 KB",
        note: `A call on a document of its own: every prefix of ${TEXTS.length} texts of about ${LENGTH} characters, and each text without one of its tokens. A call above ${REPEATED_FROM} ms is repeated up to ${REPETITIONS} times, and its shortest time counts. ${texts.toLocaleString("en")} texts.`,
        columns: ["maximum", "longest for"],
        rows: [...longest].map(([name, { milliseconds, text }]) => ({
          name,
          ours: true,
          cells: [duration(milliseconds), text],
        })),
      },
    ],
    goals: [...longest].map(([name, { milliseconds }]) =>
      atMost(`${name} on broken texts of 4 KB, maximum`, milliseconds, MAXIMUM, "ms"),
    ),
  };
}
