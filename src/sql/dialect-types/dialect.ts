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
import type { JsonColumnType } from "../tables/table-definition.ts";

/**
 * How one database writes the operations that the compiler needs, and which of them it cannot evaluate exactly. What is
 * the same in every database (three-valued logic, ranges of numbers and dates, stored sort keys) is in `operations`.
 */
export interface Dialect {
  /** The name in `DIALECTS`. */
  readonly name: string;
  readonly capabilities: Capabilities;
  /** Quotes a name of a table or a column. @throws TypeError for a name that this database cannot have. */
  readonly quote: (name: string) => string;
  /** The placeholder of a parameter. @param index counted from 0. */
  readonly placeholder: (index: number) => string;
  /** A bound value with an explicit type. */
  readonly bind: (parameter: SqlParameter) => SqlText;
  readonly constants: { readonly true: string; readonly false: string };
  /** The condition that a boolean value is true, or that it is false. */
  readonly booleanIs: (value: SqlText, wanted: boolean) => SqlText;
  /** Converts a condition to a boolean value: null if neither side holds. */
  readonly booleanValue: (isTrue: SqlText, isFalse: SqlText) => SqlText;
  /** Literal for infinity; undefined if no column of doubles can hold it. */
  readonly infinity: string | undefined;
  /** Whether the database compares an integer with a double by their exact values. */
  readonly comparesNumbersExactly: boolean;
  /** Rounds a finite double to a number that compares exactly with integers. Needed unless `comparesNumbersExactly`. */
  readonly roundedDouble?: (value: SqlText, to: "floor" | "ceil") => SqlText;

  /** A string that compares by code points. */
  readonly binaryString: (value: SqlText, traits: Traits, use: "equality" | "order") => SqlText;
  /**
   * A string that compares by its column's own, possibly coarser collation: an index serves equality on it, and strings
   * that are equal by code points are equal in it too. Undefined if `binaryString` can use an index itself.
   */
  readonly indexedString?: (value: SqlText, traits: Traits) => SqlText | undefined;
  /** Whether a value is in a list that is bound as one parameter. */
  readonly isOneOf: (value: SqlText, list: SqlParameter) => SqlText;
  /** Literal search by code points. @param part the search string; not empty. */
  readonly search: (kind: SearchKind, value: SqlText, part: SqlText) => SqlText;
  /** Search at a strength; undefined if no function for it is installed. */
  readonly collatedSearch: (
    kind: SearchKind,
    value: SqlText,
    part: SqlText,
    choice: CollationChoice,
  ) => SqlText | undefined;
  readonly isBlank: (value: SqlText) => SqlText;
  /** Whether the whole string matches a pattern. */
  readonly matches: (value: SqlText, pattern: string) => SqlText | Refusal;
  /** The string form of a value, as `String(value)` writes it. */
  readonly stringForm: (value: SqlScalar) => SqlText | Refusal;
  /** Converts a number to an integer, clamped to [-most, most]; null if it has a fraction. */
  readonly characterCount: (value: SqlText, isDouble: boolean, most: number) => SqlText;
  readonly codePointLength: (value: SqlText) => SqlText;
  /** The function `substr`. `start` and `count` are numbers if they are constant. */
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

  /** The sort key of a string, as bytes; undefined if no function for it is installed. */
  readonly sortKey: (value: SqlText, choice: CollationChoice) => SqlText | undefined;
  /** A string with a collation of the database that is verified to sort as requested; undefined if there is none. */
  readonly nativeOrder: (value: SqlText, traits: Traits, choice: CollationChoice) => SqlText | undefined;

  readonly temporal: TemporalForms;
  readonly json: JsonForms;
  /** Lists in native array columns; undefined if the database has none. */
  readonly array:
    ((column: SqlText, items: ScalarType, held: Pick<Traits, "form" | "binary">) => ListForm) | undefined;
  /** Maps in native map columns. */
  readonly map?: (column: SqlText, values: ScalarType) => MapForm | Refusal;
  /** A key of ORDER BY. Null is the lowest value. */
  readonly orderTerm: (value: SqlText, direction: "ascending" | "descending", nullable: boolean) => SqlText;
  /** The clause that limits a statement to one page. */
  readonly limitClause: (limit: SqlParameter, offset: SqlParameter) => SqlText;
  /**
   * Selects a column so that drivers return one of these JavaScript values. The input is the column itself, in the form
   * that its storage declares.
   *
   * | type | value from the driver |
   * |---|---|
   * | boolean | `true`, `1`, `1n`, `"1"`, `"t"` or `"true"`, and their opposites |
   * | integer | a number, a bigint or a decimal string; a number only if no digit is lost |
   * | number | a number, or a string that parses to the same double |
   * | string | a string |
   * | date | `2020-01-31` |
   * | time | `13:45:10.5`, with every stored digit; a zone may follow |
   * | dateTime | the same after a date and `T` or a space, in UTC unless a zone follows; or an integer: milliseconds since 1970 |
   *
   * Null stays null. Drivers must never return a `Date`: they create it in the machine's time zone and truncate it to
   * milliseconds.
   */
  readonly selectValue: (value: SqlScalar) => SqlText;
  /** Selects columns that are not scalar. Default: columns as they are; lists and maps cannot be read. */
  readonly selectJson?: JsonSelectForms;
}

