import { isNullValue, ownDataProperty } from "../values/read-path.ts";
import { requiredLiterals } from "../pattern/required-literals.ts";
import type { Value } from "../values/types.ts";
import { ALWAYS_UNKNOWN } from "./in-memory/conditions.ts";
import { compileStringTest, stringForm } from "./in-memory/string-form.ts";
import { patternTest, patternText, wholeMatchTest } from "./in-memory/pattern-test.ts";
import { implement } from "./definition/implement.ts";
import type { Condition, FunctionDeclaration, Operand } from "./definition/types.ts";
import {
  exactCondition,
  isExactCondition,
  isRefusal,
  undecided,
  UNKNOWN_CONDITION,
  type Extent,
  type Port,
  type SqlCondition,
  type SqlOperand,
  type SqlScalar,
} from "./definition/port.ts";
import { stringTestToSql } from "./in-sql/string-form.ts";

/** Syntax of patterns (RE2): grammar.md, "Patterns". */
export const matchDeclaration: FunctionDeclaration = {
  name: "match",
  group: "pattern",
  summary:
    "True if the whole string matches the pattern, or an entry of the map has a key and a value that match.",
  nulls: "Unknown if the value is null.",
  signatures: [
    {
      parameters: [
        { name: "member", type: "text" },
        { name: "pattern", type: "pattern" },
      ],
    },
    {
      parameters: [
        { name: "map", type: "map" },
        { name: "keyPattern", type: "pattern" },
        { name: "valuePattern", type: "pattern" },
      ],
    },
  ],
  result: "boolean",
  strength: false,
  role: { kind: "pattern", patternIndex: 1 },
  aliases: ["matches"],
  relatedNames: ["like", "ilike", "regex", "regexp", "rlike", "matchesPattern"],
  someElement: true,
  examples: [
    { expression: "match(name,'h.*o')", row: { name: "hello" }, is: true },
    { expression: "match(name,'ell')", row: { name: "hello" }, is: false },
    { expression: "match(name,'.*ell.*')", row: { name: "hello" }, is: true },
    { expression: "match(name,'(?i)HELLO')", row: { name: "hello" }, is: true },
    { expression: "match(name,'[a-z]+-\\d{3}')", row: { name: "job-123" }, is: true },
    { expression: "match(name,'[a-z]+-\\d{3}')", row: { name: "job-1234" }, is: false },
    { expression: "match(name,'a|b')", row: { name: "b" }, is: true },
    { expression: "match(name,'')", row: { name: "" }, is: true },
    { expression: "match(name,'.')", row: { name: "\n" }, is: false },
    { expression: "match(name,'x')", row: {}, is: null },
    { expression: "match(size,'1\\d*')", row: { size: 123 }, is: true },
    { expression: "match(tags,'p.')", row: { tags: ["r", "py"] }, is: true },
    { expression: "match(properties,'col.*','a|b')", row: { properties: { color: "b" } }, is: true },
    { expression: "match(properties,'col.*','a|b')", row: { properties: { color: "c" } }, is: false },
    { expression: "match(properties,'col.*','a|b')", row: { properties: {} }, is: false },
    { expression: "match(properties,'col.*','a|b')", row: {}, is: null },
  ],
};

export const matchFunction = /* @__PURE__ */ implement(matchDeclaration, {
  role: { kind: "pattern", patternIndex: 1, requiredLiterals, entryTest: wholeMatchTest },
  compile: ({ operands }) => {
    const [value, first, second] = operands;
    const test = patternTest(first!);
    if (test === undefined) return ALWAYS_UNKNOWN;
    if (second === undefined) return compileStringTest(value!, test);
    const valueTest = patternTest(second);
    return valueTest === undefined ? ALWAYS_UNKNOWN : compileEntryTest(value!, test, valueTest);
  },
  toSql: ({ operands, port }) => matchToSql(operands, port),
});

/** Compiles a test of a map's entries. An entry whose value is null or cannot be converted to a string does not match. */
function compileEntryTest(
  map: Operand,
  key: (text: string) => boolean,
  value: (text: string) => boolean,
): Condition {
  const truth = (entries: Value) =>
    typeof entries !== "object" || entries === null || Array.isArray(entries) || entries instanceof Date
      ? null
      : someEntry(entries, key, value);
  const ofRow =
    <T>(convert: (truth: boolean | null) => T) =>
    () => {
      const read = map.read();
      return (row: unknown) => convert(truth(read(row)));
    };
  return {
    isTrue: ofRow((result) => result === true),
    isFalse: ofRow((result) => result === false),
    read: ofRow((result) => result),
  };
}

function someEntry(
  entries: object,
  key: (text: string) => boolean,
  value: (text: string) => boolean,
): boolean {
  for (const name of Object.keys(entries)) {
    if (!key(name)) continue;
    const entry = ownDataProperty(entries, name);
    const text = isNullValue(entry) ? undefined : stringForm(entry);
    if (text !== undefined && value(text)) return true;
  }
  return false;
}

function matchToSql([value, first, second]: readonly SqlOperand[], port: Port): SqlCondition {
  const pattern = patternText(first!);
  if (pattern === undefined) return UNKNOWN_CONDITION;
  if (second === undefined) return stringTestToSql(value!, port, (text) => port.matches(text, pattern));
  const valuePattern = patternText(second);
  if (valuePattern === undefined) return UNKNOWN_CONDITION;
  const map = value!.map();
  if (isRefusal(map)) return undecided(map.refused);
  let inexact: SqlCondition | undefined;
  const entry = (bound: keyof Extent) => (key: SqlScalar, text: SqlScalar) => {
    const conditions = [port.matches(key, pattern), port.matches(text, valuePattern)];
    inexact ??= conditions.find((condition) => !isExactCondition(condition));
    return port.and(conditions.map(({ isTrue }) => isTrue[bound]));
  };
  const [some, none] = [map.some(entry("upper")), map.none(entry("upper"))];
  if (isRefusal(some)) return undecided(some.refused);
  if (isRefusal(none)) return undecided(none.refused);
  const isFalse = port.and([map.isNotNull, none]);
  if (inexact === undefined) return exactCondition(some, isFalse);
  const [surelySome, perhapsNone] = [map.some(entry("lower")), map.none(entry("lower"))];
  if (isRefusal(surelySome)) return undecided(surelySome.refused);
  if (isRefusal(perhapsNone)) return undecided(perhapsNone.refused);
  return {
    isTrue: { upper: some, lower: surelySome },
    // No matching entry: a lower bound of the matching entries yields an upper bound of these rows.
    isFalse: { upper: port.and([map.isNotNull, perhapsNone]), lower: isFalse },
    reason: inexact.reason,
  };
}
