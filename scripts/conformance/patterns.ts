import { encode, type CaseFile } from "./case.ts";
import { errorCase, filterCase } from "./make.ts";

/** Valid and invalid patterns in RE2 syntax. */

const TEXTS = [
  ...[
    "",
    "a",
    "aa",
    "ab",
    "abc",
    "b",
    "A",
    "aaa!",
    "line\nbreak",
    "\n",
    "123",
    "-1",
    "été",
    "Straße",
    "K",
    "\u212a",
    "😀",
    "a.b",
    "a|b",
    "_x9",
    " ",
    "٣",
  ],
].map((v) => ({ v }));

const PATTERNS = [
  ...[
    "",
    "a",
    "a*",
    "a+",
    "a?",
    ".",
    ".*",
    "(?s).*",
    "(?s).",
    "a|b",
    "(?:a|ab)c?",
    "[a-c]+",
    "[^a]*",
    "[[:alpha:]]+",
    "\\d+",
    "\\D*",
    "\\w+",
    "\\s",
    "\\p{L}+",
  ],
  ...[
    "\\PL",
    "(?i)a+",
    "(?i)k",
    "(?i)straße",
    "^a",
    "a$",
    "^ab$",
    "(?m)line$\\n^break",
    "a{2}",
    "a{1,2}",
    "a{1,}",
    "a{,3}",
    "\\Qa.b\\E",
    "a\\.b",
    "a\\|b",
    "(?U)a+",
    "\\x{1F600}",
    "[\\d-]+",
    "(?P<n>a)b",
  ],
  ...["\\bab\\b", "a\\B.*", "^(a+)+$", "(a|a)*", "(.*)*b", "\\x41", "\\141", "|a", "a||b", "()"],
];

/** « and » mark the error in the pattern. */
const WRONG: readonly (readonly [string, "invalid-pattern" | "pattern-too-long"])[] = [
  ["a«(»?=b)", "invalid-pattern"],
  ["a«(»?!b)", "invalid-pattern"],
  ["«(»?<=a)b", "invalid-pattern"],
  ["«(»?<!a)b", "invalid-pattern"],
  ["(a)«\\»1", "invalid-pattern"],
  ["«(»?>a)", "invalid-pattern"],
  ["a+«+»", "invalid-pattern"],
  ["a*«*»", "invalid-pattern"],
  ["«(»?R)", "invalid-pattern"],
  ["«(»?(1)a)", "invalid-pattern"],
  ["«\\»K", "invalid-pattern"],
  ["«\\»G", "invalid-pattern"],
  ["(«*»VERB)", "invalid-pattern"],
  ["«*»a", "invalid-pattern"],
  ["«+»", "invalid-pattern"],
  ["«?»", "invalid-pattern"],
  ["«(»", "invalid-pattern"],
  ["a«)»", "invalid-pattern"],
  ["«[»", "invalid-pattern"],
  ["«[»a", "invalid-pattern"],
  ["«(»?x)a", "invalid-pattern"],
  ["a«\\»", "invalid-pattern"],
  ["«\\»p{Nonsense}", "invalid-pattern"],
];

export function patternsFile(): CaseFile {
  const table = ["texts", TEXTS] as const;
  return {
    about: "Patterns in RE2 syntax, which match whole strings.",
    tables: { texts: TEXTS.map(encode) },
    cases: [
      ...PATTERNS.map((pattern) => filterCase(`patterns/${pattern}`, `match(v,'${pattern}')`, table)),
      ...PATTERNS.slice(0, 8).map((pattern) =>
        filterCase(`patterns/any/${pattern}`, `matchAny('${pattern}',v,length(v))`, table),
      ),
      ...PATTERNS.slice(0, 8).map((pattern) =>
        filterCase(`patterns/all/${pattern}`, `matchAll('${pattern}',v,v)`, table),
      ),
      ...WRONG.map(([marked, code]) => errorCase(`patterns/wrong/${marked}`, `match(v,'${marked}')`, code)),
      ...["a", "upCase('a')", "1", "true", "2020-01-01", "upCase(a)"].flatMap((pattern) => [
        errorCase(`patterns/no literal/${pattern}`, `match(v,«${pattern}»)`, "pattern-not-literal"),
        errorCase(
          `patterns/no literal in matchAny/${pattern}`,
          `matchAny(«${pattern}»,v)`,
          "pattern-not-literal",
        ),
      ]),
      errorCase("patterns/map", "match(v,'a',«b»)", "pattern-not-literal"),
    ],
  };
}
