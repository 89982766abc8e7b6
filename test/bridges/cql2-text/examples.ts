import type { BridgeExample } from "../examples.ts";

const FOLDED = [["case-sensitivity", "other"]] as const;
const DROPPED = [["unsupported-function", "more"]] as const;

export const CQL2_TEXT_EXAMPLES: readonly BridgeExample[] = [
  // Comparisons
  { foreign: "size > 3", tamis: "gt(size,3)" },
  { foreign: "3 < size", tamis: "gt(size,3)", back: "size > 3" },
  { foreign: "size<=+.5E2", tamis: "le(size,50)", back: "size <= 50" },
  { foreign: "size = 9007199254740993", tamis: "eq(size,9007199254740993)" },
  { foreign: "name <> 'O''Brien'", tamis: "ne(name,'O''Brien')" },
  { foreign: String.raw`name = 'O\'Brien'`, tamis: "eq(name,'O''Brien')", back: "name = 'O''Brien'" },
  { foreign: String.raw`name = 'a\b'`, tamis: String.raw`eq(name,'a\b')` },
  { foreign: String.raw`name = 'a\\'b'`, tamis: String.raw`eq(name,'a\''b')` },
  { foreign: "a = b", tamis: "eq(a,b)" },
  { foreign: "name < 'm'", tamis: "lt(name,'m')", notes: [["string-order", "other"]] },
  { foreign: "enabled = TRUE", tamis: "eq(enabled,true)" },
  { foreign: "enabled", tamis: "enabled", back: "enabled = TRUE" },
  { foreign: "1 = 1 AND size = 2", tamis: "and(true,eq(size,2))", back: "TRUE AND size = 2" },
  { foreign: "day >= DATE('2020-01-31')", tamis: "ge(day,2020-01-31)" },
  { foreign: "at < TIMESTAMP('2020-01-31T10:00:00.5Z')", tamis: "lt(at,2020-01-31T10:00:00.5Z)" },
  { foreign: "day = DATE('2020-02-30')", tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  // Null
  { foreign: "name IS NULL", tamis: "isNull(name)" },
  { foreign: "name is not null", tamis: "not(isNull(name))", back: "name IS NOT NULL" },
  { foreign: "(size = 1) IS NULL", tamis: "isNull(eq(size,1))" },
  {
    foreign: "(Foo(size) = 1) IS NULL",
    tamis: "true",
    notes: [["unsupported-operator", "more"]],
    back: null,
  },
  // Logic
  { foreign: "a = 1 OR b = 2 AND c = 3", tamis: "or(eq(a,1),and(eq(b,2),eq(c,3)))" },
  { foreign: "(a = 1 OR b = 2) AND c = 3", tamis: "and(or(eq(a,1),eq(b,2)),eq(c,3))" },
  { foreign: "a = 1 AND (b = 2 AND c = 3)", tamis: "and(eq(a,1),and(eq(b,2),eq(c,3)))" },
  { foreign: "NOT a = 1", tamis: "not(eq(a,1))", back: "NOT (a = 1)" },
  // Ranges and lists of values
  { foreign: "name IN ('a', 'b')", tamis: "in(name,'a','b')" },
  { foreign: "name NOT IN ('a', 'b')", tamis: "not(in(name,'a','b'))" },
  { foreign: "size BETWEEN 1 AND 3", tamis: "and(ge(size,1),le(size,3))", back: "size >= 1 AND size <= 3" },
  {
    foreign: "size NOT BETWEEN 1 AND 3",
    tamis: "not(and(ge(size,1),le(size,3)))",
    back: "NOT (size >= 1 AND size <= 3)",
  },
  // Patterns
  { foreign: "name LIKE 'a%'", tamis: "startsWith(name,'a')" },
  { foreign: "name NOT LIKE '%a%'", tamis: "not(contains(name,'a'))" },
  { foreign: "name LIKE '%'", tamis: "contains(name,'')" },
  { foreign: "name LIKE 'abc'", tamis: "eq(name,'abc')", back: "name = 'abc'" },
  { foreign: "name LIKE 'a_c%d'", tamis: "match(name,'(?s)a.c.*d')" },
  { foreign: String.raw`name LIKE '50\%%'`, tamis: "startsWith(name,'50%')" },
  { foreign: String.raw`name LIKE '%a\\%'`, tamis: String.raw`contains(name,'a\')` },
  { foreign: "name LIKE other", tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  // Case and accents
  { foreign: "CASEI(name) = CASEI('Ä')", tamis: "eq($secondary,name,'Ä')", notes: FOLDED },
  {
    foreign: "CASEI(ACCENTI(name)) LIKE ACCENTI(CASEI('a%'))",
    tamis: "startsWith($primary,name,'a')",
    notes: FOLDED,
    back: "CASEI(ACCENTI(name)) LIKE CASEI(ACCENTI('a%'))",
  },
  {
    foreign: "ACCENTI(name) = ACCENTI('é')",
    tamis: "eq($primary,name,'é')",
    notes: FOLDED,
    back: "CASEI(ACCENTI(name)) = CASEI(ACCENTI('é'))",
  },
  { foreign: "CASEI(name) LIKE 'a_b'", tamis: "match(name,'(?is)a.b')", notes: FOLDED, back: null },
  { foreign: "name LIKE CASEI('FOO%')", tamis: "startsWith(name,'foo')", back: "name LIKE 'foo%'" },
  { foreign: "CASEI(name) = 'É'", tamis: "true", notes: DROPPED, back: null },
  // Arrays, instants, geometries, arithmetic
  { foreign: "A_CONTAINS(tags, ('a'))", tamis: "eq(tags,'a')", back: "tags = 'a'" },
  {
    foreign: "A_CONTAINS(tags, ('a', 'b'))",
    tamis: "and(eq(tags,'a'),eq(tags,'b'))",
    back: "tags = 'a' AND tags = 'b'",
  },
  { foreign: "A_OVERLAPS(tags, ('a', 'b'))", tamis: "in(tags,'a','b')", back: "tags IN ('a', 'b')" },
  { foreign: "A_EQUALS(tags, ('a', 'b'))", tamis: "true", notes: DROPPED, back: null },
  {
    foreign: "T_AFTER(built,DATE('2012-06-05'))",
    tamis: "gt(built,2012-06-05)",
    back: "built > DATE('2012-06-05')",
  },
  {
    foreign: "T_DURING(INTERVAL(a, b), INTERVAL('2017-06-10', '..')) AND size = 1",
    tamis: "eq(size,1)",
    notes: DROPPED,
    back: null,
  },
  {
    foreign: "NOT (S_INTERSECTS(place,POINT Z (36.3 -32.2 1)) OR name = 'x')",
    tamis: "not(eq(name,'x'))",
    notes: DROPPED,
    back: null,
  },
  { foreign: "size + 1 = 2 * -other", tamis: "true", notes: DROPPED, back: null },
  // Names
  { foreign: `"and" = 1`, tamis: "eq(and,1)" },
  { foreign: "owner.city = 'Oslo'", tamis: "eq(owner.city,'Oslo')" },
  { foreign: "eo:cloud_cover < 0.1", tamis: "true", notes: [["unwritable-name", "more"]], back: null },
  // Other texts
  { foreign: "", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "name = 'x", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "name != 'x'", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "name = 'x' AND", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "name IS 1", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "S_WITHIN(a, POINT(x 1))", tamis: undefined, notes: [["syntax", "failed"]] },
  // Orders
  {
    part: "sortBy",
    foreign: "+name,-size",
    tamis: "name,size:descending",
    notes: [
      ["string-order", "order"],
      ["null-order", "order"],
      ["string-order", "order"],
      ["null-order", "order"],
    ],
    back: "name,-size",
  },
  // Words of SQL that CQL2 lacks.
  ...["a isnull", "a notnull", "a ilike 'x'", "a like 'x' escape '!'", "a not ilike 'x'"].map(
    (foreign): BridgeExample => ({ foreign, tamis: undefined, notes: [["syntax", "failed"]] }),
  ),
];
