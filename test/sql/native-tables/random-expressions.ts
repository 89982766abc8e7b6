import fc from "fast-check";
import { boolean, call, name, number, string, temporal } from "../../../src/ast/constructors.ts";
import type { Expression, SortBy } from "../../../src/ast/nodes.ts";
import type { Catalog, Member, Members } from "../../../src/catalog/types.ts";
import { isScalarType, type ScalarType, type ValueType } from "../../../src/values/types.ts";
import { strengths } from "../../properties/arbitraries.ts";
import { conditions, orders, PATTERNS, type Leaves } from "../../properties/evaluable.ts";
import { NUMBERS, WORDS } from "../../properties/hostile-values.ts";
import { naiveInstant } from "../../oracle/naive-instant.ts";
import type { StoredRow } from "../engines/engine-under-test.ts";
import { words } from "../../words.ts";

/** Random filters and orders over any catalog, mostly with literals that its rows contain. */

export interface Drawing {
  readonly filters: fc.Arbitrary<Expression>;
  readonly orders: fc.Arbitrary<SortBy>;
}

export function drawingOf(catalog: Catalog, rows: readonly StoredRow[]): Drawing {
  const operands = operandsOf(catalog.members, "", false);
  const held = literalsOf(operands, catalog, rows);
  const leaves = leavesOf(operands, held);
  return {
    filters: fc.oneof(
      { weight: 6, arbitrary: combined(targeted(operands, held)) },
      { weight: 3, arbitrary: conditions(leaves) },
    ),
    orders: orders(leaves),
  };
}

/** A member, or a part of one, that an expression can name. */
interface Operand {
  readonly path: string;
  readonly type: ValueType["type"];
  /** Type of the value, or of the elements of a list or map. */
  readonly of: ScalarType | undefined;
}

/** @param isInList whether the members are those of the elements of a list. */
function operandsOf(members: Members, prefix: string, isInList: boolean): Operand[] {
  return [...members.byName.values()].flatMap((member) => operandOf(member, prefix, isInList));
}

function operandOf(member: Member, prefix: string, isInList: boolean): Operand[] {
  const path = prefix + member.name;
  if (isScalarType(member.type)) return [{ path, type: isInList ? "list" : member.type, of: member.type }];
  if (member.type === "object")
    return [
      { path, type: "object", of: undefined },
      ...(member.members === undefined ? [] : operandsOf(member.members, `${path}.`, isInList)),
    ];
  const element = "items" in member ? member.items : "values" in member ? member.values : JSON_VALUE;
  const of = isScalarType(element.type) ? element.type : undefined;
  const own: Operand = { path, type: member.type, of };
  if (member.type === "list" && element.type === "object" && member.members !== undefined)
    return [own, ...operandsOf(member.members, `${path}.`, true)];
  if (member.type === "map" && of !== undefined)
    return [own, ...["x", "a"].map((key): Operand => ({ path: `${path}.${key}`, type: of, of }))];
  return [own];
}

const JSON_VALUE: ValueType = { type: "object" };

type Literals = ReadonlyMap<ScalarType, readonly Expression[]>;

const USUAL: Literals = new Map<ScalarType, readonly Expression[]>([
  ["boolean", [boolean(true), boolean(false)]],
  ["integer", [0, 1, -1, 2, 1.5, 2n ** 63n - 1n, 2n ** 63n, -(2n ** 63n), 2n ** 64n].map(number)],
  ["number", NUMBERS.map(number)],
  ["string", ["", "a", "A", "b", "1", "ä", "ß", " ", "a ", "0.1", "2020-01-01", "😀", "\uffff"].map(string)],
  ["date", ["0001-01-01", "2024-05-01", "9999-12-31"].map((text) => temporal("date", text))],
  ["time", ["00:00:00", "12:00", "23:59:59.999999999", "24:00:00"].map((text) => temporal("time", text))],
  [
    "dateTime",
    words(`
      0001-01-01T00:00:00Z 2024-05-01T10:00:00Z 2024-05-01T10:00:00.5+02:00 9999-12-31T23:59:59.999999999Z
      9999-12-31T23:59:59-05:00 0001-01-01T00:00:00+05:00
    `).map((text) => temporal("dateTime", text)),
  ],
]);

/** Returns literals: the values in the rows, values close to them, and common values. */
function literalsOf(operands: readonly Operand[], catalog: Catalog, rows: readonly StoredRow[]): Literals {
  const found = new Map<ScalarType, Map<string, Expression>>();
  const add = (type: ScalarType, expressions: readonly Expression[]) => {
    if (!found.has(type)) found.set(type, new Map());
    for (const each of expressions)
      if (each.kind === "literal") found.get(type)!.set(String(each.value), each);
  };
  for (const { path, of } of operands) {
    if (of === undefined) continue;
    const property = catalog.members.byName.get(path)?.property ?? path.split(".")[0]!;
    for (const row of rows) for (const value of scalarsIn(row[property])) add(of, literalsNear(value, of));
  }
  return new Map(
    [...USUAL].map(([type, usual]) => [type, [...(found.get(type)?.values() ?? []), ...usual]] as const),
  );
}

function scalarsIn(value: unknown): unknown[] {
  if (value === null || value === undefined) return [];
  return typeof value === "object" ? Object.values(value).flatMap(scalarsIn) : [value];
}

