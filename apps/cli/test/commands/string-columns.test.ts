import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { folder, ROOT } from "../files.ts";
import { tamis } from "../run-command.ts";

const file = folder();
/** Every hundredth quantity is a word. */
const quantities = file(
  "quantities.csv",
  `qty,day\n${Array.from({ length: 500 }, (_, i) => `${i % 100 === 56 ? "twelve" : i},05.01.2024\n`).join("")}`,
);

const count = (path: string, filter: string, ...args: readonly string[]) =>
  tamis(["query", path, "--filter", filter, "--count", ...args]);

describe("a column of numbers with a few words", () => {
  it("gets the message that docs/start-query.md shows, with the first word and the option", async () => {
    const page = readFileSync(join(ROOT, "docs/start-query.md"), "utf8");
    const [, shown] =
      /```\n\$ npx tamis query orders\.csv --filter "gt\(qty,10\)" --count\n([\s\S]*?)```/.exec(page)!;
    expect(shown).toContain("qty is a string because of 'twelve' in row 57 and 4 more of 500 rows.");
    expect((await count(quantities, "gt(qty,10)")).err).toBe(shown);
    expect((await count(quantities, "gt(qty,10)", "--type", "qty=integer")).out).toBe("484\n");
  });

  it("can still be tested for equality with a quoted number", async () => {
    expect((await count(quantities, "eq(qty,10)")).err).toContain("help: Write '10': eq(qty,'10')");
  });
});

it("a column of local dates gets a message with the options that read them", async () => {
  const { err } = await count(quantities, "gt(day,2024-01-01)");
  expect(err).toContain("day is a string because of '05.01.2024' in row 1 and 499 more of 500 rows.");
  expect(err).toContain("help: Give --type day=date, and --dates day-first or month-first");
});

describe("a column of numbers with a decimal comma and a few words", () => {
  const prices = file(
    "prices.csv",
    `price;day\n${Array.from({ length: 60 }, (_, i) => `${i % 20 === 9 ? "on request" : `1.2${10 + i},50`};${i === 40 ? "soon" : "05.01.2024"}\n`).join("")}`,
  );

  it("gets a message that names the first word", async () => {
    const { err } = await count(prices, "gt(price,10)", "--decimal-comma");
    expect(err).toContain("price is a string because of 'on request' in row 10 and 2 more of 60 rows.");
    expect(err).toContain("help: Give --type price=number");
  });

  it("cannot be summed because of that word", async () => {
    const { err } = await tamis(["query", prices, "--decimal-comma", "--sum", "price"]);
    expect(err).toContain("price has other values: 'on request' in row 10. Give --type price=number");
  });

  it("gets a message about a word among dates that --dates reads", async () => {
    const { err } = await count(prices, "gt(day,2024-01-01)", "--dates", "day-first");
    expect(err).toContain("day is a string because of 'soon' in row 41 of 60 rows.");
  });
});

describe("the fix of a syntax error", () => {
  const orders = file(
    "orders.csv",
    `zip,qty,created at,ok\n01234,7,2024-01-05,True\n99999,8,2024-02-05,False\n`,
  );
  const fixes = async (...args: string[]) =>
    (await tamis(["query", ...args])).err.split("\n").filter((line) => line.includes("help: "));

  it.each([
    ["eq(zip,01234)", ["  help: Write '01234': eq(zip,'01234')"]],
    ["eq(qty,07)", ["  help: Write 7: eq(qty,7)"]],
    ["gt(created at,2024-01-06)", ["  help: Write created_at: gt(created_at,2024-01-06)"]],
  ])("fits the columns of the file: %s", async (filter, expected) => {
    expect(await fixes(orders, "--filter", filter)).toEqual(expected);
    expect(await fixes(orders, "--filter", filter, "--filter", "eq(qty,1)")).toEqual(expected);
  });

  it("keeps leading zeros if the columns are unknown", async () => {
    const { err } = await tamis(["query", "--filter", "eq(zip,01234)"], { stdin: "zip\n01234\n" });
    expect(err.match(/help: .*/g)).toEqual(["help: Write '01234': eq(zip,'01234')"]);
  });

  it("needs no quotes for booleans as pandas and spreadsheets write them", async () => {
    const { out } = await tamis(["query", orders, "--filter", "eq(ok,true)", "--select", "zip,ok"]);
    expect(out).toBe("zip,ok\n01234,True\n");
  });
});

describe("a column of amounts as spreadsheets show them", () => {
  const amounts = file(
    "amounts.csv",
    `Price,EUR,Disc,Total\n"$1,234.50","12,00 €",12%,"1,500"\n$20.10,"7,50 €",5%,"2,750"\nfree,"1.234,00 €",7%,300\n`,
  );

  it.each([
    ["gt(Price,10)", "'$1,234.50' in row 1 and 2 more of 3 rows.", "Price=number"],
    ["gt(EUR,10)", "'12,00 €' in row 1 and 2 more of 3 rows.", "EUR=number --decimal-comma"],
    ["gt(Disc,10)", "'12%' in row 1 and 2 more of 3 rows.", "Disc=number"],
    ["gt(Total,10)", "'1,500' in row 1 and 1 more of 3 rows.", "Total=number"],
  ])("gets a message with the first cell, and the option that reads it: %s", async (filter, cells, type) => {
    const { err } = await count(amounts, filter);
    expect(err).toContain(`${type.split("=")[0]!} is a string because of ${cells}`);
    expect(err).toContain(`help: Give --type ${type}: other values are then null, and are counted`);
    const read = await count(amounts, filter, "--type", ...type.split(" "));
    expect(Number(read.out)).toBeGreaterThan(0);
  });
});

