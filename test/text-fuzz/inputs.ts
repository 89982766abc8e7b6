import { STRENGTHS } from "../../src/collation/order/strength.ts";
import type { Random } from "./random.ts";

/** Parts of texts with a meaning in filters, URLs or JavaScript, or in attacks on filters. */
const PIECES = [
  ...Array.from("'\"(),:.$-+_@ \t\n\r\\|%&=;#`‘’“”（）09eTZaßİıſКあ字😀<>{}[]?/*!~^"),
  ...[
    "\0",
    "\ud800",
    "\udc00",
    "\u00a0",
    "\u2028",
    "\ufeff",
    "e\u0301",
    "\u202e",
    "\u200b",
    "\x1b[2J",
    "\r\n",
  ],
  ...[
    "and(",
    "or(",
    "not(",
    "eq(",
    "in(",
    "match(",
    "isNull(",
    "f(",
    "true(",
    "a.b(",
    "),or(true",
    "') , eq('a','a",
  ],
  ...[
    "true",
    "false",
    "null",
    "undefined",
    "name",
    "owner",
    "size",
    "created",
    "day",
    "enabled",
    "tags",
    "constructor",
  ],
  ...[
    "__proto__",
    "then",
    "toJSON",
    "kind",
    "'x'",
    "'it''s'",
    '"x"',
    "'",
    "''",
    "'; DROP TABLE t;--",
    "' OR '1'='1",
  ],
  ...[
    "0",
    "-0",
    "1",
    "1.5",
    "1e3",
    "1e400",
    "01",
    ".5",
    "5.",
    "+1",
    "0x10",
    "NaN",
    "Infinity",
    "9007199254740993",
  ],
  ...[
    "2020-01-31",
    "2020-02-30",
    "12:00",
    "24:00:00",
    "23:59:60Z",
    "2020-01-01T00:00:00Z",
    "10:00:00 02:00",
    "+19:00",
  ],
  ...[
    "$primary",
    "$foo",
    "$",
    "ascending",
    ":descending",
    ":primary",
    "filter=",
    "sortBy=",
    "&limit=1",
    "%27",
    "%2527",
  ],
  ...["%00", "%ED%A0%80", "%C0%AF", "%", "+", "%7C"],
] as const;

export function hostileText(random: Random): string {
  const kind = random.below(20);
  if (kind === 0) return String.fromCharCode(...random.list(20, () => random.below(0x10000)));
  if (kind === 1) return random.pick(PIECES).repeat(random.below(40));
  return random.list(kind < 12 ? 3 : 12, () => random.pick(PIECES)).join("");
}

const LETTERS = Array.from("abcXYZ_@éßΩЖ字あ");
const REST = [...LETTERS, ..."09-"];

const segment = (random: Random) => random.pick(LETTERS) + random.list(4, () => random.pick(REST)).join("");

export function validName(random: Random): string {
  return random.chance(0.5)
    ? random.pick([
        "name",
        "owner",
        "size",
        "created",
        "day",
        "at",
        "enabled",
        "tags",
        "null",
        "and",
        "true.x",
        "T",
        "e5",
      ])
    : [segment(random), ...random.list(2, () => segment(random))].join(".");
}

export function validCallee(random: Random): string {
  return random.pick([
    "and",
    "or",
    "not",
    "eq",
    "ne",
    "lt",
    "in",
    "contains",
    "match",
    "substr",
    "isNull",
    "true",
    "false",
    "f",
    segment(random),
  ]);
}

export function validString(random: Random): string {
  return hostileText(random).replaceAll("\0", "").toWellFormed();
}

export function validNumber(random: Random): number | bigint {
  switch (random.below(4)) {
    case 0:
      return random.below(2000) - 1000;
    case 1:
      return (random.next() - 0.5) * 10 ** (random.below(600) - 300);
    case 2:
      return BigInt.asIntN(128, BigInt(Math.floor(random.next() * 2 ** 52)) * 0x123456789abcdefn);
    default:
      return random.pick([0, -0, 5e-324, Number.MAX_VALUE, 2 ** 53, 1e21, 1e20, -(2n ** 63n), 10n ** 308n]);
  }
}

