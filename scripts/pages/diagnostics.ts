import { codeFrame } from "../../src/diagnostics/code-frame.ts";
import { CODES, type DiagnosticCode } from "../../src/diagnostics/codes.ts";
import type { Limits } from "../../src/diagnostics/limits.ts";
import {
  PROVOKING_CASES,
  provoke,
  unmark,
  type ProvokingCase,
} from "../../test/diagnostics/provoking-cases.ts";
import type { CollectionSettings } from "../../test/diagnostics/provoking-collection.ts";

/** The page of diagnostic codes: each with what provokes it, as a user sees it. */
export async function diagnosticsPage(): Promise<string> {
  const parts = [
    "# Diagnostics",
    "Made by `npm run generate`. A code never changes its meaning; messages may be bettered. A warning is an error in strict mode. The examples use a collection with the members `id`, `name`, `state` (`open` or `done`), `size`, `enabled`, `created`, `tags`, `properties` and `notes`.",
  ];
  for (const [code, { severity, summary }] of Object.entries(CODES)) {
    parts.push(
      `## ${code}`,
      `${capital(severity)}. ${summary}`,
      await example(PROVOKING_CASES[code as DiagnosticCode]),
    );
  }
  return `${parts.join("\n\n")}\n`;
}

const WHAT = {
  filter: "A filter",
  sortBy: "A sort",
  query: "A query string",
  json: "A JSON document",
  pageFilter: "A filter of a page that SQLite is asked for, which has no functions of ours here",
  pageSort: "A sort of a page that SQLite is asked for, which has no functions of ours here",
  cursor: "A cursor",
} as const;

async function example(provoking: ProvokingCase): Promise<string> {
  const text = provoking.kind === "json" ? provoking.marked : unmark(provoking.marked).text;
  const found = (await provoke(provoking))[0]!;
  // A JSON document has a pointer instead of a span.
  const frame = provoking.kind === "json" ? `${codeFrame("", found)}\n  ${text}` : codeFrame(text, found);
  return `${WHAT[provoking.kind]}${limitText({ ...provoking.limits, ...provoking.collection })}:\n\n\`\`\`\n${frame}\n\`\`\``;
}

function limitText(limits: Partial<Limits> & CollectionSettings): string {
  const set = Object.entries(limits).map(([name, value]) => `\`${name}\` set to ${value}`);
  return set.length === 0 ? "" : `, with ${set.join(" and ")}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
