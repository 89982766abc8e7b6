import type { Catalog } from "../../catalog/types.ts";
import { formatJson } from "../../values/exact-json.ts";
import { ownDataProperty } from "../../values/read-path.ts";

interface UniqueSet {
  readonly members: readonly string[];
  readonly properties: readonly string[];
  /** Values of live rows. */
  readonly values: Set<string>;
}

/** Indexes of the unique sets of members, for rows in memory. The first change builds them. */
export class UniqueValues {
  readonly #sets: readonly UniqueSet[];
  readonly #rows: () => Iterable<object>;
  #isBuilt = false;

  /** @throws TypeError for unknown members */
  constructor(catalog: Catalog, unique: readonly (readonly string[])[], rows: () => Iterable<object>) {
    this.#rows = rows;
    this.#sets = unique.map((members) => ({
      members,
      properties: members.map((name) => propertyOf(catalog, name)),
      values: new Set(),
    }));
  }

  /** Returns the members whose values another row has. `before` is the row that is replaced. */
  conflictOf(row: object, before?: object): readonly string[] | undefined {
    this.#build();
    return this.#sets.find((set) => {
      const value = valueOf(set, row);
      return (
        value !== undefined &&
        set.values.has(value) &&
        (before === undefined || valueOf(set, before) !== value)
      );
    })?.members;
  }

  replace(before: object | undefined, after: object | undefined): void {
    this.#build();
    for (const set of this.#sets) {
      const [old, value] = [before && valueOf(set, before), after && valueOf(set, after)];
      if (old !== undefined) set.values.delete(old);
      if (value !== undefined) set.values.add(value);
    }
  }

  #build(): void {
    if (this.#isBuilt || this.#sets.length === 0) return;
    this.#isBuilt = true;
    for (const row of this.#rows()) {
      for (const set of this.#sets) {
        const value = valueOf(set, row);
        if (value !== undefined) set.values.add(value);
      }
    }
  }
}

/** Undefined if one of the values is null: such rows are not compared, as in databases. */
function valueOf({ properties }: UniqueSet, row: object): string | undefined {
  const values = properties.map((property) => ownDataProperty(row, property) ?? null);
  return values.includes(null) ? undefined : formatJson(values);
}

export function propertyOf({ members, name: catalog }: Catalog, name: string): string {
  const member = members.byName.get(name);
  if (member === undefined)
    throw new TypeError(`Unknown member "${name}" in unique: catalog ${catalog} does not have it.`);
  return member.property;
}
