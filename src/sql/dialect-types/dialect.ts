import type {
  CollationChoice,
  Refusal,
  SearchKind,
  SqlScalar,
  Traits,
  Truth,
} from "../../functions/definition/port.ts";
import type { ScalarType } from "../../values/types.ts";
import type { SqlParameter, SqlText } from "../fragments/fragment.ts";
import type { AggregateForms } from "./aggregate-forms.ts";
import type { ReadableTests } from "./readable-tests.ts";
import type { JsonColumnType, TableDefinition } from "../tables/table-definition.ts";

/**
 * SQL syntax and capabilities of one database. SQL that all databases share (three-valued logic, ranges, stored sort
 * keys) is in `operations`.
 */
export interface Dialect {
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Quotes an identifier. Throws a TypeError for a name that this database cannot have. */
  readonly quote: (name: string) => string;
  /** Returns the placeholder of a parameter. @param index counted from 0. */
  readonly placeholder: (index: number, parameter: Pick<SqlParameter, "type">) => string;
  readonly bind: (parameter: SqlParameter) => SqlText;
  /** Converts a value for drivers of this database. Undefined if they bind lists as objects of their own. */
  readonly driverValue?: (parameter: SqlParameter) => unknown;
  readonly constants: { readonly true: string; readonly false: string };
  /** Expression with another random value for each row. */
  readonly random: string;
  readonly booleanIs: (value: SqlText, wanted: boolean) => SqlText;
  /** Returns a boolean value for two conditions: true, false, or null if neither condition is true. */
  readonly booleanValue: (isTrue: SqlText, isFalse: SqlText) => SqlText;
  /** SQL literal of infinity; undefined if columns of doubles cannot contain it. */
  readonly infinity: string | undefined;
  /** Returns the condition that a double is finite. Required if comparisons of NaN with `infinity` are not true. */
  readonly isFinite?: (value: SqlText) => SqlText;
  /** Range of integers that `bind`, `isOneOf` and columns support. Default: 64 bits with a sign. */
  readonly integerRange?: Pick<WideIntegers, "from" | "to">;
  /** Whether comparisons of integers with doubles are exact in this database. */
  readonly comparesNumbersExactly: boolean;
  /**
   * Integers of a column form whose values can exceed 64 bits with a sign. Undefined for the form of all other integers.
   * Default: no column has such values.
   */
  readonly wideIntegers?: (form: string | undefined) => WideIntegers | undefined;
  /** Rounds a finite double so that it compares exactly with integers. Required unless `comparesNumbersExactly`. */
  readonly roundedDouble?: (value: SqlText, to: "floor" | "ceil") => SqlText;
  /** Converts an integer to the type of `roundedDouble`. Default: no conversion. */
  readonly wideInteger?: (value: SqlText) => SqlText;

  /** Returns an expression whose comparisons use code point order. */
  readonly binaryString: (value: SqlText, traits: Traits, use: "equality" | "order") => SqlText;
  /**
   * Returns an expression that compares by the column's own collation, so that equality can use the column's index.
   * Strings with equal code points must be equal in that collation too. Undefined if `binaryString` can use an index
   * itself.
   */
  readonly indexedString?: (value: SqlText, traits: Traits) => SqlText | undefined;
  /** Maximum number of values in a list that has one parameter for each value. Default: 20. */
  readonly maxSeparateParameters?: number;
  /** Returns the condition that the list contains the value. The list is bound as one parameter. */
  readonly isOneOf: (value: SqlText, list: SqlParameter) => SqlText;
  /** Returns a string search by code points. Requires that `part` is not empty. */
  readonly search: (kind: SearchKind, value: SqlText, part: SqlText) => SqlText;
  readonly collatedSearch: (
    kind: SearchKind,
    value: SqlText,
    part: SqlText,
    choice: CollationChoice,
  ) => SqlText | Refusal;
  readonly isBlank: (value: SqlText) => SqlText;
  readonly matches: (value: SqlText, pattern: string) => SqlText | Refusal;
  /** Converts a value to a string, exactly as JavaScript's `String(value)` does. */
  readonly stringForm: (value: SqlScalar) => SqlText | Refusal;
  /** Converts a number of characters to an integer, clamped to [-most, most]; null if the number has a fraction. */
  readonly characterCount: (value: SqlText, isDouble: boolean, most: number) => SqlText;
  readonly codePointLength: (value: SqlText) => SqlText;
  /** Returns a substring, for the function `substr`. Constant `start` and `count` are passed as numbers. */
  readonly slice: (
    value: SqlText,
    start: number | SqlText,
    count: number | SqlText | undefined,
  ) => SqlText | Refusal;
  readonly changeCase: (
    to: "upper" | "lower",
    value: SqlText,
    traits: Traits,
    locale: string | undefined,
  ) => SqlText | Refusal;

