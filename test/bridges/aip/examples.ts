import { invalid, leftOut, readExamples, SAME } from "../examples.ts";

const GLOBAL = "unsupported-operator more";
const FUNCTION = "unsupported-function more";
const HAS = "list-logic other";
const ORDER = "string-order other";
const NULL_ORDER = "null-order order";
const STRING_ORDER = "string-order order";

/** Filters of AIP-160, of its grammar, and of the tests of einride/aip-go. */
export const AIP_EXAMPLES = readExamples(
  [
    ["size > 3", "gt(size,3)"],
    ["", "true"],
    // Comparisons
    ["a = true", "eq(a,true)"],
    ["a != 42", "or(isNull(a),ne(a,42))", "a = null OR (a != null AND a != 42)"],
    ["a != null AND a != 42", "ne(a,42)"],
    ["a < 42", "lt(a,42)"],
    ['a > "foo"', "gt(a,'foo')", SAME, ORDER],
    ['a <= "foo"', "le(a,'foo')", SAME, ORDER],
    ["a>=42", "ge(a,42)", "a >= 42"],
    ["a = 2.997e9", "eq(a,2997000000)", "a = 2997000000"],
    ["foo >= -2.4", "ge(foo,-2.4)"],
    ["foo >= (-2.4)", "ge(foo,-2.4)", "foo >= -2.4"],
    ["a = foo", "eq(a,'foo')", 'a = "foo"'],
    ["package=com.google", "eq(package,'com.google')", 'package = "com.google"'],
    ...leftOut("unsupported-value", "a = 20s", "a = 1.2s"),
    ["a = null", "isNull(a)"],
    ["a != null", "not(isNull(a))"],
    ['a = "null"', "eq(a,'null')"],
    [
      "at > 2012-04-21T11:30:00-04:00",
      "gt(at,2012-04-21T11:30:00-04:00)",
      'at > "2012-04-21T11:30:00-04:00"',
    ],
    [
      'start_time > timestamp("2006-01-02T15:04:05+07:00") AND (driver = "d1" OR start_driver = "d1" OR end_driver = "d1")',
      "and(gt(start_time,2006-01-02T15:04:05+07:00),or(eq(driver,'d1'),eq(start_driver,'d1'),eq(end_driver,'d1')))",
      'start_time > "2006-01-02T15:04:05+07:00" AND (driver = "d1" OR start_driver = "d1" OR end_driver = "d1")',
    ],
    // Logic: OR binds tighter than AND, and AND may be left out.
    ["a = 1 AND b = 2 OR c = 3", "and(eq(a,1),or(eq(b,2),eq(c,3)))", "a = 1 AND (b = 2 OR c = 3)"],
    ["a < 10 OR a >= 100", "or(lt(a,10),ge(a,100))"],
    ["a = 1 b = 2 AND c = 3", "and(eq(a,1),eq(b,2),eq(c,3))", "a = 1 AND b = 2 AND c = 3"],
    ["(a = 1 b = 2) AND c = 3", "and(and(eq(a,1),eq(b,2)),eq(c,3))", "(a = 1 AND b = 2) AND c = 3"],
    ["a = (1 OR 2)", "or(eq(a,1),eq(a,2))", "a = 1 OR a = 2"],
    [
      "NOT (a = 1 OR b = 2)",
      "not(or(and(not(isNull(a)),eq(a,1)),and(not(isNull(b)),eq(b,2))))",
      "NOT ((a != null AND (a = null OR a = 1)) OR (b != null AND (b = null OR b = 2)))",
    ],
    ["NOT (a = null OR a = 1 OR a = 2)", "not(or(eq(a,1),eq(a,2)))", null],
    ["NOT (a = null OR a < 1)", "not(lt(a,1))"],
    ["NOT a != 1", "not(ne(a,1))"],
    ['-file:".java"', "not(and(not(isNull(file)),eq(file,'.java')))", null, HAS],
    ["a = 0.5 (b = 1)", "and(eq(a,0.5),eq(b,1))", "a = 0.5 AND b = 1"],
    // Wildcards
    ['a = "*.foo"', "endsWith(a,'.foo')"],
    ["a = foo*", "startsWith(a,'foo')", 'a = "foo*"'],
    ['a = "*foo*"', "contains(a,'foo')"],
    ['a = "f*o"', "eq(a,'f*o')"],
    ['a = "*"', "contains(a,'')"],
    ['a != "foo*"', "or(isNull(a),not(startsWith(a,'foo')))", 'a = null OR NOT (a = null OR a = "foo*")'],
    // Strings
    ["msg = 'hello'", "eq(msg,'hello')", 'msg = "hello"'],
    ['msg = ""', "eq(msg,'')"],
    [`msg = "\\\\\\""`, `eq(msg,'\\"')`],
    [`msg = "\\303\\277"`, "eq(msg,'Ã¿')", 'msg = "Ã¿"'],
    [`msg = "\\u263A\\u263A"`, "eq(msg,'☺☺')", 'msg = "☺☺"'],
    [`msg = "[ 'hello' ]"`, "eq(msg,'[ ''hello'' ]')"],
    ...invalid('a = "foo', 'a = "\\q"'),
    // Traversal and names
    ["a.b > 42", "gt(a.b,42)"],
    ['a.b.c = "foo"', "eq(a.b.c,'foo')"],
    ["a.b != 42", "or(isNull(a.b),ne(a.b,42))", null, "null-logic more"],
    ['annotations.schedule = "test"', "eq(annotations.schedule,'test')"],
    ['"content-type" = 1', "eq(content-type,1)"],
    ['a."x@y" = 1', "eq(a.x@y,1)"],
    ["a.AND = 1", "eq(a.AND,1)", 'a."AND" = 1'],
    ['"a b" = 1', "true", null, "unwritable-name more"],
    // The has operator
    ["r:42", "eq(r,42)", "r = 42", HAS],
    ["r.foo:42", "eq(r.foo,42)", "r.foo = 42"],
    ["annotations:schedule", "eq(annotations,'schedule')", null, HAS],
    ["m.foo:*", "not(isNull(m.foo))", "m.foo != null", "null-logic more"],
    // No field, no function
    ["New York Giants OR Yankees", "true", null, GLOBAL, GLOBAL, GLOBAL, GLOBAL],
    ["a = 1 prod", "eq(a,1)", null, GLOBAL],
    ["-30", "true", null, GLOBAL],
    ["a = 1 and b = 2", "and(eq(a,1),eq(b,2))", null, GLOBAL],
    ...leftOut("unsupported-function", "regex(m.key, '^.*prod.*$')", "math.mem('30mb')"),
    ["(msg.endsWith('world') AND retries < 10)", "lt(retries,10)", null, FUNCTION],
    ...leftOut("unsupported-function", "experiment.rollout <= cohort(request.user)", 'a = duration("32s")'),
    ...invalid("<", "(-2.5) >= -2.4", "a = 1 OR", "NOT NOT a = 1"),
  ],
  [
    // AIP-132
    ["foo, bar desc", "foo,bar:descending", SAME, STRING_ORDER, NULL_ORDER, STRING_ORDER, NULL_ORDER],
    ...invalid("foo  ,  bar.baz   desc  ,", "a b"),
  ],
);
