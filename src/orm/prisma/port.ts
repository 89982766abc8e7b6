import {
  exactCondition,
  isConstant,
  undecided,
  type Constant,
  type Port,
  type RelationName,
  type SqlCondition,
  type SqlScalar,
  type Truth,
} from "../../functions/definition/port.ts";
import { isByCodePoints } from "../../functions/in-sql/relations.ts";
import { constantUnlessNull } from "../../sql/operations/numbers.ts";
import { firstStringAfterPrefix } from "../../sql/operations/strings.ts";
import { longestRequiredLiteral, requiredLiterals } from "../../pattern/required-literals.ts";
import {
  andTest,
  fieldOf,
  fieldTest,
  complementOf,
  fieldIsNotNull,
  orTest,
  testOf,
  valueText,
  type ElementTest,
  type ValueText,
} from "./conditions.ts";
import { fieldComparison, isRounded, type KnownField, type PrismaProvider } from "./fields.ts";
import { elementTest } from "./lists.ts";

const OPERATORS = { eq: "equals", lt: "lt", le: "lte", gt: "gt", ge: "gte" } as const;
const OPPOSITES = { eq: "not", lt: "gte", le: "gt", gt: "lte", ge: "lt" } as const;

const TWO_FIELDS = "Prisma compares two fields only by references of a client";
const NO_COMPUTED_VALUES = "Prisma has no computed values";
const ROUNDED = "Prisma rounds numbers to 16 digits";
const ELEMENTS = "Prisma tests elements of a list only for equality";

