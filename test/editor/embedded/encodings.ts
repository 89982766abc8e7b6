import fc from "fast-check";

/** An expression inside another text, with the encoded form of each code point. */
export interface Placed {
  readonly languageId: string;
  readonly before: string;
  /** Encoded forms, one for each code point of the expression. */
  readonly pieces: readonly string[];
  readonly after: string;
}

export interface Encoding {
  readonly name: string;
  /** Returns whether the encoding can contain the expression. */
  readonly accepts: (expression: string) => boolean;
  /** @param choices returns a number below a bound: which form a character has */
  readonly place: (expression: string, kind: string, choices: (below: number) => number) => Placed;
}

type Choices = (below: number) => number;

const hex = (code: number, digits: number) => code.toString(16).padStart(digits, "0");

function percentBytes(character: string): string {
  return [...new TextEncoder().encode(character)].map((byte) => `%${hex(byte, 2)}`).join("");
}

/** Characters that a URL can contain as they are, also in prose. */
const URL_PLAIN = /^[A-Za-z0-9\-_.~'()$,:/]$/;

function percent(expression: string, choices: Choices, plain = URL_PLAIN): string[] {
  return [...expression].map((character) => {
    if (character === " " && choices(2) === 0) return "+";
    return plain.test(character) && choices(8) > 0 ? character : percentBytes(character);
  });
}

function json(expression: string, choices: Choices): string[] {
  return [...expression].flatMap((character) => {
    const plain = JSON.stringify(character).slice(1, -1);
    if (choices(6) > 0) return [plain];
    return [[...Array(character.length).keys()].map((i) => `\\u${hex(character.charCodeAt(i), 4)}`).join("")];
  });
}

function script(expression: string, quote: string, choices: Choices): string[] {
  return [...expression].map((character, i, all) => {
    const code = character.codePointAt(0)!;
    if (choices(8) === 0) return `\\u{${hex(code, 1)}}`;
    if (code < 256 && choices(8) === 0) return `\\x${hex(code, 2)}`;
    if (character === "\\" || character === quote) return `\\${character}`;
    if (quote === "`" && character === "$" && all[i + 1] === "{") return "\\$";
    if (quote === "`" && character === "\n") return "\n";
    return code < 32 || code === 0x2028 || code === 0x2029 ? `\\u${hex(code, 4)}` : character;
  });
}

const isOneLine = (text: string) => !/[\n\r]/.test(text);
/** Returns whether YAML allows all characters of a text in scalars without escape sequences. */
const isPrintable = (text: string) =>
  /^[\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]*$/u.test(text);
const hasNoOuterSpace = (text: string) => text === text.trim();

/** Returns whether a text has quotation marks outside of parentheses. */
function hasOuterQuote(text: string): boolean {
  let rest = text.replaceAll(/'[^']*'|"[^"]*"/g, "\u0001");
  for (let before = ""; before !== rest;) {
    before = rest;
    rest = rest.replaceAll(/\([^()]*\)/g, "");
  }
  return rest.includes("\u0001");
}

export const ENCODINGS: readonly Encoding[] = [
  {
    name: "a URL in prose",
    // Quotation marks outside of calls and punctuation at the end could be those of the prose.
    accepts: (text) => !hasOuterQuote(text) && !/[.,;:!]$/.test(text),
    place: (text, kind, choices) => ({
      languageId: "plaintext",
      before: `see (https://host/items?a=1&${kind}=`,
      pieces: percent(text, choices),
      after: "), and more",
    }),
  },
  {
    name: "a request line",
    accepts: hasNoOuterSpace,
    place: (text, kind, choices) => ({
      languageId: "http",
      before: `# first\nGET https://{{host}}/items?${kind}=`,
      pieces: percent(text, choices, /^[^%&+#\s{}]$/u),
      after: " HTTP/1.1\nAccept: */*\n\n",
    }),
  },
  {
    name: "a query string over several lines",
    accepts: hasNoOuterSpace,
    place: (text, kind, choices) => ({
      languageId: "rest",
      before: `GET /items\n    ?limit=5\n    &${kind}=`,
      pieces: percent(text, choices, /^[^%&+#\s{}]$/u),
      after: "\n    &start=3\nAccept: */*\n",
    }),
  },
  {
    name: "a string of JSON",
    accepts: () => true,
    place: (text, kind, choices) => ({
      languageId: "json",
      before: `{"other":"${kind}",/* : */"a\\n":[1],"${kind}" : "`,
      pieces: json(text, choices),
      after: `","z":null}`,
    }),
  },
  {
    name: "a URL in a string of JSON",
    accepts: () => true,
    place: (text, kind, choices) => ({
      languageId: "jsonc",
      before: `// "\n{"href":"\\/items?x=%41&${kind}=`,
      pieces: percent(text, choices, /^[^%&+#"\\\s]$/u).map((piece) => json(piece, choices).join("")),
      after: `&y=2"}`,
    }),
  },
  {
    name: "a double-quoted scalar of YAML",
    accepts: () => true,
    place: (text, kind, choices) => ({
      languageId: "yaml",
      before: `# comment\nlist:\n  - "${kind}": "`,
      pieces: json(text, choices),
      after: `" # end\n    other: 1\n`,
    }),
  },
  {
    name: "a single-quoted scalar of YAML",
    accepts: (text) => isPrintable(text) && isOneLine(text),
    place: (text, kind) => ({
      languageId: "yaml",
      before: `a: {x: 1, ${kind}: '`,
      pieces: [...text].map((character) => (character === "'" ? "''" : character)),
      after: `', y: 2}\n`,
    }),
  },
  {
    name: "a plain scalar of YAML",
    accepts: (text) =>
      isPrintable(text) &&
      /^[a-z](?!.*(?: #|: |:$)).*$/.test(text) &&
      hasNoOuterSpace(text) &&
      !/^\S+:/.test(text),
    place: (text, kind) => ({
      languageId: "yaml",
      before: `a:\n  ${kind}: `,
      pieces: [...text],
      after: ` # comment\n  b: 1\n`,
    }),
  },
  {
    name: "a literal block of YAML",
    accepts: (text) => isPrintable(text) && !/^\s|\s$/.test(text),
    place: (text, kind) => ({
      languageId: "yaml",
      before: `a:\n  ${kind}: |- # comment\n     `,
      pieces: [...text].map((character) => (character === "\n" ? "\n     " : character)),
      after: `\n  b: 1\n`,
    }),
  },
  {
    name: "a folded block of YAML",
    accepts: (text) => isPrintable(text) && isOneLine(text) && hasNoOuterSpace(text) && !/ {2}/.test(text),
    place: (text, kind, choices) => ({
      languageId: "yaml",
      before: `- ${kind}: >-\n    `,
      pieces: [...text].map((character) => (character === " " && choices(2) === 0 ? "\n    " : character)),
      after: `\n- 1\n`,
    }),
  },
  {
    name: "a tagged template",
    accepts: (text) => !text.includes("\r"),
    place: (text, kind, choices) => ({
      languageId: choices(2) === 0 ? "typescript" : "typescriptreact",
      before: `const quote = /[\`'"]/g; // it's\nconst q = \`\${x\`a\`}\` + ${kind === "filter" ? "tamis.filter" : "sortBy"} \``,
      pieces: script(text, "`", choices),
      after: "`;\n",
    }),
  },
  ...["'", '"', "`"].map((quote): Encoding => ({
    name: `a URL in a script, quoted by ${quote}`,
    accepts: () => true,
    place: (text, kind, choices) => ({
      languageId: "javascript",
      before: `fetch(${quote}/items?${kind}=`,
      pieces: percent(text, choices, /^[^%&+#\s]$/u).map((piece) => script(piece, quote, choices).join("")),
      after: `&limit=1${quote})\n`,
    }),
  })),
  {
    name: "data that curl encodes",
    accepts: () => true,
    place: (text, kind) => ({
      languageId: "shellscript",
      before: `curl -G https://host/items \\\n  --data-urlencode limit=5 --data-urlencode '${kind}=`,
      pieces: [...text].map((character) => (character === "'" ? `'\\''` : character)),
      after: `' # don't\n`,
    }),
  },
  {
    name: "data in double quotes that curl encodes",
    accepts: (text) => !/\n/.test(text),
    place: (text, kind) => ({
      languageId: "shellscript",
      before: `A=1 /usr/bin/curl --url-query ${kind}="`,
      pieces: [...text].map((character) => (/["\\$`]/.test(character) ? `\\${character}` : character)),
      after: `"; echo\n`,
    }),
  },
  {
    name: "a URL of a command",
    accepts: () => true,
    place: (text, kind, choices) => ({
      languageId: "shellscript",
      before: `curl -s "https://host/items?${kind}=`,
      pieces: percent(text, choices, /^[^%&+#\s"\\$`]$/u),
      after: `&limit=3" | jq .\n`,
    }),
  },
  {
    name: "JSON in a here-document",
    accepts: () => true,
    place: (text, kind, choices) => ({
      languageId: "shellscript",
      before: `curl --json @- https://host/items <<'END' # don't\n{"${kind}":"`,
      pieces: json(text, choices),
      after: `"}\nEND\necho 'https://host/'\n`,
    }),
  },
  {
    name: "a URL in a here-document with variables",
    accepts: (text) => !hasOuterQuote(text) && !/[.,;:!]$/.test(text),
    place: (text, kind, choices) => ({
      languageId: "shellscript",
      before: `cat <<-END > list.txt\n\tDon't use \\$x: https://host/items?${kind}=`,
      pieces: percent(text, choices).map((piece) => (piece === "$" ? "\\$" : piece)),
      after: `&limit=3\n\tEND\n`,
    }),
  },
  {
    name: "a code block of Markdown",
    accepts: () => true,
    place: (text, kind, choices) => ({
      languageId: "markdown",
      before: `# Title\n\n\`\`\`json\n{"${kind}":"`,
      pieces: json(text, choices),
      after: '"}\n```\n\ntext\n',
    }),
  },
];

/** Draws the choices of an encoding. */
export const choices: fc.Arbitrary<Choices> = fc
  .infiniteStream(fc.nat(0xffff))
  .map((stream) => (below: number) => (stream.next().value as number) % below);
