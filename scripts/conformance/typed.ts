import type { CatalogDefinition } from "../../src/catalog/types.ts";
import { encode, type Case, type CaseFile } from "./case.ts";
import { errorCase, filterCase, orderCase } from "./make.ts";

/** Members of every type against literals of every type, by the table of grammar.md, "Values". */

export const THINGS: CatalogDefinition = {
  name: "things",
  members: {
    id: "integer",
    s: "string",
    sp: { type: "string", strength: "primary" },
    sc: { type: "string", strength: "codePoint" },
    n: "number",
    i: "integer",
    flag: "boolean",
    d: "date",
    t: "time",
    dt: "dateTime",
    tags: { type: "list", items: "string" },
    nums: { type: "list", items: "integer" },
    m: { type: "map", values: "string" },
    o: { type: "object", members: { x: "string", at: "dateTime" } },
    l: { type: "list", items: { type: "object", members: { x: "string" } } },
    "a.b": "string",
    secret: { type: "string", filterable: false },
    fixed: { type: "string", sortable: false },
  },
  key: "id",
};

const ROWS: readonly unknown[] = [
  {
    id: 1,
    s: "a",
    sp: "Straße",
    sc: "a",
    n: 1,
    i: 1,
    flag: true,
    d: "2020-01-01",
    t: "12:00:00",
    dt: "2020-01-01T00:00:00Z",
    tags: ["a", "b"],
    nums: [1, 2],
    m: { k: "1" },
    o: { x: "a", at: "2020-01-01T00:00:00Z" },
    l: [{ x: "a" }, {}],
    "a.b": "own",
    a: { b: "path" },
  },
  {
    id: 2,
    s: "A",
    sp: "strasse",
    sc: "A",
    n: 1.5,
    i: 2,
    flag: false,
    d: "2020-01-02",
    t: "24:00:00",
    dt: "2020-01-01T02:00:00+02:00",
    tags: [],
    nums: [],
    m: {},
    o: {},
    l: [],
    a: { b: "path" },
  },
  { id: 3 },
  {
    id: 4,
    s: 1,
    sp: true,
    sc: null,
    n: "1",
    i: 1.5,
    flag: "true",
    d: "2020-02-30",
    t: "noon",
    dt: "soon",
    tags: "a",
    nums: [1.5, "1", null],
    m: [],
    o: "x",
    l: {},
    "a.b": 1,
  },
  {
    id: 5,
    s: "",
    sp: "b",
    sc: "😀",
    n: 9007199254740993n,
    i: 9007199254740993n,
    flag: null,
    d: "2020-01-01T00:00:00Z",
    t: "00:00",
    dt: "2020-01-01",
    tags: [null, "x"],
    nums: [9007199254740993n],
    m: { k: 1, a: "1" },
    o: { x: 1 },
    l: [{ x: 1 }],
  },
];

type Kind = "string" | "number" | "boolean" | "date" | "time" | "dateTime";
const MEMBERS: Readonly<Record<string, Kind>> = {
  s: "string",
  sp: "string",
  n: "number",
  i: "number",
  flag: "boolean",
  d: "date",
  t: "time",
  dt: "dateTime",
  tags: "string",
  nums: "number",
  "o.x": "string",
  "o.at": "dateTime",
  "l.x": "string",
  "m.k": "string",
  "a.b": "string",
};
const LITERALS: readonly (readonly [Kind, string])[] = [
  ["string", "'a'"],
  ["number", "1"],
  ["boolean", "true"],
  ["date", "2020-01-01"],
  ["time", "12:00:00"],
  ["dateTime", "2020-01-01T00:00:00Z"],
];

function compare(a: Kind, b: Kind): boolean {
  const dated = (kind: Kind) => kind === "date" || kind === "dateTime";
  return a === b || (dated(a) && dated(b));
}

