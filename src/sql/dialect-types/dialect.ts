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
 * How one database writes the operations of the compiler. What all databases share (three-valued logic, ranges, stored
 * sort keys) is in `operations`.
 */
export interface Dialect {
  readonly name: string;
  readonly capabilities: Capabilities;
  /** @throws TypeError for a name that this database cannot have. */
  readonly quote: (name: string) => string;
  /** @param index counted from 0. */
  readonly placeholder: (index: number) => string;
  readonly bind: (parameter: SqlParameter) => SqlText;
  readonly constants: { readonly true: string; readonly false: string };
  readonly booleanIs: (value: SqlText, wanted: boolean) => SqlText;
  /** Null if neither side holds. */
  readonly booleanValue: (isTrue: SqlText, isFalse: SqlText) => SqlText;
  /** Undefined if no column of doubles can hold infinity. */
  readonly infinity: string | undefined;
  /** Whether integers compare with doubles by exact value. */
  readonly comparesNumbersExactly: boolean;
  /** Rounds a finite double so that it compares exactly with integers. Needed unless `comparesNumbersExactly`. */
  readonly roundedDouble?: (value: SqlText, to: "floor" | "ceil") => SqlText;

  /** Compares by code points. */
  readonly binaryString: (value: SqlText, traits: Traits, use: "equality" | "order") => SqlText;
  /**
   * Compares by the column's own collation, so that an index serves equality. Strings that are equal by code points must
   * be equal in it too. Undefined if `binaryString` can use an index itself.
   */
  readonly indexedString?: (value: SqlText, traits: Traits) => SqlText | undefined;
  /** The list is bound as one parameter. */
  readonly isOneOf: (value: SqlText, list: SqlParameter) => SqlText;
  /** By code points; `part` is not empty. */
  readonly search: (kind: SearchKind, value: SqlText, part: SqlText) => SqlText;
  readonly collatedSearch: (
    kind: SearchKind,
    value: SqlText,
    part: SqlText,
    choice: CollationChoice,
  ) => SqlText | undefined;
  readonly isBlank: (value: SqlText) => SqlText;
  readonly matches: (value: SqlText, pattern: string) => SqlText | Refusal;
  /** As `String(value)` writes it. */
  readonly stringForm: (value: SqlScalar) => SqlText | Refusal;
  /** As an integer, clamped to [-most, most]; null if it has a fraction. */
  readonly characterCount: (value: SqlText, isDouble: boolean, most: number) => SqlText;
  readonly codePointLength: (value: SqlText) => SqlText;
  /** The function `substr`; `start` and `count` are numbers if they are constant. */
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

  /** As bytes; undefined if no function for it is installed. */
  readonly sortKey: (value: SqlText, choice: CollationChoice) => SqlText | undefined;
  /** A collation that is verified to sort as requested; undefined without one. */
  readonly nativeOrder: (value: SqlText, traits: Traits, choice: CollationChoice) => SqlText | undefined;

  readonly temporal: TemporalForms;
  readonly json: JsonForms;
  /** Undefined without native arrays. */
  readonly array:
    ((column: SqlText, items: ScalarType, held: Pick<Traits, "form" | "binary">) => ListForm) | undefined;
  readonly map?: (column: SqlText, values: ScalarType) => MapForm | Refusal;
  /** Null is the lowest value. */
  readonly orderTerm: (value: SqlText, direction: "ascending" | "descending", nullable: boolean) => SqlText;
  readonly limitClause: (limit: SqlParameter, offset: SqlParameter) => SqlText;
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
  /** Default: columns as they are; lists and maps cannot be read. */
  readonly selectJson?: JsonSelectForms;
}

/** As JSON text. Elements follow `Dialect.selectValue`; integers are strings. */
export interface JsonSelectForms {
  /** Some drivers would parse a JSON column. Default: the column itself. */
  readonly json?: (column: SqlText, as: JsonColumnType) => SqlText;
  /** Null stays null. */
  readonly array?: (column: SqlText, items: ScalarType) => SqlText;
  /** An array of pairs; null stays null. */
  readonly map?: (column: SqlText, values: ScalarType) => SqlText;
  /** `[]` without rows. */
  readonly childList?: (rows: ChildRowsSource, value: SqlScalar) => SqlText;
  /** An array of pairs: `[["key","value"], …]`. */
  readonly childMap?: (rows: ChildRowsSource, key: SqlText, value: SqlScalar) => SqlText;
}

export interface ChildRowsSource {
  readonly from: SqlText;
  readonly where: SqlText;
}

/** Found when connecting to the server, never guessed from its name. */
export interface Capabilities {
  readonly version: string;
  /** Installed `DATABASE_FUNCTIONS`: `tamis_key`, `tamis_match` … */
  readonly functions: ReadonlySet<string>;
  /** Verified by a probe; each dialect defines their names. */
  readonly features: ReadonlySet<string>;
}

/** A form names one way of storing dates and times. */
export interface TemporalForms {
  /** Fraction digits of a second, if the storage declares none. */
  readonly precision: (type: TemporalScalar, form: string | undefined) => number;
  /** First and last storable value, in nanoseconds since 1970 or since midnight. */
  readonly range: (
    type: TemporalScalar,
    form: string | undefined,
  ) => { readonly from: bigint; readonly to: bigint };
  /** @param nanoseconds since 1970-01-01T00:00:00Z, or since midnight. */
  readonly bind: (
    type: TemporalScalar,
    nanoseconds: bigint,
    form: string | undefined,
    precision: number,
  ) => SqlText;
  /** Possibly in another form; null if the value cannot be parsed. */
  readonly fromColumn: (
    value: SqlText,
    type: TemporalScalar,
    form: string | undefined,
  ) => { readonly sql: SqlText; readonly form: string | undefined } | Refusal;
  /** Compares as the type `as`. Only values of the same kind compare. */
  readonly comparable: (
    value: SqlText,
    type: TemporalScalar,
    form: string | undefined,
    as: TemporalScalar,
  ) => { readonly sql: SqlText; readonly kind: string } | Refusal;
  /** To compare members of different kinds; undefined if there is none. */
  readonly commonForm?: (
    value: SqlText,
    type: TemporalScalar,
    form: string | undefined,
  ) => SqlText | undefined;
}

export type TemporalScalar = "date" | "time" | "dateTime";

/** A value of another JSON type than the requested one is null. */
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
  readonly isObject: (column: SqlText, path: readonly string[], as: JsonColumnType) => SqlText | Refusal;
}

export interface ListForm {
  /** Also true for an empty list; false or null otherwise. */
  readonly isNotNull: Truth;
  /** Default: `isNotNull` is not true. */
  readonly isNull?: Truth;
  readonly length: SqlText | Refusal;
  /** After FROM: a row for each element. */
  readonly from: SqlText;
  readonly element: { readonly sql: SqlText; readonly traits: Traits };
  readonly where?: SqlText;
  /** Cheaper than a subquery; undefined if the test does not allow it. */
  readonly exists?: (test: SqlText) => SqlText | undefined;
  /** If not exact, an upper bound. */
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
  /** The string form of the entry's value; null if it has none. */
  readonly value: { readonly sql: SqlText; readonly traits: Traits };
  readonly entry?: (key: SqlText) => SqlText;
  readonly where?: SqlText;
  readonly exists?: (test: SqlText) => SqlText | undefined;
}
