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
 * What a database is to the compiler, all in one object. What is the same everywhere (truth, bounds of numbers and
 * dates, stored keys) is written once beside it; here stands how this one says things, and what it cannot say.
 */
export interface Dialect {
  readonly name: string;
  /** What was found out of the server at hand; see `Capabilities`. */
  readonly capabilities: Capabilities;
  /** A name, quoted. @throws TypeError for a name that this database cannot have. */
  readonly quote: (name: string) => string;
  /** The sign for the parameter of an index, counted from 0. */
  readonly placeholder: (index: number) => string;
  /** A bound value whose type the database is told. */
  readonly bind: (parameter: SqlParameter) => SqlText;
  readonly constants: { readonly true: string; readonly false: string };
  /** A boolean value as a condition, and its opposite. */
  readonly booleanIs: (value: SqlText, wanted: boolean) => SqlText;
  /** A condition, which can be null, as a boolean value. */
  readonly booleanValue: (isTrue: SqlText, isFalse: SqlText) => SqlText;
  /** How infinity is written, where a column of doubles can hold it. */
  readonly infinity: string | undefined;
  /** Whether the database compares an integer with a double by exact value. */
  readonly comparesNumbersExactly: boolean;
  /** A finite double, rounded, as a whole number that compares with integers by exact value; where it does not itself. */
  readonly roundedDouble?: (value: SqlText, to: "floor" | "ceil") => SqlText;

  /** A text whose order is that of code points. */
  readonly binaryString: (value: SqlText, traits: Traits, use: "equality" | "order") => SqlText;
  /**
   * The text as its column compares it, where equal texts are equal in it too and an index may serve that; undefined
   * where `binaryText` has one as well.
   */
  readonly indexedString?: (value: SqlText, traits: Traits) => SqlText | undefined;
  /** Whether a value is among many that are bound as one parameter. */
  readonly isOneOf: (value: SqlText, list: SqlParameter) => SqlText;
  /** Literal search by code points; the needle is not empty. */
  readonly search: (kind: SearchKind, haystack: SqlText, needle: SqlText) => SqlText;
  /** Search at a strength, where a function for it is installed. */
  readonly collatedSearch: (
    kind: SearchKind,
    haystack: SqlText,
    needle: SqlText,
    choice: CollationChoice,
  ) => SqlText | undefined;
  readonly isBlank: (value: SqlText) => SqlText;
  /** Whether the whole text matches a pattern. */
  readonly matches: (value: SqlText, pattern: string) => SqlText | Refusal;
  readonly stringForm: (value: SqlScalar) => SqlText | Refusal;
  /** A number as a whole one between `-most` and `most`; null where it has a fraction. */
  readonly characterCount: (value: SqlText, isDouble: boolean, most: number) => SqlText;
  readonly codePointLength: (value: SqlText) => SqlText;
  /** As `substr`, with `start` and `count` in SQL; what they are is known where it is a number. */
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

  /** The sort key of a text, where a function for it is installed: bytes. */
  readonly sortKey: (value: SqlText, choice: CollationChoice) => SqlText | undefined;
  /** A text that this database itself orders just so, where that is proven. */
  readonly nativeOrder: (value: SqlText, traits: Traits, choice: CollationChoice) => SqlText | undefined;

  readonly temporal: TemporalForms;
  readonly json: JsonForms;
  /** Lists in native arrays, where there are any. */
  readonly array:
    ((column: SqlText, items: ScalarType, held: Pick<Traits, "form" | "binary">) => ListForm) | undefined;
  /** Maps in native columns, where there are any. */
  readonly map?: (column: SqlText, values: ScalarType) => MapForm | Refusal;
  /** A key of an order; null is the lowest value. */
  readonly orderTerm: (value: SqlText, direction: "ascending" | "descending", nullable: boolean) => SqlText;
  /** What stands at the end of a statement for a page. */
  readonly limitClause: (limit: SqlParameter, offset: SqlParameter) => SqlText;
  /**
   * A column as a row reads it. The value is the column itself, of the form that its storage names, and drivers are to
   * give one of these:
   *
   * | type | what the driver gives |
   * |---|---|
   * | boolean | `true`, `1`, `1n`, `"1"`, `"t"` or `"true"`, and their opposites |
   * | integer | a number, a bigint or a decimal text; a number only where no digit is lost |
   * | number | a number, or a text that reads back as the same double |
   * | string | a text |
   * | date | `2020-01-31` |
   * | time | `13:45:10.5`, with every digit that is stored; a zone may follow |
   * | dateTime | the same with a date and `T` or a space before it, UTC where no zone follows, or a whole number of milliseconds since 1970 |
   *
   * Null stays null. A `Date` is never given: drivers make it of the zone of their machine, and cut it to milliseconds.
   */
  readonly selectValue: (value: SqlScalar) => SqlText;
  /** How a row reads what is more than a single value. What is missing is as the columns are. */
  readonly selectJson?: JsonSelectForms;
}

