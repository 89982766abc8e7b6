/** Types of members from the first rows of the input, and from `--type`. */
import { defineCatalog, type Catalog, type MemberDefinition } from "tamis";
import {
  catalogFromRows,
  memberNamesFor,
  namesInOrder,
  type CatalogImport,
  type RowsOptions,
  type ScalarDefinition,
} from "tamis/catalog";
import {
  columnOf,
  cellReader,
  isTemporalType,
  memberType,
  type CellStyle,
  type CellType,
  type Row,
} from "tamis/files";

/** Number of rows of a file that decide whether the strings of a member are dates or times. */
export const TYPED_ROWS = 1_000;

export interface TypedRows {
  readonly sample: readonly unknown[];
  /** First rows of each file. Default: the first rows of `sample`. */
  readonly firstRows?: readonly Row[] | undefined;
  /** Types of `--type`, by the names that it gives. */
  readonly declared?: ReadonlyMap<string, CellType> | undefined;
}

/** Infers the types of members like `catalogFromRows`, from the first rows. Undefined if no member has a type. */
export function typesOf(rows: TypedRows, style: CellStyle): Catalog | undefined {
  const first = firstRowsOf(rows);
  const options = { name: "rows", sample: Math.max(1, first.length), readString: cellReader(style) };
  const { catalog } = catalogFromRows(first, options);
  return catalog && withTypes(catalog, declaredTypes(rows, first));
}

/**
 * Infers a catalog from all rows. Strings have the types that `typesOf` returns, so that rows in memory have the same types as
 * rows that are read one after the other.
 */
export function catalogOfRows(rows: readonly Row[], typed: TypedRows, options: RowsOptions): CatalogImport {
  const result = catalogFromRows(rows, options);
  if (result.catalog === undefined) return result;
  const first = firstRowsOf(typed);
  const { readString } = options;
  const { catalog } = catalogFromRows(first, { name: "rows", sample: Math.max(1, first.length), readString });
  const types = new Map<string, ScalarType>();
  for (const { property, type } of catalog?.members.byName.values() ?? [])
    if (isStringType(type)) types.set(property, type);
  for (const [property, type] of declaredTypes(typed, first)) types.set(property, type);
  return { ...result, catalog: withTypes(result.catalog, types) };
}

type ScalarType = ScalarDefinition["type"];

function firstRowsOf({ sample, firstRows }: TypedRows): readonly unknown[] {
  return firstRows ?? sample.slice(0, TYPED_ROWS);
}

/** Returns the declared types by the names of properties. */
function declaredTypes({ declared }: TypedRows, rows: readonly unknown[]): Map<string, ScalarType> {
  const types = new Map<string, ScalarType>();
  if (declared === undefined || declared.size === 0) return types;
  const names = [...new Set((rows as readonly Row[]).flatMap(namesInOrder))];
  for (const [column, type] of declared) {
    const name = columnOf(column, names);
    if (name !== undefined && type !== "json") types.set(name, memberType(type));
  }
  return types;
}

/** Gives members without values a type, and members of strings another type of strings. Values can then be null. */
function withTypes(catalog: Catalog, types: ReadonlyMap<string, ScalarType>): Catalog {
  const { definition, members } = catalog;
  const memberByProperty = new Map([...members.byName.values()].map((member) => [member.property, member]));
  const changed: Record<string, MemberDefinition> = Object.create(null) as Record<string, MemberDefinition>;
  const missing = [...types.keys()].filter((property) => !memberByProperty.has(property));
  const names = memberNamesFor([...memberByProperty.keys(), ...missing]);
  for (const [property, type] of types) {
    const member = memberByProperty.get(property);
    if (member === undefined) changed[names.get(property)!] = { type, property };
    else if (
      member.type !== type &&
      isStringType(member.type) &&
      isStringType(type) &&
      member.name !== catalog.key
    )
      changed[member.name] = { type, property };
  }
  if (Object.keys(changed).length === 0) return catalog;
  return defineCatalog({ ...definition, members: { ...definition.members, ...changed } });
}

function isStringType(type: string): type is "string" | "date" | "time" | "dateTime" {
  return type === "string" || isTemporalType(type as CellType);
}
