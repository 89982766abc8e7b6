import { implement } from "./definition/implement.ts";
import type { Condition, FunctionDeclaration, MemberTest, Operand, ValueTest } from "./definition/types.ts";
import { compileSearch } from "./factories/search.ts";
import { compilePair, RELATIONS } from "./in-memory/relations.ts";
import { collatorOf } from "./in-memory/compare-values.ts";
import { compileMemberTest } from "./in-memory/member-closures.ts";
import { pairToSql } from "./in-sql/relations.ts";
import { searchToSql } from "./in-sql/search.ts";
import { ownProperty } from "../values/own-properties.ts";

/** Which substrings match at a strength: grammar.md, "Collation". */
export const containsDeclaration: FunctionDeclaration = {
  name: "contains",
  group: "text",
  summary: "True if the string contains the other one, or the list contains the value as an element.",
  nulls: "Unknown if a value is null.",
  signatures: [
    {
      parameters: [
        { name: "member", type: "searchable" },
        { name: "substring", type: "searchString" },
      ],
    },
  ],
  result: "boolean",
  strength: true,
  role: { kind: "search", search: "contains", equalElement: true },
  aliases: ["has", "includes"],
  negatedAliases: ["excludes"],
  relatedNames: ["like", "ilike", "indexOf"],
  someElement: true,
  examples: [
    { expression: "contains(name,'ell')", row: { name: "hello" }, is: true },
    { expression: "contains(name,'ELL')", row: { name: "hello" }, is: false },
    { expression: "contains($primary,name,'STRASSE')", row: { name: "Die Straße" }, is: true },
    { expression: "contains($primary,name,'s')", row: { name: "ß" }, is: false },
    { expression: "contains($primary,name,'jose')", row: { name: "San José" }, is: true },
    { expression: "contains(name,'')", row: { name: "" }, is: true },
    { expression: "contains(name,'%')", row: { name: "100 %" }, is: true },
    { expression: "contains(name,'_')", row: { name: "abc" }, is: false },
    { expression: "contains(name,'x')", row: {}, is: null },
    { expression: "contains(size,'2')", row: { size: 123 }, is: true },
    { expression: "contains(enabled,'ru')", row: { enabled: true }, is: true },
    { expression: "contains(tags,'py')", row: { tags: ["r", "py"] }, is: true },
    { expression: "contains(tags,'p')", row: { tags: ["r", "py"] }, is: false },
    { expression: "contains($primary,tags,'PY')", row: { tags: ["r", "py"] }, is: true },
    { expression: "contains(tags,'py')", row: { tags: [] }, is: false },
    { expression: "contains(tags,name)", row: { tags: [] }, is: false },
    { expression: "contains(name,part)", row: { name: "hello", part: "lo" }, is: true },
    { expression: "contains(name,'O''Brien')", row: { name: "Mrs. O'Brien" }, is: true },
  ],
};

export const containsFunction = /* @__PURE__ */ implement(containsDeclaration, {
  compile: (call) => {
    const [value, part] = call.operands;
    const element = compilePair(value!, part!, RELATIONS.eq, collatorOf(call));
    return listOrString(value!, element, compileSearch(call, "contains"));
  },
  toSql: (call) =>
    call.operands[0]!.type.type === "list" ? pairToSql(call, "eq") : searchToSql(call, "contains"),
});

/**
 * Searches a list for an equal element, and any other value for a substring. If the type is unknown, decides for each row.
 */
function listOrString(value: Operand, element: Condition, substring: Condition): Condition {
  if (value.type !== undefined) return value.type.type === "list" ? element : substring;
  const testOf = (name: "memberTest" | "falseTest") => () =>
    elementOrSubstring(ownProperty(element, name)?.(), ownProperty(substring, name)?.());
  const memberTest = testOf("memberTest");
  const falseTest = testOf("falseTest");
  const either =
    <T>(ofList: () => (row: unknown) => T, ofString: () => (row: unknown) => T) =>
    () => {
      const read = value.read();
      const list = ofList();
      const single = ofString();
      return (row: unknown) => (Array.isArray(read(row)) ? list(row) : single(row));
    };
  return {
    isTrue: () => {
      const test = memberTest();
      return test === undefined ? either(element.isTrue, substring.isTrue)() : compileMemberTest(test);
    },
    isFalse: () => {
      const test = falseTest();
      return test === undefined ? either(element.isFalse, substring.isFalse)() : compileMemberTest(test);
    },
    read: either(element.read, substring.read),
    memberTest,
    falseTest,
  };
}

/** Returns a test that reads the member once. */
function elementOrSubstring(element?: MemberTest, substring?: MemberTest): MemberTest | undefined {
  if (element === undefined || substring === undefined) return undefined;
  const other: ValueTest = (value) => (Array.isArray(value) ? element.other(value) : substring.other(value));
  return { ...substring, other };
}
