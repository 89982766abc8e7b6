/** How a language of score code writes names. */
export interface CodeLanguage {
  /** Tokens: strings and comments, which contain no names, and the names. Other characters are no tokens. */
  readonly tokens: RegExp;
  /** Returns the form in which names are equal. */
  readonly fold: (name: string) => string;
  /** Returns a column as the language writes it. Undefined if it cannot. */
  readonly write: (column: string) => string | undefined;
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
/** Greatest length of a name in both languages. Longer names of columns are not common. */
const MAX_NAME = 32;

const isName = (text: string) => text.length <= MAX_NAME && NAME.test(text);

/** Keywords of Python, which cannot be names of variables. */
const PYTHON_KEYWORDS: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if import in " +
    "is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

// Strings and comments without an end match up to the end of the program, so that no part is read twice.
const DATA_STEP: CodeLanguage = {
  tokens: /'[^']*'?|"[^"]*"?|\/\*[^*]*(?:\*(?!\/)[^*]*)*(?:\*\/)?|[A-Za-z_][A-Za-z0-9_]*/g,
  fold: (name) => name.toLowerCase(),
  // A name literal can contain each character.
  write: (column) => (isName(column) ? column : `'${column.replaceAll("'", "''")}'n`),
};

const PYTHON: CodeLanguage = {
  tokens:
    /'''[^]*?(?:'''|$)|"""[^]*?(?:"""|$)|'(?:[^'\\\n]|\\[^])*'?|"(?:[^"\\\n]|\\[^])*"?|#[^\n]*|[A-Za-z_][A-Za-z0-9_]*/g,
  fold: (name) => name,
  write: (column) => (isName(column) && !PYTHON_KEYWORDS.has(column) ? column : undefined),
};

const LANGUAGES: ReadonlyMap<string, CodeLanguage> = new Map([
  ["dataStep", DATA_STEP],
  ["python", PYTHON],
]);

/** Types of score code whose variables can be mapped. */
export const MAPPED_TYPES: readonly string[] = [...LANGUAGES.keys()];

export function findLanguage(codeType: string | null | undefined): CodeLanguage | undefined {
  return LANGUAGES.get(codeType ?? "");
}

/** Returns the names in a program, folded. */
export function namesIn(code: string, { tokens, fold }: CodeLanguage): ReadonlySet<string> {
  const words = code.match(tokens) ?? [];
  return new Set(words.filter((word) => NAME.test(word)).map(fold));
}

/**
 * Replaces names in a program. Strings and comments stay as they are.
 *
 * @param replacements program text by folded name
 */
export function replaceNames(
  code: string,
  { tokens, fold }: CodeLanguage,
  replacements: ReadonlyMap<string, string>,
): string {
  return code.replace(tokens, (word) => (NAME.test(word) ? (replacements.get(fold(word)) ?? word) : word));
}