/** Returns the operations of Prisma's `where` objects. */
export function prismaPort(provider: PrismaProvider): Port {
  const isNotNull = (value: SqlScalar | Constant): Truth => {
    const field = isConstant(value) || isElement(value) ? undefined : fieldOf(value);
    return field === undefined ? true : fieldIsNotNull(field);
  };
  const areBothNotNull = (a: SqlScalar, b: SqlScalar | Constant) => andTest([isNotNull(a), isNotNull(b)]);

  const compare: Port["compare"] = (name, left, right) => {
    const field = fieldOf(left);
    if (field === undefined || !isConstant(right)) return undecided(TWO_FIELDS, areBothNotNull(left, right));
    if (isElement(left)) {
      if (name !== "eq") return undecided(ELEMENTS);
      const test = elementTest(field, [right]);
      return exactCondition(test, complementOf(test));
    }
    if (isRounded(field, right)) return undecided(ROUNDED, fieldIsNotNull(field));
    const comparison = fieldComparison(name, field, right);
    if (typeof comparison === "boolean") return constantUnlessNull(comparison, fieldIsNotNull(field));
    return relation(field, comparison.name, comparison.value);
  };

  const search: Port["search"] = (kind, value, part, choice) => {
    const field = fieldOf(value);
    if (field === undefined || !isConstant(part)) return undecided(TWO_FIELDS, areBothNotNull(value, part));
    if (isElement(value)) return undecided(ELEMENTS);
    const isPresent = fieldIsNotNull(field);
    if (!isByCodePoints(choice)) return undecided(noStrength(choice.comparison), isPresent);
    const text = part.value as string;
    if (text === "") return exactCondition(isPresent, false);
    if (provider === "sqlite" && kind === "startsWith") return inRange(field, text);
    // Prisma does not escape the wildcards of LIKE.
    const pattern = provider === "sqlite" ? text : text.replaceAll(/[\\%_]/g, String.raw`\$&`);
    const operation = { [kind]: pattern };
    const where = { [field.name]: operation };
    // NOT of a condition is unknown too if the field is null.
    const whereNot = { NOT: [where] };
    const isTrue = fieldTest(field, operation, whereNot);
    if (provider !== "sqlite") {
      const opposite = field.nullable ? { OR: [where, { [field.name]: null }] } : where;
      return exactCondition(isTrue, testOf(whereNot, opposite, 1));
    }
    if (text.length > MAX_PATTERN) return undecided("SQLite has no patterns of this length", isPresent);
    return {
      isTrue: { upper: isTrue, lower: false },
      isFalse: { upper: isPresent, lower: false },
      reason: "SQLite ignores the case of ASCII letters in LIKE, and Prisma does not escape % and _",
    };
  };

  return {
    and: andTest,
    or: orTest,
    isNotTrue: complementOf,
    isNull: (value) => complementOf(isNotNull(value)),
    isNotNull,
    constant: (value, type) => ({ sql: valueText(undefined), type, nullable: value === null, traits: {} }),
    compare,
    compareTexts: (name, left, right, choice) => {
      const field = fieldOf(left);
      const isComparable =
        name === "eq" ? isByCodePoints(choice) : choice.comparison === "codePoint" && field?.binary === true;
      if (isComparable) return compare(name, left, right);
      return undecided(noStrength(choice.comparison), areBothNotNull(left, right));
    },
    oneOf: (value, constants, choice) => {
      const field = fieldOf(value);
      if (field === undefined) return undecided(TWO_FIELDS);
      if (value.type === "string" && choice !== undefined && !isByCodePoints(choice))
        return undecided(noStrength(choice.comparison), isNotNull(value));
      if (constants.some((constant) => isRounded(field, constant)))
        return undecided(ROUNDED, isNotNull(value));
      const test = elementTest(field, constants);
      if (isElement(value)) return exactCondition(test, complementOf(test));
      if (test === false) return exactCondition(false, fieldIsNotNull(field));
      const { elements } = test as ElementTest;
      const { name } = field;
      const count = elements.length;
      return exactCondition(
        fieldTest(field, { in: elements }, { [name]: { notIn: elements } }, count),
        fieldTest(field, { notIn: elements }, { [name]: { in: elements } }, count),
      );
    },
    search,
    textOf: () => ({ refused: NO_COMPUTED_VALUES }),
    isBlank: (value) => undecided("Prisma cannot test a string for white space", isNotNull(value)),
    matches: (value, pattern) => {
      const isPresent = isNotNull(value);
      const reason = "Prisma has no regular expressions";
      const literals = requiredLiterals(pattern);
      const part = literals && longestRequiredLiteral(literals);
      if (part === undefined) return undecided(reason, isPresent);
      const mayMatch = search(
        "contains",
        value,
        { value: part, type: "string" },
        { comparison: "identical", locale: undefined },
      );
      return {
        isTrue: { upper: mayMatch.isTrue.upper, lower: false },
        isFalse: { upper: isPresent, lower: false },
        reason,
      };
    },
    codePointLength: () => ({ refused: NO_COMPUTED_VALUES }),
    slice: () => ({ refused: NO_COMPUTED_VALUES }),
    changeCase: () => ({ refused: NO_COMPUTED_VALUES }),
    truthValue: () => ({ refused: NO_COMPUTED_VALUES }),
    conditionOf: (value) => compare("eq", value, { value: true, type: "boolean" }),
  };
}

/** Maximum length in UTF-16 code units of a search string. SQLite has patterns of up to 50,000 bytes. */
const MAX_PATTERN = 10_000;

const isElement = ({ sql }: SqlScalar) => (sql as ValueText).isElement;

export const noStrength = (comparison: string) =>
  `Prisma compares strings only as the database does, not at ${comparison} strength`;

function relation(field: KnownField, name: RelationName, value: unknown): SqlCondition {
  const test = { [OPERATORS[name]]: value };
  const opposite = { [OPPOSITES[name]]: value };
  return exactCondition(
    fieldTest(field, test, { [field.name]: opposite }),
    fieldTest(field, opposite, { [field.name]: test }),
  );
}

/** Returns a test for a prefix. SQLite compares strings byte by byte, so all strings with the prefix are in one range. */
function inRange(field: KnownField, prefix: string): SqlCondition {
  const { isTrue: from, isFalse: before } = relation(field, "ge", prefix);
  const end = firstStringAfterPrefix(prefix);
  if (end === undefined) return exactCondition(from.upper, before.upper);
  const { isTrue: below, isFalse: above } = relation(field, "lt", end);
  return exactCondition(andTest([from.upper, below.upper]), orTest([before.upper, above.upper]));
}
