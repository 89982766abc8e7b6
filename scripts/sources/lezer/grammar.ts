import { grammarRules, type Production } from "../../pages/grammar-rules.ts";

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
  return `// Filters and sorts of tamis for Lezer. Generated from the rules of the parser by \`npm run generate\`.
// Build it with @lezer/generator. A sort is parsed with \`parser.configure({ top: "SortBy" })\`.

${rules.join("\n")}

// A token that no correct text has. It becomes an error node.
@top Broken { wrong }

// The lexer of tamis scans names and literals.
@external tokens tokens from "./tamis-tokens.js" { ${TERMS.join(", ")} }

@skip { space }

@tokens {
  space { $[ \\t\\n\\r]+ }
  "(" ")" "," ":"
}
`;
}

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

/** Terms of the tokens that the lexer scans. */
const TERMS = [...Object.values(NAMES_OF_TOKENS).flatMap((text) => text.match(/\w+/g) ?? []), "wrong"];

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
