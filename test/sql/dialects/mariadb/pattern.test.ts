import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRefusal } from "../../../../src/functions/definition/port.ts";
import { parsePattern } from "../../../../src/pattern/parse-pattern.ts";
import { compilePattern } from "../../../../src/pattern/pattern.ts";
import { matchesInMariadb, writePattern } from "../../../../src/sql/dialects/mariadb/pattern.ts";
import { toStatement, bindable, sql, rawSql } from "../../../../src/sql/fragments/fragment.ts";
import { mariadbAnswers, mariadbSourceOf } from "../../engines/mariadb.ts";
import { countOf } from "../../../effort.ts";
import { words } from "../../../words.ts";

const answers = await mariadbAnswers();

describe("patterns for MariaDB", () => {
  it("are anchored and written as code points", () => {
    expect(writePattern(parsePattern("a.?"))).toBe(
      "\\A(?:[\\x{61}][\\x{0}-\\x{9}\\x{b}-\\x{d7ff}\\x{e000}-\\x{10ffff}]{0,1}+)\\z",
    );
    expect(writePattern(parsePattern("\\d+x"))).toBe("\\A(?:[\\x{30}-\\x{39}]{1,}+[\\x{78}])\\z");
  });

  it.each([
    ["(a+)+", "a repetition of repetitions"],
    ["(?:ss)+", "an unbounded repetition of more than one character"],
    ["\\w*1", "a repetition that can match the next character"],
    ["(a*b?){2}", "a repetition that can match the start of its next iteration"],
    ["a*(b?|c?)a", "a repetition that can match what follows an optional part"],
    ["(a|b){20}", "a million paths"],
    ["\\p{L}+", "a set that depends on the version of Unicode"],
  ])("cannot be written for %s: %s", (pattern) => {
    expect(writePattern(parsePattern(pattern))).toBeUndefined();
  });

  it.each(words("[a-c]*[d-f]+ -?1 (a|ab)(c|bcd)? 2020-.* (a*b){3} a*\\b (?m)^a*$ [^\\x00-\\x{10FFFF}]|b"))(
    "%s is one of them",
    (pattern) => {
      expect(writePattern(parsePattern(pattern))).toBeTypeOf("string");
    },
  );
});

const CHARACTERS = [..."abA1_- \n\rékK\u212aſs😀\uffff^$.]\\\u2028"];
const atoms = fc.oneof(
  fc
    .constantFrom(...CHARACTERS)
    .map((character) => (/[\^$.\]\\]/.test(character) ? `\\${character}` : character)),
  fc.constantFrom(
    ...words(". \\d \\w \\s \\W [a-c] [^a] [^\\n] [[:alpha:]] (?s:.) \\b \\B ^ $ (?m:^) (?m:$) (?i:k)"),
  ),
);
const patterns = fc.letrec<{ pattern: string }>((tie) => ({
  pattern: fc.oneof(
    { maxDepth: 4 },
    atoms,
    fc.array(tie("pattern"), { minLength: 1, maxLength: 4 }).map((list) => list.join("")),
    fc.array(tie("pattern"), { minLength: 2, maxLength: 3 }).map((list) => `(?:${list.join("|")})`),
    fc
      .tuple(tie("pattern"), fc.constantFrom("*", "+", "?", "{2}", "{0,2}", "{1,3}?"))
      .map(([pattern, count]) => `(?:${pattern})${count}`),
    fc.tuple(atoms, fc.constantFrom("*", "+", "?", "{2,}", "{0,2}")).map(([atom, count]) => atom + count),
  ),
})).pattern;
const texts = fc.array(fc.constantFrom(...CHARACTERS), { maxLength: 7 }).map((list) => list.join(""));

it.skipIf(!answers)("patterns match in MariaDB what they match in memory", async () => {
  const { source, end } = mariadbSourceOf("mariadb");
  try {
    await source.prepare({ locales: [] });
    let ran = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(patterns, { minLength: 20, maxLength: 20 }),
        fc.array(texts, { minLength: 20, maxLength: 20 }),
        (list, subjects) =>
          source.snapshot(async (session) => {
            for (const pattern of list) {
              const compiled = compilePattern(pattern);
              const found = matchesInMariadb(
                rawSql("k.v"),
                pattern,
                (value) => sql`${value} COLLATE utf8mb4_nopad_bin`,
              );
              if (!compiled.ok || isRefusal(found)) continue;
              ran++;
              const from = sql`JSON_TABLE(${bindable("texts", subjects)}, '$[*]' COLUMNS(o FOR ORDINALITY, v LONGTEXT PATH '$')) AS k`;
              const rows = await session.all(toStatement(sql`SELECT ${found} FROM ${from} ORDER BY k.o`));
              expect(
                rows.map(([matches]) => Boolean(matches)),
                pattern,
              ).toEqual(subjects.map((subject) => compiled.pattern.matches(subject)));
            }
          }),
      ),
      { numRuns: countOf("sql/dialects/mariadb/pattern: runs") },
    );
    expect(ran).toBeGreaterThan(countOf("sql/dialects/mariadb/pattern: compared"));
  } finally {
    await end();
  }
});
