/** Types of `--type` for the members of a table or of a collection file, which have types of their own. */
import { defineCatalog, type Catalog, type MemberDefinition } from "tamis";
import type { ScalarDefinition } from "tamis/catalog";
import { escapeControls, show } from "tamis/diagnostics";
import { didYouMean, UsageError } from "../command/arguments.ts";
import type { Scope } from "../command/command.ts";
import { readSettings, rejectReadOptions, requireTypesForStyles, RETYPING } from "../command/read-options.ts";
import { memberType, type CellStyle, type CellType } from "tamis/files";

export interface Retyping {
  /** Types by the names that the user gave: names of members or of columns. */
  readonly types: ReadonlyMap<string, CellType>;
  readonly style: CellStyle;
  /** True if reading stops at the first value that does not match its type. */
  readonly strict: boolean;
}

/**
 * Reads the options. Returns undefined without types.
 * @param kind what is read: `a database`
 * @param file its name, as it is shown to users
 * @throws UsageError for other options for reading files
 */
export async function readRetyping(scope: Scope, kind: string, file: string): Promise<Retyping | undefined> {
  rejectReadOptions(scope.args, kind, RETYPING);
  const { types, style, strict } = await readSettings(scope);
  if (types.size > 0) return { types, style, strict };
  requireTypesForStyles(scope.args, escapeControls(file), "its strings are not read as other types");
  return undefined;
}

/**
 * Returns the types by the properties of the rows.
 * @throws UsageError for a name that the catalog does not have
 */
export function typesByProperty(
  { types }: Retyping,
  { members }: Catalog,
  file: string,
): ReadonlyMap<string, CellType> {
  const allMembers = [...members.byName.values()];
  const typeByProperty = new Map<string, CellType>();
  for (const [column, type] of types) {
    const member =
      allMembers.find(({ property }) => property === column) ??
      allMembers.find(({ name }) => name === column);
    if (member === undefined) {
      const names = allMembers.map(({ property }) => property);
      throw new UsageError(
        `--type: ${escapeControls(file)} has no column '${show(column)}'.${didYouMean(column, names)}`,
      );
    }
    const { property } = member;
    const earlierType = typeByProperty.get(property);
    if (earlierType !== undefined && earlierType !== type)
      throw new UsageError(`--type gives '${show(property)}' two types: ${earlierType} and ${type}.`);
    typeByProperty.set(property, type);
  }
  return typeByProperty;
}

/**
 * Returns the catalog with the types. Undefined if a type is `json`: the members of such values are known only from the rows.
 * @param types types by property
 */
export function retypedCatalog(catalog: Catalog, types: ReadonlyMap<string, CellType>): Catalog | undefined {
  const { definition, members } = catalog;
  const changed: [string, MemberDefinition][] = [];
  for (const { name, property } of members.byName.values()) {
    const type = types.get(property);
    if (type === "json") return undefined;
    if (type !== undefined) changed.push([name, withType(definition.members[name]!, memberType(type))]);
  }
  const { key, ...withoutKey } = definition;
  // Values that do not match their type are read as null, so the member no longer identifies rows.
  const hasKey = key !== undefined && !changed.some(([name]) => name === key);
  return defineCatalog({
    ...withoutKey,
    // The name of the definition can be that of a view.
    name: catalog.name,
    ...(hasKey ? { key } : {}),
    members: { ...definition.members, ...Object.fromEntries(changed) },
  });
}

/** Keeps the settings of the member that apply to all types. */
function withType(member: MemberDefinition, type: ScalarDefinition["type"]): MemberDefinition {
  if (typeof member === "string") return type;
  const { description, property, filterable, sortable, selectable } = member;
  const settings = { description, property, filterable, sortable, selectable };
  const definedSettings = Object.entries(settings).filter(([, value]) => value !== undefined);
  return { ...(Object.fromEntries(definedSettings) as Partial<typeof settings>), type };
}