/** Selects documents, lists and maps as JSON text. Elements follow `Dialect.selectValue`; integers are strings. */
export interface JsonSelectForms {
  /** The text of a JSON column, which some drivers would parse. Default: the column itself. */
  readonly json?: (column: SqlText, as: JsonColumnType) => SqlText;
  /** A native array as a JSON array; null stays null. */
  readonly array?: (column: SqlText, items: ScalarType) => SqlText;
  /** A native map as a JSON array of pairs; null stays null. */
  readonly map?: (column: SqlText, values: ScalarType) => SqlText;
  /** The values of a subquery's rows as a JSON array, `[]` without rows. */
  readonly childList?: (rows: ChildRowsSource, value: SqlScalar) => SqlText;
  /** The same as a JSON array of pairs: `[["key","value"], …]`. */
  readonly childMap?: (rows: ChildRowsSource, key: SqlText, value: SqlScalar) => SqlText;
}

/** The text after FROM and after WHERE of a subquery. */
export interface ChildRowsSource {
  readonly from: SqlText;
  readonly where: SqlText;
}

/** Properties of a server that were found when connecting to it, never guessed from its name. */
export interface Capabilities {
  /** The version as the server reports it, for people. */
  readonly version: string;
  /** Names of the installed `DATABASE_FUNCTIONS`: `tamis_key`, `tamis_match` … */
  readonly functions: ReadonlySet<string>;
  /** Further features that a probe has verified; each dialect defines their names. */
  readonly features: ReadonlySet<string>;
}

/** How a database stores and compares dates and times. A form names one way of storing them. */
export interface TemporalForms {
  /** Fraction digits of a second, if the storage declares none. */
  readonly precision: (type: TemporalScalar, form: string | undefined) => number;
  /** The first and the last storable value, in nanoseconds since 1970 or since midnight. */
  readonly range: (
    type: TemporalScalar,
    form: string | undefined,
  ) => { readonly from: bigint; readonly to: bigint };
  /** Binds an instant in a form. @param nanoseconds since 1970-01-01T00:00:00Z, or since midnight. */
  readonly bind: (
    type: TemporalScalar,
    nanoseconds: bigint,
    form: string | undefined,
    precision: number,
  ) => SqlText;
  /** Reads a column for use in expressions, possibly in another form; null if its value cannot be parsed. */
  readonly fromColumn: (
    value: SqlText,
    type: TemporalScalar,
    form: string | undefined,
  ) => { readonly sql: SqlText; readonly form: string | undefined } | Refusal;
  /** Converts a value so that it compares as the type `as`. Only values of the same kind compare. */
  readonly comparable: (
    value: SqlText,
    type: TemporalScalar,
    form: string | undefined,
    as: TemporalScalar,
  ) => { readonly sql: SqlText; readonly kind: string } | Refusal;
  /** Converts a value to the form in which members of different kinds compare; undefined if there is none. */
  readonly commonForm?: (
    value: SqlText,
    type: TemporalScalar,
    form: string | undefined,
  ) => SqlText | undefined;
}

export type TemporalScalar = "date" | "time" | "dateTime";

/** How a database reads JSON. A value of another JSON type than the requested one is null. */
export interface JsonForms {
  readonly scalar: (
    column: SqlText,
    path: readonly string[],
    as: JsonColumnType,
    type: ScalarType,
  ) => { readonly sql: SqlText; readonly traits: Traits } | Refusal;
  /** @param inner path from each element of the list to the value. */
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
  /** Whether the value is a JSON object. */
  readonly isObject: (column: SqlText, path: readonly string[], as: JsonColumnType) => SqlText | Refusal;
}

/** A list as the rows of a subquery. */
export interface ListForm {
  /** True for a list, even an empty one; false or null otherwise. */
  readonly isNotNull: Truth;
  /** Default: `isNotNull` is not true. */
  readonly isNull?: Truth;
  readonly length: SqlText | Refusal;
  /** The text after FROM: a row for each element. */
  readonly from: SqlText;
  readonly element: { readonly sql: SqlText; readonly traits: Traits };
  /** A further condition on the rows of `from`. */
  readonly where?: SqlText;
  /** A cheaper form of "some element passes the test"; undefined if the test does not allow it. */
  readonly exists?: (test: SqlText) => SqlText | undefined;
  /** Whether an element is one of these strings or numbers. If it is not exact, it is an upper bound. */
  readonly containing?: (
    values: readonly (string | number | bigint)[],
  ) => { readonly sql: SqlText; readonly isExact: boolean } | undefined;
}

/** A map as the rows of a subquery. */
export interface MapForm {
  readonly isNotNull: Truth;
  readonly isNull?: Truth;
  readonly length: SqlText | Refusal;
  readonly from: SqlText;
  readonly key: { readonly sql: SqlText; readonly traits: Traits };
  /** The string form of the entry's value; null if it has none. */
  readonly value: { readonly sql: SqlText; readonly traits: Traits };
  /** The value of one key; null if the key is missing. */
  readonly entry?: (key: SqlText) => SqlText;
  readonly where?: SqlText;
  readonly exists?: (test: SqlText) => SqlText | undefined;
}
