import { format } from "prettier";
import { formatGrammar, stringRule, textMateRules, type TextMateRule } from "./text-mate-grammar.ts";

/**
 * Writes the grammars with which the extension of VS Code colors expressions inside other texts. They find them as `findEmbedded`
 * does with its default options.
 */

/** Grammar that VS Code injects into others. */
export interface InjectionGrammar {
  /** Last part of the scope name, and name of the file. */
  readonly name: string;
  /** Scopes of the grammars of VS Code that it is injected into. */
  readonly injectTo: readonly string[];
  /** Scopes in which it applies. */
  readonly selector: string;
  readonly rules: readonly TextMateRule[];
}

const JSON_SCOPES = ["source.json", "source.json.comments", "source.json.lines"];
const SCRIPT_SCOPES = ["source.ts", "source.tsx", "source.js", "source.js.jsx"];
const MARKDOWN = "text.html.markdown";
const ALL = [...JSON_SCOPES, ...SCRIPT_SCOPES, "source.yaml", "source.shell", "source.http", MARKDOWN];

const NAMES = "filter|sortBy";
/** Text in another text has no color of the string around it. */
const CONTENT = "meta.embedded.inline.tamis";
const HOLE = {
  begin: String.raw`\$\{`,
  end: String.raw`\}`,
  name: "meta.embedded.expression.tamis",
  patterns: [{ include: "source.ts" }],
};
const VARIABLE = { match: String.raw`\{\{[^{}]*\}\}`, name: "variable.other.placeholder.tamis" };

/** Text that contains expressions: the quote that ends it, how it writes that quote, and its placeholders. */
interface Host {
  readonly quote?: string;
  readonly escapedQuote?: string;
  readonly holes?: readonly TextMateRule[];
}

const DOUBLE: Host = { quote: '"', escapedQuote: String.raw`\\"` };
const SINGLE: Host = { quote: "'", escapedQuote: String.raw`\\'` };
/** In YAML, a doubled quote is one inside a string. */
const YAML_SINGLE: Host = { quote: "'", escapedQuote: "''" };
const TEMPLATE: Host = { quote: "`", holes: [HOLE] };
const PLAIN: Host = { holes: [VARIABLE] };

/** Returns the rules of an expression that a text contains. */
function rulesIn({ quote, escapedQuote, holes = [] }: Host, end: string): readonly TextMateRule[] {
  const escape = {
    match: String.raw`\\(?:u[0-9A-Fa-f]{4}|[^"'\x60])`,
    name: "constant.character.escape.tamis",
  };
  const further = quote === undefined ? holes : [...holes, escape];
  const quotes = ["'", '"'].map((each) => (each === quote ? escapedQuote! : each));
  const doubled = escapedQuote === "''" ? [{ match: "''", name: "constant.character.escape.tamis" }] : [];
  return [
    ...further,
    ...textMateRules(quotes.map((each) => stringRule(each, end, [...further, ...doubled]))),
  ];
}

/** Returns the rules of an expression in a query string. Its strings have quotes or their percent-encoding. */
function rulesInQuery(host: Host, end: string): readonly TextMateRule[] {
  const quotes = ["%27", "%22", ...["'", '"'].filter((quote) => quote !== host.quote)];
  const encoded = { match: "%[0-9A-Fa-f]{2}", name: "constant.character.escape.tamis" };
  const holes = host.holes ?? [];
  return [
    ...holes,
    ...textMateRules(quotes.map((quote) => stringRule(quote, end, [...holes, encoded]))),
    encoded,
  ];
}

/** Parameters of URLs, and whole strings such as the data of curl. */
function parameters(host: Host): readonly TextMateRule[] {
  const quote = host.quote ?? String.raw`"\x60<>`;
  const end = String.raw`[&#\s${quote}]|$`;
  const parameter = {
    begin: String.raw`(?<=[?&])(${NAMES})(=)`,
    end: `(?=${end})`,
    beginCaptures: {
      "1": { name: "entity.other.attribute-name.tamis" },
      "2": { name: "punctuation.separator.key-value.tamis" },
    },
    contentName: CONTENT,
    patterns: rulesInQuery(host, end),
  };
  if (host.quote === undefined || host.holes !== undefined) return [parameter];
  // The content of --data-urlencode is not encoded and may have spaces.
  const whole = { ...parameter, begin: `(?<=${quote})(${NAMES})(=)`, end: `(?=${quote})` };
  return [parameter, { ...whole, patterns: rulesIn(host, quote) }];
}

