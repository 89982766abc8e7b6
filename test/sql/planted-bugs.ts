import { call, name } from "../../src/ast/constructors.ts";
import type { Expression } from "../../src/ast/nodes.ts";
import {
  exactCondition,
  exactly,
  isConstant,
  type Port,
  type RelationName,
  type SqlCondition,
  type Truth,
} from "../../src/functions/definition/port.ts";
import { sqlTarget, type SqlTarget } from "../../src/sql/compile/compile-clauses.ts";
import type { Dialect } from "../../src/sql/dialect-types/dialect.ts";
import { toStatement, bindable, sql, rawSql, type SqlText } from "../../src/sql/fragments/fragment.ts";

/**
 * Typical bugs of SQL compilers and databases, planted on purpose. They show that the random tests can fail: a test that
 * finds none of them would prove nothing.
 */
export interface PlantedBug {
  readonly name: string;
  readonly plant?: (target: SqlTarget) => SqlTarget;
  /** Plants a bug of the database itself: rewrites the text of a statement. */
  readonly rewriteText?: (text: string) => string;
  /** Shows only without `DATABASE_FUNCTIONS`. */
  readonly withoutFunctions?: boolean;
  /** Reason why the bug cannot exist in the SQL of ClickHouse. */
  readonly notInClickhouse?: string;
  /** Filter that shows the bug in ClickHouse, where few random filters do: their strings have no order but that of bytes. */
  readonly shownInClickhouse?: Expression;
}

/** Returns the SQL of a bug in the language of the dialect. */
function of({ name }: Dialect, sqlite: SqlText, clickhouse: SqlText): SqlText {
  return name === "clickhouse" ? clickhouse : sqlite;
}

function inDialect(change: (dialect: Dialect) => Partial<Dialect>): (target: SqlTarget) => SqlTarget {
  return (target) => sqlTarget({ ...target, dialect: { ...target.dialect, ...change(target.dialect) } });
}

function inPort(change: (port: Port) => Partial<Port>): (target: SqlTarget) => SqlTarget {
  return (target) => ({ ...target, port: { ...target.port, ...change(target.port) } });
}

const INSTEAD: Readonly<Record<RelationName, RelationName>> = {
  eq: "eq",
  lt: "le",
  le: "lt",
  gt: "gt",
  ge: "ge",
};

const notTrue = ({ isTrue }: SqlCondition): SqlCondition => {
  const truth = isTrue.upper;
  return exactCondition(truth, typeof truth === "boolean" ? !truth : sql`(${truth}) IS NOT TRUE`);
};

