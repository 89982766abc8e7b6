import type { BridgeExample } from "../examples.ts";

const GLOBAL = ["unsupported-operator", "more"] as const;
const FUNCTION = ["unsupported-function", "more"] as const;
const HAS = ["list-logic", "other"] as const;
const ORDER = ["string-order", "other"] as const;
const NULL_ORDER = ["null-order", "order"] as const;
const STRING_ORDER = ["string-order", "order"] as const;

/** Filters of AIP-160, of its grammar, and of the tests of einride/aip-go. */
export const AIP_EXAMPLES: readonly BridgeExample[] = [
  { foreign: "size > 3", tamis: "gt(size,3)" },
  { foreign: "", tamis: "true" },
  // Comparisons
  { foreign: "a = true", tamis: "eq(a,true)" },
  { foreign: "a != 42", tamis: "or(isNull(a),ne(a,42))", back: "a = null OR (a != null AND a != 42)" },
  { foreign: "a != null AND a != 42", tamis: "ne(a,42)" },
  { foreign: "a < 42", tamis: "lt(a,42)" },
  { foreign: 'a > "foo"', tamis: "gt(a,'foo')", notes: [ORDER] },
  { foreign: 'a <= "foo"', tamis: "le(a,'foo')", notes: [ORDER] },
  { foreign: "a>=42", tamis: "ge(a,42)", back: "a >= 42" },
  { foreign: "a = 2.997e9", tamis: "eq(a,2997000000)", back: "a = 2997000000" },
  { foreign: "foo >= -2.4", tamis: "ge(foo,-2.4)" },
  { foreign: "foo >= (-2.4)", tamis: "ge(foo,-2.4)", back: "foo >= -2.4" },
  { foreign: "a = foo", tamis: "eq(a,'foo')", back: 'a = "foo"' },
  { foreign: "package=com.google", tamis: "eq(package,'com.google')", back: 'package = "com.google"' },
  { foreign: "a = 20s", tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  { foreign: "a = 1.2s", tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  { foreign: "a = null", tamis: "isNull(a)" },
  { foreign: "a != null", tamis: "not(isNull(a))" },
  { foreign: 'a = "null"', tamis: "eq(a,'null')" },
  {
    foreign: "at > 2012-04-21T11:30:00-04:00",
    tamis: "gt(at,2012-04-21T11:30:00-04:00)",
    back: 'at > "2012-04-21T11:30:00-04:00"',
  },
  {
    foreign:
      'start_time > timestamp("2006-01-02T15:04:05+07:00") AND (driver = "d1" OR start_driver = "d1" OR end_driver = "d1")',
    tamis:
      "and(gt(start_time,2006-01-02T15:04:05+07:00),or(eq(driver,'d1'),eq(start_driver,'d1'),eq(end_driver,'d1')))",
    back: 'start_time > "2006-01-02T15:04:05+07:00" AND (driver = "d1" OR start_driver = "d1" OR end_driver = "d1")',
  },
  // Logic: OR binds tighter than AND, and AND may be left out.
  {
    foreign: "a = 1 AND b = 2 OR c = 3",
    tamis: "and(eq(a,1),or(eq(b,2),eq(c,3)))",
    back: "a = 1 AND (b = 2 OR c = 3)",
  },
  { foreign: "a < 10 OR a >= 100", tamis: "or(lt(a,10),ge(a,100))" },
  {
    foreign: "a = 1 b = 2 AND c = 3",
    tamis: "and(eq(a,1),eq(b,2),eq(c,3))",
    back: "a = 1 AND b = 2 AND c = 3",
  },
  {
    foreign: "(a = 1 b = 2) AND c = 3",
    tamis: "and(and(eq(a,1),eq(b,2)),eq(c,3))",
    back: "(a = 1 AND b = 2) AND c = 3",
  },
  { foreign: "a = (1 OR 2)", tamis: "or(eq(a,1),eq(a,2))", back: "a = 1 OR a = 2" },
  {
    foreign: "NOT (a = 1 OR b = 2)",
    tamis: "not(or(and(not(isNull(a)),eq(a,1)),and(not(isNull(b)),eq(b,2))))",
    back: "NOT ((a != null AND (a = null OR a = 1)) OR (b != null AND (b = null OR b = 2)))",
  },
  { foreign: "NOT (a = null OR a = 1 OR a = 2)", tamis: "not(or(eq(a,1),eq(a,2)))", back: null },
  { foreign: "NOT (a = null OR a < 1)", tamis: "not(lt(a,1))" },
  { foreign: "NOT a != 1", tamis: "not(ne(a,1))" },
  {
    foreign: '-file:".java"',
    tamis: "not(and(not(isNull(file)),eq(file,'.java')))",
    notes: [HAS],
    back: null,
  },
  { foreign: "a = 0.5 (b = 1)", tamis: "and(eq(a,0.5),eq(b,1))", back: "a = 0.5 AND b = 1" },
  // Wildcards
  { foreign: 'a = "*.foo"', tamis: "endsWith(a,'.foo')" },
  { foreign: "a = foo*", tamis: "startsWith(a,'foo')", back: 'a = "foo*"' },
  { foreign: 'a = "*foo*"', tamis: "contains(a,'foo')" },
  { foreign: 'a = "f*o"', tamis: "eq(a,'f*o')" },
  { foreign: 'a = "*"', tamis: "contains(a,'')" },
  {
    foreign: 'a != "foo*"',
    tamis: "or(isNull(a),not(startsWith(a,'foo')))",
    back: 'a = null OR NOT (a = null OR a = "foo*")',
  },
  // Strings
  { foreign: "msg = 'hello'", tamis: "eq(msg,'hello')", back: 'msg = "hello"' },
  { foreign: 'msg = ""', tamis: "eq(msg,'')" },
  { foreign: `msg = "\\\\\\""`, tamis: `eq(msg,'\\"')` },
  { foreign: `msg = "\\303\\277"`, tamis: "eq(msg,'Ã¿')", back: 'msg = "Ã¿"' },
  { foreign: `msg = "\\u263A\\u263A"`, tamis: "eq(msg,'☺☺')", back: 'msg = "☺☺"' },
  { foreign: `msg = "[ 'hello' ]"`, tamis: "eq(msg,'[ ''hello'' ]')" },
  { foreign: 'a = "foo', tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: 'a = "\\q"', tamis: undefined, notes: [["syntax", "failed"]] },
  // Traversal and names
  { foreign: "a.b > 42", tamis: "gt(a.b,42)" },
  { foreign: 'a.b.c = "foo"', tamis: "eq(a.b.c,'foo')" },
  {
    foreign: "a.b != 42",
    tamis: "or(isNull(a.b),ne(a.b,42))",
    notes: [["null-logic", "more"]],
    back: null,
  },
  { foreign: 'annotations.schedule = "test"', tamis: "eq(annotations.schedule,'test')" },
  { foreign: '"content-type" = 1', tamis: "eq(content-type,1)" },
  { foreign: 'a."x@y" = 1', tamis: "eq(a.x@y,1)" },
  { foreign: "a.AND = 1", tamis: "eq(a.AND,1)", back: 'a."AND" = 1' },
  { foreign: '"a b" = 1', tamis: "true", notes: [["unwritable-name", "more"]], back: null },
  // The has operator
  { foreign: "r:42", tamis: "eq(r,42)", notes: [HAS], back: "r = 42" },
  { foreign: "r.foo:42", tamis: "eq(r.foo,42)", back: "r.foo = 42" },
  { foreign: "annotations:schedule", tamis: "eq(annotations,'schedule')", notes: [HAS], back: null },
  { foreign: "m.foo:*", tamis: "not(isNull(m.foo))", notes: [["null-logic", "more"]], back: "m.foo != null" },
  // No field, no function
  {
    foreign: "New York Giants OR Yankees",
    tamis: "true",
    notes: [GLOBAL, GLOBAL, GLOBAL, GLOBAL],
    back: null,
  },
  { foreign: "a = 1 prod", tamis: "eq(a,1)", notes: [GLOBAL], back: null },
  { foreign: "-30", tamis: "true", notes: [GLOBAL], back: null },
  { foreign: "a = 1 and b = 2", tamis: "and(eq(a,1),eq(b,2))", notes: [GLOBAL], back: null },
  { foreign: "regex(m.key, '^.*prod.*$')", tamis: "true", notes: [FUNCTION], back: null },
  { foreign: "math.mem('30mb')", tamis: "true", notes: [FUNCTION], back: null },
  {
    foreign: "(msg.endsWith('world') AND retries < 10)",
    tamis: "lt(retries,10)",
    notes: [FUNCTION],
    back: null,
  },
  { foreign: "experiment.rollout <= cohort(request.user)", tamis: "true", notes: [FUNCTION], back: null },
  { foreign: 'a = duration("32s")', tamis: "true", notes: [FUNCTION], back: null },
  { foreign: "<", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "(-2.5) >= -2.4", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "a = 1 OR", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "NOT NOT a = 1", tamis: undefined, notes: [["syntax", "failed"]] },
  // AIP-132
  {
    part: "sortBy",
    foreign: "foo, bar desc",
    tamis: "foo,bar:descending",
    notes: [STRING_ORDER, NULL_ORDER, STRING_ORDER, NULL_ORDER],
  },
  {
    part: "sortBy",
    foreign: "foo  ,  bar.baz   desc  ,",
    tamis: undefined,
    notes: [["syntax", "failed"]],
  },
  { part: "sortBy", foreign: "a b", tamis: undefined, notes: [["syntax", "failed"]] },
];
