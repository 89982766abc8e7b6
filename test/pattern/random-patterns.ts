import * as fc from "fast-check";

/*
 * Random patterns and strings of the same few characters, so that many pairs match.
 */

const CHARACTERS = [
  "a",
  "b",
  "k",
  "K",
  "s",
  "\n",
  " ",
  "1",
  "_",
  "é",
  "😀",
  "\u212a",
  "ſ",
  "\ud83d",
  "\ude00",
  "Ω",
];

const atom = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "ab", "k", "K", "s", "1", " ", "😀", "é", "\n") },
  { weight: 4, arbitrary: fc.constantFrom(".", ".*", ".*", "(?s:.*)", ".+", ".?") },
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...[
        "[ab]",
        "[^a]",
        "[^\\n]",
        "[k-s]",
        "[^k]",
        "[a-]",
        "[]a]",
        "[\\W\\d]",
        "[^\\D]",
        "[😀-😂]",
        "[[:word:]]",
      ],
      ...[
        "\\d",
        "\\D",
        "\\w",
        "\\W",
        "\\s",
        "\\S",
        "[[:^alpha:]]",
        "\\n",
        "\\x{212A}",
        "\\x{D83D}",
        "\\x{DE00}",
      ],
      ...["\\Qa.b\\E", "ſ", "\\141", "{"],
    ),
  },
  { weight: 2, arbitrary: fc.constantFrom("^", "$", "\\A", "\\z", "\\b", "\\B") },
  { weight: 1, arbitrary: fc.constantFrom("(?i)", "(?-i)", "(?s)", "(?m)", "(?U)", "(?-s)", "(?im-s)") },
  { weight: 1, arbitrary: fc.constantFrom("\\pL", "\\PN", "\\p{Greek}", "[^\\p{L}]", "[\\pN_]") },
);

const quantifier = fc.oneof(
  { weight: 5, arbitrary: fc.constant("") },
  { weight: 2, arbitrary: fc.constantFrom("*", "+", "?", "*?", "+?", "??") },
  { weight: 2, arbitrary: fc.constantFrom("{0}", "{2}", "{1,2}", "{0,2}", "{2,}", "{0,}", "{,2}", "{1,3}?") },
);

/** Any pattern; a few are invalid. */
export const { pattern } = fc.letrec<{ pattern: string; branch: string; item: string }>((tie) => ({
  pattern: fc.array(tie("branch"), { minLength: 1, maxLength: 3 }).map((branches) => branches.join("|")),
  branch: fc.array(tie("item"), { maxLength: 5 }).map((items) => items.join("")),
  item: fc
    .tuple(
      fc.oneof(
        { maxDepth: 4, withCrossShrink: true },
        { weight: 4, arbitrary: atom },
        {
          weight: 1,
          arbitrary: fc
            .tuple(fc.constantFrom("(", "(?:", "(?i:", "(?s:", "(?m:", "(?-i:"), tie("pattern"))
            .map(([open, inner]) => `${open}${inner})`),
        },
      ),
      quantifier,
    )
    .map((parts) => parts.join("")),
}));

/** The most common patterns: literals, alternatives and `.*`. */
export const shaped = fc
  .tuple(
    fc.constantFrom("", "^", "(?s)", "(?i)", "\\A", "(?m)^"),
    fc.array(
      fc.constantFrom(
        "a",
        "b",
        "ab",
        "ba",
        "(a|ab)",
        "(?:b|ab|ba)",
        "a?",
        "\\n",
        "😀",
        ".*",
        ".*",
        ".*",
        ".*",
      ),
      {
        maxLength: 7,
      },
    ),
    fc.constantFrom("", "$", "\\z"),
  )
  .map(([start, parts, end]) => start + parts.join("") + end);

export const text = fc
  .array(fc.constantFrom(...CHARACTERS, "a", "a", "b", "b", "a.b", "{"), { maxLength: 8 })
  .map((all) => all.join(""));
