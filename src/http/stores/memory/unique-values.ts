import type { Catalog } from "../../../catalog/types.ts";
import { formatJson } from "../../../values/json/exact-json.ts";
import { ownDataProperty } from "../../../values/read-path.ts";
import { countValue } from "../../../values/work.ts";
import { ShardedMap } from "../../../values/sharded-map.ts";
import { isStepOver, nextStep, runNow, type Task } from "../../../engine/store/tasks/task.ts";

interface UniqueSet {
  readonly members: readonly string[];
  readonly properties: readonly string[];
}

/** Values of a unique set that live rows have. */
type Values = ShardedMap<string, true>;

/** Finds rows in memory that have the same values as another row in a set of members that must be unique. */
export class UniqueValues {
  readonly #sets: readonly UniqueSet[];
  readonly #rows: () => Iterable<object>;
  /** For each set, the values that rows have. Undefined until the rows are read. */
  #values: readonly Values[] | undefined;

  /** @throws TypeError for unknown members */
  constructor(catalog: Catalog, unique: readonly (readonly string[])[], rows: () => Iterable<object>) {
    this.#rows = rows;
    this.#sets = unique.map((members) => ({
      members,
      properties: members.map((name) => propertyOf(catalog, name)),
    }));
    if (this.#sets.length === 0) this.#values = [];
  }

  get isBuilt(): boolean {
    return this.#values !== undefined;
  }

  /** Reads the values of all rows in steps. A change that does not wait for the end reads them at once, and this task then ends. */
  *build(): Task<void> {
    const values = this.#sets.map((): Values => new ShardedMap());
    for (const row of this.#rows()) {
      if (this.isBuilt) return;
      this.#sets.forEach((set, at) => {
        const value = valueOf(set, row);
        if (value === undefined) return;
        values[at]!.set(value, true);
        countValue(value);
      });
      if (isStepOver()) yield* nextStep();
    }
    this.#values ??= values;
  }

  /** Returns the members whose values another row has. `before` is the row that is replaced. */
  conflictOf(row: object, before?: object): readonly string[] | undefined {
    const valueMaps = this.#requireValues();
    return this.#sets.find((set, at) => {
      const value = valueOf(set, row);
      return (
        value !== undefined &&
        valueMaps[at]!.has(value) &&
        (before === undefined || valueOf(set, before) !== value)
      );
    })?.members;
  }

  replace(before: object | undefined, after: object | undefined): void {
    const valueMaps = this.#requireValues();
    this.#sets.forEach((set, at) => {
      const [old, value] = [before && valueOf(set, before), after && valueOf(set, after)];
      if (old !== undefined) valueMaps[at]!.delete(old);
      if (value !== undefined) valueMaps[at]!.set(value, true);
    });
  }

  #requireValues(): readonly Values[] {
    if (this.#values === undefined) runNow(this.build());
    return this.#values!;
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