describe("a column that options read", () => {
  const query = (content: string, ...args: string[]) =>
    tamis(["query", file("cells.csv", content), "-o", "ndjson", ...args]);

  it.each([
    ["20240105", "20240201", "gt(x,2024-01-15)", "--type x=date", 20_240_201],
    ["1704412800", "1706745600.5", "gt(x,2024-01-15T00:00:00Z)", "--type x=unixSeconds", 1_706_745_600.5],
    ["1704412800123", "1706745600456", "gt(x,2024-01-15)", "--type x=unixMilliseconds", 1_706_745_600_456],
    ["N", "Y", "eq(x,true)", "--type x=boolean", "Y"],
    ["0", "1", "eq(x,true)", "--type x=boolean", 1],
    ["($20.00)", "CHF 1'234.50", "gt(x,10)", "--type x=number", "CHF 1'234.50"],
    ["13/01/2023", "05/02/2024", "gt(x,2024-01-15)", "--type x=date --dates day-first", "05/02/2024"],
    ["7\nN/A\n8", "12", "gt(x,10)", "--null N/A", 12],
    ["Jan 5, 2024\nTBD", "Feb 1, 2024", "gt(x,2024-01-15)", "--null TBD", "Feb 1, 2024"],
    ["$5\n-", "$12", "gt(x,10)", "--type x=number --null -", "$12"],
  ])(
    "gets them in a message, and keeps its cells in the output: %j, %j",
    async (first, last, filter, options, shown) => {
      const content = `x\n"${first.replaceAll("\n", '"\n"')}"\n"${last}"\n`;
      const { err } = await query(content, "--filter", filter);
      expect(err.replaceAll("'", "")).toContain(`help: Give ${options}: `);
      const read = await query(content, "--filter", filter, ...options.split(" "));
      expect([read.err, read.out]).toEqual(["", `${JSON.stringify({ x: shown })}\n`]);
    },
  );

  it("is not described as incomparable if some of its cells compare", async () => {
    const { out, err } = await query("x\n2024-02-28\n2024-02-30\n", "--filter", "gt(x,2024-01-01)");
    expect(out).toBe('{"x":"2024-02-28"}\n');
    expect(err).toContain(
      "only values that are dates or times compare. x is a string because of '2024-02-30' in row 2 of 2 rows.",
    );
    expect(err).not.toContain("help:");
  });

  it("gets no options if none read it", async () => {
    const { err } = await query("x\nAnn\nBob\n", "--filter", "gt(x,10)");
    expect(err).toContain("they do not compare.");
    expect(err).not.toContain("help:");
  });
});

it("cells that do not match the type of their column are null for conditions, and stay in the output", async () => {
  const path = file("bad.csv", "n,code\n5,a\nNA,b\nmany,c\n,d\n");
  const args = ["query", path, "--type", "n=number", "--null", "NA", "--filter", "isNull(n)"];
  expect((await tamis([...args, "-o", "ndjson"])).out).toBe(
    '{"n":"NA","code":"b"}\n{"n":"many","code":"c"}\n{"n":null,"code":"d"}\n',
  );
  expect((await tamis(args)).out).toBe("n,code\nNA,b\nmany,c\n,d\n");
});

describe("a column whose name has spaces", () => {
  const orders = file("spaced.csv", `Order ID,Order Date,qty\n1,1/5/2024,3\n`);
  const problems = async (option: string, text: string) => {
    const { err } = await tamis(["query", orders, option, text]);
    return err.split("\n").filter((line) => /^(?:error|  help)/.test(line));
  };

  it.each([
    [
      "gt(Order Date,1/5/2024)",
      [
        "error[invalid-date]: Names have no spaces here: 'Order Date' is called Order_Date. Dates begin with the year: write 2024-05-01 or 2024-01-05 instead of 1/5/2024.",
        "  help: Write 2024-05-01: gt(Order_Date,2024-05-01)",
        "  help: Write 2024-01-05: gt(Order_Date,2024-01-05)",
      ],
    ],
    [
      "Order ID = 1 and qty > 3",
      [
        "error[foreign-syntax]: Names have no spaces here: 'Order ID' is called Order_ID. The language has no operators such as =, and, >. Write and(eq(Order_ID,1),gt(qty,3)).",
        "  help: Write it in this language: and(eq(Order_ID,1),gt(qty,3))",
      ],
    ],
    [
      "eq(Order Date,Order ID)",
      [
        "error[missing-comma]: Names have no spaces here: 'Order Date' is called Order_Date.",
        "  help: Write names without spaces: eq(Order_Date,Order_ID)",
      ],
    ],
    [
      "eq(qty,'Order ID",
      [
        "error[unterminated-string]: The string that begins here is never closed: its closing ' is missing.",
        "  help: Close the string with ': eq(qty,'Order ID')",
      ],
    ],
  ])("gets one message, whose fixes have the whole filter: %s", async (filter, expected) => {
    expect(await problems("--filter", filter)).toEqual(expected);
  });

  it("gets one message in an order, too", async () => {
    expect(await problems("--sortBy", "Order ID desc")).toEqual([
      "error[foreign-syntax]: Names have no spaces here: 'Order ID' is called Order_ID. A sort key has no desc: its direction follows after a colon. Write Order_ID:descending.",
      "  help: Write it in this language: Order_ID:descending",
    ]);
  });
});