export function typedFile(): CaseFile {
  const table = ["things", ROWS] as const;
  const options = { catalog: ["things", THINGS] as const };
  const cases: Case[] = [];
  const filter = (expression: string) =>
    cases.push(filterCase(`typed/${expression}`, expression, table, options));
  const wrong = (marked: string, code: Parameters<typeof errorCase>[2] = "type-mismatch") =>
    cases.push(errorCase(`typed/${marked}`, marked, code, { catalog: "things" }));
  for (const [member, kind] of Object.entries(MEMBERS)) {
    for (const [other, literal] of LITERALS) {
      for (const name of ["eq", "gt"]) {
        if (compare(kind, other)) filter(`${name}(${member},${literal})`);
        else wrong(`${name}(${member},«${literal}»)`);
      }
    }
    filter(`isNull(${member})`);
  }
  for (const expression of [
    ...[
      "eq(sp,'STRASSE')",
      "eq($identical,sp,'STRASSE')",
      "eq(sc,'a')",
      "contains(sp,'STRAS')",
      "contains(sp,'STRASS')",
      "startsWith(sp,'STRASS')",
      "in(sp,'STRASSE','B')",
      "ne(sp,'STRASSE')",
      "eq(sp,s)",
      "eq(s,sp)",
    ],
    ...[
      "eq(d,dt)",
      "lt(d,dt)",
      "eq(dt,d)",
      "eq(n,i)",
      "le(i,n)",
      "contains(n,'1')",
      "contains(flag,'ru')",
      "eq(length(nums),3)",
      "eq(length(m),2)",
      "eq(length(tags),2)",
    ],
    ...[
      "match(m,'k','1')",
      "match(m,'.*','.*')",
      "match(tags,'a')",
      "contains(tags,'a')",
      "contains(nums,1)",
      "in(nums,1,9007199254740993)",
      "startsWith(tags,'a')",
      "isNull(o)",
      "isNull(m)",
      "isNull(l)",
      "flag",
      "not(flag)",
      "and(flag,eq(i,1))",
      "eq(length(l.x),1)",
    ],
  ]) {
    filter(expression);
  }
  for (const marked of [
    ...[
      "blank(«tags»)",
      "isNull(upCase(«d»))",
      "isNull(length(«o»))",
      "match(«s»,'a','b')",
      "contains(«d»,'2020')",
      "startsWith(s,«2020-01-01»)",
    ],
    ...[
      "isNull(substr(s,«'a'»))",
      "eq(substr(«tags»,0),'a')",
      "match(«dt»,'.*')",
      "contains(s,«tags»)",
      "eq(tags,«nums»)",
      "lt(d,«t»)",
      "eq(«m»,'a')",
    ],
  ]) {
    wrong(marked);
  }
  for (const marked of [
    "«s»",
    "and(flag,«n»)",
    "or(«d»,flag)",
    "not(«tags»)",
    "«1»",
    "«'x'»",
    "and(«length(s)»,flag)",
    "«o»",
  ])
    wrong(marked, "not-a-condition");
  for (const marked of [
    "eq(«secret»,'a')",
    "eq(«nmae»,'a')",
    "or(true,eq(«secret»,'a'))",
    "isNull(«secret»)",
    "isNull(«o.y»)",
    "isNull(«o.x.y»)",
    "isNull(«s.x»)",
    "isNull(«l.y»)",
    "isNull(«constructor»)",
    "isNull(«__proto__»)",
    "isNull(«toString»)",
    "isNull(«s.length»)",
    "isNull(«S»)",
    "lt('a',upCase(«secret»))",
  ]) {
    wrong(marked, "unknown-member");
  }
  const sorts = [
    "s",
    "sp",
    "sc",
    "n:descending",
    "flag,d",
    "t:descending",
    "dt,i:descending",
    "eq(s,'a'):descending,sp",
    "length(s)",
    "o.x",
    "o.at:descending",
    "s:primary",
    "s:identical:descending",
  ];
  for (const text of sorts) cases.push(orderCase(`typed/sort/${text}`, text, table, options));
  for (const [marked, code] of [
    ["«fixed»", "unsortable-member"],
    ["«secret»", "unknown-member"],
    ["s,«tags»", "type-mismatch"],
    ["«m»", "type-mismatch"],
    ["«o»:descending", "type-mismatch"],
    ["«nope»", "unknown-member"],
  ] as const) {
    cases.push(errorCase(`typed/sort/${marked}`, marked, code, { kind: "sortBy", catalog: "things" }));
  }
  return {
    about: "Members of every type against literals of every type, with a catalog.",
    tables: { things: ROWS.map(encode) },
    cases,
  };
}
