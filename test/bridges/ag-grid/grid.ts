import {
  BigIntFilterModule,
  DateFilterModule,
  NumberFilterModule,
  TextFilterModule,
} from "ag-grid-community";
import type { Row } from "../random.ts";

export type Model = Readonly<Record<string, unknown>>;

/** Column definition of a grid: cells of a date column are Date objects at midnight in the time zone of the browser. */
type Cell = (value: unknown) => unknown;

const asDate: Cell = (value) => {
  if (typeof value !== "string") return value;
  const [day, time] = value.replace(/Z$/, "").split("T") as [string, string | undefined];
  const [year, month, date] = day.split("-").map(Number) as [number, number, number];
  const [hours, minutes, seconds] = (time ?? "0:0:0").split(":").map(Number) as [number, number, number];
  return new Date(year, month - 1, date, hours, minutes, Math.floor(seconds), (seconds % 1) * 1000);
};
const asIs: Cell = (value) => value;

interface Handler {
  beans: object;
  createManagedBean: (bean: object) => object;
  init: (params: object) => void;
  doesFilterPass: (params: object) => boolean;
}

const MODULES = {
  text: { module: TextFilterModule, cell: asIs },
  number: { module: NumberFilterModule, cell: asIs },
  bigint: { module: BigIntFilterModule, cell: asIs },
  date: { module: DateFilterModule, cell: asDate },
} as const;

/** Evaluates the model of a column with the filter of AG Grid. The filters need no DOM, unlike the grid. */
function columnTest(id: string, model: Model): (row: Row) => boolean {
  const { module, cell } = MODULES[model["filterType"] as keyof typeof MODULES];
  const [create] = Object.values(
    (module as unknown as { dynamicBeans: Record<string, new () => Handler> }).dynamicBeans,
  );
  const handler = new create!();
  handler.beans = { log: { warn: () => undefined, error: () => undefined }, gos: { get: () => undefined } };
  handler.createManagedBean = (bean) => bean;
  let used: unknown = model;
  handler.init({
    filterParams: {},
    model,
    column: {},
    colDef: {},
    getValue: ({ row }: { readonly row: Row }) => cell(row[id]),
    onModelChange: (changed: unknown) => (used = changed),
  });
  return (row) => handler.doesFilterPass({ model: used, node: { row } });
}

/** Returns the ids of the rows that a grid keeps. */
export function gridIds(rows: readonly Row[], model: Model): readonly number[] {
  const isAdvanced = typeof model["filterType"] === "string";
  const tests = isAdvanced
    ? [advancedTest(model)]
    : Object.entries(model).map(([id, each]) =>
        (each as Model)["filterType"] === "set" ? setTest(id, each as Model) : columnTest(id, each as Model),
      );
  return rows.filter((row) => tests.every((passes) => passes(row))).map(({ id }) => id);
}

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || (typeof value === "string" && value.trim() === "");

/** Evaluates the set filter. It belongs to AG Grid Enterprise, so it is written here from the documentation. */
function setTest(id: string, { values }: Model): (row: Row) => boolean {
  const upper = (each: unknown) => (typeof each === "string" ? each.toUpperCase() : each);
  const keys = new Set((values as readonly unknown[]).map(upper));
  const has = (value: unknown) => keys.has(isBlank(value) ? null : upper(String(value)));
  return (row) => {
    const value = row[id];
    if (!Array.isArray(value)) return has(value);
    return value.length === 0 ? keys.has(null) : value.some(has);
  };
}

/** Evaluates the advanced filter. It belongs to AG Grid Enterprise, so it is written here from the documentation. */
function advancedTest(model: Model): (row: Row) => boolean {
  const { filterType, type, filter, filterTo } = model as Readonly<Record<string, string | undefined>>;
  if (filterType === "join") {
    const tests = (model["conditions"] as readonly Model[]).map(advancedTest);
    return type === "OR"
      ? (row) => tests.some((test) => test(row))
      : (row) => tests.every((test) => test(row));
  }
  const id = model["colId"] as string;
  if (filterType === "set") {
    const isAnyOf = setTest(id, model);
    return type === "isAnyOf" ? isAnyOf : (row) => !isAnyOf(row);
  }
  if (type === "blank" || type === "notBlank") return (row) => isBlank(row[id]) === (type === "blank");
  if (filterType === "boolean") return (row) => row[id] === (type === "true");
  if (filterType === "text" || filterType === "object")
    return (row) => textTest(row[id] as string, type!, filter!);
  const isDate = filterType!.startsWith("date");
  const operand = (value: unknown) =>
    isDate ? Number(asDate(value)) : filterType === "bigint" ? BigInt(value as string) : Number(value);
  return (row) => {
    if (isBlank(row[id])) return false;
    const value = isDate ? Number(asDate(row[id])) : (row[id] as number);
    const bounds = [filter, filterTo].filter((each) => each !== undefined).map(operand);
    return scalarTest(value, type!, bounds);
  };
}

function textTest(
  value: string | number | boolean | null | undefined,
  type: string,
  filter: string,
): boolean {
  if (value === null || value === undefined) return type === "notEqual" || type === "notContains";
  const text = String(value).toLowerCase();
  const part = filter.toLowerCase();
  switch (type) {
    case "equals":
      return text === part;
    case "notEqual":
      return text !== part;
    case "contains":
      return text.includes(part);
    case "notContains":
      return !text.includes(part);
    case "startsWith":
      return text.startsWith(part);
    default:
      return text.endsWith(part);
  }
}

function scalarTest(value: number, type: string, [from, to]: readonly (number | bigint)[]): boolean {
  switch (type) {
    case "equals":
      return value == from;
    case "notEqual":
      return value != from;
    case "lessThan":
      return value < from!;
    case "lessThanOrEqual":
      return value <= from!;
    case "greaterThan":
      return value > from!;
    case "greaterThanOrEqual":
      return value >= from!;
    default:
      return value > from! && value < to!;
  }
}
