import { invalid, readExamples, SAME } from "../examples.ts";

const ORDERED = ["string-order order", "null-order order"] as const;
const FOLDED = ["case-sensitivity other"] as const;
const DROPPED = ["unsupported-function more"] as const;

export const CQL2_TEXT_EXAMPLES = readExamples(
  [
    // Comparisons
    ["size > 3", "gt(size,3)"],
    ["3 < size", "gt(size,3)", "size > 3"],
    ["size<=+.5E2", "le(size,50)", "size <= 50"],
    ["size = 9007199254740993", "eq(size,9007199254740993)"],
    ["name <> 'O''Brien'", "ne(name,'O''Brien')"],
    [String.raw`name = 'O\'Brien'`, "eq(name,'O''Brien')", "name = 'O''Brien'"],
    [String.raw`name = 'a\b'`, String.raw`eq(name,'a\b')`],
    [String.raw`name = 'a\\'b'`, String.raw`eq(name,'a\''b')`],
    ["a = b", "eq(a,b)"],
    ["name < 'm'", "lt(name,'m')", SAME, "string-order other"],
    ["enabled = TRUE", "eq(enabled,true)"],
    ["enabled", "enabled", "enabled = TRUE"],
    ["1 = 1 AND size = 2", "and(true,eq(size,2))", "TRUE AND size = 2"],
    ["day >= DATE('2020-01-31')", "ge(day,2020-01-31)"],
    ["at < TIMESTAMP('2020-01-31T10:00:00.5Z')", "lt(at,2020-01-31T10:00:00.5Z)"],
    ["day = DATE('2020-02-30')", "true", null, "unsupported-value more"],
    // Null
    ["name IS NULL", "isNull(name)"],
    ["name is not null", "not(isNull(name))", "name IS NOT NULL"],
    ["(size = 1) IS NULL", "isNull(eq(size,1))"],
    ["(Foo(size) = 1) IS NULL", "true", null, "unsupported-operator more"],
    // Logic
    ["a = 1 OR b = 2 AND c = 3", "or(eq(a,1),and(eq(b,2),eq(c,3)))"],
    ["(a = 1 OR b = 2) AND c = 3", "and(or(eq(a,1),eq(b,2)),eq(c,3))"],
    ["a = 1 AND (b = 2 AND c = 3)", "and(eq(a,1),and(eq(b,2),eq(c,3)))"],
    ["NOT a = 1", "not(eq(a,1))", "NOT (a = 1)"],
    // Ranges and lists of values
    ["name IN ('a', 'b')", "in(name,'a','b')"],
    ["name NOT IN ('a', 'b')", "not(in(name,'a','b'))"],
    ["size BETWEEN 1 AND 3", "and(ge(size,1),le(size,3))", "size >= 1 AND size <= 3"],
    ["size NOT BETWEEN 1 AND 3", "not(and(ge(size,1),le(size,3)))", "NOT (size >= 1 AND size <= 3)"],
    // Patterns
    ["name LIKE 'a%'", "startsWith(name,'a')"],
    ["name NOT LIKE '%a%'", "not(contains(name,'a'))"],
    ["name LIKE '%'", "contains(name,'')"],
    ["name LIKE 'abc'", "eq(name,'abc')", "name = 'abc'"],
    ["name LIKE 'a_c%d'", "match(name,'(?s)a.c.*d')"],
    [String.raw`name LIKE '50\%%'`, "startsWith(name,'50%')"],
    [String.raw`name LIKE '%a\\%'`, String.raw`contains(name,'a\')`],
    ["name LIKE other", "true", null, "unsupported-value more"],
    // Case and accents
    ["CASEI(name) = CASEI('Ä')", "eq($secondary,name,'Ä')", SAME, ...FOLDED],
    [
      "CASEI(ACCENTI(name)) LIKE ACCENTI(CASEI('a%'))",
      "startsWith($primary,name,'a')",
      "CASEI(ACCENTI(name)) LIKE CASEI(ACCENTI('a%'))",
      ...FOLDED,
    ],
    [
      "ACCENTI(name) = ACCENTI('é')",
      "eq($primary,name,'é')",
      "CASEI(ACCENTI(name)) = CASEI(ACCENTI('é'))",
      ...FOLDED,
    ],
    ["CASEI(name) LIKE 'a_b'", "match(name,'(?is)a.b')", null, ...FOLDED],
    ["name LIKE CASEI('FOO%')", "startsWith(name,'foo')", "name LIKE 'foo%'"],
    ["CASEI(name) = 'É'", "true", null, ...DROPPED],
    // Arrays, instants, geometries, arithmetic
    ["A_CONTAINS(tags, ('a'))", "eq(tags,'a')", "tags = 'a'"],
    ["A_CONTAINS(tags, ('a', 'b'))", "and(eq(tags,'a'),eq(tags,'b'))", "tags = 'a' AND tags = 'b'"],
    ["A_OVERLAPS(tags, ('a', 'b'))", "in(tags,'a','b')", "tags IN ('a', 'b')"],
    ["A_EQUALS(tags, ('a', 'b'))", "true", null, ...DROPPED],
    ["T_AFTER(built,DATE('2012-06-05'))", "gt(built,2012-06-05)", "built > DATE('2012-06-05')"],
    ["T_DURING(INTERVAL(a, b), INTERVAL('2017-06-10', '..')) AND size = 1", "eq(size,1)", null, ...DROPPED],
    ["NOT (S_INTERSECTS(place,POINT Z (36.3 -32.2 1)) OR name = 'x')", "not(eq(name,'x'))", null, ...DROPPED],
    ["size + 1 = 2 * -other", "true", null, ...DROPPED],
    // Names
    [`"and" = 1`, "eq(and,1)"],
    ["owner.city = 'Oslo'", "eq(owner.city,'Oslo')"],
    ["eo:cloud_cover < 0.1", "true", null, "unwritable-name more"],
    // Other texts
    ...invalid(
      "",
      "name = 'x",
      "name != 'x'",
      "name = 'x' AND",
      "name IS 1",
      "name IN ()",
      "S_WITHIN(a, POINT(x 1))",
    ),
    // Words of SQL that CQL2 lacks.
    ...["a isnull", "a notnull", "a ilike 'x'", "a like 'x' escape '!'", "a not ilike 'x'"].map(
      (foreign) => [foreign, undefined, SAME, "syntax failed"] as const,
    ),
  ],
  [
    // Orders
    ["sortby=-size", "size:descending", "-size", ...ORDERED],
    ["+name,-size", "name,size:descending", "name,-size", ...ORDERED, ...ORDERED],
  ],
);
