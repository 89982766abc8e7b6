import { SAME, readExamples } from "../examples.ts";

const ORDERED = ["string-order order", "null-order order"] as const;
const TYPED = "type-conversion other";

export const JSONAPI_EXAMPLES = readExamples(
  [
    ["filter[name]=x", "eq(name,'x')"],
    ["?page[size]=3&filter%5Bname%5D=a+b%20c", "eq(name,'a b c')", "filter[name]=a%20b%20c"],
    ["filter[name]=a,b", "in(name,'a','b')", "filter[name][in]=a,b"],
    ["filter[name][eq]=a,b", "eq(name,'a,b')"],
    ["filter[size][gt]=1", "gt(size,1)", SAME, TYPED],
    [
      "filter[size][gte]=1&filter[day][lt]=2020-01-31",
      "and(ge(size,1),lt(day,2020-01-31))",
      SAME,
      TYPED,
      TYPED,
    ],
    ["filter[name][ne]=x", "ne(name,'x')", SAME, "null-logic fewer"],
    ["filter[name][nin]=x,y", "not(in(name,'x','y'))"],
    ["filter[owner][city]=Oslo", "eq(owner.city,'Oslo')", "filter[owner.city]=Oslo"],
    ["filter[name][contains]=%26%3D", "contains(name,'&=')"],
    [
      "filter[name][startsWith]=a&filter[name][endswith]=b",
      "and(startsWith(name,'a'),endsWith(name,'b'))",
      "filter[name][startswith]=a&filter[name][endswith]=b",
    ],
    ["filter[name][like]=%25x%25", "contains(name,'x')", "filter[name][contains]=x"],
    [
      "filter[name][ilike]=x%25",
      "startsWith($secondary,name,'x')",
      "filter[name][startswith]=x",
      "case-sensitivity other",
    ],
    ["filter[name][like]=%5C%25", "eq(name,'%')", "filter[name]=%25", "escape other"],
    ["filter[name][null]=true", "isNull(name)"],
    ["filter[name][null]=0", "not(isNull(name))", "filter[name][null]=false"],
    ["filter[name][null]=x", "true", null, "unsupported-value more"],
    ["", "true"],
    ["filter[name]=%", undefined, SAME, "syntax failed"],
    ["filter[a b]=1", "true", null, "unwritable-name more"],
  ],
  [["sort=-size,name", "size:descending,name", SAME, ...ORDERED, ...ORDERED]],
);