/** How a row reads what is more than a single value: always as JSON text. Elements are as `Dialect.read` has them. */
export interface JsonSelectForms {
  /** The text of a JSON column, which some drivers would parse. Default: the column itself. */
  readonly json?: (column: SqlText, as: JsonColumnType) => SqlText;
  /** A native array as a JSON array, null where it is null. Elements of integers are texts: JSON has doubles alone. */
  readonly array?: (column: SqlText, items: ScalarType) => SqlText;
  /** A native map as a JSON array of pairs, null where it is null. Integers are texts. */
  readonly map?: (column: SqlText, values: ScalarType) => SqlText;
  /**
   * The rows of a subquery as a JSON array of their values, `[]` where there are none: `from` and `where` are what
   * stands after the words, `value` is the element. Integers are texts.
   */
  readonly childList?: (
    rows: { readonly from: SqlText; readonly where: SqlText },
    value: SqlScalar,
  ) => SqlText;
  /** The same as a JSON array of pairs: `[["key","value"], …]`. */
  readonly childMap?: (
    rows: { readonly from: SqlText; readonly where: SqlText },
    key: SqlText,
    value: SqlScalar,
  ) => SqlText;
}

/** What was found out of a server when it was connected to. Never guessed from its name. */
export interface Capabilities {
  /** The version as the server tells it, for people. */
  readonly version: string;
  /** The functions of ours that are installed: `tamis_key`, `tamis_match` … */
  readonly functions: ReadonlySet<string>;
  /** What else was tried and works, by a dialect's own words. */
  readonly features: ReadonlySet<string>;
}

/** Dates and times as a database holds them. */
export interface TemporalForms {
  /** Digits of a second's fraction that a value of a form has where its column says nothing. */
  readonly precision: (type: TemporalScalar, form: string | undefined) => number;
  /** The nanoseconds, since 1970 or since midnight, between which values of a form lie. */
  readonly range: (
    type: TemporalScalar,
    form: string | undefined,
  ) => { readonly from: bigint; readonly to: bigint };
  /** An instant as a bound value of a form: nanoseconds since 1970-01-01T00:00:00Z, or since midnight. */
  readonly bind: (
    type: TemporalScalar,
    nanoseconds: bigint,
    form: string | undefined,
    precision: number,
  ) => SqlText;
  /** A column's value as expressions see it: null where it cannot be read. */
  readonly fromColumn: (
    value: SqlText,
    type: TemporalScalar,
    form: string | undefined,
  ) => { readonly sql: SqlText; readonly form: string | undefined } | Refusal;
  /** The value as it compares with others of a type. Only those of one kind do. */
  readonly comparable: (
    value: SqlText,
    type: TemporalScalar,
    form: string | undefined,
    as: TemporalScalar,
  ) => { readonly sql: SqlText; readonly kind: string } | Refusal;
  /** A value in a form that those of all forms share, where there is one: members of unlike forms meet in it. */
  readonly commonForm?: (
    value: SqlText,
    type: TemporalScalar,
    form: string | undefined,
  ) => SqlText | undefined;
}

export type TemporalScalar = "date" | "time" | "dateTime";

/** How JSON is read. A value of another type than the one asked for is null. */
export interface JsonForms {
  readonly scalar: (
    column: SqlText,
    path: readonly string[],
    as: JsonColumnType,
    type: ScalarType,
  ) => { readonly sql: SqlText; readonly traits: Traits } | Refusal;
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
  /** Whether an object stands there. */
  readonly isObject: (column: SqlText, path: readonly string[], as: JsonColumnType) => SqlText | Refusal;
}

/** A list, as the rows of a subquery. */
export interface ListForm {
  /** True where there is a list, even an empty one; false or null elsewhere. */
  readonly isNotNull: Truth;
  /** Where that is said better than by turning it round. */
  readonly isNull?: Truth;
  readonly length: SqlText | Refusal;
  /** `FROM …` with a row for each element. */
  readonly from: SqlText;
  readonly element: { readonly sql: SqlText; readonly traits: Traits };
  /** A condition on the rows of `from`, beside others. */
  readonly where?: SqlText;
  /** Whether some element fulfils a test, where that is said better than by a subquery; undefined where it cannot be. */
  readonly exists?: (test: SqlText) => SqlText | undefined;
  /** Whether an element is one of some texts or numbers. What is not exact holds of further rows too. */
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
  /** The string form of the value; null where it has none. */
  readonly value: { readonly sql: SqlText; readonly traits: Traits };
  /** The value of one key; null where it is not there. */
  readonly entry?: (key: SqlText) => SqlText;
  readonly where?: SqlText;
  readonly exists?: (test: SqlText) => SqlText | undefined;
}