function literalsNear(value: unknown, type: ScalarType): Expression[] {
  switch (typeof value) {
    case "bigint":
      return [value, value - 1n, value + 1n].map(number);
    case "number":
      if (!Number.isFinite(value)) return [];
      return [value, value + 1, value - 1, value + 0.5, Math.fround(value)]
        .filter(Number.isFinite)
        .map(number);
    case "string": {
      const text = value.toWellFormed().replaceAll("\0", "");
      if (type === "date" || type === "time" || type === "dateTime") return temporalsNear(text, type);
      const half = Array.from(text)
        .slice(0, Math.ceil(text.length / 2))
        .join("");
      return [text, half, text.toUpperCase(), text.toLowerCase(), `${text} `].map(string);
    }
    default:
      return [];
  }
}

function temporalsNear(text: string, type: "date" | "time" | "dateTime"): Expression[] {
  const forms = [text, text.replace(/Z$/, "+01:00"), text.replace(/(\.\d{1,8})?Z$/, ".500000001Z")];
  return forms.filter((form) => naiveInstant(type, form) !== undefined).map((form) => temporal(type, form));
}

const named = ({ path }: Operand) => name(path);

function leavesOf(operands: readonly Operand[], held: Literals): Leaves {
  const members = (...types: readonly string[]) => operands.filter(({ type }) => types.includes(type));
  const lists = (...types: readonly string[]) =>
    operands.filter(({ type, of }) => type === "list" && of !== undefined && types.includes(of));
  const literals = (...types: readonly ScalarType[]) =>
    fc.constantFrom(...types.flatMap((type) => held.get(type)!));
  const mostly = (own: readonly Operand[], other: fc.Arbitrary<Expression>) =>
    own.length === 0
      ? other
      : fc.oneof(
          { weight: 3, arbitrary: fc.constantFrom(...own).map(named) },
          { weight: 1, arbitrary: other },
        );
  const only = (own: readonly Operand[], other: fc.Arbitrary<Expression>) =>
    own.length === 0 ? other : fc.constantFrom(...own).map(named);
  const text = mostly(members("string"), literals("string"));
  const numeric = mostly(members("integer", "number"), literals("integer", "number"));
  return {
    condition: mostly(members("boolean"), literals("boolean")),
    text,
    number: numeric,
    dated: mostly(members("date", "dateTime"), literals("date", "dateTime")),
    time: mostly(members("time"), literals("time")),
    texts: only(lists("string"), text),
    numbers: only(lists("integer", "number"), numeric),
    map: only(members("map"), text),
    any: only(operands, text),
  };
}

const ORDERED = ["eq", "ne", "lt", "le", "gt", "ge"] as const;
const SEARCHES = ["contains", "startsWith", "endsWith"] as const;

/** Returns an arbitrary of conditions on one member, with literals of its own values. */
function targeted(operands: readonly Operand[], held: Literals): fc.Arbitrary<Expression> {
  const weighted = operands.map((operand) => ({
    weight: 1,
    arbitrary: conditionOn(operand, operands, held),
  }));
  return fc.oneof(...weighted);
}

function conditionOn(operand: Operand, all: readonly Operand[], held: Literals): fc.Arbitrary<Expression> {
  const own = named(operand);
  const { of, type } = operand;
  const isNull = fc.constant(call("isNull", [own]));
  if (of === undefined) return isNull;
  const literal = fc.constantFrom(...held.get(of)!);
  const strength =
    of === "string" ? fc.option(strengths, { nil: undefined, freq: 3 }) : fc.constant(undefined);
  const others = all.filter(
    (other) => other !== operand && other.type === type && type === of && other.of === of,
  );
  const operandOrLiteral =
    others.length === 0
      ? literal
      : fc.oneof({ weight: 4, arbitrary: literal }, fc.constantFrom(...others).map(named));
  if (type === "map") {
    const patterns = fc.constantFrom(...PATTERNS).map(string);
    return fc.oneof(
      isNull,
      fc.tuple(patterns, patterns).map(([key, value]) => call("match", [own, key, value])),
      fc.nat(3).map((size) => call("eq", [call("length", [own]), number(size)])),
    );
  }
  const compared = fc
    .tuple(fc.constantFrom(...ORDERED), operandOrLiteral, strength)
    .map(([callee, other, at]) => call(callee, [own, other], at));
  const among = fc
    .tuple(fc.array(literal, { minLength: 2, maxLength: 4 }), strength)
    .map(([list, at]) => call("in", [own, ...list], at));
  const usual = [
    { weight: 6, arbitrary: compared },
    { weight: 2, arbitrary: among },
    { weight: 1, arbitrary: isNull },
  ];
  if (of !== "string" && of !== "integer" && of !== "number" && of !== "boolean") return fc.oneof(...usual);
  const parts = fc.oneof(
    fc.constantFrom(...held.get("string")!),
    fc.constantFrom(...held.get(of)!.map((each) => string(formOf(each)))),
    fc.constantFrom(...WORDS).map(string),
  );
  const searched = fc
    .tuple(fc.constantFrom(...SEARCHES), parts, strength)
    .map(([callee, part, at]) => call(callee, [own, part], at));
  const matched = fc.constantFrom(...PATTERNS).map((pattern) => call("match", [own, string(pattern)]));
  return fc.oneof(...usual, { weight: 2, arbitrary: searched }, { weight: 1, arbitrary: matched });
}

function formOf(literal: Expression): string {
  return literal.kind === "literal" ? String(literal.value).toWellFormed().replaceAll("\0", "") : "";
}

function combined(condition: fc.Arbitrary<Expression>): fc.Arbitrary<Expression> {
  return fc.oneof(
    { weight: 4, arbitrary: condition },
    { weight: 1, arbitrary: condition.map((each) => call("not", [each])) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom("and", "or"), fc.array(condition, { minLength: 2, maxLength: 3 }))
        .map(([callee, list]) => call(callee, list)),
    },
  );
}