/** A value by its key, in quotes. */
function valueInQuotes(key: string, keyScopes: Readonly<Record<string, object>>, host: Host): TextMateRule {
  const quote = host.quote!;
  return {
    begin: `${key}(${quote})`,
    end: host.escapedQuote === "''" ? "'(?!')" : quote,
    beginCaptures: keyScopes,
    endCaptures: { "0": { name: "string.quoted.tamis-host" } },
    contentName: CONTENT,
    patterns: rulesIn(host, host.escapedQuote === "''" ? "'(?!')" : quote),
  };
}

/** The rule of JSON for the value of a key, because only it ends a pair. */
const JSON_VALUE: TextMateRule = {
  begin: String.raw`(?<=${NAMES.split("|")
    .map((name) => `"${name}"`)
    .join("|")})\s*(:)\s*(?=")`,
  end: String.raw`(,)|(?=\})`,
  beginCaptures: { "1": { name: "punctuation.separator.dictionary.key-value.json" } },
  endCaptures: { "1": { name: "punctuation.separator.dictionary.pair.json" } },
  name: "meta.structure.dictionary.value.json",
  patterns: [valueInQuotes("", { "1": { name: "string.quoted.tamis-host" } }, DOUBLE)],
};
const YAML_KEY = {
  "1": { name: "entity.name.tag.yaml" },
  "2": { name: "punctuation.separator.key-value.mapping.yaml" },
  "3": { name: "string.quoted.tamis-host" },
};
const YAML_NAME = String.raw`(?:^|(?<=[\s{,-]))(${NAMES})\s*(:)\s+`;

function blockScalar(dash: string, indentation: string): TextMateRule {
  return {
    begin: String.raw`^(\s*)${dash || "()"}(${NAMES})\s*(:)\s+([|>][-+\d]*)\s*$`,
    while: String.raw`^(?:\1${indentation}|\s*$)`,
    beginCaptures: {
      "2": { name: "punctuation.definition.block.sequence.item.yaml" },
      "3": { name: "entity.name.tag.yaml" },
      "4": { name: "punctuation.separator.key-value.mapping.yaml" },
      "5": { name: "keyword.control.flow.block-scalar.yaml" },
    },
    contentName: CONTENT,
    patterns: rulesIn({}, "(?!)"),
  };
}

/** Lines with the URL of a request. The grammars of requests match them as a whole, so that only a whole line can replace them. */
const REQUEST_LINES: TextMateRule = {
  begin: String.raw`^(?=\s*(?:[A-Z]{3,10}\s+)?(?:https?:|/|\{\{|[?&])\S*(?<=[?&])(?:${NAMES})=)`,
  end: "$",
  name: "http.requestline meta.request.tamis",
  patterns: [
    { match: String.raw`\G\s*([A-Z]{3,10})(?=\s)`, captures: { "1": { name: "keyword.control.http" } } },
    {
      match: String.raw`\s(HTTP)/([\d.]+)`,
      captures: { "1": { name: "keyword.other.http" }, "2": { name: "constant.numeric.http" } },
    },
    ...parameters(PLAIN),
    { match: String.raw`[^\s?&]+`, name: "const.language.http" },
  ],
};