const BUGS: Readonly<Record<string, Omit<PlantedBug, "name">>> = {
  "an index without nulls is used for WHERE": {
    rewriteText: (written) => written.replaceAll(/(?<= WHERE .*) IS NULL/gs, " IS NULL AND 0"),
  },
  "lt is le on its true side only": {
    plant: inPort(({ compare, compareTexts }) => ({
      compare: (name, a, b) => ({ ...compare(name, a, b), isTrue: compare(INSTEAD[name], a, b).isTrue }),
      compareTexts: (name, a, b, choice) => ({
        ...compareTexts(name, a, b, choice),
        isTrue: compareTexts(INSTEAD[name], a, b, choice).isTrue,
      }),
    })),
  },
  "one of three conditions is dropped": {
    plant: inPort(({ and }) => ({ and: (parts) => and(parts.slice(0, 2)) })),
  },
  "lt and le are swapped": {
    plant: inPort(({ compare, compareTexts }) => ({
      compare: (name, a, b) => compare(INSTEAD[name], a, b),
      compareTexts: (name, a, b, choice) => compareTexts(INSTEAD[name], a, b, choice),
    })),
  },
  "not ignores null": {
    plant: inPort(({ compare }) => ({ compare: (name, a, b) => notTrue(compare(name, a, b)) })),
  },
  "length counts UTF-16 code units": {
    plant: inDialect((dialect) => ({
      codePointLength: (value) =>
        of(
          dialect,
          sql`(length(${value}) + (length(CAST(${value} AS BLOB)) - length(${value})) / 3)`,
          sql`toInt64(lengthUTF8(${value}) + intDiv(length(${value}) - lengthUTF8(${value}), 3))`,
        ),
    })),
  },
  "equality ignores case because COLLATE is missing": {
    plant: inDialect((dialect) => ({
      binaryString: (value) => of(dialect, sql`${value} COLLATE NOCASE`, sql`lower(${value})`),
    })),
  },
  "contains uses LIKE without escaping its wildcards": {
    plant: inDialect(({ search }) => ({
      search: (kind, haystack, needle) =>
        kind === "contains" ? sql`${haystack} LIKE '%' || ${needle} || '%'` : search(kind, haystack, needle),
    })),
  },
  "the range of a prefix ends at U+FFFF": {
    plant: inPort(({ search }) => ({
      search: (kind, haystack, part, choice) => {
        if (kind !== "startsWith" || !isConstant(part) || part.value === "")
          return search(kind, haystack, part, choice);
        if (choice.comparison !== "identical" && choice.comparison !== "codePoint")
          return search(kind, haystack, part, choice);
        const from = bindable("text", part.value as string);
        const to = bindable("text", `${part.value as string}\uffff`);
        const found = sql`(${haystack.sql} >= ${from} AND ${haystack.sql} < ${to})`;
        return exactCondition(found, sql`NOT (${found})`);
      },
    })),
  },
  "null sorts last": {
    plant: inDialect(() => ({
      orderTerm: (value, direction) =>
        sql`${value}${rawSql(direction === "ascending" ? " ASC NULLS LAST" : " DESC NULLS FIRST")}`,
    })),
  },
  "an order without a tie-break by the key": {
    plant: inDialect(({ orderTerm }) => ({
      orderTerm: (value, direction, nullable) =>
        toStatement(value).segments.join("") === 't."id"'
          ? rawSql('-t."id"')
          : orderTerm(value, direction, nullable),
    })),
  },
  "a literal with a fraction is rounded for an integer column": {
    plant: inPort(({ compare }) => ({
      compare: (name, a, b) =>
        a.type === "integer" && isConstant(b) && typeof b.value === "number"
          ? compare(name, a, { ...b, value: Math.round(b.value) })
          : compare(name, a, b),
    })),
  },
  "integers become doubles, so that 2^53 equals 2^53+1": {
    plant: inPort(({ compare }) => ({
      compare: (name, a, b) =>
        a.type === "integer" && isConstant(b) && typeof b.value === "bigint"
          ? compare(
              name,
              { ...a, sql: sql`(${a.sql} * 1e0)`, traits: { form: "double", finite: true } },
              { ...b, value: Number(b.value) },
            )
          : compare(name, a, b),
    })),
  },
  "NOT IN contains a null": {
    plant: inPort(({ oneOf }) => ({
      oneOf: (value, constants, collation) => {
        const { isTrue, isFalse } = oneOf(value, constants, collation);
        const never: Truth =
          isFalse.upper === true || isFalse.upper === false
            ? isFalse.upper
            : sql`(${isFalse.upper} AND NULL)`;
        return { isTrue, isFalse: exactly(never) };
      },
    })),
  },
  "the string form of negative zero has a sign": {
    plant: inDialect((dialect) => ({
      stringForm: (value) =>
        value.type === "number"
          ? of(dialect, sql`CAST(${value.sql} AS TEXT)`, sql`toString(${value.sql})`)
          : dialect.stringForm(value),
    })),
  },
  "substr does not clamp a start before the string": {
    plant: inDialect(({ slice }) => ({
      slice: (value, start, count) =>
        typeof start === "number" && start < 0
          ? typeof count === "number"
            ? sql`substr(${value}, ${bindable("integer", start)}, ${bindable("integer", count)})`
            : sql`substr(${value}, ${bindable("integer", start)})`
          : slice(value, start, count),
    })),
  },
  "blank accepts only spaces": {
    plant: inDialect(() => ({ isBlank: (value) => sql`trim(${value}) = ''` })),
  },
  "a pattern is searched for instead of matched as a whole": {
    plant: inPort(({ matches }) => ({
      matches: (value, pattern) => matches(value, `(?s).*(?:${pattern}).*`),
    })),
  },
  "upCase changes only ASCII letters": {
    shownInClickhouse: call("eq", [name("s"), call("upCase", [name("s")])], "identical"),
    plant: inDialect(() => ({
      changeCase: (to, value) => (to === "upper" ? sql`upper(${value})` : sql`lower(${value})`),
    })),
  },
  "every strength is secondary": {
    notInClickhouse: "ClickHouse has no function for sort keys, and stored ones exist at one strength",
    plant: inDialect(({ sortKey }) => ({
      sortKey: (value, choice) => sortKey(value, { ...choice, comparison: "secondary" }),
    })),
  },
  "the locale is ignored": {
    notInClickhouse: "ClickHouse has no function for sort keys, and stored ones exist in one locale",
    plant: inDialect(({ sortKey }) => ({
      sortKey: (value, choice) => sortKey(value, { ...choice, locale: undefined }),
    })),
  },
  "instants are compared by whole seconds": {
    plant: inDialect((dialect) => ({
      temporal: {
        ...dialect.temporal,
        comparable: (value, type, form, as) => {
          const made = dialect.temporal.comparable(value, type, form, as);
          return "refused" in made || type !== "dateTime"
            ? made
            : {
                ...made,
                sql: of(dialect, sql`(${made.sql} / 1000 * 1000)`, sql`toStartOfSecond(${made.sql})`),
              };
        },
      },
    })),
  },
  "a JSON string that looks like a number is read as one": {
    plant: inDialect((dialect) => ({
      json: {
        ...dialect.json,
        scalar: (column, path, as, type) => {
          const found = dialect.json.scalar(column, path, as, type);
          if ("refused" in found || (type !== "number" && type !== "integer")) return found;
          const place = rawSql(`'$${path.map((key) => `."${key}"`).join("")}'`);
          const keys = rawSql(path.map((key) => `, '${key}'`).join(""));
          const read = of(
            dialect,
            sql`CAST(json_extract(${column}, ${place}) AS REAL)`,
            sql`toFloat64OrNull(ifNull(nullIf(JSONExtractString(ifNull(${column}, 'null')${keys}), ''), JSONExtractRaw(ifNull(${column}, 'null')${keys})))`,
          );
          return { ...found, sql: read };
        },
      },
    })),
  },
  "a missing list is read as an empty one": {
    plant: inDialect(({ json, constants }) => ({
      json: {
        ...json,
        list: (...args) => {
          const found = json.list(...args);
          return "refused" in found ? found : { ...found, isNotNull: rawSql(constants.true) };
        },
      },
    })),
  },
  "a page starts one row late": {
    plant: inDialect(({ limitClause: page }) => ({
      limitClause: (limit, offset) => page(limit, bindable("integer", Number(offset.value) + 1)),
    })),
  },
  "a condition as a value is true if it is unknown": {
    plant: inDialect(() => ({
      booleanValue: (_isTrue: SqlText, isFalse: SqlText) => sql`CASE WHEN ${isFalse} THEN 0 ELSE 1 END`,
    })),
  },
  "an upper bound is taken for the lower bound": {
    withoutFunctions: true,
    plant: inPort(({ matches }) => ({
      matches: (value, pattern) => {
        const { isTrue, isFalse, reason } = matches(value, pattern);
        return { isTrue: { upper: isTrue.upper, lower: isTrue.upper }, isFalse, reason };
      },
    })),
  },
  "a lower bound is taken for the upper bound": {
    withoutFunctions: true,
    plant: inPort(({ compareTexts }) => ({
      compareTexts: (name, a, b, choice) => {
        const condition = compareTexts(name, a, b, choice);
        return condition.isTrue.upper === condition.isTrue.lower
          ? condition
          : { ...condition, isTrue: { upper: false, lower: false } };
      },
    })),
  },
};

export const PLANTED: readonly PlantedBug[] = Object.entries(BUGS).map(([name, bug]) => ({ name, ...bug }));