  /** Returns the collation sort key of a string, as bytes; undefined if the database has no function for it. */
  readonly sortKey: (value: SqlText, choice: CollationChoice) => SqlText | undefined;
  /** Returns the string with a database collation that a probe has verified for this choice; undefined if there is none. */
  readonly nativeOrder: (
    value: SqlText,
    traits: Traits,
    choice: CollationChoice,
    use: "comparison" | "order",
  ) => SqlText | undefined;

  readonly aggregates: AggregateForms;
  readonly temporal: TemporalForms;
  readonly json: JsonForms;
  /** Returns the SQL of a native array column; undefined if the database has no native arrays. */
  readonly array:
    ((column: SqlText, items: ScalarType, held: Pick<Traits, "form" | "binary">) => ListForm) | undefined;
  readonly map?: (column: SqlText, values: ScalarType, held: Pick<Traits, "form">) => MapForm | Refusal;
  /** Why subqueries cannot name columns of the row. Rows are then found by the keys in their child rows. Default: they can. */
  readonly correlatedSubqueries?: Refusal;
  /** Returns an ORDER BY term. Null sorts as the lowest value. */
  readonly orderTerm: (value: SqlText, direction: "ascending" | "descending", nullable: boolean) => SqlText;
  readonly limitClause: (limit: SqlParameter, offset: SqlParameter) => SqlText;
  /**
   * Returns a condition that is always true and ends the statement after its deadline. Required of a database whose
   * statements nothing else can end. Undefined if the connection has no function for it.
   *
   * @param size size of the SQL that is evaluated between two evaluations of this condition (`SqlText.size`). The
   * larger it is, the more often the deadline is checked.
   * @param table path of the table that the condition reads, with the alias `t`; undefined for elements of lists.
   */
  readonly deadlineCheck?: (size: number, table?: TableDefinition["table"]) => SqlText | undefined;
  /**
   * Selects a column as stored, so that drivers return null or one of these values:
   *
   * | type | value from the driver |
   * |---|---|
   * | boolean | `true`, `1`, `1n`, `"1"`, `"t"` or `"true"`, and their opposites |
   * | integer | a number (if exact), a bigint or a decimal string |
   * | number | a number, or a string that parses to the same double |
   * | string | a string |
   * | date | `2020-01-31` |
   * | time | `13:45:10.5`, with every stored digit; a zone may follow |
   * | dateTime | date, `T` or space, time (UTC without zone); or milliseconds since 1970 |
   *
   * Never a `Date`: drivers create it in the machine's time zone, truncated to milliseconds.
   */
  readonly selectValue: (value: SqlScalar) => SqlText;
  /**
   * Names a column of a select list, for drivers that require a short name. Default: the database names it.
   */
  readonly nameSelected?: (value: SqlText, index: number) => SqlText;
  /**
   * SQL that selects lists, maps and JSON. Default: JSON columns are selected as they are; lists and maps cannot be
   * selected.
   */
  readonly selectJson?: JsonSelectForms;
}

/** Integers of a column form whose values can exceed 64 bits with a sign. */
export interface WideIntegers {
  /** Least value. */
  readonly from: bigint;
  /** Greatest value. */
  readonly to: bigint;
  /** Binds a value of the range. */
  readonly bind: (value: bigint) => SqlText;
  /** Returns the condition that the value is in a list of values of the range. The list is bound as one parameter. */
  readonly isOneOf: (value: SqlText, list: readonly bigint[]) => SqlText;
  /**
   * Returns -1, 0 or 1 if the integer is less than, equal to or greater than the finite double; null if one of them is
   * null. Required unless `comparesNumbersExactly`.
   */
  readonly compareWithDouble?: (value: SqlText, double: SqlText) => SqlText;
}

/**
 * SQL expressions that select lists, maps and JSON columns as JSON text. Elements follow `Dialect.selectValue`;
 * integers are JSON strings.
 */
export interface JsonSelectForms {
  /** Converts a JSON column to text, because some drivers would parse it. Default: the column itself. */
  readonly json?: (column: SqlText, as: JsonColumnType) => SqlText;
  /** Converts a native array to a JSON array. Null stays null. */
  readonly array?: (column: SqlText, items: ScalarType, held: Pick<Traits, "form">) => SqlText;
  /** Converts a native map to a JSON array of key-value pairs. Null stays null. */
  readonly map?: (column: SqlText, values: ScalarType, held: Pick<Traits, "form">) => SqlText;
  /** Aggregates child rows to a JSON array; `[]` without child rows. */
  readonly childList?: (rows: ChildRowsSource, value: SqlScalar) => SqlText;
  /** Aggregates child rows to a JSON array of key-value pairs: `[["key","value"], …]`. */
  readonly childMap?: (rows: ChildRowsSource, key: SqlText, value: SqlScalar) => SqlText;
}

export interface ChildRowsSource {
  readonly from: SqlText;
  readonly where: SqlText;
}

