import type { BridgeExample } from "../examples.ts";

const TYPED = ["type-conversion", "other"] as const;

export const JSONAPI_EXAMPLES: readonly BridgeExample[] = [
  { foreign: "filter[name]=x", tamis: "eq(name,'x')" },
  {
    foreign: "?page[size]=3&filter%5Bname%5D=a+b%20c",
    tamis: "eq(name,'a b c')",
    back: "filter[name]=a%20b%20c",
  },
  { foreign: "filter[name]=a,b", tamis: "in(name,'a','b')", back: "filter[name][in]=a,b" },
  { foreign: "filter[name][eq]=a,b", tamis: "eq(name,'a,b')" },
  { foreign: "filter[size][gt]=1", tamis: "gt(size,1)", notes: [TYPED] },
  {
    foreign: "filter[size][gte]=1&filter[day][lt]=2020-01-31",
    tamis: "and(ge(size,1),lt(day,2020-01-31))",
    notes: [TYPED, TYPED],
  },
  { foreign: "filter[name][ne]=x", tamis: "ne(name,'x')", notes: [["null-logic", "fewer"]] },
  { foreign: "filter[name][nin]=x,y", tamis: "not(in(name,'x','y'))" },
  { foreign: "filter[owner][city]=Oslo", tamis: "eq(owner.city,'Oslo')", back: "filter[owner.city]=Oslo" },
  { foreign: "filter[name][contains]=%26%3D", tamis: "contains(name,'&=')" },
  {
    foreign: "filter[name][startsWith]=a&filter[name][endswith]=b",
    tamis: "and(startsWith(name,'a'),endsWith(name,'b'))",
    back: "filter[name][startswith]=a&filter[name][endswith]=b",
  },
  { foreign: "filter[name][like]=%25x%25", tamis: "contains(name,'x')", back: "filter[name][contains]=x" },
  {
    foreign: "filter[name][ilike]=x%25",
    tamis: "startsWith($secondary,name,'x')",
    notes: [["case-sensitivity", "other"]],
    back: "filter[name][startswith]=x",
  },
  {
    foreign: "filter[name][like]=%5C%25",
    tamis: "eq(name,'%')",
    notes: [["escape", "other"]],
    back: "filter[name]=%25",
  },
  { foreign: "filter[name][null]=true", tamis: "isNull(name)" },
  { foreign: "filter[name][null]=0", tamis: "not(isNull(name))", back: "filter[name][null]=false" },
  { foreign: "filter[name][null]=x", tamis: "true", notes: [["unsupported-value", "more"]], back: null },
  { foreign: "", tamis: "true" },
  { foreign: "filter[name]=%", tamis: undefined, notes: [["syntax", "failed"]] },
  { foreign: "filter[a b]=1", tamis: "true", notes: [["unwritable-name", "more"]], back: null },
  {
    part: "sortBy",
    foreign: "sort=-size,name",
    tamis: "size:descending,name",
    notes: [
      ["string-order", "order"],
      ["null-order", "order"],
      ["string-order", "order"],
      ["null-order", "order"],
    ],
  },
];
