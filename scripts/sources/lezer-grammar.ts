import { STRENGTHS } from "../../src/collation/order/strength.ts";
import { NAME_PATTERN, makeTokens } from "../../src/lexer/tokens.ts";
import { grammarRules, type Production } from "../pages/grammar-rules.ts";

/**
 * Writes the grammar of filters and sorts for Lezer, the parser system of CodeMirror: the rules of the parser without its error
 * productions, and the tokens of the lexer. Lezer adds error nodes by itself.
 */
export function lezerGrammar(): string {
  const rules = grammarRules().map(({ name, production }) => {
    const node = NODES[name];
    if (node === undefined) throw new Error(`The grammar for Lezer has no name for the rule ${name}.`);
    return `${node} { ${lezer(production, false)} }`;
  });
  return `// Filters and sorts of tamis for Lezer. Generated from the lexer and the parser by \`npm run generate\`.
// Build it with @lezer/generator. A sort is parsed with \`parser.configure({ top: "SortBy" })\`.

${rules.join("\n")}

Option { ${[...DIRECTIONS, ...STRENGTHS].map((word) => `@specialize<optionWord, "${word}">`).join(" | ")} }
Name { segment | dottedName }
FunctionName { segment }
String { string }
Number { number }
Date { date }
Strength { ${STRENGTHS.map((word) => `@specialize<strengthWord, "$${word}">`).join(" | ")} }

// Tokens that begin like others. No expression has them, so each becomes an error node.
@top Broken { quoted | numeral | strengthWord | word }

// Functions read the text of a name or literal. If it is not correct, it is an error.
@external specialize { numeral } numeral from "./tamis-literals.js" { number, date }
@external specialize { word } word from "./tamis-literals.js" { segment, dottedName }
@external specialize { quoted } quoted from "./tamis-literals.js" { string }

@skip { space }

@tokens {
${Object.entries(tokenRules())
  .map(([name, rule]) => `  ${name} { ${rule} }`)
  .join("\n")}
  "(" ")" "," ":"
}
`;
}

const DIRECTIONS = ["ascending", "descending"];

/** Names of nodes. A rule in lower case has no node of its own. */
const NODES: Readonly<Record<string, string>> = {
  filter: "@top Filter",
  sortBy: "@top SortBy",
  expression: "expression",
  call: "Call",
  argumentList: "argumentList",
  sortKey: "SortKey",
};

const NAMES_OF_TOKENS: Readonly<Record<string, string>> = {
  name: "Name",
  segment: "FunctionName",
  string: "String",
  numeral: "(Number | Date)",
  strength: "Strength",
  option: "Option",
};

function lezer(production: Production, isPart: boolean): string {
  switch (production.kind) {
    case "token":
      return NAMES_OF_TOKENS[production.text] ?? production.text;
    case "rule":
      return NODES[production.name]!.replace("@top ", "");
    case "option":
      return `(${lezer(production.part, false)})?`;
    case "repetition":
      return `(${lezer(production.part, false)})*`;
    case "sequence":
      return production.parts.map((part) => lezer(part, true)).join(" ");
    case "choice": {
      const text = production.parts.map((part) => lezer(part, false)).join(" | ");
      return isPart ? `(${text})` : text;
    }
  }
}

function tokenRules(): Readonly<Record<string, string>> {
  const { Numeral, Strength } = makeTokens();
  // Names with an empty segment are words too.
  const word = `${NAME_PATTERN.replace(String.raw`\.`, String.raw`\.+`)}\\.*`;
  return {
    space: "$[ \\t\\n\\r]+",
    letter: `$[${letters()}]`,
    word: fromRegExp(word),
    // Only an option follows a colon, so Lezer never has to choose between the two.
    optionWord: fromRegExp(word),
    // Closed or not.
    quoted: `"'" (![']|"''")* "'"? | '"' (!["]|'""')* '"'?`,
    // A sign or a colon that a digit follows is part of the numeral. The digit can be read with it.
    numeral: fromRegExp(sourceOf(Numeral.PATTERN).replaceAll("(?=\\d)", "\\d")),
    strengthWord: fromRegExp(sourceOf(Strength.PATTERN)),
  };
}

function sourceOf(pattern: unknown): string {
  if (pattern instanceof RegExp) return pattern.source;
  throw new Error("internal: the grammar needs a regular expression for this token type");
}

/** Converts a regular expression. It supports the syntax that the lexer uses. */
function fromRegExp(source: string): string {
  const parts = /\\p\{L\}|\\.|\[(?:\\.|[^\]\\])+\]|\(\?:|\{\d+(?:,\d+)?\}|[()|?*+]|./gu;
  let text = "";
  /** Begins of the groups that are open, and of the last complete item. */
  const open: number[] = [];
  let last = 0;
  for (const [part] of source.matchAll(parts)) {
    const counts = /^\{(\d+)(?:,(\d+))?\}$/.exec(part);
    if (counts !== null) {
      const item = text.slice(last);
      const [least, most] = [Number(counts[1]), Number(counts[2] ?? counts[1])];
      text = text.slice(0, last) + `${item} `.repeat(least) + `${item}? `.repeat(most - least);
    } else if (part === "(?:") {
      open.push(text.length);
      text += "(";
    } else if (part === ")") {
      last = open.pop()!;
      text += ") ";
    } else if (part === "|") {
      text += "| ";
    } else if (/^[?*+]$/.test(part)) {
      text = `${text.trimEnd()}${part} `;
    } else {
      last = text.length;
      text += `${itemOf(part)} `;
    }
  }
  return text.trim();
}

function itemOf(part: string): string {
  if (part === "\\d") return "$[0-9]";
  if (part.startsWith("[")) {
    const rest = part.slice(1, -1).replaceAll("\\d", "0-9").replace("\\p{L}", "");
    // Lezer reads `-` as a range everywhere.
    const set = `$[${rest.replace(/-$/, "\\-").replace(/^\+-$/, "+\\-")}]`;
    return part.includes("\\p{L}") ? `(letter | ${set})` : set;
  }
  return JSON.stringify(part.replace("\\", ""));
}

/** Ranges of all letters: general category L. */
function letters(): string {
  const ranges: string[] = [];
  let start = -1;
  for (let code = 0; code <= 0x110000; code++) {
    const isLetter = code <= 0x10ffff && /^\p{L}$/u.test(String.fromCodePoint(code));
    if (isLetter && start < 0) start = code;
    if (isLetter || start < 0) continue;
    ranges.push(start === code - 1 ? hex(start) : `${hex(start)}-${hex(code - 1)}`);
    start = -1;
  }
  return ranges.join("");
}

function hex(code: number): string {
  return `\\u{${code.toString(16)}}`;
}
