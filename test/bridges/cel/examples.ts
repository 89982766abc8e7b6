import type { BridgeExample } from "../examples.ts";

/** Conditions from the definition of CEL and from policies that use it. */
export const CEL_EXAMPLES: readonly BridgeExample[] = [
  { foreign: "size > 3", tamis: "gt(size,3)" },
  { foreign: "size <= 3.5", tamis: "le(size,3.5)" },
  { foreign: "3 < size", tamis: "gt(size,3)", back: "size > 3" },
  { foreign: "size == -1", tamis: "eq(size,-1)" },
  { foreign: "size == 1u", tamis: "eq(size,1)", back: "size == 1" },
  { foreign: "size == 0x1F", tamis: "eq(size,31)", back: "size == 31" },
  { foreign: "size < 1e3", tamis: "lt(size,1000)", back: "size < 1000" },
  { foreign: "size == 9007199254740993", tamis: "eq(size,9007199254740993)" },
  // Strings
  { foreign: 'name == "a"', tamis: "eq(name,'a')" },
  { foreign: "name == 'it\\'s'", tamis: "eq(name,'it''s')", back: 'name == "it\'s"' },
  { foreign: 'name == r"a\\d"', tamis: "eq(name,'a\\d')", back: 'name == "a\\\\d"' },
  { foreign: 'name == """a"b"""', tamis: "eq(name,'a\"b')", back: 'name == "a\\"b"' },
  {
    foreign: 'name == "\\u00e9\\x41\\U0001F600\\101\\n"',
    tamis: "eq(name,'éA😀A\n')",
    back: 'name == "éA😀A\\n"',
  },
  { foreign: 'name == "\\q"', tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: 'name == b"a"', tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  { foreign: 'name < "b"', tamis: "lt(name,'b')", notes: [["string-order", "other"]] },
  { foreign: 'name.startsWith("a")', tamis: "startsWith(name,'a')" },
  { foreign: 'owner.name.endsWith("a")', tamis: "endsWith(owner.name,'a')" },
  { foreign: 'name.contains("a")', tamis: "contains(name,'a')" },
  { foreign: 'name.matches("^a+$")', tamis: "match(name,'(?s:.*)(?:^a+$)(?s:.*)')", back: null },
  { foreign: 'name.matches("^(?:a|b)$")', tamis: "match(name,'a|b')" },
  { foreign: "size(name) > 3", tamis: "gt(length(name),3)" },
  { foreign: "name.size() > 3", tamis: "gt(length(name),3)", back: "size(name) > 3" },
  // Null is a value for == and !=, and an error for <.
  { foreign: "name == null", tamis: "isNull(name)" },
  { foreign: "name != null", tamis: "not(isNull(name))" },
  {
    foreign: "size != 1",
    tamis: "or(isNull(size),ne(size,1))",
    back: "size == null || size != null && size != 1",
  },
  { foreign: "size != null && size != 1", tamis: "ne(size,1)" },
  {
    foreign: "!(size == 1)",
    tamis: "not(and(not(isNull(size)),eq(size,1)))",
    back: "!(size != null && (size == null || size == 1))",
  },
  { foreign: "!(size == null || size == 1)", tamis: "not(eq(size,1))" },
  { foreign: "!(size < 1)", tamis: "not(lt(size,1))" },
  { foreign: "a == b", tamis: "eq(a,b)", notes: [["null-logic", "fewer"]] },
  { foreign: "a < b", tamis: "lt(a,b)", notes: [["string-order", "other"]] },
  {
    foreign: "has(owner.name)",
    tamis: "not(isNull(owner.name))",
    notes: [["null-logic", "fewer"]],
    back: null,
  },
  // Lists
  { foreign: "size in [1, 2]", tamis: "in(size,1,2)" },
  { foreign: "size in [1.5, 2.0]", tamis: "in(size,1.5,2)" },
  { foreign: "size in [1, null]", tamis: "or(isNull(size),in(size,1))", back: null },
  { foreign: "size in []", tamis: "false", back: "false" },
  { foreign: '"a" in tags', tamis: "eq(tags,'a')", back: null },
  {
    foreign: 'tags.exists(t, t == "a")',
    tamis: "true",
    notes: [["unsupported-function", "more"]],
    back: null,
  },
  // Logic
  {
    foreign: "a == 1 || b == 2 && c == 3",
    tamis: "or(eq(a,1),and(eq(b,2),eq(c,3)))",
  },
  { foreign: "(a == 1 || b == 2) && enabled", tamis: "and(or(eq(a,1),eq(b,2)),enabled)" },
  { foreign: "!enabled", tamis: "not(enabled)" },
  {
    foreign: "enabled ? a == 1 : b == 2",
    tamis: "true",
    notes: [["unsupported-operator", "more"]],
    back: null,
  },
  {
    foreign: "size + 1 > 2 && enabled",
    tamis: "enabled",
    notes: [["unsupported-operator", "more"]],
    back: null,
  },
  { foreign: 'labels["a-b"] == "x"', tamis: "eq(labels.a-b,'x')" },
  { foreign: 'labels["a b"] == "x"', tamis: "true", notes: [["unwritable-name", "more"]], back: null },
  // Timestamps
  { foreign: 'at < timestamp("2020-01-31T10:00:00Z")', tamis: "lt(at,2020-01-31T10:00:00Z)" },
  { foreign: 'at < duration("1h")', tamis: "true", notes: [["unsupported-function", "more"]], back: null },
  // Not of the language
  { foreign: "size = 1", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "a == 1 and b == 2", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "size == 1 // one", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "", tamis: undefined, notes: [["syntax", "failed"]] },
  { part: "sortBy", foreign: "size", tamis: undefined, notes: [["syntax", "failed"]] },
];
