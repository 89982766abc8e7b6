import { requireCatalog } from "../../catalog/require-catalog.ts";
import { resolveMember, type ResolvedMember } from "../../catalog/resolve-member.ts";
import type { Comparison } from "../../collation/order/strength.ts";
import { hasOwn, ownProperties } from "../../values/own-properties.ts";
import { isScalarType, type ScalarType } from "../../values/types.ts";
import type { DdlRequest } from "./ddl-request.ts";
import { ownTable } from "./own-table.ts";
import type {
  ChildTableStorage,
  ColumnStorage,
  JsonColumnType,
  JsonStorage,
  Storage,
} from "./table-definition.ts";

/** Column of a table, from the table definition or implied by the catalog. */
export type TableColumn = { readonly name: string; readonly nullable: boolean } & (
  | {
      readonly kind: "scalar";
      readonly type: ScalarType;
      readonly form: string | undefined;
      /** Number of fraction digits of a second. */
      readonly precision: number | undefined;
      readonly isAscii: boolean;
      readonly isFinite: boolean;
      readonly isKey: boolean;
      readonly isSortable: boolean;
      readonly comparison: Comparison;
      readonly order: Comparison;
    }
  | { readonly kind: "json"; readonly as: JsonColumnType }
  | { readonly kind: "list"; readonly items: ScalarType; readonly form: string | undefined }
  | { readonly kind: "map"; readonly values: ScalarType }
  | { readonly kind: "sortKeys"; readonly locale: string }
);

export type ScalarColumn = Extract<TableColumn, { readonly kind: "scalar" }>;

export interface ChildTable {
  readonly storage: ChildTableStorage;
  readonly type: ScalarType;
}

/** Returns the columns and child tables of a table, without duplicates, in the order of the catalog. */
export function tableColumns({ catalog, table }: DdlRequest): {
  readonly columns: readonly TableColumn[];
  readonly children: readonly ChildTable[];
} {
  requireCatalog(catalog);
  const { members = {} } = ownTable(table);
  const columns = new Map<string, TableColumn>();
  const children: ChildTable[] = [];
  const add = (column: TableColumn) => {
    if (!columns.has(column.name)) columns.set(column.name, column);
  };
  for (const name of new Set([...catalog.members.byName.keys(), ...Object.keys(members)])) {
    const member = resolveMember(catalog, name);
    if (member === undefined)
      throw new TypeError(
        `members.${name} of the table definition is not a member of the catalog ${catalog.name}`,
      );
    const storage = fullStorage(Object.hasOwn(members, name) ? members[name] : undefined, member);
    if (hasOwn(storage, "expression")) continue;
    const nullable = storage.nullable ?? member.nullable;
    if (hasOwn(storage, "childTable")) children.push({ storage, type: elementType(member, name) });
    else if (hasOwn(storage, "json"))
      add({ kind: "json", name: storage.json, nullable, as: storage.as ?? "json" });
    else if (hasOwn(storage, "array")) {
      const type = elementType(member, name);
      add(
        member.type.type === "map"
          ? { kind: "map", name: storage.array, nullable, values: type }
          : { kind: "list", name: storage.array, nullable, items: type, form: storage.form },
      );
    } else {
      add({
        kind: "scalar",
        name: storage.column,
        nullable,
        type: member.type.type as ScalarType,
        form: storage.form,
        precision: storage.precision,
        isAscii: storage.repertoire === "ascii",
        isFinite: storage.finite === true,
        isKey: name === catalog.key,
        isSortable: member.member.sortable,
        comparison: member.strength ?? "identical",
        order: member.strength ?? "tertiary",
      });
    }
    for (const { column, locale } of storage.keys ?? [])
      add({ kind: "sortKeys", name: column, nullable: true, locale });
  }
  return { columns: [...columns.values()], children };
}

export function keyColumnOf(columns: readonly TableColumn[]): ScalarColumn | undefined {
  return columns.find((column): column is ScalarColumn => column.kind === "scalar" && column.isKey);
}

/** Returns the column that child rows reference: the column of `references`, or the key column by default. */
export function referencedColumn(
  { references }: ChildTableStorage,
  columns: readonly TableColumn[],
): ScalarColumn | undefined {
  if (references === undefined) return keyColumnOf(columns);
  return columns.find(
    (column): column is ScalarColumn => column.kind === "scalar" && column.name === references,
  );
}

export function fullStorage(storage: Storage | undefined, member: ResolvedMember): Exclude<Storage, string> {
  if (typeof storage === "object") return storage;
  const name = storage ?? member.path[0]!;
  return ownProperties<ColumnStorage | JsonStorage>(
    isScalarType(member.type.type) ? { column: name } : { json: name },
  );
}

function elementType({ type }: ResolvedMember, name: string): ScalarType {
  const inner = type.type === "list" ? type.items : type.type === "map" ? type.values : undefined;
  if (inner === undefined || !isScalarType(inner.type))
    throw new TypeError(
      `${name} must be a list or a map of scalar values to be stored in an array or a child table`,
    );
  return inner.type;
}

export function splitTableName(table: string | readonly string[]): {
  readonly schema: readonly string[];
  readonly name: string;
} {
  const names = typeof table === "string" ? [table] : table;
  return { schema: names.slice(0, -1), name: names.at(-1)! };
}