export const INJECTION_GRAMMARS: readonly InjectionGrammar[] = [
  {
    name: "json",
    injectTo: [...JSON_SCOPES, "source.http", MARKDOWN],
    selector: [...JSON_SCOPES, "meta.embedded.block.json", "meta.embedded.block.jsonc"]
      .map((scope) => `L:${scope} - comment`)
      .join(", "),
    rules: [JSON_VALUE],
  },
  {
    name: "yaml",
    injectTo: ["source.yaml", MARKDOWN],
    selector: "L:source.yaml - comment - string, L:meta.embedded.block.yaml - comment - string",
    rules: [
      valueInQuotes(YAML_NAME, YAML_KEY, DOUBLE),
      valueInQuotes(YAML_NAME, YAML_KEY, YAML_SINGLE),
      // The lines of a block have more spaces than the key.
      blockScalar("", String.raw`\s+`),
      blockScalar(String.raw`(-)\s`, String.raw`\s{3,}`),
      {
        begin: String.raw`${YAML_NAME}(?=[\p{L}_@])`,
        end: String.raw`(?=\s+#|\s*$)`,
        beginCaptures: YAML_KEY,
        contentName: CONTENT,
        patterns: rulesIn({}, "$"),
      },
    ],
  },
  {
    name: "script",
    injectTo: [...SCRIPT_SCOPES, MARKDOWN],
    selector: [
      ...SCRIPT_SCOPES,
      "meta.embedded.block.typescript",
      "meta.embedded.block.tsx",
      "meta.embedded.block.javascript",
    ]
      .map((scope) => `L:${scope} - comment - string.quoted`)
      .join(", "),
    rules: [
      {
        begin: String.raw`(?<![\w$.])(${NAMES})(\x60)`,
        end: String.raw`\x60`,
        beginCaptures: {
          "1": { name: "entity.name.function.tagged-template.tamis" },
          "2": { name: "string.template.tamis-host" },
        },
        endCaptures: { "0": { name: "string.template.tamis-host" } },
        contentName: CONTENT,
        patterns: rulesIn(TEMPLATE, "`"),
      },
    ],
  },
  {
    name: "url-double",
    injectTo: ALL,
    selector: "L:string.quoted.double - comment",
    rules: parameters(DOUBLE),
  },
  {
    name: "url-single",
    injectTo: ALL,
    selector: "L:string.quoted.single - comment",
    rules: parameters(SINGLE),
  },
  {
    name: "url-template",
    injectTo: [...SCRIPT_SCOPES, MARKDOWN],
    selector: "L:string.template - comment - string.quoted",
    rules: parameters(TEMPLATE),
  },
  {
    name: "url-plain",
    injectTo: ["source.shell", "source.yaml", MARKDOWN],
    selector: ["source.shell", "source.yaml", MARKDOWN]
      .map((scope) => `L:${scope} - string.quoted - string.template - meta.embedded`)
      .join(", "),
    rules: parameters(PLAIN),
  },
  {
    name: "http",
    injectTo: ["source.http", MARKDOWN],
    selector: "L:source.http - comment - meta.request, L:meta.embedded.block.http - comment - meta.request",
    rules: [REQUEST_LINES],
  },
  {
    name: "markdown",
    injectTo: [MARKDOWN],
    selector: `L:${MARKDOWN} - meta.embedded - markup.fenced_code`,
    rules: [
      {
        begin: String.raw`^(\s*)(\x60{3,}|~{3,})\s*(tamis-filter)\b.*$`,
        end: String.raw`^\s*\2\s*$`,
        beginCaptures: {
          "2": { name: "punctuation.definition.markdown" },
          "3": { name: "fenced_code.block.language.markdown" },
        },
        endCaptures: { "0": { name: "punctuation.definition.markdown" } },
        contentName: CONTENT,
        patterns: rulesIn({}, String.raw`^\s*\x60{3}`),
      },
    ],
  },
];

/** Returns the path of each grammar in the extension, and its text. */
export async function injectionGrammars(): Promise<ReadonlyMap<string, string>> {
  const files = INJECTION_GRAMMARS.map(async ({ name, selector, rules }) => {
    const grammar = {
      name: `tamis in ${name}`,
      scopeName: `tamis.injection.${name}`,
      injectionSelector: selector,
      patterns: rules,
    };
    return [`grammars/${name}.json`, await formatGrammar(grammar)] as const;
  });
  return new Map(await Promise.all(files));
}

/** Returns the manifest of the extension with the list of the grammars. */
export async function withGrammars(manifest: string): Promise<string> {
  const parsed = JSON.parse(manifest) as { contributes: { grammars: readonly object[] } };
  parsed.contributes.grammars = [
    { language: "tamis-filter", scopeName: "source.tamis", path: "./dist/tamis.tmLanguage.json" },
    ...INJECTION_GRAMMARS.map(({ name, injectTo }) => ({
      scopeName: `tamis.injection.${name}`,
      path: `./grammars/${name}.json`,
      injectTo,
    })),
  ];
  return format(JSON.stringify(parsed), { parser: "json-stringify" });
}
