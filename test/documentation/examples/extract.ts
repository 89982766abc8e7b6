/** An example of a page: a fenced block in the language `ts`. */
export interface DocumentationExample {
  readonly page: string;
  /** Line of the first line of code in the page, from 1. */
  readonly line: number;
  readonly code: string;
  /** Reason why the block is not compiled: the text after `ts fragment:`. */
  readonly fragment: string | undefined;
}

const OPENING = /^( *)(`{3,}|~{3,})\s*([^`]*)$/;

/**
 * Returns the `ts` blocks of a Markdown page.
 *
 * @throws SyntaxError for a block in another spelling of the language, since no test would run it, and for other words
 * after `ts` than `fragment: reason`
 * @example examplesOf("README.md", "```ts\n1 + 1; // => 2\n```") // [{ page: "README.md", line: 2, code: "1 + 1; // => 2", … }]
 */
export function examplesOf(page: string, markdown: string): DocumentationExample[] {
  const lines = markdown.split("\n");
  const examples: DocumentationExample[] = [];
  for (let at = 0; at < lines.length; at++) {
    const opening = OPENING.exec(lines[at]!);
    if (opening === null) continue;
    const [, indent = "", fence = "", info = ""] = opening;
    const end = lines.findIndex((text, i) => i > at && text.trim() === fence);
    if (end < 0) throw new SyntaxError(`${page}:${at + 1}: the block has no end.`);
    const fragment = fragmentReason(info, `${page}:${at + 1}`);
    if (fragment !== false) {
      const code = lines
        .slice(at + 1, end)
        .map((text) => text.slice(indent.length))
        .join("\n");
      examples.push({ page, line: at + 2, code, fragment });
    }
    at = end;
  }
  return examples;
}

/** Returns the reason of a fragment, undefined for a block that runs, or false for a block in another language. */
function fragmentReason(info: string, position: string): string | undefined | false {
  const [language, ...rest] = info.trim().split(" ");
  // Blocks with JSX (`tsx`) need a framework. test/element/frameworks runs them.
  if (["typescript", "js", "javascript", "mjs", "mts"].includes(language!.toLowerCase()))
    throw new SyntaxError(
      `${position}: write \`ts\` instead of \`${language}\`, so that a test runs the block.`,
    );
  if (language !== "ts") return false;
  if (rest.length === 0) return undefined;
  const reason = /^fragment: (.+)$/.exec(rest.join(" "))?.[1];
  if (reason === undefined)
    throw new SyntaxError(`${position}: expected \`ts\` or \`ts fragment: reason\`, got \`${info}\`.`);
  return reason;
}
