import { encode, type Case, type CaseFile } from "./case.ts";
import { errorCase, filterCase } from "./make.ts";

/** Strings: quotes, unusual characters, literal search, and invalid literals. */

const TEXTS = [
  "",
  "a",
  "A",
  "aaa",
  "it's",
  'say "x"',
  "a\\'b",
  "100%",
  "_",
  "\\",
  "[a]",
  "' OR '1'='1",
  "'; DROP TABLE t;--",
  "a,b",
  "(a)",
  "a|b",
  "a:b",
  "line\nbreak",
  "😀x",
  "é",
  "e\u0301",
  "a ",
  " a",
  "\u00a0",
  "\u200b",
  "null",
].map((v) => ({ v }));

const TEXT_LITERALS = [
  "''",
  "'a'",
  '"a"',
  "'it''s'",
  `"it's"`,
  `'say "x"'`,
  `"say ""x"""`,
  "'a\\''b'",
  "'100%'",
  "'%'",
  "'_'",
  "'\\'",
  "'[a]'",
  "''' OR ''1''=''1'",
  "'''; DROP TABLE t;--'",
  "'a,b'",
  "'(a)'",
  "'a|b'",
  "'a:b'",
  "'line\nbreak'",
  "'😀'",
  "'é'",
  "'e\u0301'",
  "'a '",
  "'null'",
  "'\"'",
  `"'"`,
  "''''",
];

export function stringsFile(): CaseFile {
  const table = ["texts", TEXTS] as const;
  const negative: readonly (readonly [string, Parameters<typeof errorCase>[2]])[] = [
    ["eq(v,«'»)", "unterminated-string"],
    ["eq(v,«'»'')", "unterminated-string"],
    ['eq(v,«"»x)', "unterminated-string"],
    ["«'»", "unterminated-string"],
    ["eq(v,'a«'»b')", "unescaped-quote"],
    ["contains(v,'O«'»Brien')", "unescaped-quote"],
    ['eq(v,"a«"»b")', "unescaped-quote"],
    ["eq(v,«‘»a’)", "invalid-character"],
    ["eq(v,«`»a`)", "invalid-character"],
    ["eq(v,«´»a´)", "invalid-character"],
    ["eq(v,«“»a”)", "invalid-character"],
    ["eq(v,«＇»a＇)", "invalid-character"],
    ["eq(v,«'a\u0000b'»)", "forbidden-string-character"],
    ["eq(v,«'\ud800'»)", "forbidden-string-character"],
    ["eq(v,«'\udc00\ud800'»)", "forbidden-string-character"],
    ["eq(v,«\u00a0»'a')", "invalid-character"],
    ["«\ufeff»eq(v,'a')", "invalid-character"],
    ["eq(v,'a')«\u2028»", "invalid-character"],
    ["eq(v«;»'a')", "foreign-syntax"],
    ["eq(v,'a')«;»", "foreign-syntax"],
  ];
  const cases: Case[] = TEXT_LITERALS.map((literal) =>
    filterCase(`strings/eq/${literal}`, `eq(v,${literal})`, table),
  );
  for (const name of ["contains", "startsWith", "endsWith"]) {
    for (const literal of [
      "''",
      "'%'",
      "'_'",
      "'\\'",
      "'[a]'",
      "'a'",
      "'A'",
      "' '",
      "'e'",
      "'\u0301'",
      "'100%'",
    ]) {
      cases.push(filterCase(`strings/${name}/${literal}`, `${name}(v,${literal})`, table));
    }
  }
  for (const expression of [
    "blank(v)",
    "eq(length(v),1)",
    "eq(length(v),2)",
    "eq(substr(v,0,1),'😀')",
    "ge(v,'a')",
    "lt(v,'a')",
  ]) {
    cases.push(filterCase(`strings/${expression}`, expression, table));
  }
  cases.push(...negative.map(([marked, code], i) => errorCase(`strings/wrong/${i + 1}`, marked, code)));
  return {
    about: "String literals, quotes, and literal search.",
    tables: { texts: TEXTS.map(encode) },
    cases,
  };
}
