import { describe, expect, it } from "vitest";
import { compilePattern, type Pattern } from "../../src/pattern/pattern.ts";

function pattern(source: string): Pattern {
  const result = compilePattern(source);
  if (!result.ok) throw new Error(`${source}: ${result.reason}`);
  return result.pattern;
}

const isMatch = (source: string, text: string) => pattern(source).matches(text);

describe("semantics of patterns", () => {
  it("a pattern matches the whole string", () => {
    expect(isMatch("b", "abc")).toBe(false);
    expect(isMatch("a|ab", "abc")).toBe(false);
    expect(isMatch(".*b.*", "abc")).toBe(true);
    expect(isMatch("a|abc", "abc")).toBe(true);
    expect(isMatch("^abc$", "abc")).toBe(true);
  });

  it("`.` matches any code point but U+000A", () => {
    for (const text of ["a", "\r", "\u2028", "\u2029", "\u0085", "😀", "\ud83d", "\0"]) {
      expect(isMatch(".", text)).toBe(true);
      expect(isMatch(".*", text)).toBe(true);
      expect(isMatch(".{1}", text)).toBe(true);
    }
    expect([isMatch(".", "\n"), isMatch(".*", "a\n"), isMatch(".*a.*", "a\n")]).toEqual([
      false,
      false,
      false,
    ]);
    expect([isMatch("(?s).", "\n"), isMatch("(?s).*a.*", "a\n")]).toEqual([true, true]);
    expect(isMatch("[^a]", "\n")).toBe(true);
  });

  it("`^` and `$` match at the ends of the string, and of lines with (?m)", () => {
    expect(isMatch("a\\n$", "a\n")).toBe(true);
    expect(isMatch("a$\\n", "a\n")).toBe(false);
    expect(isMatch("(?m)a$\\n", "a\n")).toBe(true);
    expect(isMatch("a\\n^b", "a\nb")).toBe(false);
    expect(isMatch("(?m)a\\n^b", "a\nb")).toBe(true);
    expect(isMatch("(?m)a\\r\\n^b", "a\r\nb")).toBe(true);
    expect(isMatch("(?m)a$\\r\\n", "a\r\n")).toBe(false);
    expect(isMatch("\\Aa\\z", "a")).toBe(true);
    expect(isMatch("(?m)\\Aa$\\n\\Ab", "a\nb")).toBe(false);
  });

  it("the empty pattern, empty branches and empty groups match the empty string", () => {
    for (const source of ["", "|", "()", "a||b", "(|a)*", "^$", "$^", "(?:)", "a{0}", "(a*)*"]) {
      expect([source, isMatch(source, "")]).toEqual([source, true]);
    }
    expect(isMatch("", "a")).toBe(false);
  });

  it("braces without a count, and brackets after `[`, are literals", () => {
    expect(isMatch("{", "{")).toBe(true);
    expect(isMatch("a{,3}", "a{,3}")).toBe(true);
    expect(isMatch("a{01}", "a{01}")).toBe(true);
    expect(isMatch("[]a]+", "]a")).toBe(true);
    expect(isMatch("[^]a]", "b")).toBe(true);
    expect(isMatch("[a-]+", "a-")).toBe(true);
    expect(isMatch("[\\d-z]+", "1-z")).toBe(true);
  });

  it("\\d, \\w, \\s and \\b are ASCII", () => {
    expect([isMatch("\\d", "7"), isMatch("\\d", "٧")]).toEqual([true, false]);
    expect([isMatch("\\w", "e"), isMatch("\\w", "é")]).toEqual([true, false]);
    expect([isMatch("\\W", "é"), isMatch("[[:^word:]]", "é")]).toEqual([true, true]);
    expect([isMatch("\\s", "\t"), isMatch("\\s", "\v"), isMatch("\\s", "\u00a0")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([isMatch("[[:space:]]", "\v"), isMatch("\\S", "\u00a0")]).toEqual([true, true]);
    expect([isMatch("a\\b.", "a "), isMatch("a\\b.", "aé"), isMatch("a\\b.", "ab")]).toEqual([
      true,
      true,
      false,
    ]);
    expect([isMatch("é\\b.", "éa"), isMatch("é\\B.", "é ")]).toEqual([true, true]);
    expect([isMatch("\\b", ""), isMatch("\\B", ""), isMatch("\\bab\\b", "ab")]).toEqual([false, true, true]);
  });

  it("(?i) folds case by Unicode: the Kelvin sign is a k and the long s is an s", () => {
    for (const [source, text] of [
      ["(?i)k", "\u212a"],
      ["(?i)K", "\u212a"],
      ["(?i)\u212a", "k"],
      ["(?i)s", "ſ"],
      ["(?i)[a-z]+", "Ksſ\u212a"],
      ["(?i)\\w", "\u212a"],
      ["(?i)é", "É"],
      ["(?i)σ", "ς"],
      ["(?i)[σ]", "Σ"],
      ["(?i).*ROLL.*", "a rolling stone"],
    ] as const) {
      expect([source, text, isMatch(source, text)]).toEqual([source, text, true]);
    }
    expect(isMatch("(?i)\\W", "\u212a")).toBe(false);
    expect(isMatch("(?i)[^k]", "\u212a")).toBe(false);
    expect(isMatch("(?i)ß", "SS")).toBe(false);
    expect(isMatch("(?i)i", "İ")).toBe(false);
    expect(isMatch("[^k]", "\u212a")).toBe(true);
  });

  it("the flags i, m, s and U apply until the end of their group", () => {
    expect([isMatch("(?i)ab", "AB"), isMatch("a(?i)b", "aB"), isMatch("a(?i)b", "AB")]).toEqual([
      true,
      true,
      false,
    ]);
    expect([isMatch("(a(?i)b)c", "aBc"), isMatch("(a(?i)b)c", "aBC")]).toEqual([true, false]);
    expect([isMatch("(?i:a)b", "Ab"), isMatch("(?i:a)b", "AB")]).toEqual([true, false]);
    expect([isMatch("(?i)a(?-i)b", "Ab"), isMatch("(?i)a(?-i)b", "AB")]).toEqual([true, false]);
    expect([isMatch("(?is-m:a.)", "A\n"), isMatch("(?U)a+", "aaa"), isMatch("a+?", "aaa")]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("slashes around a pattern are literals", () => {
    expect([isMatch("/a/i", "/a/i"), isMatch("/a/i", "A")]).toEqual([true, false]);
  });

  it("a star after a flag repeats the item before the flag", () => {
    expect(isMatch("a(?i)*", "aaa")).toBe(true);
  });

  it("\\Q…\\E quotes literals, also without \\E", () => {
    expect([isMatch("\\Qa.b\\E+", "a.bbb"), isMatch("\\Qa.b", "a.b"), isMatch("\\Qa.b", "axb")]).toEqual([
      ...[true, true, false],
    ]);
  });

  it("escapes denote characters by number", () => {
    for (const source of [
      "\\x41",
      "\\x{41}",
      "\\x{000041}",
      "\\101",
      "[\\x41]",
      "\\pL",
      "\\p{Lu}",
      "\\P{Greek}",
    ]) {
      expect([source, isMatch(source, "A")]).toEqual([source, true]);
    }
    expect([isMatch("\\0", "\0"), isMatch("\\12", "\n"), isMatch("\\x{1F600}", "😀")]).toEqual([
      true,
      true,
      true,
    ]);
  });

  it("a surrogate pair is one character, a lone surrogate another", () => {
    expect([isMatch(".", "😀"), isMatch("..", "😀"), isMatch("[😀-😂]", "😁")]).toEqual([true, false, true]);
    expect([isMatch(".*\\x{DE00}", "😀"), isMatch("\\x{D83D}.*", "😀")]).toEqual([false, false]);
    expect([isMatch("\\x{D83D}.*", "\ud83da"), isMatch(".*\\x{DE00}.*", "a\ude00")]).toEqual([true, true]);
  });

  it("literals with gaps between them may touch but not overlap", () => {
    expect([isMatch("ab.*ba", "aba"), isMatch("ab.*ba", "abba"), isMatch(".*ab.*bc.*", "abc")]).toEqual([
      ...[false, true, false],
    ]);
    expect([isMatch("(a|ab).*(bc|c)", "abc"), isMatch("(ab|abc).*cd", "abcd")]).toEqual([true, true]);
    expect([isMatch(".*(abc|b).*cd.*", "abcd"), isMatch("ab.*x.*bc", "abc")]).toEqual([true, false]);
  });
});

describe("alternative literals at one position", () => {
  it.each([
    [".*(a|b).*c.*", "bca", true],
    [".*(abc|b).*c.*", "abc", true],
    ["(ab|a).*(b|ab)", "ab", true],
    ["(ab|abc)(c.*|d.*)", "abcd", true],
    [".*(a|ab).*(bc|c)", "abc", true],
    [".*(aa|b).*(aa|b).*", "aaa", false],
  ])("%s matches the one that ends first in %s", (source, text, expected) => {
    expect(isMatch(source, text)).toBe(expected);
  });
});

describe("invalid patterns", () => {
  it.each([
    ["(a)\\1", 3, "`\\1`: references to a group are not supported"],
    ["(?P<n>a)\\k<n>", 8, "`\\k`: references to a group are not supported"],
    ["(?P<n>a)(?P=n)", 8, "references to a group are not supported"],
    ["x(?<=a)b", 1, "look-behind groups are not supported"],
    ["(?<!a)", 0, "look-behind groups are not supported"],
    ["a(?=b)", 1, "look-ahead groups are not supported"],
    ["a(?!b)", 1, "look-ahead groups are not supported"],
    ["(?>a)", 0, "atomic groups are not supported"],
    ["(?R)", 0, "recursive groups are not supported"],
    ["(?(1)a)", 0, "conditional groups are not supported"],
    ["(?#x)a", 0, "comments are not supported"],
    ["a\\G", 1, "there is no escape `\\G`"],
    ["a\\K", 1, "there is no escape `\\K`"],
    ["\\Z", 0, "there is no escape `\\Z`"],
    ["\\C", 0, "there is no escape `\\C`"],
    ["\\u0041", 0, "there is no escape `\\u`"],
    ["a++", 2, "a repetition directly follows another one"],
    ["(*VERB)", 1, "there is nothing to repeat here"],
    ["***=x", 0, "there is nothing to repeat here"],
  ])("%s", (source, offset, reason) => {
    expect(compilePattern(source)).toEqual({ ok: false, reason, offset });
  });

  it.each([
    ["(?x)a b", 0, "expected flags (i, m, s, U) and then `:` or `)` after `(?`, got x"],
    ["a(?i-)", 1, "expected flags (i, m, s, U) and then `:` or `)` after `(?`, got )"],
    ["(?i--s)", 0, "expected flags (i, m, s, U) and then `:` or `)` after `(?`, got -"],
    ["(?é)", 0, "expected flags (i, m, s, U) and then `:` or `)` after `(?`, got U+00E9"],
    ["a(?i", 1, "a `(` without a `)`"],
  ])("%s", (source, offset, reason) => {
    expect(compilePattern(source)).toEqual({ ok: false, reason, offset });
  });

  it.each([
    ["a[", 1, "the class that begins with `[` has no `]`"],
    ["a[]", 1, "the class that begins with `[` has no `]`"],
    ["[^]", 0, "the class that begins with `[` has no `]`"],
    ["[z-a]", 1, "the end of the range is before its start"],
    ["[a-\\d]", 3, "there is no escape `\\d`"],
    ["[[:foo:]]", 1, "there is no class of this name in `[:name:]`"],
    ["[[:]]", 1, "there is no class of this name in `[:name:]`"],
    ["ab\\", 2, "the pattern ends with a backslash"],
    ["[\\", 1, "the pattern ends with a backslash"],
    ["*a", 0, "there is nothing to repeat here"],
    ["a|+", 2, "there is nothing to repeat here"],
    ["(?i)*", 4, "there is nothing to repeat here"],
    ["a**", 2, "a repetition directly follows another one"],
    ["a{2}{3}", 4, "a repetition directly follows another one"],
    ["x{2,1}", 1, "the minimum of a repetition is above its maximum"],
    ["ab)", 2, "a `)` without a `(`"],
    ["((a)", 0, "a `(` without a `)`"],
    ["\\x4", 0, "`\\x` needs two hexadecimal digits, or digits in braces"],
    ["\\x{}", 0, "`\\x` needs two hexadecimal digits, or digits in braces"],
    ["\\x{110000}", 0, "there is no code point beyond U+10FFFF"],
    ["\\é", 0, "a backslash must be before an ASCII character: \\U+00E9"],
    ["a\\p{Klingon}", 1, "there is no Unicode property of this name"],
    ["\\p{L", 0, "the name of a Unicode property has no `}`"],
    ["\\p", 0, "the name of a Unicode property is missing"],
    ["(?P<a b>x)", 0, "the name of a group must have letters, digits and `_`, and end with `>`"],
    ["(?<n>a)(?<n>b)", 7, "two groups have the same name"],
    ["😀(", 2, "a `(` without a `)`"],
  ])("%s", (source, offset, reason) => {
    expect(compilePattern(source)).toEqual({ ok: false, reason, offset });
  });
});

describe("limits", () => {
  it.each([
    ["(a{1000}){1000}", 9],
    ["((a{100}){100}){100}", 9],
    ["a{1001}", 1],
    ["a{0,65535}", 1],
    ["a{99999999999999999999}", 1],
    ["(((a{30}){30}){30}){30}", 14],
    ["((a{1000})*){1000}", 12],
    ["(((a{1000}){0,}){1000})", 16],
  ])("%s is rejected before it is compiled", (source, offset) => {
    expect(compilePattern(source)).toMatchObject({ ok: false, offset, limit: "size" });
  });

  it("a pattern with more states than the limit is rejected at the repetition that exceeds it", () => {
    expect(compilePattern("(?:abcdefghijkl){1000}")).toMatchObject({
      ok: false,
      offset: 16,
      limit: "states",
    });
    const states = (source: string, most: number) => compilePattern(source, { states: most });
    expect(states("[ab]{10}c.{0,20}d", 52)).toMatchObject({ ok: true, pattern: { states: 52 } });
    expect(states("[ab]{10}c.{0,20}d", 51)).toMatchObject({ ok: false, offset: 0, limit: "states" });
    expect(states("[ab]{10}c.{0,20}d", 39)).toMatchObject({ ok: false, offset: 10, limit: "states" });
    expect(states("[ab]{10}c.{0,20}d", 52).ok).toBe(true);
  });

  it("a pattern longer than the limit is an error at the limit", () => {
    const limits = { length: 1000 };
    const refused = { ok: false, offset: 1000, limit: "size" };
    expect(compilePattern("x".repeat(1001), limits)).toMatchObject(refused);
    expect(compilePattern("x".repeat(1000), limits).ok).toBe(true);
    expect(compilePattern("(".repeat(5000) + ")".repeat(5000), limits)).toMatchObject(refused);
    expect(compilePattern("x".repeat(100_000), { length: 10_000 })).toMatchObject({
      ...refused,
      offset: 10_000,
    });
    expect(compilePattern("abc", { length: 2 })).toMatchObject({ ok: false, offset: 2, limit: "size" });
  });

  it("the limit applies to cached patterns", () => {
    expect(compilePattern("abcd").ok).toBe(true);
    expect(compilePattern("abcd", { length: 3 }).ok).toBe(false);
  });

  it("groups can be nested at most 250 deep", () => {
    expect(isMatch("(".repeat(250) + "a" + ")".repeat(250), "a")).toBe(true);
    expect(compilePattern("(".repeat(251) + "a" + ")".repeat(251))).toMatchObject({
      offset: 250,
      limit: "size",
    });
  });

  it("large patterns within the limits compile and match", () => {
    const branches = Array.from({ length: 1200 }, (_, index) => `w${index}`).join("|");
    const large = compilePattern(branches, { length: 10_000 });
    expect(large.ok && large.pattern.matches("w1199")).toBe(true);
    expect(large.ok && large.pattern.matches("w1200")).toBe(false);
    const classes = compilePattern("[\\x{0}-\\x{FFFF}]".repeat(600), { length: 10_000 });
    expect(classes.ok && classes.pattern.matches("é".repeat(600))).toBe(true);
    expect(classes.ok && classes.pattern.matches("é".repeat(599))).toBe(false);
  });

  it("many Unicode properties compile and match", () => {
    expect(isMatch("\\p{L}".repeat(1000), "é".repeat(1000))).toBe(true);
    expect(isMatch("\\p{L}".repeat(200), "é".repeat(200))).toBe(true);
  });
});

describe("the cache of patterns", () => {
  it("returns the same pattern for the same source", () => {
    expect(pattern("remember[0-9]+")).toBe(pattern("remember[0-9]+"));
  });

  it("keeps the hundred most recently used patterns", () => {
    const kept = pattern("kept.*");
    for (let index = 0; index < 1000; index++) {
      pattern(`x${index}.*`);
      if (index % 50 === 0) expect(pattern("kept.*")).toBe(kept);
    }
    const last = pattern("x999.*");
    for (let index = 0; index < 100; index++) pattern(`y${index}.*`);
    expect(pattern("kept.*")).not.toBe(kept);
    expect(pattern("x999.*")).not.toBe(last);
  });

  it("drops patterns whose automata grew large", () => {
    const grown = Array.from({ length: 50 }, (_, index) => pattern(`.*x.{${60 + index}}a.*y`));
    // Long enough for 1.4 MB of states for each pattern, and too short to exceed the limit of one automaton.
    const text = noise(5_000);
    for (const each of grown) each.matches(text);
    pattern("one.*more");
    expect(pattern(grown[0]!.source)).not.toBe(grown[0]);
    expect(pattern(grown.at(-1)!.source)).toBe(grown.at(-1));
  });
});

/** A pseudo-random sequence of the letters a and x. */
function noise(length: number): string {
  let seed = 1;
  let text = "";
  while (text.length < length) {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    text += seed >>> 31 === 0 ? "a" : "x";
  }
  return text;
}
