import { unknownMember } from "../../../../test/diagnostics/sentences.ts";
import { describe, expect, it } from "vitest";
import { folder, lines } from "../files.ts";
import { failure } from "../outcomes.ts";
import { tamis } from "../run-command.ts";

const file = folder();
const orders = file(
  "orders.csv",
  "city,qty,price,First Name,at\nRome,1,1.50,A,10:30\nrome,2,2,B,11:00\nRome,3,,A,10:30\n,4,0.25,,\n",
);
const mixed = file(
  "mixed.ndjson",
  '{"a":1,"o":{"n":"x","v":9007199254740993}}\n{"a":"1","o":{"n":"x","v":1}}\n{"a":true,"o":{"n":"y","v":9007199254740993}}\n{"a":null}\n{"tags":[1]}\n',
);
const query = (...args: string[]) => tamis(["query", ...args]);
const out = async (...args: string[]) => {
  const outcome = await query(...args);
  expect(outcome).toMatchObject({ code: 0, err: "" });
  return outcome.out;
};

describe("groups of a file", () => {
  it("are counted, the largest first", async () => {
    expect(await out(orders, "--count-by", "city")).toBe("city,count\nRome,2\n,1\nrome,1\n");
    const page = await out(orders, "--count-by", "city,First_Name", "-n", "1", "--start", "1");
    expect(page).toBe("city,First Name,count\n,,1\n");
    const some = await out(orders, "-f", "gt(qty,1)", "-f", "lt(qty,4)", "--count-by=city", "-o", "ndjson");
    expect(some).toBe('{"city":"rome","count":1}\n{"city":"Rome","count":1}\n');
  });

  it("are listed once, in the order of their values and as they are written", async () => {
    const cities = await out(orders, "--distinct", "city", "-o", "json");
    expect(cities).toBe('[\n{"city":null},\n{"city":"rome"},\n{"city":"Rome"}\n]\n');
    const times = await out(orders, "--distinct", "at", "-o", "ndjson");
    expect(times).toBe('{"at":null}\n{"at":"10:30"}\n{"at":"11:00"}\n');
    expect(await out(orders, "--distinct", "city", "--count")).toBe("3\n");
  });

  it("have the results in the order of the options, in every format", async () => {
    const args = [orders, "--by", "city", "--max", "qty", "--sum", "qty,price", "--avg", "price"];
    expect(await out(...args)).toBe(
      "city,qty_max,qty_sum,price_sum,price_avg\n,4,4,0.25,0.25\nrome,2,2,2,2\nRome,3,4,1.5,1.5\n",
    );
    expect(await out(...args, "-o", "tsv")).toContain("city\tqty_max\tqty_sum");
    expect(await out(...args, "-o", "table", "-n", "1", "--start", "2")).toBe(
      "city  qty_max  qty_sum  price_sum  price_avg\n────  ───────  ───────  ─────────  ─────────\nRome        3        4        1.5        1.5\n",
    );
    const all = await out(orders, "--sum", "qty", "--min", "city,at");
    expect(all).toBe("qty_sum,city_min,at_min\n10,rome,10:30\n");
  });

  it("are sorted and paged by their members and results", async () => {
    const args = [orders, "--by", "city", "--sum", "qty", "-o", "ndjson"];
    const largest = await out(...args, "--sort-by", "qty_sum:descending,city:descending", "-n", "2");
    expect(largest).toBe('{"city":"Rome","qty_sum":4}\n{"city":null,"qty_sum":4}\n');
    const second = await out(...args, "-s", "qty_sum", "--start", "1", "-n", "1");
    expect(second).toBe('{"city":null,"qty_sum":4}\n');
    const request = "filter=gt(qty,1)&sortBy=count,city&limit=1";
    expect(await out(orders, "-q", request, "--count-by", "city")).toBe("city,count\n,1\n");
    const err = await failure(3, ["query", ...args, "--sort-by", "qty"]);
    expect(err).toContain(unknownMember("qty", "city"));
    expect(err).toContain("--sortBy orders the groups, which have these members: city, qty_sum.");
  });

  it("keep nested members, values of several types and all digits", async () => {
    expect(await out(mixed, "--count-by", "a")).toBe(
      '{"a":null,"count":2}\n{"a":"1","count":1}\n{"a":1,"count":1}\n{"a":true,"count":1}\n',
    );
    const nested = [mixed, "--count-by", "o.n", "--sum", "o.v"];
    expect(await out(...nested)).toBe(
      '{"o":{"n":null,"v_sum":null},"count":2}\n{"o":{"n":"x","v_sum":9007199254740994},"count":2}\n{"o":{"n":"y","v_sum":9007199254740993},"count":1}\n',
    );
    const csv = await out(...nested, "-o", "csv", "-s", "o.n:descending", "-n", "1");
    expect(csv).toBe("o.n,count,o.v_sum\ny,1,9007199254740993\n");
    const dotted = file("dotted.csv", "a.b,count\nx,1\nx,1\n");
    const groups = await out(dotted, "--count-by", "a.b,count", "-o", "ndjson");
    expect(groups).toBe('{"a.b":"x","count":1,"count_2":2}\n');
  });

  it("compare instants in several forms, and strings in the language of --locale", async () => {
    const at = lines(["2024-01-05T10:00:00+02:00", "2024-01-05T09:00:00Z"].map((at) => ({ at })));
    const latest = await tamis(["query", "--max", "at"], { stdin: at });
    expect(latest.out).toBe('{"at_max":"2024-01-05T09:00:00Z"}\n');
    const stdin = lines(["z", "ö", "o"].map((name) => ({ name })));
    const names = async (locale: string) =>
      (await tamis(["query", "--distinct", "name", "-l", locale, "-o", "csv"], { stdin })).out;
    expect(await names("de")).toBe("name\no\nö\nz\n");
    expect(await names("sv")).toBe("name\no\nz\nö\n");
  });

  it("of a catalog have its types, names and properties", async () => {
    const [size, secret] = [
      { type: "integer", property: "qty" },
      { type: "string", filterable: false },
    ];
    const members = { id: "integer", size, city: "string", secret };
    const definition = { name: "things", key: "id", members, defaultSort: ["id"] };
    const catalog = file("things.catalog.json", JSON.stringify(definition));
    const stdin = lines([{ id: 1, qty: 2, city: "a" }, { id: 2, qty: "x", city: "a" }, { id: 3 }]);
    const typed = (...args: string[]) => tamis(["query", "--catalog", catalog, ...args], { stdin });
    expect((await typed("--count-by", "city", "--sum", "size")).out).toBe(
      '{"city":"a","count":2,"qty_sum":2}\n{"city":null,"count":1,"qty_sum":null}\n',
    );
    for (const [member, words] of [
      ["secret", "--sum: There is no member 'secret'."],
      ["sizee", "--sum: There is no member 'sizee'. Did you mean size?"],
      ["city", "--sum needs numbers, but city is a string."],
    ])
      expect(await typed("--sum", member!)).toEqual({ code: 2, out: "", err: `tamis: ${words}\n` });
  });

  it("of no rows are none, except for all rows together", async () => {
    expect(await out(orders, "-f", "gt(qty,9)", "--count-by", "city")).toBe("city,count\n");
    expect(await out(orders, "-f", "gt(qty,9)", "--sum", "qty", "-o", "ndjson")).toBe('{"qty_sum":null}\n');
    expect((await query(orders, "-f", "gt(qty,9)", "--sum", "qty", "-e")).code).toBe(1);
    expect((await query(orders, "-f", "gt(qty,9)", "--distinct", "city", "-e")).code).toBe(1);
    expect((await query(orders, "--sum", "qty", "-e", "-n", "0")).code).toBe(0);
    const none = await tamis(["query", "--count-by", "a", "-o", "csv"], { stdin: "a,b\n" });
    expect(none).toEqual({ code: 0, out: "a,count\n", err: "" });
  });

  it("are explained by the columns in memory", async () => {
    const args = [orders, "--count-by", "city", "--sum", "qty", "-f", "gt(qty,1)"];
    const plan = {
      code: 0,
      out: "3 of 3 rows match.\nGroups: by city (dictionary), the largest first\n  sum of qty: numbers\n",
      err: "tamis: The filter is evaluated while the rows are read.\n",
    };
    expect(await query(...args, "--explain")).toEqual(plan);
    expect(await tamis(["explain", ...args])).toEqual(plan);
    const all = await tamis(["explain", orders, "--max", "price", "--json"]);
    expect(JSON.parse(all.out)).toMatchObject({
      groupedBy: "memory",
      memory: { size: 4, groups: { by: [] } },
    });
    await failure(2, ["explain", ...args, "--row", "1"]);
    expect((await query(orders, "--explain")).err).toContain("--explain is only for databases");
  });

  it("of a collection file equal those of its source, and so does the plan", async () => {
    const saved = file("orders.tamis", "");
    expect((await tamis(["save", orders, "-o", saved, "--force"])).code).toBe(0);
    const args = ["--count-by", "city", "--sum", "qty", "-f", "gt(qty,1)", "-o", "csv"];
    expect(await query(saved, ...args)).toEqual(await query(orders, ...args));
    expect((await query(saved, ...args, "--explain")).out).toContain("Groups: by city");
    const { err } = await query(saved, "--sum", "qtyy");
    expect(err).toContain("There is no member 'qtyy'. Did you mean qty?");
  });

  it("are previewed on a terminal like rows", async () => {
    const many = file("many.ndjson", lines(Array.from({ length: 1_500 }, (_, id) => ({ id }))));
    const args = ["query", many, "--distinct", "id", "-o", "csv", "--no-pager"];
    const { out, err } = await tamis(args, { columns: 80 });
    expect(out.trimEnd().split("\n")).toHaveLength(1_001);
    expect(err).toContain("1,000 of 1,500 rows");
  });
});