const two = (value: number) => String(value).padStart(2, "0");
const zone = (random: Random) => random.pick(["", "", "Z", "+02:00", "-11:30", "+18:00"]);

/** Returns a date, a time or a date-time. A few of them are invalid. */
export function temporalText(random: Random, type: "date" | "time" | "dateTime"): string {
  const year = String(1 + random.below(9999)).padStart(4, "0");
  const date = `${year}-${two(1 + random.below(12))}-${two(1 + random.below(29))}`;
  const fraction = random.chance(0.5) ? "" : `.${"123456789".slice(0, 1 + random.below(9))}`;
  const seconds = random.chance(0.5) ? `:${two(random.below(60))}${fraction}` : "";
  const time = `${two(random.below(24))}:${two(random.below(60))}${seconds}${zone(random)}`;
  return type === "date" ? date : type === "time" ? time : `${date}T${time}`;
}

export const strength = (random: Random) => (random.chance(0.7) ? undefined : random.pick(STRENGTHS));

/** Any value that a program without types can pass: what JSON, a form or a library returned. */
export function anyValue(random: Random): unknown {
  const make = random.pick(VALUES);
  return make(random);
}

const VALUES: readonly ((random: Random) => unknown)[] = [
  hostileText,
  hostileText,
  hostileText,
  validString,
  validNumber,
  () => NaN,
  () => -Infinity,
  () => 10n ** 400n,
  () => true,
  () => null,
  () => undefined,
  (random) => Symbol(hostileText(random)),
  () => () => "x",
  (random) => new Date((random.next() - 0.5) * 2e16),
  (random) => new String(hostileText(random)),
  (random) => Buffer.from(hostileText(random)),
  (random) => [hostileText(random)],
  () => new Array<unknown>(2),
  (random) => imitatedNode(random),
  (random) => jsonTree(random, 2),
  (random) => ({ [hostileText(random)]: hostileText(random) }),
  (random) => ({ epochMilliseconds: random.below(1e9) }),
  (random) => ({ toString: () => hostileText(random), toMillis: 1 }),
  () => new Proxy({}, {}),
];

/** Returns an object with the properties of a node, as JSON can contain it. */
export function imitatedNode(random: Random): unknown {
  const text = random.chance(0.5) ? hostileText(random) : validName(random);
  const span = { start: 0, end: 0 };
  const made = random.pick([
    { kind: "name", name: text, span },
    {
      kind: "literal",
      type: random.pick(["boolean", "number", "string", "date", text]),
      value: random.pick([true, 1, text]),
      span,
    },
    { kind: "call", callee: text, args: [], strength: text, span },
    { kind: "sortBy", keys: [], span },
    { kind: "sortKey", expression: { kind: "name", name: text, span }, direction: text, span },
    { kind: "filterText", text },
    { kind: "checkedFilter", expression: { kind: "name", name: text, span } },
  ]);
  return JSON.parse(JSON.stringify(made));
}

/** Returns a document in the JSON form of trees, some parts of which are invalid. */
export function jsonTree(random: Random, depth: number): unknown {
  if (random.chance(0.03))
    return random.pick<unknown>([null, 1, "x", [], {}, { name: "a", string: "b" }, imitatedNode(random)]);
  const text = () => (random.chance(0.15) ? hostileText(random) : undefined);
  if (depth > 0 && random.chance(0.6)) {
    const args = random.list(4, () => jsonTree(random, depth - 1));
    const callee = text() ?? validCallee(random);
    const found = random.chance(0.02) ? hostileText(random) : strength(random);
    return found === undefined ? { call: callee, args } : { call: callee, strength: found, args };
  }
  const type = random.pick(["date", "time", "dateTime"] as const);
  switch (random.below(6)) {
    case 0:
      return { boolean: random.chance(0.5) };
    case 1: {
      const value = validNumber(random);
      return { number: text() ?? (typeof value === "bigint" ? String(value) : value) };
    }
    case 2:
      return { string: text() ?? validString(random) };
    case 3:
      return { [type]: text() ?? temporalText(random, type) };
    default:
      return { name: text() ?? validName(random) };
  }
}
