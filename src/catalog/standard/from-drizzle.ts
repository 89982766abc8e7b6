import { requireObject } from "../../diagnostics/require-argument.ts";
import { ImportReport, type CatalogImport } from "../import-report.ts";
import type { ScalarType } from "../../values/types.ts";
import { memberNamesFor } from "../member-names.ts";
import type { MemberDefinition } from "../types.ts";

/** The part of a column of Drizzle that a catalog needs. */
export interface DrizzleColumn {
  readonly dataType: string;
  readonly columnType: string;
  readonly notNull: boolean;
  readonly primary?: boolean;
  readonly enumValues?: readonly string[] | undefined;
  readonly baseColumn?: DrizzleColumn;
}

/** Keys under which Drizzle keeps the columns and the name of a table. */
const COLUMNS = Symbol.for("drizzle:Columns");
const NAME = Symbol.for("drizzle:Name");

/**
 * Creates a catalog from a table of Drizzle, for the rows that its queries return: members have the names of the properties. Columns
 * without a type of tamis are left out with a note.
 *
 * @param name default: the name of the table
 * @example catalogFromDrizzle(pgTable("people", { id: integer().primaryKey(), name: text() })).catalog
 */
export function catalogFromDrizzle(table: object, name?: string): CatalogImport {
  requireObject(table, "table");
  const report = new ImportReport();
  const drizzleTable = table as { readonly [COLUMNS]?: unknown; readonly [NAME]?: unknown };
  const columns = drizzleTable[COLUMNS] as Readonly<Record<string, DrizzleColumn>> | undefined;
  const tableName = name ?? drizzleTable[NAME];
  if (typeof columns !== "object" || typeof tableName !== "string") {
    report.problem("", "The value is not a table of Drizzle.");
    return report.finish(undefined);
  }
  const names = memberNamesFor(Object.keys(columns));
  const members: Record<string, MemberDefinition> = {};
  const keys: string[] = [];
  for (const [property, column] of Object.entries(columns)) {
    const type = typeOf(column);
    if (type === undefined) {
      report.note(`/${property}`, `The type ${column.columnType} has no type of a catalog; it is left out.`);
      continue;
    }
    const member = names.get(property)!;
    if (column.primary === true) keys.push(member);
    members[member] = {
      ...type,
      ...(column.notNull ? { nullable: false } : {}),
      ...(member === property ? {} : { property }),
    };
  }
  return report.finish({
    name: tableName,
    members,
    ...(keys.length === 1 ? { key: keys[0] } : {}),
  });
}

function typeOf({
  dataType,
  columnType,
  enumValues,
  baseColumn,
}: DrizzleColumn): Exclude<MemberDefinition, ScalarType> | undefined {
  switch (dataType) {
    case "string":
      if (enumValues !== undefined && enumValues.length > 0)
        return { type: "string", enum: enumValues } as const;
      return { type: temporalType(columnType) ?? "string" } as const;
    case "number":
      return { type: /Int|Serial|Year/.test(columnType) ? "integer" : "number" } as const;
    case "bigint":
      return { type: "integer" } as const;
    case "boolean":
      return { type: "boolean" } as const;
    case "date":
      return { type: "dateTime" } as const;
    case "array": {
      const items = baseColumn && typeOf(baseColumn);
      return items && { type: "list", items };
    }
    default:
      return undefined;
  }
}

/** Returns the type of a column whose values are strings. */
function temporalType(columnType: string): "date" | "time" | "dateTime" | undefined {
  if (/Timestamp|DateTime/.test(columnType)) return "dateTime";
  if (/Date/.test(columnType)) return "date";
  return /Time$/.test(columnType) ? "time" : undefined;
}