describe("a request for groups", () => {
  it.each([
    [["--count-by", "cty"], "--count-by: There is no member 'cty'. Did you mean city?"],
    [["--by", "city", "--sum", "prise"], "--sum: There is no member 'prise'. Did you mean price?"],
    [["--by", "city"], "--by needs --sum, --avg, --min or --max. --count-by counts the rows of each group"],
    [["--distinct", "city", "--count-by", "city"], "--distinct cannot be combined with --count-by"],
    [["--count-by", "city", "--by", "city"], "--count-by cannot be combined with --by"],
    [["--distinct", "city", "--sum", "qty"], "--distinct cannot be combined with --sum. Use --by instead."],
    [["--sum", "qty", "--select", "qty"], "--select cannot be combined with --sum"],
    [["--sum", "qty", "--count"], "--count-by counts the rows of each group."],
    [["--sum", "qty,"], "--sum must be a list of members, such as a,b.c, not 'qty,'."],
    [["--count-by", "city", "-o", "envelope"], "The output format envelope is for rows, not for groups."],
    [["--max-groups", "5"], "--max-groups needs --distinct, --count-by or --by"],
    [
      ["--distinct", "qty", "--max-groups", "99999999"],
      "--max-groups must be at most 10,000,000, not 99999999.",
    ],
    [
      ["--distinct", "qty", "--max-groups", "3"],
      "The rows form more than 3 groups. Group by fewer members, filter the rows, or allow more with --max-groups (at most 10,000,000).",
    ],
    [["--sum", "city"], "--sum needs numbers, but city has other values: 'Rome' in row 1."],
  ])("reports %j", async (args, words) => {
    const { code, out, err } = await query(orders, ...args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(words);
    expect(err.trimEnd().split("\n")).toHaveLength(1);
  });

  it("names the cell that made a column a string column, before all rows are read", async () => {
    const cells = Array.from({ length: 2_000 }, (_, i) => (i === 56 ? "twelve" : String(i)));
    // A later invalid row would be noted if all rows were read.
    const messy = file("messy.csv", `qty,x\n${cells.map((cell) => `${cell},1\n`).join("")}1\n`);
    expect(await failure(2, ["query", messy, "--sum", "qty"])).toBe(
      "tamis: --sum needs numbers, but qty has other values: 'twelve' in row 57. Give --type qty=integer: other values are then null, and are counted.\n",
    );
    const typed = await query(messy, "--sum", "qty", "--type", "qty=integer", "-f", "lt(qty,60)");
    expect(typed.out).toBe("qty_sum\n1714\n");
  });

  it.each([
    [
      "half of the cells are numbers, also in several files",
      ["--sum", "v", file("numbers.csv", "v\n10\n20\n"), file("words.csv", "v\nabc\n2024-01-01\n")],
      "--sum needs numbers, but v has other values: 'abc' in row 3. Give --type v=integer: other values are then null, and are counted.",
    ],
    [
      "values have several types",
      ["--max", "a", file("types.ndjson", lines([{ a: 2 }, { a: "10" }, { a: true }]))],
      "--max needs single values of one type, but a has several: true in row 3, 2 in row 1, '10' in row 2. Give --type a=integer: other values are then null, and are counted.",
    ],
  ])(
    "names the values that are no numbers, with the option that reads them, if %s",
    async (_, args, words) => {
      expect(await failure(2, ["query", ...args])).toBe(`tamis: ${words}\n`);
    },
  );

  it("leaves out the few values that a sum cannot use, and says so", async () => {
    const stdin = lines([...Array.from({ length: 9 }, () => ({ n: 1 })), { n: "x" }]);
    expect(await tamis(["query", "--sum", "n"], { stdin })).toEqual({
      code: 0,
      out: '{"n_sum":9}\n',
      err: "tamis: --sum: 1 of 10 values of n are left out, because they are not numbers: 'x' in row 10.\n",
    });
    for (const [member, words] of [
      ["a", "--sum needs numbers, but a has other values: "],
      ["tags", "--sum needs numbers, but tags has other values: [1] in row 5."],
    ]) {
      const { code, err } = await query(mixed, "--sum", member!);
      expect({ code, err: err.slice(0, 7 + words!.length) }).toEqual({ code: 2, err: `tamis: ${words}` });
    }
    expect((await query(mixed, "--distinct", "tags")).err).toBe(
      "tamis: --distinct needs single values, but tags has lists or objects: [1] in row 5.\n",
    );
  });

  it("accepts a member that only later rows have, and rejects one that none has", async () => {
    const late = lines([...Array.from({ length: 1_200 }, (_, a) => ({ a })), { a: 1, late: 7 }]);
    const sum = (member: string) => tamis(["query", "--sum", member], { stdin: late });
    expect(await sum("late")).toEqual({
      code: 0,
      out: '{"late_sum":7}\n',
      err: "tamis: --sum: None of the first rows has a member 'late'.\n",
    });
    const err = await failure(2, ["query", "--sum", "lat"], { stdin: late });
    expect(err).toContain("tamis: --sum: No row has a member 'lat'.\n");
  });
});
