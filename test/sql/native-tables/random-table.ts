import {
  IDENTITY,
  type NativeColumn,
  type NativeDatabase,
  type NativeTable,
  type NativeType,
} from "./native-type.ts";
import { randomOf, type Random } from "./random.ts";

const MOST_COLUMNS = 8;
const MOST_ROWS = 24;
/** Number of different values of a column: few, so that rows tie, or up to one for each row. */
const FEW_VALUES = 5;
/** Tables with consecutive seeds share a session, because its preparation takes long. */
const TABLES_PER_SESSION = 8;

/** Draws a table. The same seed draws the same table. */
export function drawTable(database: NativeDatabase, seed: number): NativeTable {
  const random = randomOf(seed);
  const layout = database.layout(random);
  const possible = database.types.filter(layout.canHave);
  const columns = random
    .some(possible, 3 + random.integer(MOST_COLUMNS - 2))
    .map((type, i): NativeColumn => ({
      name: `c${i}`,
      type,
    }));
  const key = drawKey(columns, layout.requiresKey, random);
  const count = 4 + random.integer(MOST_ROWS - 3);
  const drawn = columns.map(({ type, name }) => {
    const groups = layout.valuesOf?.(type) ?? type.values;
    return drawValues(groups, count, key.includes(name), random);
  });
  return {
    columns,
    key,
    options: layout.options,
    session: database.session(randomOf(Math.floor(seed / TABLES_PER_SESSION))),
    indexes: random.chance(0.4)
      ? [
          random.some(
            columns.map(({ name }) => name),
            1 + random.integer(2),
          ),
        ]
      : [],
    rows: Array.from({ length: count }, (_, row) => drawn.map((values) => values[row]!)),
  };
}

function drawKey(columns: readonly NativeColumn[], isRequired: boolean, random: Random): readonly string[] {
  const names = columns.filter(({ type }) => type.readAs !== "none").map(({ name }) => name);
  const kind = random.integer(isRequired ? 6 : 8);
  if (kind < 3 || names.length === 0) return [IDENTITY];
  if (kind < 5) return [random.pick(names)];
  if (kind === 5) return random.some([IDENTITY, ...names], 2);
  return [];
}

function drawValues(groups: NativeType["values"], count: number, isKey: boolean, random: Random): string[] {
  const all = random.some(groups, random.chance(0.7) ? 1 : 2).flat();
  const many = isKey || random.chance(0.5) ? all.length : FEW_VALUES;
  const values = random.some(all, many);
  const nulls = isKey ? 0.02 : random.pick([0, 0.1, 0.3]);
  return Array.from({ length: count }, (_, row) => {
    if (random.chance(nulls)) return "NULL";
    return isKey ? values[row % values.length]! : random.pick(values);
  });
}