/** Capabilities of a database, detected when connecting and never guessed from the product name. */
export interface Capabilities {
  readonly version: string;
  /** Names of the installed `DATABASE_FUNCTIONS`, such as `tamis_key` and `tamis_match`. */
  readonly functions: ReadonlySet<string>;
  /** Names of features that a probe has verified. Each dialect defines its own names. */
  readonly features: ReadonlySet<string>;
}

/** SQL for dates and times. A `form` names one way of storing them; undefined is the dialect's default way. */
export interface TemporalForms {
  /** Returns the number of fraction digits of a second that the form stores, unless the storage declares another number. */
  readonly precision: (type: TemporalScalar, form: string | undefined) => number;
  /** Returns the first and the last storable value (both inclusive), in nanoseconds since 1970, or since midnight for a time. */
  readonly range: (
    type: TemporalScalar,
    form: string | undefined,
  ) => { readonly from: bigint; readonly to: bigint };
  /**
   * Binds a date or time in the given form.
   *
   * @param nanoseconds since 1970-01-01T00:00:00Z, or since midnight for a time.
   */
  readonly bind: (
    type: TemporalScalar,
    nanoseconds: bigint,
    form: string | undefined,
    precision: number,
  ) => SqlText;
  /**
   * Converts a column value, possibly to another form, which is returned. The SQL is null for values that cannot be
   * parsed.
   */
  readonly fromColumn: (
    value: SqlText,
    type: TemporalScalar,
    form: string | undefined,
  ) => { readonly sql: SqlText; readonly form: string | undefined } | Refusal;
  /**
   * Returns tests of the values that the form can store but that are read as null, such as infinity. Undefined if the
   * form can store none.
   */
  readonly readable?: (
    value: SqlText,
    type: TemporalScalar,
    form: string | undefined,
  ) => ReadableTests | undefined;
  /** Converts a value so that it compares as type `as`. Only results with the same `kind` can be compared. */
  readonly comparable: (
    value: SqlText,
    type: TemporalScalar,
    form: string | undefined,
    as: TemporalScalar,
  ) => { readonly sql: SqlText; readonly kind: string } | Refusal;
  /**
   * Converts a value to one form for all members, to compare members of different kinds; undefined if there is no such
   * form.
   */
  readonly commonForm?: (
    value: SqlText,
    type: TemporalScalar,
    form: string | undefined,
  ) => SqlText | undefined;
}

export type TemporalScalar = "date" | "time" | "dateTime";

/** SQL that reads values from JSON columns. A value of another JSON type than the requested one is read as null. */
export interface JsonForms {
  readonly scalar: (
    column: SqlText,
    path: readonly string[],
    as: JsonColumnType,
    type: ScalarType,
  ) => { readonly sql: SqlText; readonly traits: Traits } | Refusal;
  /**
   * Reads a list.
   *
   * @param inner path from each element of the list to the value.
   */
  readonly list: (
    column: SqlText,
    path: readonly string[],
    as: JsonColumnType,
    items: ScalarType,
    inner: readonly string[],
  ) => ListForm | Refusal;
  readonly map: (
    column: SqlText,
    path: readonly string[],
    as: JsonColumnType,
    values: ScalarType,
  ) => MapForm | Refusal;
  readonly isObject: (column: SqlText, path: readonly string[], as: JsonColumnType) => SqlText | Refusal;
}

export interface ListForm {
  /** Condition that is true for each list, also for an empty one, and false or null otherwise. */
  readonly isNotNull: Truth;
  /** Condition that the list is null. Default: `isNotNull` is not true. */
  readonly isNull?: Truth;
  readonly length: SqlText | Refusal;
  /** FROM clause that produces one row per element. */
  readonly from: SqlText;
  readonly element: { readonly sql: SqlText; readonly traits: Traits };
  readonly where?: SqlText;
  /**
   * Returns a condition that some element passes the test, without a subquery that names columns of the row. Undefined if the
   * test requires such a subquery; a refusal if the database then cannot evaluate it.
   */
  readonly exists?: (test: SqlText) => SqlText | Refusal | undefined;
  /** Returns a condition that the list contains one of the values. If it is not exact, it is an upper bound. */
  readonly containing?: (
    values: readonly (string | number | bigint)[],
  ) => { readonly sql: SqlText; readonly isExact: boolean } | undefined;
}

export interface MapForm {
  readonly isNotNull: Truth;
  readonly isNull?: Truth;
  readonly length: SqlText | Refusal;
  readonly from: SqlText;
  readonly key: { readonly sql: SqlText; readonly traits: Traits };
  /** String form of the entry's value; null if the value has none. */
  readonly value: { readonly sql: SqlText; readonly traits: Traits };
  readonly entry?: (key: SqlText) => SqlText;
  readonly where?: SqlText;
  readonly exists?: NonNullable<ListForm["exists"]>;
}
